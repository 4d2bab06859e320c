import type { BridgeEvent } from '@roundsman/contract/bridge-details'

/** What ends what: the newest of it before an end is its beginning. */
const beginnings: Partial<Record<BridgeEvent['kind'], BridgeEvent['kind']>> = {
  rising: 'stalled',
  pushing: 'silent',
}

/**
 * Seconds that what an event ends had lasted; null: it ends nothing, or when that began is not known.
 *
 * @param timeline newest first
 * @param place of the event in it
 */
export function lastedSeconds(timeline: readonly BridgeEvent[], place: number): number | null {
  const end = timeline[place]
  const wanted = end && beginnings[end.kind]
  if (wanted === undefined) return null
  const begin = timeline.slice(place + 1).find(({ kind }) => kind === wanted || kind === end?.kind)
  return begin?.kind === wanted && end ? Math.max(0, Date.parse(end.at) - Date.parse(begin.at)) / 1_000 : null
}
