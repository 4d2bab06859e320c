import { liveProtocol } from '@roundsman/contract/live/live'
import * as z from 'zod/mini'
import type { Channel } from '../browser/browser.ts'
import { type LineUpdate, type LiveLine, streamEvents } from './live-line.ts'

const Phase = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('connecting') }),
  z.object({ phase: z.literal('open') }),
  z.object({ phase: z.literal('waiting'), nextAttemptAt: z.number() }),
  z.object({ phase: z.literal('refused'), status: z.int() }),
])
const Event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('hello'), data: streamEvents.hello }),
  z.object({ event: z.literal('height'), data: streamEvents.height }),
  z.object({ event: z.literal('validators'), data: streamEvents.validators }),
  z.object({ event: z.literal('status'), data: streamEvents.status }),
  z.object({ event: z.literal('bridges'), data: streamEvents.bridges }),
  z.object({ event: z.literal('alert'), data: streamEvents.alert }),
])
const Update = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phase'), line: Phase }),
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('event'), event: Event }),
  z.object({ kind: z.literal('resumed') }),
  z.object({ kind: z.literal('outdated') }),
  z.object({ kind: z.literal('understood') }),
])
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('update'), update: Update }),
  z.object({ type: z.literal('connect-now') }),
  z.object({ type: z.literal('ask') }),
])
const Envelope = z.object({ protocol: z.literal(liveProtocol), message: Message })

/** What the tabs of a browser send each other about the stream they share. */
type TabMessage = { type: 'update'; update: LineUpdate } | { type: 'connect-now' } | { type: 'ask' }

/** With the version of the stream, because an older page may still be open in another tab. */
function packTabMessage(message: TabMessage): unknown {
  return { protocol: liveProtocol, message }
}

/** Null for what is not a message of this version, whoever sent it. */
function readTabMessage(value: unknown): TabMessage | null {
  const parsed = z.safeParse(Envelope, value)
  return parsed.success ? parsed.data.message : null
}

/** The part of the Web Locks API that is used. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, held: () => Promise<void>): Promise<void>
}

interface Deps {
  /** The same for every tab that shares the stream. */
  name: string
  /** Null where the browser has no locks (plain http): then every tab has a line of its own. */
  locks: Locks | null
  openChannel: (name: string) => Channel
  startLine: (onUpdate: (update: LineUpdate) => void) => LiveLine
  /** `leads`: this tab holds the line. Of all tabs that receive an event, one leads. */
  onUpdate: (update: LineUpdate, leads: boolean) => void
}

/**
 * One stream for all tabs of a browser: the tab that holds the lock has the line and tells the others. When it
 * closes, the browser gives the lock to the next one. Browsers allow six connections to a host over HTTP/1.1, so a
 * stream in each tab would leave none for anything else.
 */
export function joinSharedLive({ name, locks, openChannel, startLine, onUpdate }: Deps): LiveLine {
  if (locks === null) return startLine((update) => onUpdate(update, true))

  const channel = openChannel(name)
  const leaving = new AbortController()
  let line: LiveLine | null = null
  let lastPhase: LineUpdate | null = null
  let followed = false
  let release: () => void = () => undefined

  const post = (message: TabMessage) => channel.post(packTabMessage(message))
  const broadcast = (update: LineUpdate) => {
    if (update.kind === 'phase') lastPhase = update
    post({ type: 'update', update })
    onUpdate(update, true)
  }

  channel.listen((received) => {
    const message = readTabMessage(received)
    if (message === null) return
    if (message.type === 'update') {
      onUpdate(message.update, false)
      // The list was asked for before this tab listened: what was sent in between was sent without it.
      if (!followed) onUpdate({ kind: 'resumed' }, false)
      followed = true
    } else if (line !== null && message.type === 'connect-now') {
      line.connectNow()
    } else if (line !== null && lastPhase !== null) {
      post({ type: 'update', update: lastPhase })
    }
  })

  const lead = () =>
    new Promise<void>((resolve) => {
      release = resolve
      line = startLine(broadcast)
      // Between two leaders something may have been sent to nobody.
      if (followed) broadcast({ kind: 'resumed' })
    })

  locks.request(name, { signal: leaving.signal }, lead).catch(() => undefined)
  post({ type: 'ask' })

  return {
    connectNow: () => (line ? line.connectNow() : post({ type: 'connect-now' })),
    stop() {
      line?.stop()
      leaving.abort()
      release()
      channel.close()
    },
  }
}
