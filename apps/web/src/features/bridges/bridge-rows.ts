import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { createContext } from 'react'
import { compareVersions, isOlder, newestVersion } from '../../parts/bridges/bridge-facts.ts'
import { type BridgesView, type Show, shows, type SortKey } from './bridges-view.ts'

/** What every row needs beside itself; it changes rarely, so that unchanged rows are not drawn again. */
export interface RowContext {
  /** Of all bridges of the network. */
  newest: string | null
  /** Median seconds between blocks. */
  blockSeconds: number | null
}

export function rowContextOf(list: BridgesList, status: NetworkStatus | undefined): RowContext {
  const pace = status?.block_time_seconds ?? null
  return {
    newest: newestVersion(list.bridges),
    // To a tenth: a pace that is another one with each block would draw every row with it.
    blockSeconds: pace === null ? null : Math.max(0.1, Math.round(pace * 10) / 10),
  }
}

export function sameRowContext(a: RowContext, b: RowContext): boolean {
  return a.newest === b.newest && a.blockSeconds === b.blockSeconds
}

/** What changes with each block, for the cells that show it. */
export interface Surroundings {
  networkHeight: number | null
  validators: ReadonlyMap<number, Validator>
}
export const SurroundingsContext = createContext<Surroundings>({ networkHeight: null, validators: new Map() })

type Test = (bridge: Bridge, newest: string | null) => boolean

/** Whether a bridge belongs to a filter. One of which nothing is known is not synced as far as anybody can say. */
const tests: Record<Show, Test> = {
  all: () => true,
  mine: ({ owned }) => owned,
  notSynced: ({ sync_status }) => sync_status !== 'SYNCED',
  older: isOlder,
  stalled: ({ sync_status }) => sync_status === 'STALLED',
  catchingUp: ({ sync_status }) => sync_status === 'CATCHING_UP',
  unknown: ({ sync_status }) => sync_status === 'UNKNOWN',
  contested: ({ contested }) => contested,
}

export type Counts = Record<Show, number>

export function countByShow(bridges: readonly Bridge[]): Counts {
  const newest = newestVersion(bridges)
  const count = (show: Show) => bridges.filter((bridge) => tests[show](bridge, newest)).length
  return Object.fromEntries(shows.map((show) => [show, count(show)])) as Counts
}

/** Bridges of a filter whose name, peer id or validator has the text. */
export function filterBridges(
  bridges: readonly Bridge[],
  { show, q }: Pick<BridgesView, 'show' | 'q'>,
  validatorOf: (id: number | null) => Pick<Validator, 'moniker'> | undefined,
): Bridge[] {
  const newest = newestVersion(bridges)
  const wanted = q.trim().toLowerCase()
  const found = ({ name, peer_id, validator_id }: Bridge) =>
    [name, peer_id, validatorOf(validator_id)?.moniker].some((text) => text?.toLowerCase().includes(wanted))
  return bridges.filter((bridge) => tests[show](bridge, newest) && (wanted === '' || found(bridge)))
}

type SortValue = string | number

/** The state that needs a person most is the largest; of what is unknown nobody can say that it is well. */
const urgency: Record<Bridge['sync_status'], number> = { STALLED: 3, CATCHING_UP: 2, UNKNOWN: 1, SYNCED: 0 }

const values: Record<SortKey, (row: Bridge) => SortValue | null> = {
  name: ({ name }) => name,
  sync: ({ sync_status }) => urgency[sync_status],
  height: ({ height }) => height,
  lag: ({ lag }) => lag,
  version: ({ version }) => version,
  update: ({ last_otel_update: at }) => (at === null ? null : Date.parse(at)),
}

/** What a column sorts a row by; undefined, which the table puts last, where it is not known. */
export function sortValue(row: Bridge, key: SortKey): SortValue | undefined {
  return values[key](row) ?? undefined
}

/** Negative where `a` is less. */
export function compareValues(
  key: SortKey,
  a: unknown,
  b: unknown,
  names: (a: string, b: string) => number,
): number {
  if (typeof a === 'string' && typeof b === 'string')
    return key === 'version' ? compareVersions(a, b) : names(a, b)
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0
}
