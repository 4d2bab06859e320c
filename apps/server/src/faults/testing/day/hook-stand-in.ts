import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import type { HookManner } from './day-faults.ts'

const Notice = z.object({
  type: z.string(),
  /** The chain's own time of the alert. */
  timestamp: z.string(),
  data: z.object({
    alert_id: z.int(),
    network: z.object({ blockchain_id: z.int() }),
    target: z.object({ type: z.string(), name: z.nullable(z.string()), address: z.nullable(z.string()) }),
    setting_id: z.int(),
    message: z.string(),
  }),
})

/** A request to the webhook. */
export interface HookCall {
  /** `webhook-id`, by which whoever is told knows a repetition. */
  key: string
  at: number
  /** Whether the product was told that it came; what is taken and whose answer is lost was told all the same. */
  answer: 'good' | 'refused' | 'lost'
  notice: z.infer<typeof Notice>
}

interface HookStandIn {
  url: string
  calls: HookCall[]
  /** How it behaves from now on. */
  behave(manner: HookManner): void
  close(): Promise<void>
}

/** Whoever is told by webhook. It keeps what it is sent in every manner but those in which it takes nothing. */
export async function openHookStandIn(now: () => number): Promise<HookStandIn> {
  const calls: HookCall[] = []
  let manner: HookManner = 'good'
  const hanging = new Set<ServerResponse>()
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text))
    incoming.on('end', () => {
      const take = (answer: HookCall['answer']) => {
        const notice = Notice.parse(JSON.parse(body))
        calls.push({ key: String(incoming.headers['webhook-id']), at: now(), answer, notice })
      }
      const good = () => {
        // Nobody takes the answer of a connection that is gone.
        take(response.destroyed ? 'lost' : 'good')
        response.writeHead(204).end()
      }
      switch (manner) {
        case 'good':
          return good()
        case 'slow':
          return void setTimeout(good, 2_000)
        case 'fails':
          take('refused')
          return void response.writeHead(500).end()
        case 'busy':
          take('refused')
          return void response.writeHead(429, { 'retry-after': '5' }).end()
        case 'loses':
          take('lost')
          return void response.destroy()
        case 'hangs':
          take('refused')
          return void hanging.add(response)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/day`,
    calls,
    behave(next) {
      manner = next
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
