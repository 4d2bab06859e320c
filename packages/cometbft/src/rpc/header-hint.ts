import { z } from 'zod'
import { height } from '../wire.ts'
import { parseEndpointAddress } from './endpoint-address.ts'

/** Where an endpoint announces its headers: `/websocket` below its own path. Secrets stay in here. */
interface HintAddress {
  /** The only part that may be shown. */
  host: string
  /** ws or wss, with the endpoint's own path and query. */
  target: string
  headers: Readonly<Record<string, string>>
  redact: (text: string) => string
}

/** @throws TypeError (without the address) where it is none */
export function parseHintAddress(url: string): HintAddress {
  const { host, target, headers, redact } = parseEndpointAddress(url)
  const socket = new URL(target)
  socket.protocol = socket.protocol === 'https:' ? 'wss:' : 'ws:'
  socket.pathname = `${socket.pathname.replace(/\/+$/, '')}/websocket`
  const { authorization } = headers
  return {
    host,
    target: socket.href,
    headers: authorization === undefined ? {} : { authorization },
    redact,
  }
}

/** Asks for `NewBlockHeader`, never for `NewBlock`, which brings all of a block. */
export const headerSubscription = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'subscribe',
  params: { query: "tm.event='NewBlockHeader'" },
})

type HintFrame =
  | { kind: 'header'; chainId: string; height: number }
  /** The subscription stands. */
  | { kind: 'subscribed' }
  /** There is none, or it ended: too many subscribers, too slow a reader, no such method. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unparsable' }

/** What 0.34 and 0.37 add to the header (events of the whole block) is not looked at. */
const announced = z.object({
  result: z.object({
    data: z.object({
      value: z.object({ header: z.object({ chain_id: z.string().min(1).max(128), height }) }),
    }),
  }),
})
const refused = z.object({
  error: z.object({ message: z.string().catch(''), data: z.string().catch('') }),
})
const subscribed = z.object({ result: z.strictObject({}) })

/** Reads one message of the socket; never throws. Nothing in it is believed: it says where to look. */
export function readHintFrame(text: string): HintFrame {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'unparsable' }
  }
  const header = announced.safeParse(value)
  if (header.success) {
    const { chain_id: chainId, height: at } = header.data.result.data.value.header
    return { kind: 'header', chainId, height: at }
  }
  if (subscribed.safeParse(value).success) return { kind: 'subscribed' }
  const error = refused.safeParse(value)
  if (!error.success) return { kind: 'unparsable' }
  const { message, data } = error.data.error
  return { kind: 'refused', reason: [message, data].filter((part) => part !== '').join(': ') }
}
