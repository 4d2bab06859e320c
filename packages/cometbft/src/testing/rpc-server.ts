import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  /** Parsed JSON. */
  body: unknown
}

export interface RpcServer {
  /** `127.0.0.1:12345` */
  host: string
  received: ReceivedRequest[]
  close(): Promise<void>
}

/** A real HTTP server on a free port of this machine, so that the transport is tested and not imitated. */
export async function startRpcServer(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<RpcServer> {
  const received: ReceivedRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as unknown,
      }
      received.push(request)
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Envelope {
  jsonrpc: string
  id: number
  method: string
  params: Record<string, unknown>
}

export function envelopesOf(request: ReceivedRequest): Envelope[] {
  return Array.isArray(request.body) ? (request.body as Envelope[]) : [request.body as Envelope]
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
