import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** What happens to an upgrade: it is taken, or something else is done to the connection. */
type Upgrade = 'take' | ((stream: Duplex, request: IncomingMessage) => void)

export interface HeaderServerOptions {
  upgrade?: Upgrade
  /** Once somebody has subscribed; the default acknowledges and says nothing more. */
  onSubscribe?: (socket: WebSocket) => void
}

export interface HeaderServer {
  /** As a catalogue would name it. */
  url: string
  /** Paths of the upgrades asked for so far, with their queries. */
  asked: string[]
  headers: IncomingMessage['headers'][]
  /** Messages received so far. */
  received: string[]
  /** Connections that are open now. */
  open(): number
  /** Resolves when none is open any more. */
  empty(): Promise<void>
  /** From now on it reads nothing and says nothing, and its connections stay open. */
  pause(): void
  close(): Promise<void>
}

export const headerMessage = (height: number, chainId = 'celestia') =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: { data: { value: { header: { chain_id: chainId, height: String(height) } } } },
  })

/** An endpoint's `/websocket` on loopback that behaves as a test says. */
export async function startHeaderServer(options: HeaderServerOptions = {}): Promise<HeaderServer> {
  const { upgrade = 'take', onSubscribe = acknowledge } = options
  const asked: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const received: string[] = []
  const streams = new Set<Duplex>()
  const http: Server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true })
  const emptied = new Set<() => void>()

  http.on('connection', (stream) => {
    streams.add(stream)
    stream.on('error', () => undefined)
    stream.on('end', () => stream.end())
    stream.on('close', () => {
      streams.delete(stream)
      if (streams.size === 0) for (const notify of emptied) notify()
    })
  })
  http.on('upgrade', (request, stream, head) => {
    asked.push(request.url ?? '')
    headers.push(request.headers)
    if (upgrade !== 'take') {
      stream.resume()
      return upgrade(stream, request)
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => undefined)
      socket.on('message', (data) => {
        received.push((data as Buffer).toString('utf8'))
        onSubscribe(socket)
      })
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    headers,
    received,
    open: () => streams.size,
    empty: () =>
      streams.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => emptied.add(resolve)),
    pause() {
      for (const stream of streams) stream.pause()
    },
    async close() {
      for (const stream of streams) stream.destroy()
      http.close()
      await once(http, 'close')
    },
  }
}

export function acknowledge(socket: WebSocket): void {
  socket.send('{"jsonrpc":"2.0","id":1,"result":{}}')
}
