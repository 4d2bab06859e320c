import type { ProposalEvent, SignalEvent, VoteEvent } from '../governance/governance-event.ts'
import type { NetworkProfile } from '../network-profile.ts'
import type { ValidatorEvent } from './chain-event.ts'
import type { CyclePlan } from './cycle-plan.ts'
import type { RosterEntry } from './roster.ts'
import type { SlashingLimits } from './signing-info.ts'

/** What the rules of a chain are applied to: everything but the state. */
export interface ChainWorld {
  seed: string
  profile: NetworkProfile
  roster: readonly RosterEntry[]
  limits: SlashingLimits | null
  /** false: nothing happens but what a script says. */
  natural: boolean
  planOf(cycle: number): CyclePlan
  /** Events of the script at one height. */
  scriptedAt(height: number): readonly ValidatorEvent[]
  /** Proposals and signals of the script at one height. */
  governanceAt(height: number): readonly (ProposalEvent | SignalEvent)[]
  /** Votes of the script on one proposal, in order of height. */
  votesOn(proposal: number): readonly VoteEvent[]
  /** Proposals that the script has submitted below a height. */
  submittedBefore(height: number): number
  /** Those of the roster that never leave: they vote and signal by themselves. */
  voters: readonly number[]
  /** What their habits in voting start from. */
  votersStart: number
  /** Proposals that come by themselves in every cycle. */
  proposalsPerCycle: number
  indexOf(ref: number | string): number
  /** Unix ms of a block's header. */
  timeOf(height: number): number
  /** Mean distance of blocks in header time, ms. */
  blockTimeMs: number
}
