import type { BridgesList } from '@roundsman/contract/bridges'
import { type Fetched, useFetch } from '../operation.ts'
import { useServices } from '../services.ts'
import { bridgesQuery } from './bridges-query.ts'

/** What stands for the bridges where they could not be fetched (specification §4). */
type NoBridges = Omit<BridgesList, 'network_height'> & { network_height: 0 }
const noBridges: NoBridges = { network_height: 0, bridges: [] }

/** The bridges of the page's network, as they stand now. */
export function useBridges(): Fetched<BridgesList, NoBridges> {
  const { client, network } = useServices()
  return useFetch(bridgesQuery(client, network.blockchain_id), noBridges)
}
