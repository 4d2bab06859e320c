import { plausibleText } from '@roundsman/bridges/plausible'
import type { Networks } from '../networks/networks.public.ts'

export interface NamespaceDeps {
  networks: Pick<Networks, 'byId'>
  /** Of the chain that is followed, which may be another one than the catalogue names (W6); null: none yet. */
  chainIdOf(networkId: number): string | null
}

/**
 * Whether a namespace that a bridge names is a network's: one of the catalogue's `bridge_namespaces`; without any the
 * id of its chain; where that is not known either, any name.
 */
export function namespaceTest({ networks, chainIdOf }: NamespaceDeps) {
  return (networkId: number, namespace: string | null): boolean => {
    if (plausibleText(namespace ?? undefined) === null || namespace === null) return false
    const network = networks.byId(networkId)
    const named = network?.bridge_namespaces ?? []
    if (named.length > 0) return named.includes(namespace)
    const chainId = chainIdOf(networkId) ?? network?.chain_id ?? null
    return chainId === null || chainId === namespace
  }
}
