/**
 * What one token amount of x/staking counts, by consensus chain id (facts checked against each chain's own genesis
 * or code). `symbol` null: the network's own symbol. Amounts of chains that nobody listed are shown without a unit.
 */
export const units: readonly { chainId: RegExp; decimals: number; symbol: string | null }[] = [
  { chainId: /^celestia$/, decimals: 6, symbol: null },
  { chainId: /^mocha-\d+$/, decimals: 6, symbol: null },
  // x/poa mints a million `poa` for each validator; they are no XRP.
  { chainId: /^xrplevm_14(40000|49000)-\d+$/, decimals: 0, symbol: 'poa' },
  // Stake is kept in gwei.
  { chainId: /^(story-1|devnet-1)$/, decimals: 9, symbol: null },
  { chainId: /^althea_258432-\d+$/, decimals: 18, symbol: null },
  { chainId: /^haqq_11235-\d+$/, decimals: 18, symbol: null },
  { chainId: /^pio-mainnet-\d+$/, decimals: 9, symbol: null },
]
