/**
 * What reading a chain yields, in the field's words. Wire shapes stay in `*.decode.ts`; nothing here knows JSON,
 * protobuf or HTTP. Every int64 of a chain is a bigint, except heights and block times, which stay below 2^53.
 */

/** Twenty-byte address as CometBFT writes it: upper-case hex. */
export type ConsensusHex = string

export type BondStatus =
  | 'BOND_STATUS_UNSPECIFIED'
  | 'BOND_STATUS_UNBONDED'
  | 'BOND_STATUS_UNBONDING'
  | 'BOND_STATUS_BONDED'

/** What `/status` says. `latestBlockTime` is Unix milliseconds of the newest block's header. */
export interface NodeStatus {
  chainId: string
  version: string
  latestHeight: number
  latestBlockTime: number
  earliestHeight: number | null
  catchingUp: boolean
}

/** One place of a height's validator set, in the set's own order (commits are matched to it by position). */
export interface SetMember {
  address: ConsensusHex
  /** Type as the wire names it, e.g. `tendermint/PubKeyEd25519`; unknown types pass. */
  keyType: string
  /** The public key as the wire has it; empty where it gives none that can be read. */
  key: Uint8Array
  power: bigint
}

/**
 * How something is known: proven by the chain's own signatures, said alike by two hosts, or by one alone.
 */
export type Assurance = 'PROVEN' | 'AGREED' | 'SINGLE'

/** Letters of one block: signed, nil vote (counts as signed), missed (absent), proposed. */
export type BlockLetter = 's' | 'n' | 'm' | 'p'

/** One canonical block as far as signing goes. `time` is Unix milliseconds of its header. */
export interface BlockObservation {
  height: number
  time: number
  hash: string
  proposer: ConsensusHex
  validatorsHash: string
  /** Letter of every member of that height's set; who is not in the set is not in the map. */
  letters: ReadonlyMap<ConsensusHex, BlockLetter>
  /** Consensus power of those who signed (nil votes too), and of the whole set. */
  signedPower: bigint
  totalPower: bigint
  assurance: Assurance
  /** The endpoint that answered; its host and nothing else of its address. */
  host: string
}

/** A validator of x/staking. Rates are 18-decimal fixed point as decimal strings ("0.100000000000000000"). */
export interface StakingValidator {
  operatorAddress: string
  consensus: ConsensusHex
  moniker: string
  identity: string
  website: string
  securityContact: string
  details: string
  jailed: boolean
  status: BondStatus
  tokens: bigint
  /** Scaled by 1e18. Delegations move tokens and shares alike; a slash takes tokens and leaves shares. */
  delegatorShares: bigint
  commissionRate: string
  commissionMaxRate: string
  commissionMaxChangeRate: string
  /** Unix ms, null when the chain says the zero time. */
  commissionUpdatedAt: number | null
  /** When the unbonding ends or ended, Unix ms; null while bonded. */
  unbondingAt: number | null
}

/** A signing info of x/slashing. `jailedUntil` is Unix ms, null for the epoch (never jailed). */
export interface SigningInfo {
  consensus: ConsensusHex
  startHeight: number
  indexOffset: number
  missedBlocks: number
  jailedUntil: number | null
  tombstoned: boolean
}

export interface SlashingParams {
  signedBlocksWindow: number
  /** Fraction as a decimal string, e.g. "0.500000000000000000". */
  minSignedPerWindow: string
  downtimeJailMs: number
  /** What is slashed for downtime, such a fraction too; left out: not known. */
  slashDowntime?: string
}

/** Who said something, and how it is known. */
export interface Source {
  assurance: Assurance
  /** The endpoint's host. */
  host: string
}

/** An upgrade that x/upgrade has planned: the chain stops before `height` until its nodes run the new program. */
export interface UpgradePlan {
  name: string
  height: number
}

/** What an operator has staked with itself. 0 only where it is known that it has nothing. */
export interface SelfDelegation {
  tokens: bigint
  source: Source
}

/** State of a chain at one height, complete (all pages) or not returned at all. */
export interface ChainState {
  height: number
  /** Header time of `height`, Unix ms. */
  time: number
  /** How the lists are known: everything in them that differs from what was known before, and a sample in turn. */
  source: Source
  /** How single validators are known, by operator address: those that were looked at one by one in this read. */
  sources: ReadonlyMap<string, Source>
  /** `/validators` at `height`, all pages, in order. */
  set: readonly SetMember[]
  /** null: the chain has no x/staking (0G Galileo). */
  staking: {
    validators: readonly StakingValidator[]
    bondedTokens: bigint
    bech32Prefix: string | null
    /** How many validators the active set may have. */
    maxValidators: number
    /** How long stakes are bound after unbonding; a header is trusted for two thirds of it. */
    unbondingMs: number
  } | null
  /** null: the chain has no x/slashing. */
  slashing: { infos: readonly SigningInfo[]; params: SlashingParams } | null
  /** null: no x/upgrade, or nothing that is to be taken; `plan` null: nothing is planned. It has a source of its own. */
  upgrade: { plan: UpgradePlan | null; source: Source } | null
  /** What operators have staked with themselves, by operator address: of a few in turn with each read. */
  selfDelegations: ReadonlyMap<string, SelfDelegation>
}

/** How one endpoint looks to the pool. Never carries its URL: `host` only. */
export interface EndpointView {
  host: string
  state: 'UNTRIED' | 'OK' | 'CATCHING_UP' | 'BEHIND' | 'FAILING' | 'WRONG_NETWORK' | 'LYING'
  chainId: string | null
  height: number | null
  earliestHeight: number | null
  latencyMs: number | null
  lastError: string | null
  /** How often another endpoint's answer passed a check that this one's failed. */
  lies: number
}

/**
 * A block's header and commit with every field that is hashed or signed. Hashes are upper-case hex, '' where the
 * chain leaves one empty; times are nanoseconds since 1970.
 */
export interface SignedHeader {
  header: FullHeader
  commit: FullCommit
  /** false for the newest height: what the node has seen, not what the next block will hold. */
  canonical: boolean
}

export interface BlockId {
  hash: string
  parts: { total: number; hash: string }
}

export interface FullHeader {
  version: { block: bigint; app: bigint }
  chainId: string
  height: number
  timeNs: bigint
  /** `timeNs` in milliseconds, cut off. */
  time: number
  /** Empty for the first block. */
  lastBlockId: BlockId
  lastCommitHash: string
  dataHash: string
  validatorsHash: string
  nextValidatorsHash: string
  consensusHash: string
  /** Of any length. The state after block `height - 1`. */
  appHash: string
  lastResultsHash: string
  evidenceHash: string
  proposer: ConsensusHex
}

export interface FullCommit {
  height: number
  round: number
  blockId: BlockId
  /** In the order of the height's set. */
  signatures: readonly FullSignature[]
}

/** 1 absent, 2 for the block, 3 nil; 4 to 7 are aggregated ones (forks with BLS keys), absent in none of them. */
export type SignatureFlag = 1 | 2 | 3 | 4 | 5 | 6 | 7

export interface FullSignature {
  flag: SignatureFlag
  /** As the commit has it. Nobody signs it: names are given by place. Null where it is empty. */
  address: ConsensusHex | null
  timeNs: bigint
  /** Empty where the signature is absent. */
  signature: Uint8Array
}
