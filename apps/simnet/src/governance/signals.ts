import type { ChainState } from '../chain/chain-state.ts'
import type { Governance } from './governance-state.ts'

/** What x/signal counts, in the power of consensus. */
interface SignalTally {
  power: bigint
  threshold: bigint
  total: bigint
}

/** Five sixths as LegacyDec has it: rounded in the eighteenth place. */
const FIVE_SIXTHS = 833_333_333_333_333_333n
const ONE = 10n ** 18n

/** The last powers that x/staking gave to consensus: those of the set of two heights above. */
export function powersOf({ afterNext }: Pick<ChainState, 'afterNext'>): ReadonlyMap<number, bigint> {
  return new Map(afterNext.members.map(({ index, power }) => [index, power]))
}

export function signalTally(state: ChainState, signals: Governance['signals'], version: number): SignalTally {
  const powers = powersOf(state)
  const total = state.afterNext.totalPower
  let power = 0n
  for (const [index, signalled] of signals) if (signalled === version) power += powers.get(index) ?? 0n
  return { power, threshold: (total * FIVE_SIXTHS + ONE - 1n) / ONE, total }
}

/** The version that enough of the power is ready for; null for none. */
export function readyVersion(state: ChainState, signals: Governance['signals']): number | null {
  for (const version of new Set(signals.values())) {
    const { power, threshold } = signalTally(state, signals, version)
    if (power >= threshold) return version
  }
  return null
}
