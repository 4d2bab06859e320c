import type { AdminCommand } from '../../platform/module.ts'
import type { Database } from '../../platform/db/database.ts'
import { releasePeer } from './bridge-token.store.ts'
import { bridgesChannel, nextSeq } from './intake.ts'

/**
 * `bridge release <peer id>`: takes a peer id from the token that has it, so that another one can have it. Peer ids are
 * public, so that anybody could have claimed it first.
 */
export function releaseCommand(db: Database): AdminCommand {
  return {
    name: 'bridge release',
    usage: '<peer id>',
    summary: 'free the peer id of a bridge that a token has claimed, so that another token can have it',
    async run(args, terminal) {
      const [peerId] = args
      if (args.length !== 1 || peerId === undefined || peerId === '') {
        terminal.complain('Usage: bridge release <peer id>, as the page shows it')
        return 2
      }
      const networkIds = await db.transaction(async (tx) => {
        const freed = await releasePeer(tx, peerId)
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
      terminal.print(`${peerId} is free. The token that had it cannot push for it again.`)
      return 0
    },
  }
}
