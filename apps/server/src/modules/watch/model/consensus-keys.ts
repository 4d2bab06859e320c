import type { ValidatorRecord } from './validator-facts.ts'

/** A consensus key that a validator used to have. */
export interface OldKey {
  address: string
  slot: number
}

/**
 * Which validator a consensus address belongs to, today or before its key was rotated: blocks from before a rotation,
 * and the set until it takes effect, still name the old one. What a validator has today counts before what another
 * one had, or still has that is gone.
 */
export interface ConsensusKeys {
  /** null: nobody that is known has, or had, this key. */
  slotOf(address: string): number | null
}

export function consensusKeys(
  records: readonly ValidatorRecord[],
  old: readonly OldKey[],
): ConsensusKeys & { old: readonly OldKey[] } {
  const slots = new Map(old.map(({ address, slot }) => [address, slot]))
  // A key may be used again by somebody else once its validator has left.
  const byPresence = (a: ValidatorRecord, b: ValidatorRecord) =>
    Number(a.removedAt === null) - Number(b.removedAt === null)
  for (const { consensusAddress, slot } of [...records].sort(byPresence)) slots.set(consensusAddress, slot)
  return { old, slotOf: (address) => slots.get(address) ?? null }
}
