import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import { stateOf } from '@roundsman/contract/validator-state'
import type { NetworkStatus } from '@roundsman/contract/validators'
import { guessTime } from '../../parts/signing/block-facts.ts'
import { countLetters } from '../../parts/signing/count-letters.ts'
import type { GridLetters } from '../../data/live/live-letters.ts'

/** Since when something is so, as far as that is known. */
export interface Since {
  at: string | null
  /** The time follows from the pace of the network. */
  about: boolean
  height: number | null
}

/** Since when the state holds that is shown; null where nobody saw it begin. */
export function stateSince(
  details: ValidatorDetails,
  letters: GridLetters | null,
  status: NetworkStatus | undefined,
): Since | null {
  const { kind } = stateOf(details)
  if (kind === 'missing' || kind === 'risk') return missingSince(letters, status)
  const since = details.state_since
  // The stream brings a state before the details say since when.
  return since?.state === kind ? { at: since.at, about: false, height: since.height } : null
}

function missingSince(letters: GridLetters | null, status: NetworkStatus | undefined): Since | null {
  if (letters === null) return null
  const { missedNow } = countLetters(letters.letters)
  const before = letters.letters.at(-1 - missedNow)
  // Without the block before, it may have begun earlier.
  if (missedNow === 0 || before === undefined || before === '-') return null
  const height = letters.from + letters.letters.length - missedNow
  return { at: guessTime(height, status), about: true, height }
}
