import type { EndpointRecord } from './endpoint-record.ts'

/** How often an endpoint that is not in use is asked. */
const STANDBY_MS = 15_000
/** The same while the one in use sees no new block, or none is in use: another may know more. */
const SEARCH_MS = 3_000

export interface ScheduleInput {
  records: readonly EndpointRecord[]
  /** The endpoint in use; null where none is. */
  inUse: number | null
  /** No new block for longer than blocks usually take. */
  stalled: boolean
  now: number
}

/** Indices of the endpoints whose status is due. */
export function due({ records, inUse, stalled, now }: ScheduleInput): number[] {
  const nobody = !records.some((record) => record.state === 'OK' && record.openUntil <= now)
  const pause = stalled || nobody ? SEARCH_MS : STANDBY_MS
  return records.flatMap((record, index) => (isDue(record, index) ? [index] : []))

  function isDue(record: EndpointRecord, index: number): boolean {
    if (record.askedAt === null) return true
    // With nobody to turn to, a broken endpoint is not left alone for longer than a search takes.
    const hurry = nobody && !record.limited
    const openUntil = hurry ? Math.min(record.openUntil, record.askedAt + SEARCH_MS) : record.openUntil
    if (openUntil > now) return false
    // Back from a pause for failures: ask at once rather than at the next round.
    if (index === inUse || record.state === 'FAILING') return true
    return now - record.askedAt >= pause
  }
}

const SHORTEST_STALL_MS = 3_000
/** A chain that has halted is not searched for for ever. */
const LONGEST_SEARCH_MS = 60_000

/** Whether a head that has not moved for so long makes us look around. */
export function isStalled(stillMs: number, blockTimeMs: number | null): boolean {
  const from = Math.max(SHORTEST_STALL_MS, 3 * (blockTimeMs ?? 0))
  return stillMs > from && stillMs <= from + LONGEST_SEARCH_MS
}
