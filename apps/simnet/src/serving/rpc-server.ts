import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Call } from '../rpc/answer.ts'
import type { Waiting } from '../wall-clock.ts'
import type { Endpoint } from './endpoint.ts'
import { type Reply, spoil } from './spoil.ts'
import type { WarmUp } from './warm-up.ts'

const MAX_BODY = 1_000_000
const SLOW_MS = 4_000

/** The HTTP server in front of all endpoints; not listening yet. */
export function createRpcServer(
  find: (path: string) => { endpoint: Endpoint; rest: string } | null,
  waiting: Waiting,
  warmUp: WarmUp,
): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://simnet.invalid')
    const found = find(url.pathname)
    if (found === null) return send(response, { status: 404, type: 'text/plain', text: '404 page not found' })
    const verdict = found.endpoint.admit()
    const fault = verdict.transport
    readBody(request, (body) => {
      if (fault?.kind === 'timeout') return
      if (fault?.kind === 'dropped') {
        request.socket.destroy()
        return
      }
      const give = () => send(response, spoil(replyTo(found, url, request, body, verdict), fault))
      warmUp.whenReady(found.endpoint.chain, () => {
        if (fault?.kind === 'slow') waiting.after(fault.ms ?? SLOW_MS, give)
        else give()
      })
    })
  })
}

function replyTo(
  { endpoint, rest }: { endpoint: Endpoint; rest: string },
  url: URL,
  request: IncomingMessage,
  body: string,
  verdict: ReturnType<Endpoint['admit']>,
): Reply {
  if (request.method === 'GET') {
    const text = endpoint.answerCall(-1, uriCall(rest || 'health', url.searchParams), verdict)
    return { status: text.includes('"error":{"code"') ? 500 : 200, type: 'application/json', text }
  }
  if (request.method !== 'POST') return { status: 405, type: 'text/plain', text: 'Method Not Allowed' }
  const parsed = parse(body)
  if (parsed === undefined) {
    const text = '{"jsonrpc":"2.0","id":-1,"error":{"code":-32700,"message":"Parse error. Invalid JSON"}}'
    return { status: 500, type: 'application/json', text }
  }
  return { ...endpoint.answerBody(parsed, verdict), type: 'application/json' }
}

function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return
  const body = Buffer.from(reply.text)
  response.writeHead(reply.status, { 'content-type': reply.type, 'content-length': body.length })
  response.end(body)
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_BODY) request.destroy()
    else chunks.push(chunk)
  })
  request.on('end', () => done(Buffer.concat(chunks).toString('utf8')))
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** A call in the form of an address: `/commit?height=5`, texts in quotes, bytes as 0x… */
function uriCall(method: string, query: URLSearchParams): Call {
  const params: Record<string, unknown> = {}
  for (const [name, value] of query) params[name] = value.replace(/^"(.*)"$/, '$1')
  return { method, params }
}
