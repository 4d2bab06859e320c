import type { Bridge, BridgesList } from '@roundsman/contract/bridges'
import type { BridgeChange, LiveData } from '@roundsman/contract/live'
import type { QueryClient } from '@tanstack/react-query'
import { bridgesKey } from '../bridges/bridges-key.ts'

// The bridges after an event of the stream. Rows and the list keep their identity when nothing in them changed.

export function heightToBridges(list: BridgesList, { height }: LiveData<'height'>): BridgesList {
  if (list.network_height !== null && height <= list.network_height) return list
  return { ...list, network_height: height }
}

/** A bridge that is new is left out: whose it is says the list alone. */
export function changesToBridges(list: BridgesList, { changed, removed }: LiveData<'bridges'>): BridgesList {
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

/** Asks for the list again when there is a bridge that it does not have. */
export function readNewBridges(
  queries: QueryClient,
  blockchainId: number,
  { changed }: LiveData<'bridges'>,
): void {
  const list = queries.getQueryData<BridgesList>(bridgesKey(blockchainId))
  if (!list) return
  const known = new Set(list.bridges.map(({ id }) => id))
  if (changed.some(({ id }) => !known.has(id)))
    void queries.invalidateQueries({ queryKey: bridgesKey(blockchainId) })
}
