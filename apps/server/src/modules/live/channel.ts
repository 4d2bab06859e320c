import { afterBlocks, type LiveHeight, liveProtocol } from '@roundsman/contract/live/live'
import type { ScreenEvent, SharedBridge } from '@roundsman/contract/live/screen-events'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import type { Clock } from '../../platform/clock.ts'
import type { BatchBlocks } from '../watch/watch.public.ts'
import { encode, retryField, type StreamEvent } from './sse.ts'

/** As much of a network's memory as a stream sends. */
export interface Source {
  seq(): number
  validators(): readonly Validator[]
  batchesAfter(seq: number): readonly BatchBlocks[]
  status(monotonic: number): NetworkStatus
  /** null: it has none, or they are not known just now. */
  bridges(monotonic: number): SharedBridges | null
}

/** What was sent at once, to all listeners, after batch `from` up to batch `to`. */
interface Frame {
  from: number
  to: number
  events: readonly StreamEvent[]
}

/** Everything as of a batch. */
interface Known {
  rows: ReadonlyMap<number, Validator>
  seq: number
  status: NetworkStatus
}

/** Frames that are kept for those who come back; at one a second, two minutes. */
const keptFrames = 120
/** At most one message in so many ms, but for heights. */
export const messageEveryMs = 1_000

/** The stream of one network: what was sent, what is new, and how to join. */
export interface Channel {
  /** Everything up to what has been sent, for who comes new or with a number that is not remembered. */
  join(lastEventId: number | null): string
  /** What is new since the last call that gave something; null while there is nothing or it is too soon. */
  next(): string | null
  /** Ms until `next` may give something that is waiting. */
  dueIn(): number
  /** Forgets what was sent; for when nobody has listened for a while. */
  rest(): void
}

export function createChannel(source: Source, clock: Pick<Clock, 'monotonic'>): Channel {
  /** What listeners have. */
  let sent: Known | null = null
  /** What they will have after the next message: as of the newest batch that was looked at. */
  let seen: Known | null = null
  let heights: LiveHeight[] = []
  /** Of the next message, and gone out before it: who joins or comes back has to have them too. */
  let early: LiveHeight[] = []
  const changes = createRowChanges<Validator>()
  const bridges = createBridgeLine(() => source.bridges(clock.monotonic()))
  let sentAt = Number.NEGATIVE_INFINITY
  let blockAt = Number.NEGATIVE_INFINITY
  /** The status that was last sent; what has changed since was too small to send. */
  let announced: { status: NetworkStatus; at: number } | null = null
  const frames: Frame[] = []
  /** The number of the newest message without a batch that is not kept any more. */
  let lostUpTo = -1
  let snapshot: string | null = null

  function known(): Known {
    const rows = new Map(source.validators().map((row) => [row.id, row]))
    return { rows, seq: source.seq(), status: source.status(clock.monotonic()) }
  }

  /** Notes what changed since the last snapshot, so that a field that changed and changed back is sent all the same. */
  function noteChanges(before: Known): Known {
    const after = known()
    if (after.seq === before.seq) return after
    const batches = source.batchesAfter(before.seq)
    const step = afterBlocks(batches.flatMap(({ blocks }) => blocks))
    changes.note(before.rows, after.rows, step)
    heights.push(...heightsOf(batches, before, after))
    return after
  }

  function isStatusDue(status: NetworkStatus): boolean {
    if (announced === null || isSignificantChange(announced.status, status)) return true
    const differs = JSON.stringify(announced.status) !== JSON.stringify(status)
    const now = clock.monotonic()
    return (
      differs &&
      (now - announced.at >= quietStatusMs || now - Math.max(announced.at, blockAt) >= standingStatusMs)
    )
  }

  const hello = (from: number): StreamEvent => ({
    event: 'hello',
    data: { protocol: liveProtocol, seq: from },
  })

  function snapshotText({ rows, seq, status }: Known): string {
    const changed = [...rows.values()]
    const events: StreamEvent[] = [hello(seq), { event: 'validators', data: { changed, removed: [], seq } }]
    if (status.height !== null && status.latest_block_at !== null)
      events.push({
        event: 'height',
        data: { height: status.height, at: status.latest_block_at, seq, blocks: [] },
      })
    events.push(...bridges.all(), { event: 'status', data: status })
    return retryField() + encode(events, seq)
  }

  /** What the next message will leave out, for who joins before it; without an id, since the rows are still to come. */
  const earlyText = () => encode(early.map(asEvent), null)

  return {
    join(lastEventId) {
      const current = (sent ??= known())
      seen ??= current
      announced ??= { status: current.status, at: clock.monotonic() }
      const first = Math.max(frames[0]?.from ?? current.seq, lostUpTo + 1)
      if (lastEventId !== null && lastEventId >= first && lastEventId <= current.seq) {
        // What came without a batch has the number of the one before, so that nobody can say whether they have it.
        const missed = frames.filter(({ from, to }) => to > lastEventId || from === lastEventId)
        const greeting = retryField() + encode([hello(lastEventId)], lastEventId)
        const replay = missed.map(({ events, to }) => encode(since(events, lastEventId), to))
        return greeting + replay.join('') + earlyText()
      }
      snapshot ??= snapshotText(current)
      return snapshot + earlyText()
    },
    next() {
      if (sent === null || seen === null) return null
      seen = noteChanges(seen)
      const now = clock.monotonic()
      const fresh = heights.map(asEvent)
      if (fresh.length > 0) blockAt = now
      early.push(...heights)
      heights = []
      if (now - sentAt < messageEveryMs) return fresh.length === 0 ? null : encode(fresh, null)
      const events: StreamEvent[] = []
      const { changed, removed } = changes.take(seen.rows)
      if (changed.length > 0 || removed.length > 0)
        events.push({ event: 'validators', data: { changed, removed, seq: seen.seq } })
      if (isStatusDue(seen.status)) {
        events.push({ event: 'status', data: seen.status })
        announced = { status: seen.status, at: now }
      }
      events.push(...bridges.next(now))
      const from = sent.seq
      const whole = [...early.map(asEvent), ...events]
      early = []
      sent = seen
      snapshot = null
      if (whole.length === 0) return null
      for (const lost of frames.splice(0, frames.length + 1 - keptFrames))
        if (lost.from === lost.to) lostUpTo = lost.to
      frames.push({ from, to: sent.seq, events: whole })
      if (fresh.length === 0 && events.length === 0) return null
      sentAt = now
      return encode([...fresh, ...events], sent.seq)
    },
    dueIn: () => Math.max(0, sentAt + messageEveryMs - clock.monotonic()),
    rest() {
      sent = null
      seen = null
      announced = null
      heights = []
      early = []
      frames.length = 0
      lostUpTo = -1
      snapshot = null
      changes.clear()
      bridges.rest()
    },
  }
}

