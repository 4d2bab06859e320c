import type { ChainModel } from './chain-model.ts'
import { advance, historyOf, lettersSince, type SigningRead, type WindowHistory } from './signing-window.ts'

/** What the chain's counters of one validator are computed from. */
export interface Counting {
  read: SigningRead | null
  /** The bits behind `read`; null where they are not known. */
  history: WindowHistory | null
  /** Letters from the read up to the height: true for missed; null where one is not known. */
  since: readonly boolean[] | null
  window: number | null
}

/** Everything that is known of one validator's window at a height. */
export function countingOf(model: ChainModel, slot: number, height: number | null): Counting {
  const { ring, row } = model
  const window = row.signedBlocksWindow
  const read = readOf(model, slot)
  if (read === null || window === null) return { read, history: null, since: null, window }
  const since = height === null ? [] : lettersSince(read, ring, slot, height)
  return { read, history: historyFor(model, slot, read, window), since, window }
}

/** From which height x/slashing counts a validator's blocks; null where that is not known. */
export function signingStartOf(model: Pick<ChainModel, 'signing'>, slot: number): number | null {
  return readOf(model, slot)?.startHeight ?? null
}

function readOf({ signing }: Pick<ChainModel, 'signing'>, slot: number): SigningRead | null {
  const tuple = signing?.infos[slot]
  if (!signing || !tuple) return null
  const [startHeight, indexOffset, missed] = tuple
  return { height: signing.stateHeight, startHeight, indexOffset, missed }
}

function historyFor(
  { histories, ring }: ChainModel,
  slot: number,
  read: SigningRead,
  window: number,
): WindowHistory | null {
  const known = histories.get(slot)
  if (known !== undefined) return known
  const found = historyOf(read, ring, slot, window)
  // While the letters are still behind the state, the next one may complete it.
  if (found !== null || (ring.newest() ?? 0) >= read.height - 1) histories.set(slot, found)
  return found
}

/** The chain's counters, moved on to the height where that can be done exactly, else as they were read. */
export function countersOf({ read, history, since, window }: Counting) {
  if (read === null) return null
  if (history === null || since === null || window === null)
    return { missed: read.missed, indexOffset: read.indexOffset }
  return advance(read, history, since, window)
}

/** Not knowing what leaves the window, every miss is taken to add to it: the most that is possible. */
export function missedAtMost({ read, since, window }: Counting): number {
  const misses = (since ?? []).filter(Boolean).length
  return Math.min(window ?? 0, (read?.missed ?? 0) + misses)
}
