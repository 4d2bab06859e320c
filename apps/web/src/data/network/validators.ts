import { attentionOf } from '@roundsman/contract/networks/validator-state'
import type { NetworkStatuses, ValidatorsList } from '@roundsman/contract/networks/validators'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { mayRetry } from '../api/errors.ts'
import type { StreamSeq } from '../api/live-line.ts'
import { type Fetched, useFetch } from '../api/operation.ts'
import { useServices } from '../services/services.ts'

export const validatorsKey = (blockchainId: number) => ['validators', blockchainId] as const
/** Of who voted: here, so that the list need not bring the schemas of governance with its first view. */
export const participationKey = (blockchainId: number) => ['governance', blockchainId, 'votes'] as const

interface Deps {
  client: ApiClient
  queries: QueryClient
  streamSeq: StreamSeq
}

/** Of the times that a list is asked for again because the stream had come further meanwhile. */
const mostAttempts = 3

/**
 * The list of one network. An answer that is older than what the page has never takes it back; one that is older than
 * what the stream said meanwhile is asked for again, because those batches would be missing in it.
 */
export function validatorsQuery({ client, queries, streamSeq }: Deps, blockchainId: number) {
  const queryKey = validatorsKey(blockchainId)
  return queryOptions<ValidatorsList>({
    queryKey,
    async queryFn({ signal }) {
      for (let attempt = 1; ; attempt += 1) {
        const list = await client.call('validators', { params: { blockchainId }, signal })
        const known = queries.getQueryData<ValidatorsList>(queryKey)
        if (known && known.seq > list.seq) return known
        if (list.seq >= streamSeq.of(blockchainId) || attempt === mostAttempts) return list
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: mayRetry,
  })
}

/** What stands for the list where it could not be fetched (specification §4). */
type NoValidators = Pick<ValidatorsList, 'network_height' | 'validators'>
const noValidators: NoValidators = { network_height: 0, validators: [] }

/** The validators of the page's network, live. */
export function useValidators(enabled = true): Fetched<ValidatorsList, NoValidators> {
  const services = useServices()
  return useFetch({ ...validatorsQuery(services, services.network.blockchain_id), enabled }, noValidators)
}

export const networkStatusesKey = ['network-statuses'] as const

/** How every network that the user may read is doing, for the switcher's menu while it is open. */
function networkStatusesQuery(client: ApiClient) {
  return queryOptions<NetworkStatuses>({
    queryKey: networkStatusesKey,
    queryFn: ({ signal }) => client.call('networkStatuses', { signal }),
    // As long as somebody looks at it; a tab that nobody sees asks for nothing.
    refetchInterval: 20_000,
    staleTime: 20_000,
    retry: false,
  })
}

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
