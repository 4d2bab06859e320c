import { checkAnswer } from '../check-answer.ts'
import type { PlannedRequest } from './plan-request.ts'
import type { FuzzAnswer } from './send-planned.ts'

/** What the inside of the server looks like; no answer of ours has words like these. */
const inside =
  /node_modules|\bat .{1,200}:\d+:\d+|[A-Za-z]*Error:|SQLSTATE|select .{1,200} from |insert into |"stack"|\/src\/|\.ts\b|file:\/\/|ECONN|FST_/i

/** What is wrong with an answer; null: nothing. */
export function faultOf({ method, url }: PlannedRequest, answer: FuzzAnswer): string | null {
  const { status, contentType, text } = answer
  if (status >= 500) return `it answered ${status}`
  const isProblem = contentType.startsWith('application/problem+json')
  // The intake of metrics answers in the words of OTLP.
  if (status >= 400 && !isProblem && method !== 'HEAD' && !url.startsWith('/v1/metrics'))
    return `it answered ${status} as ${contentType || 'nothing'}`
  if (isProblem && inside.test(text)) return `it leaked internals: ${text.slice(0, 300)}`
  try {
    const path = URL.canParse(url, 'http://x') ? new URL(url, 'http://x').pathname : url
    checkAnswer({ method, path, status, contentType: method === 'HEAD' ? '' : contentType, body: text })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What turns a request away before the call itself decides. */
const turnedAway = new Set([
  'not_authenticated',
  'permission_denied',
  'csrf_failed',
  'origin_not_allowed',
  'too_many_requests',
])

/** The code of a problem; null for what is none. */
function codeOf({ contentType, text }: FuzzAnswer): string | null {
  if (!contentType.startsWith('application/problem+json') || text === '') return null
  return (JSON.parse(text) as { code: string }).code
}

/**
 * True for a request of a living session that got as far as the call itself: past authentication, CSRF, abilities
 * and limits. Calls of machines and addresses where nothing is do not count.
 */
export function gotPast(request: PlannedRequest, answer: FuzzAnswer, wasSignedIn: boolean): boolean {
  const { path, method } = request.operation
  if (
    !wasSignedIn ||
    request.method !== method ||
    /another path|malformed cookies/.test(request.mutation ?? '')
  )
    return false
  if (!/^\/api\/(?!callbacks|health|openapi)/.test(path)) return false
  return !turnedAway.has(codeOf(answer) ?? '')
}
