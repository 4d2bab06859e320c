import { bridgeEndpoints } from '@roundsman/contract/bridges/bridge-endpoints'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import type { LiveData } from '@roundsman/contract/live/live'
import type { BridgeChange, LiveBridges } from '@roundsman/contract/live/screen-events'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { mayRetry } from '../api/errors.ts'
import { type Fetched, useFetch } from '../api/operation.ts'
import { useServices } from '../services/services.ts'
import { noteHeights, stillSeconds } from './still-heights.ts'

/** The bridges of one network in the cache of queries. */
export const bridgesKey = (blockchainId: number) => ['bridges', blockchainId] as const

/** How often bridges are asked for again, ms: the stream keeps them true, and this what it might have left out. */
const bridgesAgainMs = 60_000

/** The bridges of one network. Rows in which nothing is another stay the same objects. */
export function bridgesQuery(client: ApiClient, blockchainId: number) {
  return queryOptions<BridgesList>({
    queryKey: bridgesKey(blockchainId),
    async queryFn({ signal, client: queries }) {
      const list = await client.callTo(bridgeEndpoints.bridges, { params: { blockchainId }, signal })
      noteHeights(queries, blockchainId, list.bridges)
      return list
    },
    refetchInterval: bridgesAgainMs,
    retry: mayRetry,
  })
}

/** What stands for the bridges where they could not be fetched (specification §4). */
type NoBridges = Omit<BridgesList, 'network_height'> & { network_height: 0 }
const noBridges: NoBridges = { network_height: 0, bridges: [] }

/** The bridges of the page's network, as they stand now. */
export function useBridges(): Fetched<BridgesList, NoBridges> {
  const { client, network } = useServices()
  return useFetch(bridgesQuery(client, network.blockchain_id), noBridges)
}

/** How long the height of a bridge that is behind has stood; null where that is not known, or no sign of anything. */
export function useStillSeconds(bridge: Bridge): number | null {
  const { queries, network } = useServices()
  return stillSeconds(queries, network.blockchain_id, bridge)
}

/** Changes what is cached of a network's bridges by an event of its stream. */
export function takeBridges(queries: QueryClient, blockchainId: number, data: LiveBridges): void {
  const list = queries.getQueryData<BridgesList>(bridgesKey(blockchainId))
  if (!list) return
  const next = changesToBridges(list, data)
  noteHeights(queries, blockchainId, next.bridges)
  queries.setQueryData<BridgesList>(bridgesKey(blockchainId), next)
  const known = new Set(list.bridges.map(({ id }) => id))
  if (data.changed.some(({ id }) => !known.has(id)))
    void queries.invalidateQueries({ queryKey: bridgesKey(blockchainId) })
}

/**
 * A bridge that is new is left out: whose it is says the list alone. Rows and the list keep their identity when nothing
 * in them changed.
 */
function changesToBridges(list: BridgesList, { changed, removed }: LiveBridges): BridgesList {
  const changes = new Map(changed.map((change) => [change.id, change]))
  const gone = new Set(removed)
  const bridges = list.bridges.filter(({ id }) => !gone.has(id)).map((row) => merge(row, changes.get(row.id)))
  const isSame =
    bridges.length === list.bridges.length && bridges.every((row, at) => row === list.bridges[at])
  return isSame ? list : { ...list, bridges }
}

function merge(row: Bridge, change: BridgeChange | undefined): Bridge {
  const known = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  const next: Bridge = { ...row, ...Object.fromEntries(known) }
  const keys = Object.keys(next) as (keyof Bridge)[]
  return keys.every((key) => Object.is(next[key], row[key])) ? row : next
}

export const bridgeTokensKey = (blockchainId: number) => ['bridge-tokens', blockchainId] as const

/**
 * The user's tokens on one network, with what is wrong with what each sends.
 * @param againMs how often they are asked for again while somebody looks
 */
export function bridgeTokensQuery(client: ApiClient, blockchainId: number, againMs: number) {
  return queryOptions({
    queryKey: bridgeTokensKey(blockchainId),
    queryFn: async ({ signal }) => {
      const { tokens } = await client.callTo(bridgeEndpoints.bridgeTokens, {
        params: { blockchainId },
        signal,
      })
      return tokens
    },
    refetchInterval: againMs,
    retry: mayRetry,
  })
}

/** The height of the network under its bridges moves only forward. */
export function heightToBridges(list: BridgesList, { height }: LiveData<'height'>): BridgesList {
  if (list.network_height !== null && height <= list.network_height) return list
  return { ...list, network_height: height }
}
