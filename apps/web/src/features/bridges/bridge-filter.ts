import type { Bridge } from '@roundsman/contract/bridges'
import type { Validator } from '@roundsman/contract/validators'
import { isOlder, newestVersion } from '../../parts/bridge-versions.ts'
import { type BridgesView, type Show, shows } from './bridges-search.ts'

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
