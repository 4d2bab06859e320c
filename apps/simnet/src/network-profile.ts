/** What makes one network differ from another: data, no behavior. Sources: the networks' genesis files and code. */
export type KeyType = 'ed25519' | 'secp256k1' | 'bls12_381'

export interface SlashingProfile {
  signedBlocksWindow: number
  /** 18-decimal fixed point, as LegacyDec holds it: 500000000000000000n is one half. */
  minSignedPerWindow: bigint
  downtimeJailMs: number
  slashDoubleSign: bigint
  slashDowntime: bigint
}

export interface StakingProfile {
  /** bech32 prefix of accounts; operators add `valoper`, consensus addresses `valcons`. */
  prefix: string
  denom: string
  /** Decimals of the display unit. */
  decimals: number
  powerReduction: bigint
  maxValidators: number
  unbondingMs: number
  minCommission: bigint
  slashing: SlashingProfile
}

export interface GovernanceProfile {
  /** How long a proposal waits for its deposit, and how long it is voted on. */
  depositMs: number
  votingMs: number
  /** Of an expedited one; there are none before SDK 0.50. */
  expeditedMs: number
  /** Whole display units without which a proposal is not voted on. */
  minDeposit: number
  /** Distance of two proposals that come by themselves; null where nobody proposes anything. */
  proposalEveryMs: number | null
  /** Where upgrades come of signals (x/signal): blocks from five sixths of the power to the last block before it. */
  signalDelay: number | null
}

/** How lively the chain is: mean distances in blocks, null for never. */
export interface ActivityProfile {
  delegationEvery: number | null
  commissionEvery: number | null
  /** A validator goes down for longer than a moment. */
  downEvery: number | null
  /** Validators that were jailed long ago and never came back. */
  longJailed: number
  /** Validators of the roster that double-sign in the course of the years. */
  tombstones: number
  /** Validators of the roster that come or go in the course of the years. */
  comersAndGoers: number
  /** A place (rank by stake) that misses one block in every twenty, always; null for nobody. */
  steadyMisser: number | null
}

export interface NetworkProfile {
  blockchainId: number
  /** Path of its endpoints and first label of its host name. */
  slug: string
  name: string
  symbol: string
  logo: string
  dataAvailability: boolean
  explorerUrl: string | null
  chainId: string
  keyType: KeyType
  cometVersion: string
  blockProtocol: number
  appProtocol: number
  /** Most calls that one batch may hold; null where the node knows no limit (0.34). */
  batchLimit: number | null
  /** Mean distance of two blocks, ms. */
  blockTimeMs: number
  /** Unix ms of height 1 at pace 1. */
  genesisTime: number
  /** Size of the roster: active, waiting and jailed ones. */
  validators: number
  /** Whole display units that the validators hold together. */
  totalStake: number
  /** Heights between two upgrades (chain/cycle-plan.ts): well above the signing window and `keepHeights`. */
  cycleBlocks: number
  /** Nodes keep this many heights. */
  keepHeights: number
  /** null: no x/staking, no x/slashing. */
  staking: StakingProfile | null
  /** null: no x/gov. */
  governance: GovernanceProfile | null
  activity: ActivityProfile
}
