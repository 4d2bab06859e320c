import type { CatalogueNetwork } from './catalogue.ts'
import { unjailCommands } from './unjail-commands.data.ts'

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
