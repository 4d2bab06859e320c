import { countersOf, countingOf, missedAtMost } from './model/counting.ts'
import type { ChainModel } from './model/chain-model.ts'
import type { ConsensusKeys } from './model/consensus-keys.ts'
import { maxMissed } from './model/slashing.ts'

/** How old a state may grow while blocks come. */
const freshMs = 20_000
/** Pause between reads that something urgent asks for (the set changed, a jailing is near). */
const urgentMs = 1_000
/** After failures in a row the pause doubles from here up to `freshMs`. */
const retryMs = 2_000

/**
 * Whether to read the state now: at once by a process that has not tried yet. `sinceTried`: ms since this process last
 * asked for one, by a clock that never jumps; null: never. `urgent`: the members of the set are others than those
 * known, or a validator has missed so much that the next state may say jailed.
 */
export function isStateDue(input: { sinceTried: number | null; failures: number; urgent: boolean }): boolean {
  const { sinceTried, failures, urgent } = input
  if (sinceTried === null) return true
  if (failures > 0) return sinceTried >= Math.min(freshMs, retryMs * 2 ** (failures - 1))
  return sinceTried >= (urgent ? urgentMs : freshMs)
}

/**
 * Whether x/slashing may have jailed some validator since the state was read: more blocks are missed than the window
 * allows, or may be.
 */
export function isJailSuspected(model: ChainModel): boolean {
  const { row, records, ring } = model
  const height = ring.newest()
  const { signedBlocksWindow: window, minSignedPerWindow } = row
  if (window === null || minSignedPerWindow === null || height === null) return false
  const limit = maxMissed(window, minSignedPerWindow)
  return records.some(({ slot, jailed, removedAt }) => {
    if (jailed !== false || removedAt !== null) return false
    const counting = countingOf(model, slot, height)
    const { read, since, history } = counting
    // Nobody is jailed in the first window after the start height, whatever is missed.
    if (read === null || height + 1 < read.startHeight + window) return false
    if (since !== null && !since.includes(true)) return false
    const missed = history === null || since === null ? missedAtMost(counting) : countersOf(counting)?.missed
    return (missed ?? 0) > limit
  })
}

/** Whether the members of a block's set are others than those whose power is known. */
export function isSetChanged(
  members: ReadonlyMap<string, unknown>,
  { records }: ChainModel,
  keys: ConsensusKeys,
): boolean {
  const known = records.filter((record) => record.power > 0n)
  const slots = new Set([...members.keys()].map((address) => keys.slotOf(address)))
  return known.length !== members.size || known.some(({ slot }) => !slots.has(slot))
}
