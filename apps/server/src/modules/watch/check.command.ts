import type { AdminCommand } from '../../platform/module.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
import { type CheckNetworkDeps, checkNetwork } from './check-network.ts'
import { endpointLine } from './endpoint-line.ts'
import { readNetwork } from './network.store.ts'
import { trustLine } from './trust-line.ts'

export interface CheckDeps extends CheckNetworkDeps {
  db: Database
  networks: Pick<Networks, 'all'>
}

/**
 * `check`: asks every endpoint of the catalogue who it is, how high, how far back. The code is 0 where each network
 * that has endpoints has a usable one, else 1, so that a script can ask before it starts the server.
 */
export function checkCommand({ db, networks, ...net }: CheckDeps): AdminCommand {
  return {
    name: 'check',
    usage: '',
    summary:
      'ask every endpoint of the catalogue who it is, how high, how far back; 1 if a network has none to use',
    async run(args, terminal) {
      if (args.length > 0) {
        terminal.complain('Usage: check, without anything behind it; it asks every endpoint of the catalogue')
        return 2
      }
      const ask = async (network: CatalogueNetwork) => {
        // The chain that is followed counts before the catalogue's, as it does for the follower.
        const known = (await readNetwork(db.orm, network.blockchain_id))?.chainId ?? network.chain_id
        const asked = { urls: network.rpc, chainId: known, given: network.trusted ?? null }
        return { network, ...(await checkNetwork(net, asked)) }
      }
      const without: string[] = []
      // All at once, told in the catalogue's order as soon as each is there.
      for (const asked of networks.all().map(ask)) {
        const { network, chainId, endpoints, trust, problem } = await asked
        const usable = endpoints.filter(({ state }) => state === 'OK').length
        const title = `${network.name} (${network.blockchain_id})`
        if (endpoints.length === 0) {
          terminal.print(`${title}: not followed, the catalogue names no endpoint`)
          continue
        }
        if (usable === 0) without.push(network.name)
        terminal.print(`${title}: ${chainId ?? 'chain not known'}, ${usable} of ${endpoints.length} usable`)
        for (const [index, endpoint] of endpoints.entries())
          terminal.print(`  ${index + 1}. ${endpointLine(endpoint, chainId)}`)
        if (usable > 0) terminal.print(`  ${trustLine({ trust, problem })}`)
      }
      if (without.length === 0) return 0
      terminal.complain(`No endpoint can be used: ${without.join(', ')}`)
      return 1
    },
  }
}
