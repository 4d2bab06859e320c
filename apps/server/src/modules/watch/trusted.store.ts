import { decodeTrusted, encodeTrusted, type Trusted } from '@roundsman/cometbft/proof/trusted'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { type NetworkRow, type TrustedBlock, watchTrustedSet } from './watch.schema.ts'

export function trustedBlock(trusted: Trusted): TrustedBlock {
  const { nextSet: _set, ...block } = encodeTrusted(trusted)
  return block
}

/** Stores the set that follows a trusted block. Called only where its hash is another one than is stored. */
export async function storeTrustedSet(
  tx: Queryable,
  { networkId, epoch }: Pick<NetworkRow, 'networkId' | 'epoch'>,
  trusted: Trusted,
): Promise<void> {
  const values = {
    epoch,
    validatorsHash: trusted.nextValidatorsHash,
    members: encodeTrusted(trusted).nextSet,
  }
  await tx
    .insert(watchTrustedSet)
    .values({ networkId, ...values })
    .onConflictDoUpdate({ target: watchTrustedSet.networkId, set: values })
}

/** The trusted block of a network with its set; null where there is none of this epoch, or it cannot be read. */
export async function readTrusted(orm: Queryable, row: NetworkRow): Promise<Trusted | null> {
  if (row.trusted === null) return null
  const [stored] = await orm
    .select()
    .from(watchTrustedSet)
    .where(
      and(
        eq(watchTrustedSet.networkId, row.networkId),
        eq(watchTrustedSet.epoch, row.epoch),
        eq(watchTrustedSet.validatorsHash, row.trusted.nextValidatorsHash),
      ),
    )
  return stored ? decodeTrusted({ ...row.trusted, nextSet: stored.members }) : null
}
