import type { Commit } from './commit.decode.ts'
import type { NodeStatus, SetMember, SigningInfo, SlashingParams, StakingValidator } from './domain.ts'
import type { ChainReadError } from './errors.ts'

/** One height of a batch: its commit, or why there is none. */
export type CommitResult =
  | { ok: true; height: number; commit: Commit }
  | { ok: false; height: number; error: ChainReadError }

/** What can be asked of one node. Every function rejects with `ChainReadError` and with nothing else. */
export interface NodeClient {
  readonly host: string
  status(): Promise<NodeStatus>
  /** `/commit` of one height: header, block id and signatures. Never `/block`. */
  commit(height: number): Promise<Commit>
  /** `/commit` of every height from `from` to `to`, both included, in batches of at most ten, in order. */
  commits(from: number, to: number): Promise<CommitResult[]>
  /** `/validators`, all pages, in the set's own order. */
  validatorSet(height: number): Promise<SetMember[]>
  /** x/staking Validators of any state, all pages. */
  stakingValidators(height: number): Promise<StakingValidator[]>
  /** Unbonding time in ms, bond denomination. */
  stakingParams(height: number): Promise<StakingParams>
  stakingPool(height: number): Promise<StakingPool>
  /** x/slashing SigningInfos, all pages; infos without an address (old exports) are left out. */
  signingInfos(height: number): Promise<SigningInfo[]>
  slashingParams(height: number): Promise<SlashingParams>
}

export interface StakingParams {
  unbondingMs: number
  maxValidators: number
  bondDenom: string
}

export interface StakingPool {
  bondedTokens: bigint
  notBondedTokens: bigint
}
