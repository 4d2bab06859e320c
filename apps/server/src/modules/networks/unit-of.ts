import type { CatalogueNetwork, Unit } from './catalogue.ts'
import { units } from './units.data.ts'

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
