import type { NetworkReport, TrustReport } from './check-network.ts'

/** One line about how far the blocks of a network can be proven, for whoever typed `check`. */
export function trustLine({ trust, problem }: Pick<NetworkReport, 'trust' | 'problem'>): string {
  if (trust === null) return `blocks: none that can be believed${problem === null ? '' : ` (${problem})`}`
  const { assurance, from } = trust
  if (from === null) return `blocks: cannot be proven, ${assurance === 'AGREED' ? agreed : single}`
  return `blocks: proven from height ${from.height}, ${origins[from.origin]}`
}

const agreed = 'two endpoints report the same'
const single = 'reported by one endpoint alone'

const origins: Readonly<Record<NonNullable<TrustReport['from']>['origin'], string>> = {
  GIVEN: 'the trusted block of the catalogue',
  AGREED: 'which two endpoints report alike',
  FIRST_SEEN: 'first seen at one endpoint, not anchored',
}
