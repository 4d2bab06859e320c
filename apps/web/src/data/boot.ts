import { Boot, type Network } from '@roundsman/contract/networks'
import * as z from 'zod/mini'
import type { ApiClient } from './api-client.ts'

/** The boot object that the server put into the page; under `vite dev` it is asked for. */
export async function loadBoot(document: Document, client: ApiClient): Promise<Boot> {
  const text = document.getElementById('boot')?.textContent
  if (text) return z.parse(Boot, JSON.parse(text))
  return client.call('networks')
}

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