/** One for each batch that brought blocks, so that whoever has read the list of one of them can leave out the others. */
function heightsOf(batches: readonly BatchBlocks[], before: Known, { seq, status }: Known): LiveHeight[] {
  const { height, latest_block_at: at } = status
  if (height === null || at === null) return []
  const newest = batches.at(-1)
  if (newest === undefined) return height === before.status.height ? [] : [{ height, at, seq, blocks: [] }]
  return batches.map((batch) => {
    const last = batch.blocks.at(-1)
    const head = batch === newest || !last ? { height, at } : { height: last.height, at: last.at }
    return { ...head, seq: batch.seq, blocks: [...batch.blocks] }
  })
}

const asEvent = (data: LiveHeight): StreamEvent => ({ event: 'height', data })

/** Blocks that the listener has already are not sent twice: it would add their letters twice. */
function since(events: readonly StreamEvent[], lastEventId: number): StreamEvent[] {
  return events.filter(({ event, data }) => event !== 'height' || data.seq > lastEventId)
}

/** Ms after which a small change of status is sent too, while blocks come: from these the page takes height and ages. */
const quietStatusMs = 30_000

/** The same while no block comes: only a status says then that the network is looked at still. */
const standingStatusMs = 8_000

/** What the page has from `height`, and what says no more than that the network goes on. */
type Quiet = 'height' | 'latest_block_at' | 'observed_at' | 'block_time_seconds' | 'signed_power_share'

/**
 * Whether a status says something at once that the page does not work out from `height`. Each block moves the block
 * time and the share of power that signed a little: by a tenth of the one, or a hundredth of all power, it is worth a message.
 */
function isSignificantChange(before: NetworkStatus, after: NetworkStatus): boolean {
  if (JSON.stringify(loud(before)) !== JSON.stringify(loud(after))) return true
  return (
    isShifted(before.block_time_seconds, after.block_time_seconds, (before.block_time_seconds ?? 0) / 10) ||
    isShifted(before.signed_power_share, after.signed_power_share, 0.01)
  )
}

function loud({
  height: _height,
  latest_block_at: _latest,
  observed_at: _observed,
  block_time_seconds: _seconds,
  signed_power_share: _share,
  ...rest
}: NetworkStatus): Omit<NetworkStatus, Quiet> {
  return rest
}

function isShifted(before: number | null, after: number | null, by: number): boolean {
  if (before === null || after === null) return before !== after
  return Math.abs(after - before) > by
}

