import type { BridgesList } from '@roundsman/contract/bridges'
import type { LiveData } from '@roundsman/contract/live'

/** The height of the network under its bridges moves only forward. */
export function heightToBridges(list: BridgesList, { height }: LiveData<'height'>): BridgesList {
  if (list.network_height !== null && height <= list.network_height) return list
  return { ...list, network_height: height }
}
