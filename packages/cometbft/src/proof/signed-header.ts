import type { ConsensusHex } from '../domain.ts'

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
