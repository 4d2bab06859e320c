import type { CatalogueNetwork, Unit } from './catalogue.ts'

/** The unit of a network's token amounts: the catalogue's, else by the chain id that is followed, else not known. */
export function unitOf(
  network: Pick<CatalogueNetwork, 'unit' | 'symbol' | 'chain_id'>,
  followed: string | null,
): Unit | null {
  if (network.unit) return network.unit
  const chainId = followed ?? network.chain_id
  const known = chainId === null ? undefined : units.find((entry) => entry.chainId.test(chainId))
  return known ? { symbol: known.symbol ?? network.symbol, decimals: known.decimals } : null
}

/**
 * What one token amount of x/staking counts, by consensus chain id (facts checked against each chain's own genesis
 * or code). `symbol` null: the network's own symbol. Amounts of chains that nobody listed are shown without a unit.
 */
const units: readonly { chainId: RegExp; decimals: number; symbol: string | null }[] = [
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

/**
 * The command by which an operator takes a validator of a network out of jail: the catalogue's, else by the chain id
 * that is followed; null where nobody knows.
 */
export function unjailCommandOf(
  network: Pick<CatalogueNetwork, 'unjail' | 'chain_id'>,
  followed: string | null,
): string | null {
  if (network.unjail !== undefined) return network.unjail
  const chainId = followed ?? network.chain_id
  const known = chainId === null ? undefined : unjailCommands.find((entry) => entry.chainId.test(chainId))
  return known && chainId !== null ? known.command.replace('{id}', chainId) : null
}

/**
 * How an operator takes a validator out of jail, by consensus chain id, as each chain's own documentation has it. `{id}`:
 * the chain id, `<key>` is for the operator to fill in. A chain that nobody listed has none.
 */
const bySlashing = (program: string) => `${program} tx slashing unjail --from <key> --chain-id {id}`
const unjailCommands: readonly { chainId: RegExp; command: string }[] = [
  { chainId: /^(celestia|mocha-\d+)$/, command: bySlashing('celestia-appd') },
  { chainId: /^xrplevm_14(40000|49000)-\d+$/, command: bySlashing('exrpd') },
  { chainId: /^(story-1|devnet-1)$/, command: 'story validator unjail' },
  { chainId: /^althea_258432-\d+$/, command: bySlashing('althea') },
  { chainId: /^haqq_11235-\d+$/, command: bySlashing('haqqd') },
  { chainId: /^pio-mainnet-\d+$/, command: bySlashing('provenanced') },
]

/**
 * The command by which an operator votes on a proposal of x/gov, with the program that takes their validator out of jail
 * the same way; null where nobody knows it. `<option>` and `<key>` are for the operator to fill in.
 */
export function voteCommandOf(
  network: Pick<CatalogueNetwork, 'unjail' | 'chain_id'>,
  followed: string | null,
  proposalId: number,
): string | null {
  return commandOf(network, followed, `gov vote ${proposalId} <option>`)
}

/** The command by which an operator says that their validator can run a version (x/signal); null where nobody knows it. */
export function signalCommandOf(
  network: Pick<CatalogueNetwork, 'unjail' | 'chain_id'>,
  followed: string | null,
  version: number,
): string | null {
  return commandOf(network, followed, `signal signal ${version}`)
}

/** With the program that takes validators of this chain out of jail by the same kind of command. */
function commandOf(
  network: Pick<CatalogueNetwork, 'unjail' | 'chain_id'>,
  followed: string | null,
  tx: string,
): string | null {
  const program = /^(\S+) tx slashing unjail /.exec(unjailCommandOf(network, followed) ?? '')?.[1]
  const chainId = followed ?? network.chain_id
  if (program === undefined || chainId === null) return null
  return `${program} tx ${tx} --from <key> --chain-id ${chainId}`
}
