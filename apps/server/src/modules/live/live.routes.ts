import type { FastifyReply } from 'fastify'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError, tooManyRequests } from '../../platform/http/problem-error.ts'
import type { Hub, Listener } from './hub.ts'

/** Bytes that may wait for a reader; who is further behind is dropped, and resumes when it comes back. */
const longestBacklog = 1024 * 1024
const tooManySeconds = 30

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies that buffer answers would hold the events back.
  'x-accel-buffering': 'no',
}

/** `GET /api/live/{blockchainId}/`: server-sent events of one network. */
export function addLiveRoutes(server: HttpServer, hub: Hub, knows: (networkId: number) => boolean): void {
  server.add('live', ({ params }, { caller, language, reply, request }) => {
    if (!knows(params.blockchainId)) return Promise.reject(new ProblemError('network_not_found'))
    let open = false
    const listener: Listener = {
      networkId: params.blockchainId,
      userId: caller.userId,
      sessionId: caller.sessionId,
      language,
      lastEventId: idOf(request.headers['last-event-id']),
      write(text) {
        if (!open) {
          open = true
          start(reply)
        }
        const stream = reply.raw
        if (stream.destroyed || stream.writableLength > longestBacklog) {
          stream.destroy()
          return false
        }
        stream.write(text)
        return true
      },
      end: () => reply.raw.end(),
    }
    reply.raw.on('close', () => {
      hub.leave(listener)
    })
    if (!hub.join(listener)) return Promise.reject(tooManyRequests(tooManySeconds))
    return Promise.resolve(undefined)
  })
  // A stream never ends by itself: the server could not close.
  server.fastify.addHook('preClose', (done) => {
    hub.endAll()
    done()
  })
}

/** Takes the answer out of the framework's hands, with the headers that it had so far. */
function start(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...streamHeaders })) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200)
}

function idOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}
