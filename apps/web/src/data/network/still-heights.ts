import type { Bridge } from '@roundsman/contract/bridges/bridges'
import type { QueryClient } from '@tanstack/react-query'

type Reported = Pick<Bridge, 'id' | 'height' | 'last_otel_update'>

/** Since which report each bridge of a network has the height that it has. */
type Since = Map<number, { height: number | null; at: string | null }>

/** For as long as the page is open: no answer says it. */
const kept = new WeakMap<QueryClient, Map<number, Since>>()

/** Notes what bridges report. By their own times, so that a page that hears nothing says nothing of them. */
export function noteHeights(queries: QueryClient, blockchainId: number, bridges: readonly Reported[]): void {
  const ofNetworks = kept.get(queries) ?? new Map<number, Since>()
  kept.set(queries, ofNetworks)
  const since: Since = ofNetworks.get(blockchainId) ?? new Map()
  ofNetworks.set(blockchainId, since)
  for (const { id, height, last_otel_update: at } of bridges)
    if (since.get(id)?.height !== height || since.get(id)?.at === null) since.set(id, { height, at })
}

/** A height that stands for less is between two pushes, or the network's own. */
const stillAfterSeconds = 60

/** Seconds that the height of a bridge that is behind has not risen while it reported (P912); null: it may well rise. */
export function stillSeconds(
  queries: QueryClient,
  blockchainId: number,
  { id, height, sync_status, last_otel_update: now }: Reported & Pick<Bridge, 'sync_status'>,
): number | null {
  const since = kept.get(queries)?.get(blockchainId)?.get(id)
  if (sync_status !== 'CATCHING_UP' || height === null || now === null) return null
  if (since === undefined || since.at === null || since.height !== height) return null
  const seconds = (Date.parse(now) - Date.parse(since.at)) / 1_000
  return seconds > stillAfterSeconds ? seconds : null
}
