import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { machine } from '../localnet/machine.ts'
import type { Ask, Lie, RpcAnswer, RpcCall } from './rpc-call.ts'

export interface LyingEndpoint {
  /** http://127.0.0.1:port, a host of its own. */
  readonly url: string
  readonly host: string
  /** What it lies from now on; null: it reports the truth. */
  say(lie: Lie | null): void
  /** By how much later it answers from now on. */
  delay(ms: number): void
  /** How many answers were lies. */
  lied(): number
  close(): Promise<void>
}

/** An endpoint in front of an honest one, that says to each call what the honest one says, or a lie. */
export async function openLyingEndpoint(honest: string): Promise<LyingEndpoint> {
  let lie: Lie | null = null
  let delayMs = 0
  let lied = 0

  const ask: Ask = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await machine.fetch(honest, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return (await answer.json()) as RpcAnswer
  }

  async function answerTo(call: RpcCall): Promise<object> {
    const untrue = (await lie?.(call, ask)) ?? null
    if (untrue !== null) lied += 1
    const answer = untrue ?? (await ask(call.method, call.params))
    return { ...answer, jsonrpc: '2.0', id: call.id }
  }

  const server = createServer((request, response) => {
    void readBody(request)
      .then(async (body) => {
        const calls = JSON.parse(body) as RpcCall | RpcCall[]
        if (delayMs > 0) await machine.sleep(delayMs)
        const answers = Array.isArray(calls) ? await Promise.all(calls.map(answerTo)) : await answerTo(calls)
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answers))
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    say: (next) => {
      lie = next
    },
    delay: (ms) => {
      delayMs = ms
    },
    lied: () => lied,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
