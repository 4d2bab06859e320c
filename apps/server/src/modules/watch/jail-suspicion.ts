import { countersOf, countingOf, missedAtMost } from './model/counting.ts'
import type { ChainModel } from './model/chain-model.ts'
import type { ConsensusKeys } from './model/consensus-keys.ts'
import { maxMissed } from './model/max-missed.ts'

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
