import type { UpgradePlan } from '../chain/chain-event.ts'
import type { ProposalKind } from './governance-event.ts'
import type { Mood } from './moods.data.ts'

/** Numbers of cosmos.gov.v1.ProposalStatus. */
export const DEPOSIT_PERIOD = 1
export const VOTING_PERIOD = 2
export const PASSED = 3
export const REJECTED = 4
export const FAILED = 5

/** What was submitted. Never changed. */
export interface ProposalDraft {
  kind: ProposalKind
  title: string
  summary: string
  /** Place in the roster. */
  proposer: number
  expedited: boolean
  plan: UpgradePlan | null
  fails: string | null
  /** What all that is random about it starts from. */
  start: number
  /** How validators vote by themselves; null: as a script says. */
  mood: Mood | null
}

/** Whole tokens in base units, as a tally has them. */
export interface Tally {
  readonly yes: bigint
  readonly abstain: bigint
  readonly no: bigint
  readonly noWithVeto: bigint
}

export const NO_VOTES: Tally = { yes: 0n, abstain: 0n, no: 0n, noWithVeto: 0n }

/** A proposal in the store of x/gov. Never changed, only replaced. Times are Unix ms. */
export interface ProposalRecord {
  readonly id: number
  /** Names a natural one in the plan of its cycle; null for one of a script. */
  readonly cell: number | null
  readonly draft: ProposalDraft
  readonly status: number
  readonly submittedAt: number
  readonly depositEndAt: number
  readonly isFunded: boolean
  readonly votingStartAt: number | null
  readonly votingEndAt: number | null
  readonly expedited: boolean
  /** Votes of this height and above count: an expedited one that failed goes on without those that it had. */
  readonly countsFrom: number
  /** What remains of the voting period from then on, in ms. */
  readonly countsForMs: number
  readonly tally: Tally
  readonly failedReason: string
}

/** x/gov and x/signal after a block. Never changed, only replaced. */
export interface Governance {
  readonly nextId: number
  /** Those that are open, and those that were decided last, by id. */
  readonly proposals: readonly ProposalRecord[]
  /** The first time at which something ends, Unix ms; Infinity while nothing is open. */
  readonly nextEndAt: number
  /** What x/upgrade was told, and when. */
  readonly plan: (UpgradePlan & { at: number }) | null
  /** Version of the application in headers; it is another one after an upgrade of x/signal. */
  readonly appVersion: number
  readonly nextAppVersion: number
  /** By place in the roster: the version that each validator is ready for. */
  readonly signals: ReadonlyMap<number, number>
  readonly upgrade: { version: number; height: number } | null
}

export function isOpen({ status }: ProposalRecord): boolean {
  return status === DEPOSIT_PERIOD || status === VOTING_PERIOD
}
