import { type LiveEvent, liveProtocol } from '@roundsman/contract/live'
import type { NetworkStatus, Validator } from '@roundsman/contract/validators'
import { changesBetween } from './changes-between.ts'
import { encode, retryField } from './sse.ts'

/** As much of a network's memory as a stream tells. */
export interface Source {
  seq(): number
  validators(): readonly Validator[]
  status(now: number): NetworkStatus
}

/** What was told between two batches, once for all listeners. */
interface Frame {
  from: number
  to: number
  text: string
}

/** Frames that are kept for those who come back; at one a second, two minutes. */
const keptFrames = 120
/** At most one message in so many ms. */
export const messageEveryMs = 1_000

/** The stream of one network: what was told, what is new, and how to join. */
export interface Channel {
  /** Everything up to what has been told, for who comes new or with a number that nobody knows any more. */
  join(lastEventId: number | null, now: number): string
  /** What is new since the last call that gave something; null while there is nothing or it is too soon. */
  next(now: number): string | null
  /** Ms until `next` may give something that is waiting. */
  dueIn(now: number): number
  /** Forgets what was told; for when nobody has listened for a while. */
  rest(): void
}

export function createChannel(source: Source): Channel {
  let sent: Map<number, Validator> | null = null
  let seq = 0
  let height: number | null = null
  let status: NetworkStatus | null = null
  let statusText = ''
  let toldAt = Number.NEGATIVE_INFINITY
  let frames: Frame[] = []
  let snapshot: string | null = null

  function takeIn(now: number): void {
    sent = new Map(source.validators().map((row) => [row.id, row]))
    seq = source.seq()
    status = source.status(now)
    statusText = JSON.stringify(status)
    height = status.height
    snapshot = null
  }

  function heightEvent(of: NetworkStatus): LiveEvent[] {
    if (of.height === null || of.latest_block_at === null) return []
    return [{ event: 'height', data: { height: of.height, at: of.latest_block_at, seq } }]
  }

  const hello = (from: number): LiveEvent => ({ event: 'hello', data: { protocol: liveProtocol, seq: from } })

  function snapshotText(): string {
    const changed = [...(sent?.values() ?? [])]
    const events: LiveEvent[] = [hello(seq), { event: 'validators', data: { changed, removed: [], seq } }]
    if (status) events.push(...heightEvent(status), { event: 'status', data: status })
    return retryField() + encode(events, seq)
  }

  return {
    join(lastEventId, now) {
      if (sent === null) takeIn(now)
      const first = frames[0]?.from ?? seq
      if (lastEventId !== null && lastEventId >= first && lastEventId <= seq) {
        const missed = frames.filter(({ to }) => to > lastEventId)
        const greeting = retryField() + encode([hello(lastEventId)], lastEventId)
        return greeting + missed.map(({ text }) => text).join('')
      }
      snapshot ??= snapshotText()
      return snapshot
    },
    next(now) {
      if (sent === null || now - toldAt < messageEveryMs) return null
      const before = { sent, seq, height, statusText }
      const changes = changesBetween(before.sent, source.validators())
      takeIn(now)
      const events: LiveEvent[] = []
      if (status && height !== before.height) events.push(...heightEvent(status))
      if (changes.changed.length > 0 || changes.removed.length > 0)
        events.push({ event: 'validators', data: { ...changes, seq } })
      if (status && statusText !== before.statusText) events.push({ event: 'status', data: status })
      if (events.length === 0) return null
      const text = encode(events, seq)
      frames = [...frames.slice(1 - keptFrames), { from: before.seq, to: seq, text }]
      toldAt = now
      return text
    },
    dueIn: (now) => Math.max(0, toldAt + messageEveryMs - now),
    rest() {
      sent = null
      frames = []
    },
  }
}
