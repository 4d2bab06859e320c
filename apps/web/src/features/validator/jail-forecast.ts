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
  const limit = window - roundToEven(share * window)
  return { missed, window, limit, left: Math.max(0, limit - missed) }
}

/** As x/slashing rounds: halves to the even number. */
function roundToEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (Math.abs(rest - 0.5) > 1e-9) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

/** Blocks that the present rate is taken from: every range of the grid has them. */
export const rateOver = 500
/** The fewest that say something of it. */
const fewest = 100

/** How it would go on if it missed as many blocks as lately. */
export interface JailForecast {
  /** Share of the last blocks that it missed. */
  rate: number
  /** Until it is jailed; null: never, at this rate. */
  blocks: number | null
}

/** Where a validator stands in its window; null: not known. */
export interface WindowAge {
  /** From which height x/slashing counts its blocks. */
  start: number | null
  /** The newest height. */
  height: number | null
}

/**
 * Missed blocks come in at the rate of the last 500, whatever the grid shows. x/slashing jails nobody before a whole
 * window after the start, and until then none of them leaves; after that they leave at the rate of the whole window, as
 * if they were spread evenly over it. A start that is not known counts as long ago. Null where too few blocks are known.
 */
export function jailForecast(
  { missed, window, limit }: WindowUse,
  letters: string,
  { start, height }: WindowAge,
): JailForecast | null {
  const lately = countLetters(letters.slice(-rateOver))
  if (lately.known < fewest) return null
  const rate = lately.missed / lately.known
  const until = start === null || height === null ? 0 : Math.max(0, start + window - height)
  const then = missed + rate * until
  if (then > limit) return { rate, blocks: until }
  const gain = rate - then / window
  if (rate * window <= limit || gain <= 0) return { rate, blocks: null }
  return { rate, blocks: until + Math.ceil((limit + 1 - then) / gain) }
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
