import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, toHex } from './hex-bytes.ts'
import { merkleRoot } from './merkle.ts'
import type { BlockId, FullHeader, FullSignature } from './signed-header.ts'
import { bytesField, intField, messageField, timestamp } from './wire-bytes.ts'

/** Go's zero time, which an absent signature has: 0001-01-01T00:00:00Z. */
const zeroTimeNs = -62_135_596_800_000_000_000n
const absent = 1

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
export function blockIdBytes({ hash, parts }: BlockId): Uint8Array {
  const partSet = concatBytes(intField(1, parts.total), bytesField(2, fromHex(parts.hash)))
  return concatBytes(bytesField(1, fromHex(hash)), messageField(2, partSet))
}

/**
 * Hash of a commit, which the next header has as `lastCommitHash`. It covers the signatures and nothing else: not
 * the height, the round or the block they are for. Upper-case hex.
 */
export function commitHash(signatures: readonly FullSignature[]): string {
  return toHex(merkleRoot(signatures.map(signatureBytes)))
}

function signatureBytes({ flag, address, timeNs, signature }: FullSignature): Uint8Array {
  if (flag === absent) return concatBytes(intField(1, flag), messageField(3, timestamp(zeroTimeNs)))
  return concatBytes(
    intField(1, flag),
    bytesField(2, address === null ? '' : fromHex(address)),
    messageField(3, timestamp(timeNs)),
    bytesField(4, signature),
  )
}
