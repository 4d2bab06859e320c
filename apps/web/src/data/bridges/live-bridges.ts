import type { Bridge, BridgesList } from '@roundsman/contract/bridges'
import { type BridgeChange, type LiveBridges, screenEvents } from '@roundsman/contract/screen-events'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { bridgesKey } from './bridges-key.ts'

/** Changes what is cached of a network's bridges by an event of its stream; what does not fit the contract is dropped. */
export function takeBridges(queries: QueryClient, blockchainId: number, text: string): void {
  const data = readBridges(text)
  const list = queries.getQueryData<BridgesList>(bridgesKey(blockchainId))
  if (data === null || !list) return
  queries.setQueryData<BridgesList>(bridgesKey(blockchainId), changesToBridges(list, data))
  const known = new Set(list.bridges.map(({ id }) => id))
  if (data.changed.some(({ id }) => !known.has(id)))
    void queries.invalidateQueries({ queryKey: bridgesKey(blockchainId) })
}

function readBridges(text: string): LiveBridges | null {
  try {
    return z.safeParse(screenEvents.bridges, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
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
