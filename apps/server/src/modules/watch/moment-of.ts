import { networkState } from './network-status.ts'
import type { NetworkMoment } from './participant.ts'
import type { NetworkRow } from './watch.schema.ts'

/** How a network that is followed is by what was written down of it. `now`: the database's clock, as in the row. */
export function momentOf(row: NetworkRow, now: number, blockSeconds: number | null): NetworkMoment {
  const { networkId, epoch } = row
  const startedAgeMs = ageOf(row.startedAt, now)
  const observedAgeMs = ageOf(row.observedAt, now)
  // The chain has gone on standing since it was looked at last.
  const headAgeMs = row.headAgeMs === null ? null : row.headAgeMs + (observedAgeMs ?? 0)
  const ages = [startedAgeMs, observedAgeMs].filter((age) => age !== null)
  return {
    ...{ networkId, epoch, now, headAgeMs, blockSeconds },
    state: networkState({
      followed: true,
      startedAgeMs: startedAgeMs ?? Number.POSITIVE_INFINITY,
      observedAgeMs,
      syncingAgeMs: ageOf(row.syncingAt, now),
      headAgeMs: row.headAgeMs,
      blockSeconds,
    }),
    unseenMs: ages.length === 0 ? null : Math.min(...ages),
    network: row,
  }
}

function ageOf(at: number | null, now: number): number | null {
  return at === null ? null : Math.max(0, now - at)
}
