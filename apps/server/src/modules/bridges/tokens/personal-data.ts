import { asc, eq } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { PersonalData } from '../../../platform/process/module.ts'
import { bridgesChannel, nextSeq } from '../bridge.store.ts'
import { type BridgeTokenRow, bridgeToken } from '../bridges.schema.ts'

/** Before tokens go with their owner: whoever looks at the bridges of their networks sees them go. */
async function announceGone(
  tx: Tx,
  db: Pick<Database, 'now' | 'notify'>,
  tokens: readonly Pick<BridgeTokenRow, 'networkId'>[],
): Promise<void> {
  const networks = new Set(tokens.map(({ networkId }) => networkId))
  for (const networkId of [...networks].sort((a, b) => a - b)) {
    await nextSeq(tx, networkId, db.now())
    await db.notify(tx, bridgesChannel, String(networkId))
  }
}

/** Before a team is deleted, and its tokens with it (migration 0058). */
export function createTeamDeleted(
  db: Pick<Database, 'now' | 'notify'>,
): (tx: Tx, teamId: number) => Promise<void> {
  return async (tx, teamId) => {
    await announceGone(tx, db, await tx.select().from(bridgeToken).where(eq(bridgeToken.teamId, teamId)))
  }
}

/** The tokens of a user, and which bridges push with them. */
export function personalDataOf(db: Pick<Database, 'now' | 'notify'>): PersonalData {
  const tokens = (orm: Parameters<PersonalData['read']>[0], userId: number) =>
    orm.select().from(bridgeToken).where(eq(bridgeToken.userId, userId)).orderBy(asc(bridgeToken.id))
  return {
    read: async (orm, userId) => ({
      bridge_tokens: (await tokens(orm, userId)).map((token) => ({
        blockchain_id: token.networkId,
        name: token.name,
        validator: token.validatorKey,
        peer_id: token.peerId,
        last_used_at: token.lastUsedAt?.toISOString() ?? null,
        created_at: token.createdAt.toISOString(),
      })),
    }),
    async erase(tx, userId) {
      await announceGone(tx, db, await tokens(tx, userId))
      await tx.delete(bridgeToken).where(eq(bridgeToken.userId, userId))
    },
  }
}
