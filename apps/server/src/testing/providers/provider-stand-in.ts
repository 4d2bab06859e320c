import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request as a provider looks at it. */
export interface ProviderCall {
  method: string
  /** With the query. */
  url: URL
  headers: IncomingHttpHeaders
  raw: string
  /** Null where the body is no JSON. */
  body: Readonly<Record<string, unknown>> | null
}

export interface ProviderReply {
  status: number
  /** Text as it is, all else as JSON. */
  body: unknown
  headers?: Readonly<Record<string, string>>
}

/** What the next request meets: an answer; `never`: it is taken and not answered; `lost`: the connection breaks before. */
export type Mishap = ProviderReply | 'never' | 'lost'

export interface ProviderStandIn {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** Every request that came, in order, those refused among them. */
  calls: ProviderCall[]
  /** In order, one for each request; afterwards all goes by the provider's rules. */
  mishaps: Mishap[]
  /** Resolves once so many requests came. */
  waitFor(count: number): Promise<ProviderCall[]>
  close(): Promise<void>
}

/** A local server that answers by the rules of a provider. */
export async function createProviderStandIn(
  judge: (call: ProviderCall) => Mishap | Promise<Mishap>,
): Promise<ProviderStandIn> {
  const waiting = new Set<() => void>()
  const server = createServer((incoming, response) => {
    void text(incoming).then(async (raw) => {
      const call: ProviderCall = {
        method: incoming.method ?? '',
        url: new URL(incoming.url ?? '/', 'http://provider'),
        headers: incoming.headers,
        raw,
        body: objectIn(raw),
      }
      const mishap = standIn.mishaps.shift()
      const judged = mishap ?? judge(call)
      standIn.calls.push(call)
      for (const wake of waiting) wake()
      const reply = await judged
      if (reply === 'lost') incoming.socket.destroy()
      else if (reply !== 'never') answer(response, reply)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const standIn: ProviderStandIn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    mishaps: [],
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (standIn.calls.length < count) return
          waiting.delete(look)
          resolve(standIn.calls)
        }
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

function objectIn(raw: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function answer(response: ServerResponse, { status, body, headers }: ProviderReply): void {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    ...headers,
  })
  response.end(isText ? body : JSON.stringify(body))
}
