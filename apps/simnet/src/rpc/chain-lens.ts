import type { UpgradePlan } from '../chain/chain-event.ts'
import type { ChainView } from '../sim-chain.ts'

/** A lie about the vote of one validator, on one proposal or on all. */
export interface FalseVote {
  kind: 'hidden' | 'forged' | 'anothers'
  validator: number
  proposal: number | null
  /** Whose vote is given for it. */
  as: number
}

/** What an endpoint makes of the truth when it answers. Validators are places in the roster. */
export interface Lies {
  /** In every commit, or in that of one height, this validator's signature is taken out. */
  removedSignature: { validator: number; height: number | null } | null
  /** The header of this height is another one, whose hash stands in the block id. */
  forgedHeight: number | null
  /** Heights above this one are that block under another number. */
  renumberedAbove: number
  /** This validator is jailed where it is not, and the other way round. */
  flippedJail: number | null
  /** This validator has staked twice as much with itself. */
  otherSelfStake: number | null
  /** State is of so many blocks before. */
  staleBlocks: number
  /** Queries of `/store/…` are refused, as by a proxy that lets only some paths pass. */
  storeRefused: boolean
  /** What it says x/upgrade has planned; null: the truth. */
  falsePlan: { plan: UpgradePlan | null } | null
  /** What it says a validator has voted; null: the truth. */
  falseVote: FalseVote | null
  /** What it answers to whatever is asked of x/gov and x/signal: an error of its own; null: the truth. */
  governanceRefused: 'error' | 'pruned' | 'forbidden' | null
}

const honest: Lies = {
  removedSignature: null,
  forgedHeight: null,
  renumberedAbove: Infinity,
  flippedJail: null,
  otherSelfStake: null,
  staleBlocks: 0,
  storeRefused: false,
  falsePlan: null,
  falseVote: null,
  governanceRefused: null,
}

/** How one endpoint sees its chain at one moment: the truth, unless a fault says otherwise. */
export interface ChainLens extends ChainView {
  catchingUp: boolean
  /** What `/status` says is this much above what is there. */
  boast: number
  lies: Lies
}

export function plainLens(view: ChainView): ChainLens {
  return { ...view, catchingUp: false, boast: 0, lies: honest }
}
