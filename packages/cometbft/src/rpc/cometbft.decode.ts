import { z } from 'zod'
import type {
  BlockId,
  FullHeader,
  FullSignature,
  NodeStatus,
  SetMember,
  SignatureFlag,
  SignedHeader,
} from '../domain.ts'
import { ShapeError } from '../errors.ts'
import {
  address,
  bytes,
  hash,
  height,
  hex,
  int64,
  listBy,
  listOf,
  readAddress,
  readBytes,
  readTimeNs,
  safeInt,
  time,
  timeNs,
} from '../wire.ts'

const status = z.object({
  node_info: z.object({ network: z.string().min(1).max(128), version: z.string().max(128).catch('') }),
  sync_info: z.object({
    latest_block_height: height,
    latest_block_time: time,
    // Absent before 0.34; "0" where nothing is kept yet.
    earliest_block_height: height.nullish().catch(null),
    catching_up: z.boolean(),
  }),
})

/** `/status`. Its `validator_info` is not read: it may hold any type of key. */
export function decodeStatus(value: unknown): NodeStatus {
  const { node_info, sync_info } = status.parse(value)
  const earliest = sync_info.earliest_block_height ?? 0
  return {
    chainId: node_info.network,
    version: node_info.version,
    latestHeight: sync_info.latest_block_height,
    latestBlockTime: sync_info.latest_block_time,
    earliestHeight: earliest > 0 ? earliest : null,
    catchingUp: sync_info.catching_up,
  }
}

// What a chain of another kind leaves out is empty here: such a header has another hash, and cannot be proven.
const emptyHex = hex.nullish().transform((value) => value ?? '')
const emptyInt64 = int64.nullish().transform((value) => value ?? 0n)

const parts = z
  .object({ total: safeInt.nullish().transform((value) => value ?? 0), hash: emptyHex })
  .nullish()
  .transform((value) => value ?? { total: 0, hash: '' })

const header = z.object({
  // Go leaves a zero out of JSON.
  version: z.object({ block: emptyInt64, app: emptyInt64 }).nullish(),
  chain_id: z.string().min(1).max(128),
  height,
  time: timeNs,
  last_block_id: z.object({ hash: hex, parts }).nullish(),
  last_commit_hash: emptyHex,
  data_hash: emptyHex,
  validators_hash: hash,
  next_validators_hash: hash,
  consensus_hash: emptyHex,
  app_hash: emptyHex,
  last_results_hash: emptyHex,
  evidence_hash: emptyHex,
  proposer_address: address,
})

const noBytes = new Uint8Array()

/**
 * One signature of a commit; null: it is none. Read by hand, since a commit has one for each validator: by a schema they
 * were a sixth of all garbage of a followed block. Absent ones have an empty address (JSON-RPC) or null (REST gateways), and
 * the zero time.
 */
function readSignature(value: unknown): { read: FullSignature } | null {
  if (!isFields(value)) return null
  const { block_id_flag, validator_address, timestamp, signature } = value
  const flag = typeof block_id_flag === 'number' ? flags[block_id_flag - 1] : undefined
  if (flag === undefined) return null
  const address = readNullish(validator_address, readSigner)
  const time = readNullish(timestamp, readTimeNs)
  const signed = readNullish(signature, readBytes)
  if (address === null || time === null || signed === null) return null
  const signer = flag === 1 || address === undefined || address === '' ? null : address
  return { read: { flag, address: signer, timeNs: time ?? 0n, signature: signed ?? noBytes } }
}

const flags: readonly SignatureFlag[] = [1, 2, 3, 4, 5, 6, 7]

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is read of a text; undefined where there is none, null where it is something else. */
function readNullish<T>(value: unknown, read: (text: string) => T | null): T | null | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? read(value) : null
}

const readSigner = (text: string) => (text === '' ? text : readAddress(text))

const commit = z.object({
  signed_header: z.object({
    header,
    commit: z.object({
      height,
      round: safeInt.nullish(),
      block_id: z.object({ hash, parts }),
      signatures: listBy(readSignature),
    }),
  }),
  canonical: z.boolean(),
})

/** `/commit`. The header and the commit in it must be of one height. */
export function decodeCommit(value: unknown): SignedHeader {
  const { signed_header, canonical } = commit.parse(value)
  const { header: head, commit: inner } = signed_header
  if (head.height !== inner.height) throw new ShapeError('header and commit have different heights')
  return {
    header: toHeader(head),
    commit: {
      height: inner.height,
      round: inner.round ?? 0,
      blockId: inner.block_id,
      signatures: inner.signatures,
    },
    canonical,
  }
}

const noBlock: BlockId = { hash: '', parts: { total: 0, hash: '' } }

function toHeader(head: z.output<typeof header>): FullHeader {
  return {
    version: head.version ?? { block: 0n, app: 0n },
    chainId: head.chain_id,
    height: head.height,
    timeNs: head.time,
    time: Number(head.time / 1_000_000n),
    lastBlockId: head.last_block_id ?? noBlock,
    lastCommitHash: head.last_commit_hash,
    dataHash: head.data_hash,
    validatorsHash: head.validators_hash,
    nextValidatorsHash: head.next_validators_hash,
    consensusHash: head.consensus_hash,
    appHash: head.app_hash,
    lastResultsHash: head.last_results_hash,
    evidenceHash: head.evidence_hash,
    proposer: head.proposer_address,
  }
}

// A key of a type that we do not know passes: the address stands beside it.
const publicKey = z
  .object({ type: z.string().max(128), value: bytes.catch(new Uint8Array()) })
  .nullish()
  .catch(null)

const page = z.object({
  block_height: height,
  validators: listOf(
    z.object({
      address,
      pub_key: publicKey,
      // Above 2^53 on chains that count in gwei (0G).
      voting_power: int64.refine((power) => power >= 0n),
    }),
  ).nullable(),
  total: safeInt.refine((total) => total >= 0),
})

export interface ValidatorsPage {
  height: number
  members: SetMember[]
  /** Size of the whole set. */
  total: number
}

/** One page of `/validators`. `proposer_priority` is not read. */
export function decodeValidatorsPage(value: unknown): ValidatorsPage {
  const { block_height, validators, total } = page.parse(value)
  const members = (validators ?? []).map((validator) => ({
    address: validator.address,
    keyType: validator.pub_key?.type ?? '',
    key: validator.pub_key?.value ?? new Uint8Array(),
    power: validator.voting_power,
  }))
  return { height: block_height, members, total }
}
