import type { EndpointRecord } from './endpoint-record.ts'

/** How often an endpoint that is not in use is asked. */
const STANDBY_MS = 15_000
/** The same while the one in use sees no new block, or none is in use: another may know more. */
const SEARCH_MS = 3_000

export interface ScheduleInput {
  records: readonly EndpointRecord[]
  sticky: number | null
  /** The endpoint in use has seen no block for longer than blocks usually take, or there is none. */
  searching: boolean
  now: number
}

/** Indices of the endpoints whose status is due. */
export function due({ records, sticky, searching, now }: ScheduleInput): number[] {
  return records.flatMap((record, index) => (isDue(record, index === sticky) ? [index] : []))

  function isDue(record: EndpointRecord, inUse: boolean): boolean {
    if (record.askedAt === null) return true
    const pause = searching ? SEARCH_MS : STANDBY_MS
    // With nothing usable, a broken endpoint is not left alone for longer than a search takes.
    const openUntil = searching ? Math.min(record.openUntil, record.askedAt + SEARCH_MS) : record.openUntil
    if (openUntil > now) return false
    if (inUse && record.state === 'OK') return true
    // Back from a pause for failures: ask at once rather than at the next round.
    if (record.state === 'FAILING') return true
    return now - record.askedAt >= pause
  }
}

const SHORTEST_STALL_MS = 3_000

/** From when on a head that does not move makes us look around. */
export function stallMs(blockTimeMs: number | null): number {
  return Math.max(SHORTEST_STALL_MS, 3 * (blockTimeMs ?? 0))
}
