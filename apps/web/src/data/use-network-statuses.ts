import { attentionOf } from '@roundsman/contract/validator-state'
import type { NetworkStatuses } from '@roundsman/contract/validators'
import { networkStatusesQuery } from './network-statuses-query.ts'
import { useFetch } from './operation.ts'
import { useServices } from './services.ts'
import { useValidators } from './use-validators.ts'

type Entry = NetworkStatuses['networks'][number]

/** How each network that the user may read is doing, by its id; that of the page as its list says, which is live. */
export function useNetworkStatuses(): ReadonlyMap<number, Entry> {
  const { client, network } = useServices()
  const { known: statuses } = useFetch(networkStatusesQuery(client), null)
  const entries = new Map(statuses?.networks.map((entry) => [entry.blockchain_id, entry]))
  const own = entries.get(network.blockchain_id)
  // Asked for by the page already where it may be read.
  const { known: list } = useValidators(own !== undefined)
  if (own && list)
    entries.set(own.blockchain_id, { ...own, status: list.status, attention: attentionOf(list.validators) })
  return entries
}
