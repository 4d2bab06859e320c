import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { AdminCommand } from '../../../platform/process/module.ts'
import { teamMembers } from '../../accounts/accounts.public.ts'
import { bridgesChannel, nextSeq } from '../bridge.store.ts'
import { bridge, bridgeToken } from '../bridges.schema.ts'

/**
 * `bridge release <peer id>`: takes a peer id from the user or team that has it, so that another one can have it. Peer ids are
 * public, so that anybody could have claimed it first.
 */
export function releaseCommand(db: Database): AdminCommand {
  return {
    name: 'bridge release',
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
    .returning({ id: bridgeToken.id })
  const tokenIds = taken.map(({ id }) => id)
  // Of a team its members as well: else one of them would take it back alone.
  await tx.execute(sql`
    INSERT INTO bridge_release (peer_id, user_id, team_id, released_at)
    SELECT ${peerId}::text, t.user_id, t.team_id, ${now}
    FROM bridge_token t WHERE t.id = ANY (${sql.param(tokenIds)}::int[])
    UNION
    SELECT ${peerId}::text, m.user_id, NULL, ${now}
    FROM bridge_token t JOIN (${teamMembers}) m ON m.team_id = t.team_id WHERE t.id = ANY (${sql.param(tokenIds)}::int[])
    ON CONFLICT DO NOTHING`)
  return held.map(({ networkId }) => networkId)
}