/** The bridges of a network as they stand at a moment, and the number that they are of. */
export interface SharedBridges {
  seq: number
  bridges: readonly SharedBridge[]
}

/** What a stream says of bridges, beside what it says of the chain. */
interface BridgeLine {
  /** Everything that listeners have, for who joins; nothing where there is nothing. */
  all(): ScreenEvent[]
  /** What is new, where it is worth a message or has waited long enough; `now` is monotonic, ms. */
  next(now: number): ScreenEvent[]
  /** Forgets what was sent. */
  rest(): void
}

/** Ms after which what only goes on is sent too. A bridge pushes every ten seconds. */
const quietBridgesMs = 5_000
/** What each push and each block changes. */
const quiet: ReadonlySet<keyof SharedBridge> = new Set(['height', 'lag', 'last_otel_update'])

/** `read`: null while nobody knows, or it is not known for certain; then nothing is said. */
function createBridgeLine(read: () => SharedBridges | null): BridgeLine {
  let seen: { rows: ReadonlyMap<number, SharedBridge>; seq: number } | null = null
  let sentAt = Number.NEGATIVE_INFINITY
  const changes = createRowChanges<SharedBridge>()
  return {
    all() {
      if (seen === null || seen.rows.size === 0) return []
      return [{ event: 'bridges', data: { changed: [...seen.rows.values()], removed: [], seq: seen.seq } }]
    },
    next(now) {
      const found = read()
      if (found === null) return []
      const rows = new Map(found.bridges.map((row) => [row.id, row]))
      changes.note(seen?.rows ?? new Map<number, SharedBridge>(), rows)
      seen = { rows, seq: found.seq }
      if (now - sentAt < quietBridgesMs && !changes.hasBesides(quiet)) return []
      const { changed, removed } = changes.take(rows)
      if (changed.length === 0 && removed.length === 0) return []
      sentAt = now
      return [{ event: 'bridges', data: { changed, removed, seq: found.seq } }]
    },
    rest() {
      seen = null
      sentAt = Number.NEGATIVE_INFINITY
      changes.clear()
    },
  }
}

/** Fields that changed, with the id. */
type Change<Row> = Partial<Row> & { id: number }

/** What has to be sent of rows: gathered at every poll, taken when a message goes out. */
interface RowChanges<Row> {
  /** Notes what differs between the rows of two polls; `step` is what a listener works out by itself. */
  note(before: ReadonlyMap<number, Row>, after: ReadonlyMap<number, Row>, step?: (row: Row) => Row): void
  /** Changed fields with the id as they are now, new rows whole, ids of those who left; nothing is left over. */
  take(rows: ReadonlyMap<number, Row>): { changed: Change<Row>[]; removed: number[] }
  /** Whether there is anything to take that is not one of these fields of a known row. */
  hasBesides(fields: ReadonlySet<keyof Row>): boolean
  clear(): void
}

function createRowChanges<Row extends { id: number }>(): RowChanges<Row> {
  type Field = keyof Row & string
  /** Fields by id; 'whole' for rows that listeners have not got. */
  const touched = new Map<number, Set<Field> | 'whole'>()
  const removed = new Set<number>()

  function noteRow(row: Row, expected: Row | undefined): void {
    if (!expected) {
      touched.set(row.id, 'whole')
      return
    }
    const fields = (Object.keys(row) as Field[]).filter((field) => row[field] !== expected[field])
    const earlier = touched.get(row.id)
    if (fields.length === 0 || earlier === 'whole') return
    touched.set(row.id, new Set([...(earlier ?? []), ...fields]))
  }

  return {
    note(before, after, step = (row) => row) {
      for (const row of after.values()) {
        const old = before.get(row.id)
        noteRow(row, old && step(old))
      }
      for (const id of before.keys()) if (!after.has(id)) removed.add(id)
    },
    take(rows) {
      const changed = [...touched].flatMap(([id, fields]): Change<Row>[] => {
        const row = rows.get(id)
        if (!row) return []
        if (fields === 'whole') return [row]
        const parts = Object.fromEntries([...fields].map((field) => [field, row[field]]))
        return [{ id, ...(parts as Partial<Row>) }]
      })
      const left = [...removed].filter((id) => !rows.has(id))
      touched.clear()
      removed.clear()
      return { changed, removed: left }
    },
    hasBesides(fields) {
      if (removed.size > 0) return true
      for (const names of touched.values())
        if (names === 'whole' || [...names].some((name) => !fields.has(name))) return true
      return false
    },
    clear() {
      touched.clear()
      removed.clear()
    },
  }
}
