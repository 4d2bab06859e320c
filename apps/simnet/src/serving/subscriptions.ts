import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { headerJson } from '../rpc/block-json.ts'
import type { Waiting } from '../wall-clock.ts'
import type { Endpoint } from './endpoint.ts'
import type { WarmUp } from './warm-up.ts'

/** A node reports a block as it commits it. */
const POLL_EVERY_MS = 20
const QUERY = /tm\.event\s*=\s*'NewBlockHeader'/

interface Subscription {
  socket: WebSocket
  endpoint: Endpoint
  id: unknown
  query: string
  announced: number
}

interface Subscriptions {
  /** Notifies subscribers of blocks that came since. Happens by itself; for tests whose clock jumps. */
  announce(): void
  close(): void
}

/** `/websocket` of every endpoint: subscriptions to NewBlockHeader, and the calls of HTTP. */
export function openSubscriptions(
  server: Server,
  find: (path: string) => { endpoint: Endpoint; rest: string } | null,
  waiting: Waiting,
  warmUp: WarmUp,
): Subscriptions {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_000_000 })
  const subscriptions = new Set<Subscription>()
  let looking: { stop(): void } | null = null

  function announce() {
    for (const each of subscriptions) {
      const verdict = { transport: null, view: [] }
      const lens = each.endpoint.lens(verdict)
      if (lens.latest === each.announced) continue
      const from =
        lens.latest > each.announced && lens.latest - each.announced < 20 ? each.announced + 1 : lens.latest
      for (let height = from; height <= lens.latest; height += 1) {
        const value = { header: headerJson(lens, height) }
        const result = {
          query: each.query,
          data: { type: 'tendermint/event/NewBlockHeader', value },
          events: { 'tm.event': ['NewBlockHeader'] },
        }
        each.socket.send(JSON.stringify({ jsonrpc: '2.0', id: each.id, result }))
      }
      each.announced = lens.latest
    }
  }

  function attend() {
    if (subscriptions.size > 0 && looking === null) looking = waiting.every(POLL_EVERY_MS, announce)
    if (subscriptions.size > 0 || looking === null) return
    looking.stop()
    looking = null
  }

  function receive(socket: WebSocket, endpoint: Endpoint, text: string) {
    const verdict = endpoint.admit()
    if (verdict.transport?.kind === 'timeout') return
    if (verdict.transport !== null && verdict.transport.kind !== 'slow') {
      socket.terminate()
      return
    }
    const request = parseRequest(text)
    const query = request?.params.query
    if (request?.method === 'subscribe' && typeof query === 'string' && QUERY.test(query)) {
      subscriptions.add({ socket, endpoint, id: request.id, query, announced: endpoint.lens(verdict).latest })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: {} }))
      attend()
    } else if (request?.method.startsWith('unsubscribe') === true) {
      for (const each of subscriptions) if (each.socket === socket) subscriptions.delete(each)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: {} }))
      attend()
    } else if (request !== null) {
      socket.send(endpoint.answerBody(request, verdict).text)
    }
  }

  server.on('upgrade', (request, stream, head) => {
    const found = find(new URL(request.url ?? '/', 'http://simnet.invalid').pathname)
    if (found?.rest !== 'websocket') {
      stream.destroy()
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('message', (data) =>
        warmUp.whenReady(found.endpoint.chain, () => receive(socket, found.endpoint, bufferText(data))),
      )
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        for (const each of subscriptions) if (each.socket === socket) subscriptions.delete(each)
        attend()
      })
    })
  })

  return {
    announce,
    close() {
      looking?.stop()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

function bufferText(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return data instanceof ArrayBuffer ? Buffer.from(data).toString('utf8') : data.toString('utf8')
}

function parseRequest(text: string): { id: unknown; method: string; params: Record<string, unknown> } | null {
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value !== 'object' || value === null || !('method' in value)) return null
    if (typeof value.method !== 'string') return null
    const params = 'params' in value && typeof value.params === 'object' ? { ...value.params } : {}
    return { id: 'id' in value ? value.id : null, method: value.method, params }
  } catch {
    return null
  }
}
