import { ChainReadError } from './errors.ts'
import type { SignedHeader } from './proof/signed-header.ts'

/** What is known of the block before. Null where it is not known. */
export interface BlockBefore {
  hash: string | null
  time: number | null
  /** The hash of the set that it announced for the next block. */
  nextValidatorsHash: string | null
}

export const NOTHING_BEFORE: BlockBefore = { hash: null, time: null, nextValidatorsHash: null }

/**
 * Whether a block follows from the one before: by its hash, by the validator set announced for it, by its time.
 *
 * @throws ChainReadError fork or schema
 */
export function checkLink(host: string, before: BlockBefore, { header }: SignedHeader): void {
  const fail = (kind: 'fork' | 'schema', reason: string) =>
    new ChainReadError({ kind, host, method: 'commit', reason: `block ${header.height} ${reason}` })
  if (before.hash !== null && header.lastBlockId.hash !== before.hash) {
    throw fail('fork', 'does not follow from the one known before it')
  }
  if (before.nextValidatorsHash !== null && header.validatorsHash !== before.nextValidatorsHash) {
    throw fail('schema', 'has another validator set than was announced')
  }
  if (before.time !== null && header.time < before.time)
    throw fail('schema', 'is older than the one before it')
}

export function asBefore({ header, commit }: SignedHeader): BlockBefore {
  return { hash: commit.blockId.hash, time: header.time, nextValidatorsHash: header.nextValidatorsHash }
}
