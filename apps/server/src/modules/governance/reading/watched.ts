import type { Voter } from './next-question.policy.ts'

/** Validators of a network that somebody has as a favourite or is alerted about. */
export interface WatchedValidators {
  ids: ReadonlySet<number>
  /** Operator addresses. */
  keys: ReadonlySet<string>
  isEvery: boolean
}

export type ReadWatched = () => Promise<ReadonlyMap<number, WatchedValidators>>

export interface Watched {
  /** Those of these whom somebody watches, as of the last minutes. */
  among(networkId: number, voters: readonly Voter[]): Promise<readonly Voter[]>
}

/** Reading goes through what all users have: whom somebody begins to watch is asked about after so long at most. */
const rereadMs = 5 * 60_000

/** What one process remembers of whom anybody watches, of all networks. */
export function createWatched(read: ReadWatched, clock: { monotonic(): number }): Watched {
  let known: { at: number; watched: ReturnType<ReadWatched> } | null = null

  function watched(): ReturnType<ReadWatched> {
    const now = clock.monotonic()
    if (known !== null && now - known.at < rereadMs) return known.watched
    const reading = read()
    known = { at: now, watched: reading }
    reading.catch(() => {
      if (known?.watched === reading) known = null
    })
    return reading
  }

  return {
    async among(networkId, voters) {
      const of = (await watched()).get(networkId)
      if (of === undefined) return []
      return of.isEvery
        ? voters
        : voters.filter(({ id, operatorAddress }) => of.ids.has(id) || of.keys.has(operatorAddress))
    },
  }
}
