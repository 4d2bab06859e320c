import type { ConsensusHex } from './domain.ts'

/** What is read of a block's header. `time` is Unix ms; hashes are upper-case hex. */
export interface Header {
  chainId: string
  height: number
  time: number
  /** Hash of the block before; '' for the first block. */
  lastBlockHash: string
  validatorsHash: string
  nextValidatorsHash: string
  proposer: ConsensusHex
}

/** 1 absent, 2 commit, 3 nil; the address is null where the signature is absent. */
export interface CommitSignature {
  flag: 1 | 2 | 3
  address: ConsensusHex | null
}

/** `/commit`: the header of a height with the signatures made for it. */
export interface Commit {
  header: Header
  /** Hash of the block, from the commit's block id. */
  hash: string
  signatures: readonly CommitSignature[]
  /** false for the newest height: what the node has seen, not what the next block will hold. */
  canonical: boolean
}
