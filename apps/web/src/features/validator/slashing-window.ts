import { maxMissed } from '@roundsman/contract/networks/time-to-jail'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { countLetters } from '../../parts/signing/block-facts.ts'

/** How near a validator is to the limit of its slashing window, in blocks. */
export interface WindowUse {
  missed: number
  window: number
  /** More than so many missed blocks jail. */
  limit: number
  left: number
}

/** Null where one of them is not known, or where the window says nothing: in jail and outside the set it begins anew. */
export function windowUse(
  row: Pick<Validator, 'missed_blocks' | 'signed_blocks_window' | 'jailed' | 'voting_power'>,
  status: Pick<NetworkStatus, 'min_signed_per_window'> | undefined,
): WindowUse | null {
  const { missed_blocks: missed, signed_blocks_window: window } = row
  const share = status?.min_signed_per_window ?? null
  if (missed === null || window === null || share === null) return null
  if (row.jailed === true || row.voting_power === '0') return null
  const limit = maxMissed(window, share)
  return { missed, window, limit, left: Math.max(0, limit - missed) }
}

/** Blocks that a time to jail is, by the block time that it was reckoned with. */
export function blocksOf(seconds: number | null, blockSeconds: number | null): number | null {
  return seconds === null || blockSeconds === null || blockSeconds <= 0
    ? null
    : Math.round(seconds / blockSeconds)
}

/** Blocks that the recent misses are counted in: every range of the grid has them. */
export const rateOver = 500
/** The fewest that say something of it. */
const fewest = 100

/** Share of the last 500 blocks that it missed, whatever the grid shows; null where too few of them are known. */
export function recentMisses(letters: string): number | null {
  const { missed, known } = countLetters(letters.slice(-rateOver))
  return known < fewest ? null : missed / known
}

/**
 * How many of the other active validators missed the newest block: whether it is the network or the validator. Null
 * where nobody's letter of it is known.
 */
export function othersMissing(
  validators: readonly Pick<Validator, 'id' | 'voting_power' | 'recent_signatures'>[],
  id: number,
): { missing: number; all: number } | null {
  const letters = validators
    .filter((one) => one.id !== id && one.voting_power !== '0')
    .map((one) => one.recent_signatures.at(-1))
    .filter((letter) => letter !== undefined && letter !== '-')
  if (letters.length === 0) return null
  return { missing: letters.filter((letter) => letter === 'm').length, all: letters.length }
}
