import { builtInNetworks } from './built-in-networks.data.ts'
import type { Catalogue } from './catalogue.ts'

/** Every built-in host lies under it, so that one cookie serves them all on one machine. */
const site = 'roundsman.localhost'

/** The catalogue without a file: the ten networks of the specification, on this machine's own names. */
export function builtInCatalogue(port: number): Catalogue {
  return {
    provider: { name: 'Roundsman', url: `http://celestia.${site}:${port}`, links: [] },
    notice: null,
    default_blockchain_id: 1,
    networks: builtInNetworks.map((network) => ({
      blockchain_id: network.blockchainId,
      host: `${network.slug}.${site}`,
      domain: `http://${network.slug}.${site}:${port}`,
      name: network.name,
      symbol: network.symbol,
      logo: network.logo,
      kind: 'COSMOS',
      is_da_enabled: network.isDaEnabled,
      access: 'ANY',
      explorer_url: network.explorerUrl,
      chain_id: network.chainId,
      rpc: [...network.rpc],
      bridge_namespaces: [],
      bridge_scrape: [],
      keybase: true,
    })),
  }
}
