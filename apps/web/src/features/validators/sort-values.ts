import { compareUrgency, isActive, stateOf, type ValidatorState } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'
import type { Sort, SortKey } from './list-search.ts'

type SortValue = bigint | number | string | ValidatorState

const values: Record<SortKey, (row: Validator) => SortValue | null> = {
  rank: (row) => row.rank,
  moniker: (row) => row.moniker,
  state: stateOf,
  uptime: (row) => row.uptime,
  missed: missedBlocksOf,
  tokens: (row) => (row.tokens === null ? null : BigInt(row.tokens)),
  // Amounts pass 2^53, and a share is rounded.
  share: (row) => (isActive(row) ? BigInt(row.voting_power) : null),
  commission: (row) => row.commission_rate,
}

/** What a column sorts a row by; undefined, which the table puts last, where it is not known. */
export function sortValue(row: Validator, key: SortKey): SortValue | undefined {
  return values[key](row) ?? undefined
}

/** Of the present window. It begins anew when a validator is jailed, and means nothing until it is back. */
export function missedBlocksOf(row: Validator): number | null {
  return row.jailed === true ? null : row.missed_blocks
}

/** Negative where `a` is less. The state that needs a person most is the largest. */
export function compareValues(a: unknown, b: unknown, names: (a: string, b: string) => number): number {
  if (typeof a === 'string' && typeof b === 'string') return names(a, b)
  if (isState(a) && isState(b)) return compareUrgency(b, a)
  const [left, right] = [a as bigint | number, b as bigint | number]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Ties go by rank, then id, in both directions: rows come in this order, and the table keeps what is alike in it. */
export function byRank(rows: readonly Validator[]): Validator[] {
  return rows.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.id - b.id)
}

/** What rows can be sorted by: a column in which nothing is known sorts nothing. Where none is left, the power does. */
export function effectiveSort(rows: readonly Validator[], wanted: readonly Sort[]): readonly Sort[] {
  const known = wanted.filter(({ id }) => rows.some((row) => values[id](row) !== null))
  return known.length > 0 || rows.length === 0 ? (known.length > 0 ? known : wanted) : [byPower]
}
const byPower: Sort = { id: 'share', desc: true }

function isState(value: unknown): value is ValidatorState {
  return typeof value === 'object' && value !== null
}
