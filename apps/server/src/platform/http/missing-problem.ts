import { endpoints } from '@roundsman/contract/endpoints'
import type { FastifyRequest } from 'fastify'
import { ProblemError } from './problem-error.ts'
import { pathPattern } from './route-schema.ts'

const table = Object.values(endpoints).map(({ path, method }) => ({
  pattern: pathPattern(path),
  path,
  method,
}))

/** What is answered where no route is: 405 with `Allow` where another method would be answered, else 404. */
export function missingProblem(request: FastifyRequest): ProblemError {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return methods.length > 0 && !methods.some((method) => method === request.method)
    ? new ProblemError('method_not_allowed', { headers: { allow: methods.join(', ') } })
    : new ProblemError('not_found')
}
