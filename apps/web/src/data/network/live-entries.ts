import { afterBlocks, type LiveData, type ValidatorChange } from '@roundsman/contract/live/live'
import {
  type NetworkStatuses,
  type Validator,
  Validator as ValidatorSchema,
  type ValidatorsList,
} from '@roundsman/contract/networks/validators'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type AnnounceMeans, announceAlert, putAlert } from '../alerts/live-alerts.ts'
import type { StreamData, StreamEvent, StreamEventName } from '../api/live-line.ts'
import { bridgesKey, heightToBridges, takeBridges } from './bridges.ts'
import { keepBlockTimes, keepStreamedBlocks } from './streamed-blocks.ts'
import { networkStatusesKey, validatorsKey } from './validators.ts'

// The list after an event of the stream. Rows and the list itself keep their identity when nothing in them changed.

/**
 * The server that begins a stream with an older batch than the list has was put back (restored from a backup): the
 * list is of that batch from now on, so that the whole rows which follow are taken. A stream that goes on after a
 * break has no such event (live-line.ts).
 */
function helloToList(list: ValidatorsList, { seq }: LiveData<'hello'>): ValidatorsList {
  return seq < list.seq ? { ...list, seq } : list
}

/** Blocks of a batch that the list already has are left out: their letters would be counted twice. */
function heightToList(list: ValidatorsList, { height, at, seq, blocks }: LiveData<'height'>): ValidatorsList {
  if (seq <= list.seq) return list
  const moved = blocks.length === 0 ? list.validators : list.validators.map(afterBlocks(blocks))
  const next = { ...list, validators: moved, seq }
  if (list.network_height !== null && height <= list.network_height) return next
  const { status } = list
  const observed = status.observed_at !== null && status.observed_at > at ? status.observed_at : at
  return {
    ...next,
    network_height: height,
    status: { ...status, height, latest_block_at: at, observed_at: observed },
  }
}

function statusToList(list: ValidatorsList, status: LiveData<'status'>): ValidatorsList {
  return { ...list, status, network_height: status.height ?? list.network_height }
}

/** Rows of an older batch than the list's say nothing new. */
function rowsToList(list: ValidatorsList, { changed, removed, seq }: LiveData<'validators'>): ValidatorsList {
  if (seq < list.seq) return list
  const changes = new Map(changed.map((change) => [change.id, change]))
  const gone = new Set(removed)
  let touched = false
  const rows: Validator[] = []
  for (const row of list.validators) {
    const change = changes.get(row.id)
    changes.delete(row.id)
    if (gone.has(row.id)) {
      touched = true
      continue
    }
    const next = change ? merge(row, change) : row
    touched ||= next !== row
    rows.push(next)
  }
  for (const change of changes.values()) {
    // A row never seen before comes whole; half a row of an unknown validator can only be of one just removed.
    const whole = z.safeParse(ValidatorSchema, change)
    if (!whole.success || gone.has(change.id)) continue
    touched = true
    rows.push(whole.data)
  }
  return touched || seq !== list.seq ? { ...list, validators: touched ? rows : list.validators, seq } : list
}

function merge(row: Validator, change: ValidatorChange): Validator {
  const keys = Object.keys(change) as (keyof Validator)[]
  if (keys.every((key) => change[key] === undefined || Object.is(change[key], row[key]))) return row
  const known = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...row, ...known }
}

/** The states of all networks with that of one brought up to date. */
function statusToStatuses(
  statuses: NetworkStatuses,
  status: LiveData<'status'>,
  blockchainId: number,
): NetworkStatuses {
  return {
    networks: statuses.networks.map((entry) =>
      entry.blockchain_id === blockchainId ? { ...entry, status } : entry,
    ),
  }
}

/** Changes what is cached of a network by an event of its stream. What nobody asked for yet is left alone. */
type Reduce<N extends StreamEventName> = (
  queries: QueryClient,
  blockchainId: number,
  data: StreamData<N>,
) => void

/** What one event of the stream does in this tab. */
interface LiveEntry<N extends StreamEventName> {
  caches: readonly Reduce<N>[]
  /**
   * Notifies the user, as a toast or a notification of the browser. Called in one tab of a browser only: the one that
   * holds the stream.
   */
  announce?: (data: StreamData<N>, blockchainId: number, means: AnnounceMeans) => void
}
export type LiveEntries = { readonly [N in StreamEventName]: LiveEntry<N> }

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
  bridges: { caches: [takeBridges] },
  alert: { caches: [putAlert], announce: announceAlert },
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

interface Surroundings {
  queries: QueryClient
  blockchainId: number
  /** Null in a tab that does not hold the stream. */
  means: AnnounceMeans | null
}

/** Does with an event what its entry says. */
export function applyLiveEvent(
  entries: LiveEntries,
  { event, data }: StreamEvent,
  { queries, blockchainId, means }: Surroundings,
): void {
  // An entry takes the data of its own event; the compiler cannot follow that through the table.
  const entry = entries[event] as LiveEntry<StreamEventName>
  for (const reduce of entry.caches) reduce(queries, blockchainId, data)
  if (means) entry.announce?.(data, blockchainId, means)
}
