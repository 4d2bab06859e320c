import type { Governance } from '../governance/governance-state.ts'
import type { ValidatorEvent } from './chain-event.ts'
import { copySigningInfo, type SigningInfo } from './signing-info.ts'
import type { ValidatorSet } from './validator-set.ts'

/** Numbers of cosmos.staking.v1beta1.BondStatus. */
export const UNBONDED = 1
export const UNBONDING = 2
export const BONDED = 3

/** Values of CometBFT's BlockIDFlag. */
export const FLAG_ABSENT = 1
export const FLAG_COMMIT = 2
export const FLAG_NIL = 3

/** A validator in the store of x/staking. Never changed, only replaced, so that what was encoded can be kept. */
export interface ValidatorRecord {
  readonly index: number
  readonly moniker: string
  /** How often its consensus key was changed; and how often counting a change that the set is still to take. */
  readonly rotations: number
  readonly nextRotations: number
  readonly tokens: bigint
  /** Of its delegators, scaled by 1e18: a slash takes tokens and leaves shares, so that each is worth less. */
  readonly shares: bigint
  readonly jailed: boolean
  readonly status: typeof UNBONDED | typeof UNBONDING | typeof BONDED
  readonly commission: bigint
  /** Unix ms. */
  readonly commissionSetAt: number
  /** Height and Unix ms of the end of unbonding; 0 and 0 while it never unbonded. */
  readonly unbondingHeight: number
  readonly unbondingAt: number
}

/** Everything a chain is after one block. Arrays go by place in the roster; null: not in the store. */
export interface ChainState {
  height: number
  validators: (ValidatorRecord | null)[]
  infos: (SigningInfo | null)[]
  /** Sets of this height, the next one and the one after. */
  set: ValidatorSet
  next: ValidatorSet
  afterNext: ValidatorSet
  /** Flags of this height's commit, by place in `set`. */
  votes: Uint8Array
  /** 1: votes are counted for it: has a signing info, is not jailed. Replaced, never changed. */
  counted: Uint8Array
  /** Before this height nothing but good votes comes of it. */
  wakeAt: Float64Array
  /** Last height of being down, absent or voting nil; 0 for none. */
  downUntil: Float64Array
  absentUntil: Float64Array
  nilUntil: Float64Array
  /** 1: comes back by itself after being jailed. */
  returns: Uint8Array
  /** Where in the cycle's episodes each validator is. */
  episodeAt: Int32Array
  /** Where in the cycle's events the chain is. */
  eventAt: number
  /** What became due through something that happened, by height. */
  pending: ValidatorEvent[]
  /** Replaced, never changed; null where there is no x/gov. */
  governance: Governance | null
  /** Where in the cycle's governance the chain is. */
  governedTo: number
}

/** A copy that can be advanced without touching the original. */
export function copyChainState(state: ChainState): ChainState {
  return {
    ...state,
    validators: state.validators.slice(),
    infos: state.infos.map((info) => (info === null ? null : copySigningInfo(info))),
    votes: state.votes,
    wakeAt: state.wakeAt.slice(),
    downUntil: state.downUntil.slice(),
    absentUntil: state.absentUntil.slice(),
    nilUntil: state.nilUntil.slice(),
    returns: state.returns.slice(),
    episodeAt: state.episodeAt.slice(),
    pending: state.pending.slice(),
  }
}
