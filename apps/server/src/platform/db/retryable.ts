/** Classes of failure after which the same transaction may be run again from its beginning. */
const conflicts = new Set(['40001', '40P01'])
const lostConnections = new Set([
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])
/** node-postgres gives no code when the connection ended between two messages. */
const lostMessages = ['Connection terminated', 'Client has encountered a connection error']

export type Failure = 'conflict' | 'lost' | 'final'

/** What kind of failure it is, looking through the wrappers that libraries put around it. */
export function failureOf(error: unknown): Failure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (conflicts.has(code)) return 'conflict'
    if (lostConnections.has(code) || code.startsWith('08')) return 'lost'
    const { message } = cause
    if (lostMessages.some((lost) => message.startsWith(lost))) return 'lost'
  }
  return 'final'
}
