import { and, eq, type SQL } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { AdminCommand } from '../../../platform/process/module.ts'
import { bridgesChannel, nextSeq } from '../bridge.store.ts'
import { bridge, bridgeRelease, bridgeToken } from '../bridges.schema.ts'

/**
 * `bridge release <peer id>`: takes a peer id from the user who has it, so that another one can have it. Peer ids are
 * public, so that anybody could have claimed it first.
 */
export function releaseCommand(db: Database): AdminCommand {
  return {
    name: 'bridge release',
    usage: '<peer id>',
    summary: 'Frees the peer id of a bridge that a user has claimed, so that another user can have it.',
    async run(args, terminal) {
      const [peerId] = args
      if (args.length !== 1 || peerId === undefined || peerId === '') {
        terminal.complain('Usage: bridge release <peer id>, as shown on the page')
        return 2
      }
      const networkIds = await db.transaction(async (tx) => {
        const freed = await releasePeer(tx, peerId, db.now())
        for (const networkId of freed) {
          await nextSeq(tx, networkId, db.now())
          await db.notify(tx, bridgesChannel, String(networkId))
        }
        return freed
      })
      if (networkIds.length === 0) {
        terminal.complain(`No token has claimed ${peerId}.`)
        return 1
      }
      terminal.print(
        `${peerId} is free. The user who had it cannot claim it again without proof that the bridge is theirs.`,
      )
      return 0
    },
  }
}

/** Frees a peer id on every network; whoever had it may not push for it again without the key. Gives the networks. */
async function releasePeer(tx: Tx, peerId: string, now: SQL): Promise<number[]> {
  const held = await tx
    .delete(bridge)
    .where(and(eq(bridge.peerId, peerId), eq(bridge.source, 'OTLP')))
    .returning({ networkId: bridge.networkId })
  const taken = await tx
    .update(bridgeToken)
    .set({ isReleased: true, isProven: false, problem: 'released' })
    .where(eq(bridgeToken.peerId, peerId))
    .returning({ userId: bridgeToken.userId })
  const users = [...new Set(taken.map(({ userId }) => userId))]
  if (users.length > 0)
    await tx
      .insert(bridgeRelease)
      .values(users.map((userId) => ({ peerId, userId, releasedAt: now })))
      .onConflictDoNothing()
  return held.map(({ networkId }) => networkId)
}
