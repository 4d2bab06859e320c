import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import type { PersonalData } from '../../../platform/process/module.ts'
import { bridgesChannel, nextSeq } from '../bridge.store.ts'
import { bridgeToken } from '../bridges.schema.ts'

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
    // As each is deleted by itself: whoever looks at the bridges of the network sees them go.
    async erase(tx, userId) {
      const networks = new Set((await tokens(tx, userId)).map(({ networkId }) => networkId))
      for (const networkId of [...networks].sort((a, b) => a - b)) {
        await nextSeq(tx, networkId, db.now())
        await db.notify(tx, bridgesChannel, String(networkId))
      }
      await tx.delete(bridgeToken).where(eq(bridgeToken.userId, userId))
    },
  }
}
