import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { keptByNobody } from '../../platform/http/send-json.ts'

/** Proposals of a network, and one of them in full. */
export function addGovernanceRoutes(server: HttpServer): void {
  server.add('governance', () =>
    Promise.resolve({ status: 200, body: { proposals: [], upgrade: null }, headers: keptByNobody }),
  )
  server.add('proposal', () => Promise.reject(new ProblemError('not_found')))
}
