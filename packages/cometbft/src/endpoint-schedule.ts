import { type EndpointRecord, isLying } from './endpoint-record.ts'

/** How often an endpoint that is not in use is asked. */
const STANDBY_MS = 15_000
/** The same while none is in use: another may know more. */
const SEARCH_MS = 3_000
/** The same while the one in use sees no new block: about a block's time. */
const STALLED_MS = { least: 500, most: SEARCH_MS }

export interface ScheduleInput {
  records: readonly EndpointRecord[]
  /** The endpoint in use; null where none is. */
  inUse: number | null
  /** No new block for longer than blocks usually take. */
  stalled: boolean
  /** Usual time between blocks, ms; null before it is known. */
  blockTimeMs: number | null
  /** Monotonic ms. */
  now: number
  /** Hosts that have announced a newer block. */
  hinting: readonly string[]
}

/** Indices of the endpoints whose status is due. */
export function due({ records, inUse, stalled, blockTimeMs, now, hinting }: ScheduleInput): number[] {
  const nobody = !records.some((record) => record.state === 'OK' && record.openUntil <= now)
  const pause = nobody ? SEARCH_MS : stalled ? stalledPause(blockTimeMs) : STANDBY_MS
  return records.flatMap((record, index) => (isDue(record, index) ? [index] : []))

  function isDue(record: EndpointRecord, index: number): boolean {
    if (record.askedAt === null) return true
    if (isLying(record, now)) return false
    // With nobody to turn to, a broken endpoint is not left alone for longer than a search takes.
    const hurry = nobody && !record.limited
    const openUntil = hurry ? Math.min(record.openUntil, record.askedAt + SEARCH_MS) : record.openUntil
    if (openUntil > now) return false
    // Back from a pause for failures: ask at once rather than at the next round.
    if (index === inUse || record.state === 'FAILING' || hinting.includes(record.host)) return true
    return now - record.askedAt >= pause
  }
}

function stalledPause(blockTimeMs: number | null): number {
  return Math.min(STALLED_MS.most, Math.max(STALLED_MS.least, blockTimeMs ?? STALLED_MS.most))
}

/** A block is late by half its time: soon enough to be with another endpoint before two blocks are lost. */
const STALL_BLOCKS = 1.5
const SHORTEST_STALL_MS = 500
/** While blocks have not been timed yet. */
const UNTIMED_STALL_MS = 3_000
/** A chain that has halted is not searched for for ever. */
const LONGEST_SEARCH_MS = 60_000

/** Whether a head that has not moved for so long makes us look around. */
export function isStalled(stillMs: number, blockTimeMs: number | null): boolean {
  const from =
    blockTimeMs === null ? UNTIMED_STALL_MS : Math.max(SHORTEST_STALL_MS, STALL_BLOCKS * blockTimeMs)
  return stillMs > from && stillMs <= from + LONGEST_SEARCH_MS
}
