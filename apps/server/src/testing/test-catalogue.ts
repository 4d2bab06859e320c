import type { Catalogue } from '../modules/networks/catalogue.ts'
import type { CatalogueNetwork } from '../modules/networks/networks.public.ts'

/**
 * A network that nobody follows and anybody may read, but for the change: network 1 unless the change has another
 * id, by which it is named, at `http://n<id>.localhost:8000`.
 */
export function testNetwork(change: Partial<CatalogueNetwork> = {}): CatalogueNetwork {
  const id = change.blockchain_id ?? 1
  return {
    blockchain_id: id,
    host: `n${id}.localhost`,
    domain: `http://n${id}.localhost:8000`,
    name: `Network ${id}`,
    symbol: 'TIA',
    logo: 'celestia',
    kind: 'COSMOS',
    is_da_enabled: false,
    access: 'ANY',
    explorer_url: null,
    chain_id: null,
    rpc: [],
    bridge_namespaces: [],
    bridge_scrape: [],
    keybase: false,
    ...change,
  }
}

/** A catalogue of these networks as its file holds it; the first is the default one. */
export function testCatalogue(networks: readonly [CatalogueNetwork, ...CatalogueNetwork[]]): Catalogue {
  return {
    provider: { name: 'Test', url: 'https://example.org', links: [] },
    notice: null,
    default_blockchain_id: networks[0].blockchain_id,
    networks: [...networks],
  }
}
