import { aboutPeriod, decideGovernance, freshForMs } from './governance/decide.ts'
import { replayedGovernance, shownGovernance } from './governance/shown.ts'
import { beginGovernance } from './governance/matters.ts'

export type { GovernanceFacts, ReadSignal, ReadVote, Signals, VotingPeriod } from './governance/facts.ts'
export type {
  GovernanceDecision,
  GovernanceState,
  MatterCondition,
  MatterState,
} from './governance/matters.ts'

/** What decides of votes and signals: apart from the rest, since each proposal, and each version, is a matter of its own. */
export const governance = {
  begin: beginGovernance,
  decide: decideGovernance,
  /** How a condition of a target is shown, of all its matters. */
  shown: shownGovernance,
  /** When a setting has called, as far as it is kept. */
  replayed: replayedGovernance,
  aboutPeriod,
  freshForMs,
}
