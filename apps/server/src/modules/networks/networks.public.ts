import { isDeepStrictEqual } from 'node:util'
import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { Boot } from '@roundsman/contract/networks/networks'
import type { Config } from '../../platform/config/config.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Module } from '../../platform/process/module.ts'
import { builtInCatalogue, type CatalogueNetwork, readCatalogue } from './catalogue.ts'

export type { CatalogueNetwork } from './catalogue.ts'
export { signalCommandOf, unitOf, unjailCommandOf, voteCommandOf } from './chain-facts.ts'

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
  /** To be asked before another catalogue is taken, and called after. */
  onChange(listener: NetworksListener): void
  /**
   * Takes another catalogue.
   * @throws StartError where it cannot be used; nothing is changed then
   */
  replace(file: Config['networksFile']): Promise<NetworksChange>
}

/** What another catalogue changed. */
export interface NetworksChange {
  added: readonly CatalogueNetwork[]
  changed: readonly { before: CatalogueNetwork; after: CatalogueNetwork }[]
  removed: readonly CatalogueNetwork[]
}

interface NetworksListener {
  /** @throws StartError where this process cannot go on with these networks */
  check?(next: readonly CatalogueNetwork[]): void
  /** Goes on with the networks as they are now. */
  apply(change: NetworksChange): Promise<void>
}

type NetworksConfig = Pick<Config, 'networksFile' | 'port' | 'google' | 'publicUrl'>

/**
 * The catalogue: the file's, else the built-in one.
 * @throws StartError where the file cannot be used
 */
export function createNetworks(config: NetworksConfig): Networks {
  const listeners: NetworksListener[] = []
  let now = indexed(config)
  const byHost = (host: string) => now.hosts.get(bareHost(host)) ?? null
  return {
    module: { name: 'networks', routes: (server) => addNetworksRoutes(server, () => now.boot) },
    all: () => now.networks,
    byId: (blockchainId) => now.ids.get(blockchainId) ?? null,
    byHost,
    fallback: () => now.fallback,
    accessOf: (blockchainId) => now.ids.get(blockchainId)?.access ?? null,
    boot: () => now.boot,
    domainOfHost: (host) => byHost(host)?.domain ?? null,
    domains: () => now.networks.map((network) => network.domain),
    publicUrl: () => config.publicUrl ?? now.fallback.domain,
    onChange: (listener) => void listeners.push(listener),
    async replace(networksFile) {
      const next = indexed({ ...config, networksFile })
      for (const { check } of listeners) check?.(next.networks)
      const change = changeBetween(now.networks, next.ids)
      now = next
      for (const { apply } of listeners) await apply(change)
      return change
    },
  }
}

/** A catalogue, and how it is looked up. */
function indexed(config: NetworksConfig) {
  const catalogue = config.networksFile ? readCatalogue(config.networksFile) : builtInCatalogue(config.port)
  const { networks, default_blockchain_id, provider, notice } = catalogue
  const ids = new Map(networks.map((network) => [network.blockchain_id, network]))
  const hosts = new Map(networks.map((network) => [network.host.toLowerCase(), network]))
  const boot: Boot = {
    default_blockchain_id,
    provider,
    notice,
    google_client_id: config.google?.clientId ?? null,
    networks: networks.map(publicPart),
  }
  return { networks, ids, hosts, boot, fallback: ids.get(default_blockchain_id) ?? first(networks) }
}

function changeBetween(
  before: readonly CatalogueNetwork[],
  after: ReadonlyMap<number, CatalogueNetwork>,
): NetworksChange {
  const known = new Set(before.map(({ blockchain_id }) => blockchain_id))
  return {
    added: [...after.values()].filter(({ blockchain_id }) => !known.has(blockchain_id)),
    changed: before.flatMap((one) => {
      const other = after.get(one.blockchain_id)
      return other && !isDeepStrictEqual(one, other) ? [{ before: one, after: other }] : []
    }),
    removed: before.filter(({ blockchain_id }) => !after.has(blockchain_id)),
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
  unjail: _unjail,
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
