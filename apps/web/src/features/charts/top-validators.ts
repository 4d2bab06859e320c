import type { Validator } from '@roundsman/contract/validators'

const count = 10

/** Ids of those with the most tokens, in their order; those of whom that is not known come last. */
export function topValidators(validators: readonly Validator[]): number[] {
  return [...validators]
    .sort((a, b) => (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE))
    .slice(0, count)
    .map(({ id }) => id)
}
