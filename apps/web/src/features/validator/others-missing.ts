import type { Validator } from '@roundsman/contract/validators'

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
