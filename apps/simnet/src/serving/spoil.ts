import type { Fault } from '../faults.ts'

/** What is sent instead of a good answer. */
export interface Reply {
  status: number
  type: string
  text: string
}

const HTML =
  '<!doctype html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>'

/** The reply after a fault of content; faults of time and of sockets leave it as it is. */
export function spoil(reply: Reply, fault: Fault | null): Reply {
  switch (fault?.kind) {
    case 'html':
      return { status: 200, type: 'text/html', text: HTML }
    case 'truncated':
      return { ...reply, text: reply.text.slice(0, Math.floor(reply.text.length * 0.6)) }
    case 'wrong_types':
      return { ...reply, text: JSON.stringify(twist(JSON.parse(reply.text))) }
    case 'huge':
      return {
        ...reply,
        text: `{"jsonrpc":"2.0","id":1,"result":"${'A'.repeat(fault.bytes ?? 50_000_000)}"}`,
      }
    case 'http_429':
      return { status: 429, type: 'text/plain', text: 'Too Many Requests' }
    case 'http_500':
      return { status: 500, type: 'text/plain', text: 'Internal Server Error' }
    default:
      return reply
  }
}

/** The same shape to a glance, other types to a reader; the envelope stays. */
function twist(value: unknown, depth = 0): unknown {
  if (Array.isArray(value))
    return depth < 2 ? value.map((each) => twist(each, depth)) : { length: value.length }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
      return [key, depth === 0 && key !== 'result' ? each : twist(each, depth + 1)]
    })
    return Object.fromEntries(entries)
  }
  if (typeof value === 'string') return /^\d+$/.test(value) ? Number(value) + 0.5 : [value]
  return typeof value === 'number' ? String(value) : null
}
