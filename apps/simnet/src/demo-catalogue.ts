import { networkProfiles } from './network-profiles.data.ts'

interface DemoCatalogueInput {
  /** Addresses by blockchain id, as `startSimnet` returns them. */
  endpoints: Readonly<Record<number, readonly string[]>>
  /** Port of the product, for the networks' domains. */
  port: number
  /** Slugs of those in it, of which the first is the default; without it all of them, with Celestia first. */
  networks?: readonly string[]
}

export interface DemoNetwork {
  blockchain_id: number
  host: string
  domain: string
  name: string
  symbol: string
  logo: string
  kind: 'COSMOS'
  is_da_enabled: boolean
  access: 'ANY'
  explorer_url: string | null
  chain_id: string
  rpc: string[]
  bridge_namespaces: string[]
  bridge_scrape: string[]
  keybase: boolean
}

interface DemoCatalogue {
  provider: { name: string; url: string; links: { label: string; url: string }[] }
  notice: { en: string; ru: string; uk: string }
  default_blockchain_id: number
  networks: DemoNetwork[]
}

/**
 * The catalogue of the demo, in the form that the product reads.
 * @throws Error when `networks` names none that there is
 */
export function demoCatalogue({ endpoints, port, networks }: DemoCatalogueInput): DemoCatalogue {
  const domainOf = (slug: string) => `http://${hostOf(slug)}:${port}`
  const profiles = networkProfiles.filter(({ slug }) => networks?.includes(slug) ?? true)
  const first = profiles.find(({ slug }) => slug === networks?.[0]) ?? profiles[0]
  if (first === undefined) throw new Error('the catalogue has no networks')
  return {
    provider: { name: 'Roundsman Demo', url: domainOf(first.slug), links: [] },
    notice: {
      en: 'Demonstration: every network, validator and block on these pages is simulated.',
      ru: 'Демонстрация: все сети, валидаторы и блоки на этих страницах смоделированы.',
      uk: 'Демонстрація: усі мережі, валідатори та блоки на цих сторінках змодельовані.',
    },
    default_blockchain_id: first.blockchainId,
    networks: profiles.map((profile) => ({
      blockchain_id: profile.blockchainId,
      host: hostOf(profile.slug),
      domain: domainOf(profile.slug),
      name: profile.name,
      symbol: profile.symbol,
      logo: profile.logo,
      kind: 'COSMOS',
      is_da_enabled: profile.dataAvailability,
      access: 'ANY',
      explorer_url: profile.explorerUrl,
      chain_id: profile.chainId,
      rpc: [...(endpoints[profile.blockchainId] ?? [])],
      bridge_namespaces: profile.dataAvailability ? [profile.slug] : [],
      bridge_scrape: [],
      // Simulated validators have keys that nobody has.
      keybase: false,
    })),
  }
}

function hostOf(slug: string): string {
  return `${slug}.roundsman.localhost`
}
