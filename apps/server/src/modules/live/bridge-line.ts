import type { ScreenEvent, SharedBridge } from '@roundsman/contract/screen-events'
import { createRowChanges } from './row-changes.ts'

/** The bridges of a network as they stand at a moment, and the number that they are of. */
export interface SharedBridges {
  seq: number
  bridges: readonly SharedBridge[]
}

/** What a stream says of bridges, beside what it says of the chain. */
export interface BridgeLine {
  /** Everything that listeners have, for who joins; nothing where there is nothing. */
  all(): ScreenEvent[]
  /** What is new, where it is news or waits long enough; `now` is monotonic, ms. */
  next(now: number): ScreenEvent[]
  /** Forgets what was sent. */
  rest(): void
}

/** Ms after which what only goes on is sent too. A bridge pushes every ten seconds. */
export const quietBridgesMs = 5_000
/** What each push and each block changes. */
const quiet: ReadonlySet<keyof SharedBridge> = new Set(['height', 'lag', 'last_otel_update'])

/** `read`: null while nobody knows, or it is not known for certain; then nothing is said. */
export function createBridgeLine(read: () => SharedBridges | null): BridgeLine {
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
