import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// Stand-ins of five providers, a program of its own: each path is a webhook or a key with the limits that its provider has,
// and refuses with 429 what is beyond. It prints where it listens; `GET /report` tells what it took, and begins anew.
// Usage: tsx bench/src/channel-providers.ts <milliseconds for an answer>

const answerMs = Number(process.argv[2])

interface Limit {
  perSecond: number
  burst: number
}
/** As the providers say it: Slack one a second, Discord five in two seconds and thirty a minute, PagerDuty 120 a minute. */
const limits: Readonly<Record<string, readonly Limit[]>> = {
  slack: [{ perSecond: 1, burst: 2 }],
  discord: [
    { perSecond: 2.5, burst: 5 },
    { perSecond: 0.5, burst: 30 },
  ],
  pagerduty: [{ perSecond: 2, burst: 120 }],
}
const taken: Readonly<Record<string, { status: number; body: string }>> = {
  slack: { status: 200, body: 'ok' },
  discord: { status: 200, body: '{"id":"1"}' },
  pagerduty: { status: 202, body: '{"status":"success"}' },
  webhook: { status: 204, body: '' },
  ntfy: { status: 200, body: '{"id":"1","event":"message"}' },
}

const buckets = new Map<string, { left: number; at: number }>()
/** When each message came that was taken, in milliseconds since the epoch, by its words. */
let arrived = new Map<string, number[]>()
let refused = 0

/** Seconds until there is room again; null: there is. */
function secondsToWait(channel: string, credential: string): number | null {
  const now = Date.now() / 1000
  const all = (limits[channel] ?? []).map((limit, index) => {
    const key = `${credential}\n${index}`
    const bucket = buckets.get(key) ?? { left: limit.burst, at: now }
    bucket.left = Math.min(limit.burst, bucket.left + (now - bucket.at) * limit.perSecond)
    bucket.at = now
    buckets.set(key, bucket)
    return { bucket, limit }
  })
  const full = all.find(({ bucket }) => bucket.left < 1)
  if (full) return (1 - full.bucket.left) / full.limit.perSecond
  for (const { bucket } of all) bucket.left -= 1
  return null
}

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  setTimeout(() => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  }, answerMs)
}

const server = createServer((incoming, response) => {
  let body = ''
  incoming.setEncoding('utf8').on('data', (text: string) => (body += text))
  incoming.on('end', () => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://provider')
    if (pathname === '/report') {
      response.end(JSON.stringify({ refused, arrived: [...arrived] }))
      arrived = new Map()
      refused = 0
      buckets.clear()
      return
    }
    const isEvent = pathname === '/v2/enqueue'
    const channel = isEvent ? 'pagerduty' : pathname === '/' ? 'ntfy' : (pathname.split('/')[1] ?? '')
    const credential = isEvent ? (/"routing_key":"(\w+)"/.exec(body)?.[1] ?? '') : pathname
    const seconds = secondsToWait(channel === 'api' ? 'discord' : channel, credential)
    if (seconds !== null) {
      refused += 1
      answer(response, 429, '{"retry_after":1}', { 'retry-after': String(Math.ceil(seconds)) })
      return
    }
    const words = /(?:Critical|Warning) for \d+\./.exec(body)?.[0] ?? body
    arrived.set(words, [...(arrived.get(words) ?? []), Date.now()])
    const { status, body: text } = taken[channel === 'api' ? 'discord' : channel] ?? { status: 404, body: '' }
    answer(response, status, text)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
