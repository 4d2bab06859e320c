import { BONDED, type ChainState } from '../chain/chain-state.ts'
import { type Ballot, WHOLE } from './ballots.ts'
import { type Tally } from './governance-state.ts'

const ONE = 10n ** 18n

/** The parameters of every simulated chain, as decimals. */
export const tallyRules = {
  quorum: '0.334000000000000000',
  threshold: '0.500000000000000000',
  expeditedThreshold: '0.667000000000000000',
  vetoThreshold: '0.334000000000000000',
}

const scaledRules = {
  quorum: scaled(tallyRules.quorum),
  threshold: scaled(tallyRules.threshold),
  expeditedThreshold: scaled(tallyRules.expeditedThreshold),
  vetoThreshold: scaled(tallyRules.vetoThreshold),
}

export interface Outcome {
  tally: Tally
  passes: boolean
}

/**
 * As x/gov counts: the tokens of bonded validators, for each option; those who delegate vote with their validators here.
 * `ballots` by place in the roster.
 */
export function tallyOf(
  { validators }: Pick<ChainState, 'validators'>,
  ballots: ReadonlyMap<number, Ballot>,
  expedited: boolean,
): Outcome {
  const sums = { yes: 0n, abstain: 0n, no: 0n, no_with_veto: 0n }
  let [voted, bonded] = [0n, 0n]
  for (const record of validators) {
    if (record === null || record.status !== BONDED) continue
    bonded += record.tokens
    const ballot = ballots.get(record.index)
    if (ballot === undefined || record.jailed) continue
    voted += record.tokens
    for (const { choice, weight } of ballot.options) sums[choice] += record.tokens * scaled(weight)
  }
  const tally = {
    yes: sums.yes / ONE,
    abstain: sums.abstain / ONE,
    no: sums.no / ONE,
    noWithVeto: sums.no_with_veto / ONE,
  }
  const threshold = expedited ? scaledRules.expeditedThreshold : scaledRules.threshold
  const decided = voted * ONE - sums.abstain
  const passes =
    bonded > 0n &&
    voted * ONE >= bonded * scaledRules.quorum &&
    decided > 0n &&
    sums.no_with_veto <= voted * scaledRules.vetoThreshold &&
    sums.yes * ONE > decided * threshold
  return { tally, passes }
}

/** A decimal as a whole number of 18 places. */
function scaled(decimal: string): bigint {
  if (decimal === WHOLE) return ONE
  const [whole = '0', places = ''] = decimal.split('.')
  return BigInt(whole) * ONE + BigInt(places.padEnd(18, '0').slice(0, 18))
}
