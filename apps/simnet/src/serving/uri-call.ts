import type { Call } from '../rpc/answer.ts'

/** A call in the form of an address: `/commit?height=5`, texts in quotes, bytes as 0x… */
export function uriCall(method: string, query: URLSearchParams): Call {
  const params: Record<string, unknown> = {}
  for (const [name, value] of query) params[name] = value.replace(/^"(.*)"$/, '$1')
  return { method, params }
}
