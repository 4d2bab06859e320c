import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { consensusAddress } from '../address.ts'
import type { BlockId, ConsensusHex, FullCommit, FullHeader, FullSignature, SetMember } from '../domain.ts'
import {
  bytesField,
  createMessageWriter,
  intField,
  messageField,
  sfixed64Field,
  timestamp,
} from '../protobuf.ts'
import { sha256 } from './sha256.ts'

/** Go's zero time, which an absent signature has: 0001-01-01T00:00:00Z. */
const zeroTimeNs = -62_135_596_800_000_000_000n
const absent = 1
const leafPrefix = 0x00
const innerPrefix = 0x01

/** Hash of a block: the Merkle root over the fields of its header. Upper-case hex. */
export function headerHash(header: FullHeader): string {
  const wrapped = (hash: string) => bytesField(1, fromHex(hash))
  return toHex(
    merkleRoot([
      concatBytes(intField(1, header.version.block), intField(2, header.version.app)),
      bytesField(1, header.chainId),
      intField(1, header.height),
      timestamp(header.timeNs),
      blockIdBytes(header.lastBlockId),
      wrapped(header.lastCommitHash),
      wrapped(header.dataHash),
      wrapped(header.validatorsHash),
      wrapped(header.nextValidatorsHash),
      wrapped(header.consensusHash),
      wrapped(header.appHash),
      wrapped(header.lastResultsHash),
      wrapped(header.evidenceHash),
      wrapped(header.proposer),
    ]),
  )
}

/** A block id; the first block has an empty one, whose part set is written all the same. */
function blockIdBytes({ hash, parts }: BlockId): Uint8Array {
  const partSet = concatBytes(intField(1, parts.total), bytesField(2, fromHex(parts.hash)))
  return concatBytes(bytesField(1, fromHex(hash)), messageField(2, partSet))
}

/**
 * Hash of a commit, which the next header has as `lastCommitHash`. It covers the signatures and nothing else: not
 * the height, the round or the block they are for. Upper-case hex.
 */
export function commitHash(signatures: readonly FullSignature[]): string {
  if (signatures.length === 0) return toHex(merkleRoot([]))
  return toHex(rootOf(signatures.map(signatureHash), 0, signatures.length))
}

const absentHash = leafHash(concatBytes(intField(1, absent), messageField(3, timestamp(zeroTimeNs))))
/** A block of a hundred validators is two hundred such messages: each in an array of its own was a tenth of all garbage. */
const writer = createMessageWriter()

/** Of the tree's leaf. */
function signatureHash({ flag, address, timeNs, signature }: FullSignature): Uint8Array {
  if (flag === absent) return absentHash
  writer.begin()
  writer.byte(leafPrefix)
  writer.int(1, flag)
  if (address !== null) writer.hex(2, address)
  writer.time(3, timeNs)
  writer.bytes(4, signature)
  return sha256(writer.written())
}

type KeyKind = 'ed25519' | 'secp256k1' | 'bls12381' | 'mldsa65' | 'secp256k1eth'

const kinds: Readonly<Record<string, KeyKind>> = {
  'tendermint/PubKeyEd25519': 'ed25519',
  'tendermint/PubKeySecp256k1': 'secp256k1',
  'cometbft/PubKeyBls12_381': 'bls12381',
  'cometbft/PubKeyMlDsa65': 'mldsa65',
  'tendermint/PubKeySecp256k1eth': 'secp256k1eth',
}
/** The field of CometBFT's PublicKey message. */
const fields: Readonly<Record<KeyKind, number>> = {
  ed25519: 1,
  secp256k1: 2,
  bls12381: 3,
  mldsa65: 4,
  secp256k1eth: 5,
}
const lengths: Readonly<Record<KeyKind, number>> = {
  ed25519: 32,
  secp256k1: 33,
  bls12381: 96,
  mldsa65: 1952,
  secp256k1eth: 33,
}

/** The kind of a member's key; null for one whose hash we do not know how to make. */
export function kindOf({ keyType, key }: Pick<SetMember, 'keyType' | 'key'>): KeyKind | null {
  const kind = kinds[keyType] ?? null
  return kind !== null && key.length === lengths[kind] ? kind : null
}

/** The address that a key has; what an answer says of it is not in the set's hash. Null for another kind, and for none. */
export function addressOf(member: Pick<SetMember, 'keyType' | 'key'>): ConsensusHex | null {
  if (kindOf(member) === null) return null
  try {
    return consensusAddress(member.keyType, member.key)
  } catch {
    return null
  }
}

/** `validators_hash` of a set, in upper-case hex; null where a key is of a kind that we do not know. */
export function setHash(set: readonly SetMember[]): string | null {
  const leaves: Uint8Array[] = []
  for (const member of set) {
    const kind = kindOf(member)
    if (kind === null) return null
    const publicKey = bytesField(fields[kind], member.key)
    leaves.push(concatBytes(messageField(1, publicKey), intField(2, member.power)))
  }
  return toHex(merkleRoot(leaves))
}

const precommit = 2
const nil = 3

/**
 * What the validator of each place signed: its vote as CometBFT makes it canonical. All votes of a commit share all
 * but their time; a nil vote names no block.
 */
export function voteBytes(chainId: string, commit: FullCommit): (place: number) => Uint8Array {
  const start = concatBytes(
    intField(1, precommit),
    sfixed64Field(2, commit.height),
    sfixed64Field(3, commit.round),
  )
  const block = messageField(4, blockIdBytes(commit.blockId))
  const end = bytesField(6, chainId)
  return (place) => {
    const signature = commit.signatures[place]
    if (signature === undefined) throw new RangeError(`no signature at place ${place}`)
    writer.begin()
    writer.raw(start)
    if (signature.flag !== nil) writer.raw(block)
    writer.time(5, signature.timeNs)
    writer.raw(end)
    return writer.delimited()
  }
}

/** Bytes of upper-case hex, as the wire has hashes and addresses. @throws Error on anything else */
function fromHex(text: string): Uint8Array {
  return hex.decode(text.toLowerCase())
}

/** Upper-case hex. */
function toHex(bytes: Uint8Array): string {
  return hex.encode(bytes).toUpperCase()
}

/**
 * Root of CometBFT's Merkle tree (RFC 6962): each split leaves the largest power of two below the count on the left.
 * Of nothing it is the hash of nothing.
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array())
  return rootOf(leaves.map(leafHash), 0, leaves.length)
}

function rootOf(hashes: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const first = hashes[from]
  if (first === undefined) throw new RangeError('a tree without leaves')
  if (to - from === 1) return first
  const middle = from + splitOf(to - from)
  return innerHash(rootOf(hashes, from, middle), rootOf(hashes, middle, to))
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  return 2 ** (31 - Math.clz32(count - 1))
}

function leafHash(leaf: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(leaf.length + 1)
  bytes[0] = leafPrefix
  bytes.set(leaf, 1)
  return sha256(bytes)
}

function innerHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = innerPrefix
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return sha256(bytes)
}
