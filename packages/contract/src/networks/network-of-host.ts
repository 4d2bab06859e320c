import type { Boot, Network } from './networks.ts'

// Apart from the schemas: index.html finds its network before there is a program, and carries no zod.

/** The network of a host name (without port, whatever its case); an unknown host shows the default network. */
export function networkOfHost(boot: Boot, hostname: string): Network {
  const host = hostname.toLowerCase()
  const network =
    boot.networks.find((n) => n.host.toLowerCase() === host) ??
    boot.networks.find((n) => n.blockchain_id === boot.default_blockchain_id) ??
    boot.networks[0]
  if (!network) throw new Error('The catalogue has no network.')
  return network
}
