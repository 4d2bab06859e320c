import type { Validator } from '@roundsman/contract/validators'
import type { ListView, SortKey } from './list-search.ts'
import { stateOf, urgency } from '@roundsman/contract/validator-state'

type Comparable = bigint | number | string | null
type CompareNames = (a: string, b: string) => number

const values: Record<SortKey, (row: Validator) => Comparable> = {
  rank: (row) => row.rank,
  moniker: (row) => row.moniker,
  // The most urgent first when descending, like everything that counts.
  state: (row) => -urgency(stateOf(row)),
  uptime: (row) => row.uptime,
  missed: (row) => row.missed_blocks,
  // A chain without a staking module has power but no tokens.
  tokens: (row) => BigInt(row.tokens ?? row.voting_power),
  share: (row) => row.voting_power_share,
  commission: (row) => row.commission_rate,
}

/** Ids in the order of the view. What is not known comes last in both directions; ties go by rank, then id. */
export function orderOf(
  rows: readonly Validator[],
  { sort, desc }: Pick<ListView, 'sort' | 'desc'>,
  compareNames: CompareNames,
): number[] {
  const keyed = rows.map((row) => ({ row, value: values[sort](row) }))
  const direction = desc ? -1 : 1
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) {
      if (a.value !== b.value) return a.value === null ? 1 : -1
    } else {
      const order = compareValues(a.value, b.value, compareNames)
      if (order !== 0) return order * direction
    }
    return (a.row.rank ?? Infinity) - (b.row.rank ?? Infinity) || a.row.id - b.row.id
  })
  return keyed.map(({ row }) => row.id)
}

function compareValues(
  a: Exclude<Comparable, null>,
  b: Exclude<Comparable, null>,
  names: CompareNames,
): number {
  if (typeof a === 'string' && typeof b === 'string') return names(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The order to show while the user points at the list: as it was, without what is gone, with what is new at the end.
 * Rows that no longer pass the filter stay until the pointer leaves.
 */
export function heldOrder(
  shown: readonly number[],
  fresh: readonly number[],
  exists: ReadonlySet<number>,
): number[] {
  const kept = shown.filter((id) => exists.has(id))
  const known = new Set(kept)
  return [...kept, ...fresh.filter((id) => !known.has(id))]
}
