import type { Database } from '../../../platform/db/database.ts'
import type { AdminCommand } from '../../../platform/process/module.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { batchChannel, readNetworkNow } from '../model/model.store.ts'
import { openEpoch } from '../recording/epoch.store.ts'

/**
 * `network accept <id>`: takes the chain that was refused. The old one is closed with all its validators; whoever
 * follows the network finds itself in another epoch at its next commit and begins anew.
 */
export function acceptCommand(db: Database, networks: Pick<Networks, 'byId'>): AdminCommand {
  return {
    name: 'network accept',
    async run(args, terminal) {
      const [id] = args
      if (args.length !== 1 || id === undefined || !/^\d{1,9}$/.test(id)) {
        terminal.complain('Usage: network accept <id> (the blockchain_id of a network in the catalogue)')
        return 2
      }
      const networkId = Number(id)
      const name = networks.byId(networkId)?.name
      if (name === undefined) {
        terminal.complain(`No network in the catalogue has the ID ${networkId}.`)
        return 1
      }
      const taken = await db.transaction(async (tx) => {
        const read = await readNetworkNow(tx, networkId)
        const row = read?.row ?? null
        if (read === null || row?.refusedChainId == null) return { row, opened: null }
        const opened = await openEpoch(tx, { networkId, chainId: row.refusedChainId, now: read.databaseNow })
        await db.notify(tx, batchChannel, String(networkId))
        return { row, opened }
      })
      if (taken.opened === null) {
        terminal.complain(
          `${name} follows ${taken.row?.chainId ?? 'no chain yet'}; there is no chain to accept.`,
        )
        return 1
      }
      terminal.print(`${name} now follows ${taken.opened.chainId} (epoch ${taken.opened.epoch}).`)
      return 0
    },
  }
}
