import type { NetworkStatus, Validator } from '@roundsman/contract/validators'
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

/** Blocks that the present rate is taken from, and the fewest that say something of it. */
const rateOver = 1_000
const fewest = 100

/** How it would go on if it missed as many blocks as lately. */
export interface JailForecast {
  /** Share of the last blocks that it missed. */
  rate: number
  /** Until more than the limit are missed; null: never, at this rate. */
  blocks: number | null
}

/**
 * Missed blocks come in at the rate of the last 1,000 and leave at that of the whole window, as if they were spread
 * evenly over it. Null where too few blocks are known.
 */
export function jailForecast({ missed, window, limit }: WindowUse, letters: string): JailForecast | null {
  const lately = countLetters(letters.slice(-rateOver))
  if (lately.known < fewest) return null
  const rate = lately.missed / lately.known
  const gain = rate - missed / window
  if (rate * window <= limit || gain <= 0) return { rate, blocks: null }
  return { rate, blocks: Math.max(0, Math.ceil((limit + 1 - missed) / gain)) }
}
