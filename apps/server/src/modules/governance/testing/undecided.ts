import type { GovernanceDeciding } from '../deciding/governance-deciding.ts'

/** For tests of what is read: nothing is decided of it. */
export const undecided: GovernanceDeciding = {
  decide: () => Promise.resolve('DONE'),
  left: () => undefined,
}
