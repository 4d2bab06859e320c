import { liveEvents, liveProtocol } from '@roundsman/contract/live'
import * as z from 'zod/mini'
import type { LineNews } from './live-line.ts'

const Phase = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('connecting') }),
  z.object({ phase: z.literal('open') }),
  z.object({ phase: z.literal('waiting'), nextAttemptAt: z.number() }),
  z.object({ phase: z.literal('refused'), status: z.int() }),
])
const Event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('hello'), data: liveEvents.hello }),
  z.object({ event: z.literal('height'), data: liveEvents.height }),
  z.object({ event: z.literal('validators'), data: liveEvents.validators }),
  z.object({ event: z.literal('status'), data: liveEvents.status }),
])
const News = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phase'), line: Phase }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('event'), event: Event }),
  z.object({ kind: z.literal('late'), event: z.enum(['alert', 'bridges']), data: z.string() }),
  z.object({ kind: z.literal('resumed') }),
  z.object({ kind: z.literal('outdated') }),
])
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('news'), news: News }),
  z.object({ type: z.literal('connect-now') }),
  z.object({ type: z.literal('ask') }),
])
const Envelope = z.object({ protocol: z.literal(liveProtocol), message: Message })

/** What the tabs of a browser send each other about the stream they share. */
export type TabMessage = { type: 'news'; news: LineNews } | { type: 'connect-now' } | { type: 'ask' }

/** With the version of the stream, because an older page may still be open in another tab. */
export function packTabMessage(message: TabMessage): unknown {
  return { protocol: liveProtocol, message }
}

/** Null for what is not a message of this version, whoever sent it. */
export function readTabMessage(value: unknown): TabMessage | null {
  const parsed = z.safeParse(Envelope, value)
  return parsed.success ? parsed.data.message : null
}
