import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { Boot } from '@roundsman/contract/networks/networks'
import type { Config } from '../../platform/config/config.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Module } from '../../platform/process/module.ts'
import { builtInCatalogue, type CatalogueNetwork, readCatalogue } from './catalogue.ts'

export type { CatalogueNetwork } from './catalogue.ts'
export { unitOf, unjailCommandOf } from './chain-facts.ts'

export interface Networks {
  module: Module
  /** In catalogue order. */
  all(): readonly CatalogueNetwork[]
  byId(blockchainId: number): CatalogueNetwork | null
  /** The network that a Host header selects: without its port, in any case. null: no network has this host. */
  byHost(host: string): CatalogueNetwork | null
  /** Served to a host that no network has. */
  fallback(): CatalogueNetwork
  /** Who may read a network; null: there is no such network. */
  accessOf(blockchainId: number): NetworkAccess | null
  /** Answer of `GET /api/networks/`, and what index.html carries. */
  boot(): Boot
  /** What accounts ask: domains for links and origins. */
  domainOfHost(host: string): string | null
  domains(): readonly string[]
  /** `ROUNDSMAN_PUBLIC_URL` or the default network's domain. */
  publicUrl(): string
}

/**
 * The catalogue: the file's, else the built-in one.
 * @throws StartError where the file cannot be used
 */
export function createNetworks(
  config: Pick<Config, 'networksFile' | 'port' | 'google' | 'publicUrl'>,
): Networks {
  const catalogue = config.networksFile ? readCatalogue(config.networksFile) : builtInCatalogue(config.port)
  const { networks, default_blockchain_id, provider, notice } = catalogue
  const ids = new Map(networks.map((network) => [network.blockchain_id, network]))
  const hosts = new Map(networks.map((network) => [network.host.toLowerCase(), network]))
  const fallback = ids.get(default_blockchain_id) ?? first(networks)
  const byHost = (host: string) => hosts.get(bareHost(host)) ?? null
  const boot: Boot = {
    default_blockchain_id,
    provider,
    notice,
    google_client_id: config.google?.clientId ?? null,
    networks: networks.map(publicPart),
  }
  return {
    module: { name: 'networks', routes: (server) => addNetworksRoutes(server, () => boot) },
    all: () => networks,
    byId: (blockchainId) => ids.get(blockchainId) ?? null,
    byHost,
    fallback: () => fallback,
    accessOf: (blockchainId) => ids.get(blockchainId)?.access ?? null,
    boot: () => boot,
    domainOfHost: (host) => byHost(host)?.domain ?? null,
    domains: () => networks.map((network) => network.domain),
    publicUrl: () => config.publicUrl ?? fallback.domain,
  }
}

/** What anybody may see of a network: never its endpoints, whose addresses may hold keys. */
function publicPart({
  logo,
  rpc: _rpc,
  bridge_namespaces: _namespaces,
  bridge_scrape: _scrape,
  keybase: _keybase,
  unit: _unit,
  ...network
}: CatalogueNetwork): Boot['networks'][number] {
  return { ...network, logo: logoAddress(logo) }
}

function bareHost(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
}

function first(networks: readonly CatalogueNetwork[]): CatalogueNetwork {
  const [network] = networks
  if (!network) throw new Error('a catalogue has a network')
  return network
}

/** `GET /api/networks/`: what the page needs before anybody signs in. */
function addNetworksRoutes(server: HttpServer, boot: () => Boot): void {
  server.add('networks', () => Promise.resolve({ status: 200, body: boot() }))
}

/**
 * Where the page finds a network's logo. The catalogue names one of those that the page ships
 * (apps/web/public/networks), or the address of another picture. A name that none has leads nowhere, and the page
 * draws the first letter.
 */
export function logoAddress(logo: string): string {
  return /^(https?:\/)?\//.test(logo) ? logo : `/networks/${encodeURIComponent(logo)}.svg`
}
