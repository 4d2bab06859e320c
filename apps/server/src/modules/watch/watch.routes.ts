import type { Clock } from '../../platform/clock.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Views } from './views.ts'

/** `GET /api/blockchains/list/{blockchainId}/`: from memory, in bytes that are made once for each change. */
export function addWatchRoutes(server: HttpServer, views: Views, clock: Pick<Clock, 'now'>): void {
  server.add('validators', ({ params }) => {
    const view = views.of(params.blockchainId)
    if (!view) return Promise.reject(new ProblemError('network_not_found'))
    const { body, kept } = view.list(clock.now())
    return Promise.resolve({ status: 200, body, kept })
  })
}
