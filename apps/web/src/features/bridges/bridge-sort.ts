import type { Bridge } from '@roundsman/contract/bridges'
import { compareVersions } from '../../parts/bridge-versions.ts'
import type { SortKey } from './bridges-search.ts'

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
