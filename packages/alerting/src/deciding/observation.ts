import type { Assurance, NetworkState } from '@roundsman/contract/networks/validators'

/** What holds for one validator at one height; null: not known, or nothing to say. */
export interface ValidatorReading {
  /** null: without a row; nothing is decided of it. */
  id: number | null
  /** Signed, voted nil (counts as signed), missed, proposed; null: not in the set of that height, or not known. */
  letter: 's' | 'n' | 'm' | 'p' | null
  inSet: boolean
  bondStatus:
    | 'BOND_STATUS_UNSPECIFIED'
    | 'BOND_STATUS_UNBONDED'
    | 'BOND_STATUS_UNBONDING'
    | 'BOND_STATUS_BONDED'
    | null
  jailed: boolean | null
  tombstoned: boolean | null
  tokens: bigint | null
  /** Of the voting power of the set, 0…1. */
  powerShare: number | null
  commissionRate: number | null
  /** In the slashing window, by the chain's own counter. */
  missedBlocks: number | null
  /** False where there may be more of them. */
  missedBlocksExact: boolean | null
  window: number | null
  consecutiveMissed: number | null
  /** False where there may be more of them. */
  consecutiveMissedExact: boolean | null
  /** At least so long, and at most: the same where it is known exactly. */
  secondsToJail: number | null
  secondsToJailAtMost: number | null
}

/** How something is known, and who said it. */
export interface Basis {
  assurance: Assurance | null
  host: string | null
}

/** Something that happened to a validator, by the timeline. */
export interface ChainEvent extends Basis {
  kind: string
  validatorId: number | null
  before: string | null
  after: string | null
  height: number | null
  /** The chain's own time of it, Unix ms; null where it is not known. */
  chainAt: number | null
}

interface Observed {
  epoch: number
  /** Of the commit, by the database's clock, Unix ms: nothing is measured by it. */
  now: number
}

/** One height whose letters are new. State facts are those known before it. */
export interface HeightObservation extends Observed, Basis {
  kind: 'height'
  height: number
  /** Header time, Unix ms: the chain's own time, by which holds and windows are measured. */
  at: number
  signedPower: bigint | null
  totalPower: bigint | null
  values: readonly (ValidatorReading | null)[]
}

/** The upgrade that the chain has planned; undefined: not known. */
export type Upgrade = { name: string; height: number } | null | undefined

/** The planned upgrade, and how it is known: it was asked for by itself. */
interface Planned {
  upgrade: Upgrade
  /** Left out: as what it came with. */
  upgradeBasis?: Basis | undefined
}

/** What a change of the chain brought beside letters: a state, rows, events. `values` names every validator there is. */
export interface StateObservation extends Observed, Basis, Planned {
  kind: 'state'
  /** Number of the change batch: what is not newer than the last one is a repetition. */
  seq: number
  height: number | null
  /** Header time of the state, Unix ms. */
  at: number
  values: readonly (ValidatorReading | null)[]
  events: readonly ChainEvent[]
  /** Seconds between blocks (W36). */
  blockSeconds: number | null
}

/** What an endpoint and our clocks say of the network as a whole. */
export interface NetworkReading extends Basis, Planned {
  state: NetworkState
  /** How old the newest block is, measured by a clock that never jumps. */
  headAgeMs: number | null
  /** The height of that block, whose commit no block has yet; left out or null: not known. */
  headHeight?: number | null
  /** Since the last usable answer, and no longer than since somebody began to follow. */
  unseenMs: number | null
  blockSeconds: number | null
}

/** What is known of a bridge; null: not known. */
export interface BridgeReading {
  id: number
  /** Since its last update; null: there was none yet. */
  updateAgeMs: number | null
  /** For how much of that an update could have been taken; null: nobody can take any now. Left out: all of it. */
  observedSilenceMs?: number | null
  /** Blocks behind the network. */
  lag: number | null
  /** For how long its height has not changed while the network's has; 0 while it rises. */
  stalledMs: number | null
  /** What alerts say beside it; left out: nothing. `updatedAt` is Unix ms. */
  last?: { updatedAt: number; height: number | null; version: string | null }
}

/** The tick of a clock: what only time decides. */
export interface TickObservation extends Observed {
  kind: 'tick'
  network: NetworkReading
  /** Every bridge of the network; left out where nobody observes them. */
  bridges?: readonly BridgeReading[]
}

export type Observation = HeightObservation | StateObservation | TickObservation
