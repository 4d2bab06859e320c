import type { VoteOption, WeightedOption } from '@roundsman/cometbft/governance'
import type { Fetch } from '@roundsman/cometbft/rpc-client'

/** A validator as the chain knows it, whatever its moniker. */
export interface Member {
  operator: string
  /** Upper-case hex, as CometBFT writes it. */
  consensus: string
  /** The same of keys that it had before. */
  earlier?: readonly string[]
}

/** What is the same on every chain of the suite, because both are set up that way. */
export interface AgreedParameters {
  signedBlocksWindow: number
  /** Jailed when more than this many of the window are missed. */
  maxMissed: number
  downtimeJailMs: number
  /** Base units of one unit of power. */
  powerReduction: bigint
  /** Slashed parts in thousandths. */
  slashDowntimePermille: bigint
  slashDoubleSignPermille: bigint
}

/** Where versions of x/slashing differ. */
export interface SlashingHabits {
  /** Votes count while a jailed validator is still in the set (SDK 0.46; later ones stop at once). */
  countsWhileJailed: boolean
}

/** What a chain may not be able to do; everything else every chain under test can. */
export type Capability =
  | 'nil_vote'
  | 'rotate_key'
  | 'tombstone'
  | 'join_and_leave'
  | 'prune'
  | 'new_id'
  /** `governing` is there. */
  | 'govern'
  /** Proposals may be expedited, and cancelled by who made them (SDK 0.50). */
  | 'expedite'
  /** Stops at the height of an upgrade that is planned. */
  | 'stop_for_upgrade'
  /** Has Celestia's x/signal. */
  | 'signal'

/** A text, or an upgrade where it has a plan. */
export interface NewProposal {
  title: string
  summary: string
  plan?: { name: string; height: number }
  isExpedited?: boolean
}

/** What validators do about proposals. Each resolves when the chain has taken it. */
export interface Governing {
  /** Funded at once, so that it enters its voting period. @returns its id */
  propose(index: number, proposal: NewProposal): Promise<number>
  /** Options with weights that are 1 together; a vote replaces the one before. */
  vote(index: number, id: number, options: readonly WeightedOption[]): Promise<void>
  /** `grantee` votes for the validator, which has let it (authz). */
  voteThrough(index: number, grantee: number, id: number, option: VoteOption): Promise<void>
  cancel(index: number, id: number): Promise<void>
  /** Says that the validator can run a version of the application. */
  signal(index: number, version: number): Promise<void>
  /** Asks for what has been signalled to be counted: with five sixths of the power an upgrade is scheduled. */
  tryUpgrade(index: number): Promise<void>
}

/**
 * A chain of four validators that a test can order about. Validators and endpoints have the same numbers, 0 to 3; who
 * joins later is 4 and has no endpoint. A action resolves when the chain has taken it; what follows from it is for the
 * test to see in what it reads.
 */
export interface ChainUnderTest {
  readonly kind: string
  readonly capabilities: ReadonlySet<Capability>
  readonly agreed: AgreedParameters
  readonly habits: SlashingHabits
  /** Where a recording begins. */
  readonly firstHeight: number
  chainId(): string
  /** One RPC address for each of the four. */
  readonly endpoints: readonly string[]
  /** Index of the endpoint that forgets old heights. */
  readonly pruningEndpoint: number
  members(): readonly Member[]
  readonly fetch: Fetch
  /** The chain's notion of now, Unix ms. */
  now(): number
  timeoutSignal(ms: number): AbortSignal
  /** Looks again and again, while time passes for the chain; rejects when it has waited in vain. */
  until<T>(what: string, poll: () => Promise<T | null>): Promise<T>

  /**
   * The validator's node ends in the orderly way: it signs nothing and its endpoint does not answer. Who has rotated its
   * key signs by another node, which is no endpoint.
   */
  stopValidator(index: number): Promise<void>
  startValidator(index: number): Promise<void>
  unjail(index: number): Promise<void>
  /** Readies another consensus key for the validator, with which it votes as soon as the chain has it. */
  prepareKey(index: number): Promise<void>
  /** Asks the chain for that key. */
  rotateKey(index: number): Promise<void>
  /** Makes the validator sign two blocks at one height; resolves at once, the evidence takes its time. */
  tombstone(index: number): Promise<void>
  /** Ends what `tombstone` needed. */
  endTombstone(): Promise<void>
  /** `rate` as a decimal fraction, e.g. "0.15". */
  setCommission(index: number, rate: string): Promise<void>
  /** Adds base units to a validator's tokens. */
  delegate(index: number, amount: bigint): Promise<void>
  /** From now on the validator votes nil where it can. */
  voteNil(index: number): Promise<void>
  voteUsually(index: number): Promise<void>
  /** A further validator with `power` units comes, index 4. */
  join(power: bigint): Promise<void>
  /** The one that came takes all its stake out. */
  leave(): Promise<void>
  /** Blocks stop coming; at least one endpoint still answers. */
  halt(): Promise<void>
  resume(): Promise<void>
  /** No endpoint answers. */
  stopAll(): Promise<void>
  startAll(): Promise<void>
  /** The same validators begin another chain at height 1. */
  restartWithNewId(chainId: string): Promise<void>
  /** null: nobody votes on this chain. */
  readonly governing: Governing | null
  close(): Promise<void>
}
