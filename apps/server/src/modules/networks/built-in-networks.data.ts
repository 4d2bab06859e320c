/** As much of a built-in network as does not follow from the others. */
interface BuiltInNetwork {
  blockchainId: number
  /** First label of the host. */
  slug: string
  name: string
  symbol: string
  logo: string
  isDaEnabled: boolean
  /** Where the chain has one, an explorer of validators rather than one of contracts. */
  explorerUrl: string | null
  chainId: string | null
  rpc: readonly string[]
}

/**
 * The ten networks of the specification. Chain ids and endpoints are as known in November 2026 (cosmos/chain-registry
 * and the chains' own repositories); an operator's catalogue replaces all of it.
 */
export const builtInNetworks: readonly BuiltInNetwork[] = [
  {
    blockchainId: 1,
    slug: 'celestia',
    name: 'Celestia Mainnet',
    symbol: 'TIA',
    logo: 'celestia',
    isDaEnabled: true,
    explorerUrl: 'https://mintscan.io/celestia',
    chainId: 'celestia',
    rpc: [
      'https://celestia-rpc.publicnode.com',
      'https://celestia-rpc.polkachu.com',
      'https://rpc.lunaroasis.net',
      'https://celestia-mainnet-rpc.itrocket.net',
      'https://rpc.celestia.nodestake.org',
    ],
  },
  {
    blockchainId: 2,
    slug: 'celestia-testnet',
    name: 'Celestia Testnet',
    symbol: 'TIA',
    logo: 'celestia',
    isDaEnabled: true,
    explorerUrl: 'https://mintscan.io/celestia-testnet',
    // The testnet is moving from mocha-4 to mocha-5 behind the same host names, so the first answer decides. The two
    // that celestia-app names for mocha-5 stand first.
    chainId: null,
    rpc: [
      'https://rpc-mocha.pops.one',
      'https://celestia-testnet-rpc.itrocket.net',
      'https://celestia-testnet-rpc.publicnode.com',
      'https://rpc.celestia.testnet.dteam.tech',
    ],
  },
  {
    blockchainId: 3,
    slug: '0g-testnet',
    name: '0G Testnet',
    symbol: 'A0GI',
    logo: '0g',
    isDaEnabled: false,
    explorerUrl: 'https://chainscan-galileo.0g.ai',
    chainId: null,
    // No public consensus endpoint of Galileo is known.
    rpc: [],
  },
  {
    blockchainId: 4,
    slug: 'xrpl-testnet',
    name: 'XRPL Testnet',
    symbol: 'XRP',
    logo: 'xrpl',
    isDaEnabled: false,
    explorerUrl: 'https://governance.testnet.xrplevm.org',
    chainId: 'xrplevm_1449000-1',
    rpc: [
      'https://rpc.testnet.xrplevm.org',
      'https://xrp-testnet-rpc.polkachu.com',
      'https://xrplevm-testnet-rpc.itrocket.net',
      'https://rpc.xrpl.cumulo.com.es',
    ],
  },
  {
    blockchainId: 5,
    slug: 'xrpl',
    name: 'XRPL Mainnet',
    symbol: 'XRP',
    logo: 'xrpl',
    isDaEnabled: false,
    explorerUrl: 'https://governance.xrplevm.org',
    chainId: 'xrplevm_1440000-1',
    rpc: ['https://cosmos-rpc.xrplevm.org', 'https://xrp-rpc.polkachu.com', 'https://rpc.xrpl.cumulo.org.es'],
  },
  {
    blockchainId: 6,
    slug: 'story-testnet',
    name: 'Story Testnet',
    symbol: 'IP',
    logo: 'story',
    isDaEnabled: false,
    explorerUrl: 'https://aeneid.storyscan.app',
    // Aeneid's consensus chain id is devnet-1. No public consensus endpoint of it is known.
    chainId: 'devnet-1',
    rpc: [],
  },
  {
    blockchainId: 7,
    slug: 'althea',
    name: 'Althea Mainnet',
    symbol: 'ALTHEA',
    logo: 'althea',
    isDaEnabled: false,
    explorerUrl: 'https://www.mintscan.io/althea',
    chainId: 'althea_258432-1',
    rpc: [
      'https://althea-rpc.polkachu.com',
      'https://rpc.althea.citizenweb3.com',
      'https://nodes.chandrastation.com/rpc/althea/',
      'https://rpc.lavenderfive.com/althea',
    ],
  },
  {
    blockchainId: 8,
    slug: 'haqq',
    name: 'Haqq Mainnet',
    symbol: 'ISLM',
    logo: 'haqq',
    isDaEnabled: false,
    explorerUrl: 'https://haqq.explorers.guru',
    chainId: 'haqq_11235-1',
    rpc: [
      'https://rpc.tm.haqq.network',
      'https://haqq-rpc.publicnode.com',
      'https://haqq-rpc.polkachu.com',
      'https://rpc.haqq.nodestake.org',
    ],
  },
  {
    blockchainId: 9,
    slug: 'provenance',
    name: 'Provenance Mainnet',
    symbol: 'HASH',
    logo: 'provenance',
    isDaEnabled: false,
    explorerUrl: 'https://explorer.provenance.io',
    chainId: 'pio-mainnet-1',
    rpc: [
      'https://rpc.provenance.io/',
      'https://provenance-rpc.polkachu.com',
      'https://rpc-provenance.takeshi.team/',
      'https://provenance-rpc.panthea.eu',
    ],
  },
  {
    blockchainId: 10,
    slug: 'story',
    name: 'Story Mainnet',
    symbol: 'IP',
    logo: 'story',
    isDaEnabled: false,
    explorerUrl: 'https://storyscan.app',
    chainId: 'story-1',
    rpc: ['https://rpc.story.cumulo.me', 'https://story-rpc-001.originstake.com'],
  },
]
