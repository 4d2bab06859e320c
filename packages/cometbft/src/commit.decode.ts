import { z } from 'zod'
import type { ConsensusHex } from './domain.ts'
import { ShapeError } from './shape-error.ts'
import { address, hash, height, hex, time } from './wire.ts'

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

const header = z.object({
  chain_id: z.string().min(1).max(128),
  height,
  time,
  last_block_id: z.object({ hash: hex }).nullish(),
  validators_hash: hash,
  next_validators_hash: hash,
  proposer_address: address,
})

// Absent signatures: an empty address (JSON-RPC) or null (REST gateways), and the zero time.
const signature = z.object({
  block_id_flag: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  validator_address: z.union([address, z.literal('').transform(() => null)]).nullish(),
})

const commit = z.object({
  signed_header: z.object({
    header,
    commit: z.object({ height, block_id: z.object({ hash }), signatures: z.array(signature) }),
  }),
  canonical: z.boolean(),
})

/** `/commit`. The header and the commit in it must be of one height. */
export function decodeCommit(value: unknown): Commit {
  const { signed_header, canonical } = commit.parse(value)
  const { header: head, commit: inner } = signed_header
  if (head.height !== inner.height) throw new ShapeError('header and commit are of different heights')
  return {
    header: {
      chainId: head.chain_id,
      height: head.height,
      time: head.time,
      lastBlockHash: head.last_block_id?.hash ?? '',
      validatorsHash: head.validators_hash,
      nextValidatorsHash: head.next_validators_hash,
      proposer: head.proposer_address,
    },
    hash: inner.block_id.hash,
    signatures: inner.signatures.map((one) => ({
      flag: one.block_id_flag,
      address: one.block_id_flag === 1 ? null : (one.validator_address ?? null),
    })),
    canonical,
  }
}
