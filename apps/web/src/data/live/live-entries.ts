import type { LiveData, LiveEvent, LiveEventName } from '@roundsman/contract/live'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { bridgesKey } from '../bridges/bridges-key.ts'
import { networkStatusesKey } from '../network-statuses-query.ts'
import { validatorsKey } from '../validators-query.ts'
import { keepBlockTimes } from './block-times.ts'
import { heightToBridges } from './height-to-bridges.ts'
import { heightToList, helloToList, rowsToList, statusToList } from './list-reducers.ts'
import { statusToStatuses } from './statuses-reducer.ts'
import { keepStreamedBlocks } from './streamed-blocks.ts'

/** Changes what is cached of a network by an event of its stream. What nobody asked for yet is left alone. */
type Reduce<N extends LiveEventName> = (queries: QueryClient, blockchainId: number, data: LiveData<N>) => void

/** What one event of the stream does in this tab. */
export interface LiveEntry<N extends LiveEventName> {
  caches: readonly Reduce<N>[]
  /**
   * Tells the user, as a toast or a notification of the browser. Called in one tab of a browser only: the one that
   * holds the stream.
   */
  announce?: (data: LiveData<N>, blockchainId: number) => void
}
export type LiveEntries = { readonly [N in LiveEventName]: LiveEntry<N> }

/** Every event of the stream: which query it changes, and how. A new event is one more entry. */
export const liveEntries: LiveEntries = {
  hello: { caches: [cached(validatorsKey, helloToList)] },
  height: {
    caches: [
      cached(validatorsKey, heightToList),
      cached(bridgesKey, heightToBridges),
      keepBlockTimes,
      keepStreamedBlocks,
    ],
  },
  validators: { caches: [cached(validatorsKey, rowsToList)] },
  status: {
    caches: [cached(validatorsKey, statusToList), cached(() => networkStatusesKey, statusToStatuses)],
  },
}

function cached<T, D>(
  key: (blockchainId: number) => QueryKey,
  reduce: (value: T, data: D, blockchainId: number) => T,
): (queries: QueryClient, blockchainId: number, data: D) => void {
  return (queries, blockchainId, data) => {
    queries.setQueryData<T>(key(blockchainId), (value) =>
      value === undefined ? undefined : reduce(value, data, blockchainId),
    )
  }
}

/** Does with an event what its entry says. `leads`: this tab holds the stream. */
export function applyLiveEvent(
  entries: LiveEntries,
  { event, data }: LiveEvent,
  { queries, blockchainId, leads }: { queries: QueryClient; blockchainId: number; leads: boolean },
): void {
  // An entry takes the data of its own event; the compiler cannot follow that through the table.
  const entry = entries[event] as LiveEntry<LiveEventName>
  for (const reduce of entry.caches) reduce(queries, blockchainId, data)
  if (leads) entry.announce?.(data, blockchainId)
}
