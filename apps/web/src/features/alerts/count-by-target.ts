import type { AlertEntry, AlertType } from '@roundsman/contract/alerts'
import { countOf, type EntriesByType } from './entries-by-validator.ts'

const ofBridges = ['OTEL_UPDATE', 'SYNC_STATUS'] as const satisfies readonly AlertType[]

/** How many entries each bridge has of its own. */
export function countByBridge(entries: readonly AlertEntry[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { bridge_id: id } of entries) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** How many of the entries without a target of their own are about every validator, and about every bridge. */
export function countOfEvery(whole: EntriesByType | undefined): { validators: number; bridges: number } {
  if (whole === undefined) return { validators: 0, bridges: 0 }
  const bridges = ofBridges.reduce((sum, type) => sum + whole[type].length, 0)
  return { validators: countOf(whole) - whole.NETWORK.length - bridges, bridges }
}
