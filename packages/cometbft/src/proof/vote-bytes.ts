import { concatBytes } from '@noble/hashes/utils.js'
import { blockIdBytes } from './block-hash.ts'
import type { FullCommit } from './signed-header.ts'
import {
  bytesField,
  delimited,
  intField,
  messageField,
  noBytes,
  sfixed64Field,
  timestamp,
} from './wire-bytes.ts'

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
    const voted = signature.flag === nil ? noBytes : block
    return delimited(concatBytes(start, voted, messageField(5, timestamp(signature.timeNs)), end))
  }
}
