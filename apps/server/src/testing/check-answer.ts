import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@roundsman/contract/endpoint'
import { endpoints } from '@roundsman/contract/endpoints'
import { Problem } from '@roundsman/contract/problem'
import { safeParse } from 'zod/v4/core'
import { pathPattern } from '../platform/http/gatekeeper.ts'

const table: readonly { endpoint: Endpoint; pattern: RegExp }[] = Object.values(endpoints).map(
  (endpoint) => ({
    endpoint,
    pattern: pathPattern(endpoint.path),
  }),
)

interface CheckedAnswer {
  method: string
  /** Without the query. */
  path: string
  status: number
  contentType: string
  body: string
}

/** Throws if an answer is not what the endpoint table says of it: status, content type, every field and none beside. */
export function checkAnswer({ method, path, status, contentType, body }: CheckedAnswer): void {
  const endpoint = table.find((one) => one.endpoint.method === method && one.pattern.test(path))?.endpoint
  const where = `${method} ${path} answered ${status}`
  if (contentType.startsWith('application/problem+json')) {
    const problem = safeParse(Problem, JSON.parse(body))
    if (!problem.success) throw new Error(`${where} with a problem that is none: ${problem.error.message}`)
    if (problem.data.status !== status)
      throw new Error(`${where} with the status ${problem.data.status} in its body`)
    const allowed = [400, 429, 500, 503, ...(endpoint?.errors ?? [404, 405])]
    if (!allowed.includes(status)) throw new Error(`${where}, which its endpoint does not declare`)
    return
  }
  if (!endpoint || status === 304) return
  if (endpoint.produces === 'otlp' && [400, 429, 503, ...endpoint.errors].includes(status)) return
  const schema = endpoint.responses[status]
  if (!schema) throw new Error(`${where}, which its endpoint does not declare`)
  if (endpoint.produces === 'nothing' && body !== '') throw new Error(`${where} with a body`)
  if (endpoint.produces !== 'json') return
  const value: unknown = JSON.parse(body)
  const parsed = safeParse(schema, value)
  if (!parsed.success) throw new Error(`${where} with a body that does not fit: ${parsed.error.message}`)
  if (!isDeepStrictEqual(parsed.data, value))
    throw new Error(`${where} with fields that its schema does not know`)
}
