import {
  compareUrgency,
  isActive,
  stateOf,
  type ValidatorState,
} from '@roundsman/contract/networks/validator-state'
import { type Validator, Validator as ValidatorSchema } from '@roundsman/contract/networks/validators'
import { createContext, use, useMemo, useState } from 'react'
import type { Favourites } from '../../../data/services/preferences.ts'
import { validatorMatcher } from '../../../parts/validator-matcher.ts'
import { useKept } from '../../../ui/use-kept.ts'
import { isInUptime, type ListView, type Show, type Sort, type SortKey, shows } from './list-view.ts'

const none: Favourites = { ids: new Set(), set: () => undefined }

/** The user's validators, for each star of the list: so no row is drawn anew when one of them changes. */
export const FavouritesContext = createContext(none)

/**
 * The rows without what each block changes: a row is another object only where something else of it is another, so
 * that nothing but strips is drawn when a block comes. Their letters are of when they last were; the newest ones are
 * drawn by `DrawnStrips`.
 */
export function useSettledRows(rows: readonly Validator[]): readonly Validator[] {
  const [kept, keep] = useState(rows)
  // The page is drawn several times for a block: its clock, the state of the line, and the block in two steps.
  const settled = useMemo(() => settledRows(kept, rows), [kept, rows])
  if (settled !== kept) keep(settled)
  return settled
}

export function settledRows(before: readonly Validator[], rows: readonly Validator[]): readonly Validator[] {
  if (before === rows) return before
  const known = new Map(before.map((row) => [row.id, row]))
  const settled = rows.map((row) => {
    const old = known.get(row.id)
    return old !== undefined && isSameBesideLetters(old, row) ? old : row
  })
  const isSame = settled.length === before.length && settled.every((row, at) => row === before[at])
  return isSame ? before : settled
}

const settledFields = (Object.keys(ValidatorSchema.shape) as (keyof Validator)[]).filter(
  (field) => field !== 'recent_signatures' && field !== 'updated_at',
)

function isSameBesideLetters(a: Validator, b: Validator): boolean {
  return a === b || settledFields.every((field) => Object.is(a[field], b[field]))
}

/** Ids of the user's own validators. */
type Mine = ReadonlySet<number>

/** Whether a validator belongs to a filter; null where that is not known of it. */
const tests: Record<Show, (validator: Validator, mine: Mine) => boolean | null> = {
  all: () => true,
  mine: ({ id }, mine) => mine.has(id),
  active: isActive,
  inactive: (validator) => !isActive(validator),
  jailed: (validator) => validator.jailed,
  risk: isAtRisk,
  missing: isMissing,
  missedLast: missedLast,
}

/** How many rows a filter shows; null where that is not known of any row that might belong to it. */
export type Counts = Record<Show, number | null>

/** Rows of a filter whose moniker contains the text, or one of whose addresses in any of its forms, and whose uptime lies in the range. */
export function filterValidators(
  rows: readonly Validator[],
  { show, q, uptime }: Pick<ListView, 'show' | 'q' | 'uptime'>,
  mine: Mine,
): Validator[] {
  const found = validatorMatcher(q)
  return rows.filter(
    (row) =>
      tests[show](row, mine) === true && found(row) && (uptime === null || isInUptime(row.uptime, uptime)),
  )
}

export function countByShow(rows: readonly Validator[], mine: Mine): Counts {
  return Object.fromEntries(shows.map((show) => [show, countOf(show, rows, mine)])) as Counts
}

/** A count is never zero because nothing is known: then it is null. */
function countOf(show: Show, rows: readonly Validator[], mine: Mine): number | null {
  let count = 0
  let unknown = 0
  for (const row of rows) {
    const belongs = tests[show](row, mine)
    if (belongs === true) count += 1
    if (belongs === null) unknown += 1
  }
  return count === 0 && unknown > 0 ? null : count
}

/** Those at risk miss blocks too, whatever else is known of them. */
function isMissing(validator: Validator): boolean | null {
  const { kind } = stateOf(validator)
  if (kind === 'missing' || kind === 'risk') return true
  return isActive(validator) && validator.consecutive_missed === null ? null : false
}

function isAtRisk(validator: Validator): boolean | null {
  if (stateOf(validator).kind === 'risk') return true
  if (!isActive(validator) || validator.jailed === true) return false
  // Without the window of the chain nobody can say how far jail is.
  return validator.consecutive_missed === null || validator.signed_blocks_window === null ? null : false
}

function missedLast(validator: Validator): boolean | null {
  if (!isActive(validator)) return false
  const letter = validator.recent_signatures.at(-1)
  return letter === undefined || letter === '-' ? null : letter === 'm'
}

/** Counts that no letter decides: a block in which nobody's state changes leaves them as they are. */
export type SettledCounts = Omit<Counts, 'missedLast'>
const settledShows = shows.filter((show) => show !== 'missedLast')

/**
 * How many rows each filter shows but the one that letters decide. Another object only when a number is another.
 *
 * @param settled the rows beside their letters (`useSettledRows`); null: there is no list
 */
export function useCounts(settled: readonly Validator[] | null): SettledCounts | null {
  const { ids } = use(FavouritesContext)
  const counts = useMemo(() => (settled ? countByShow(settled, ids) : null), [settled, ids])
  return useKept(counts, sameCounts)
}

function sameCounts(a: SettledCounts | null, b: SettledCounts | null): boolean {
  return a !== null && b !== null && settledShows.every((show) => a[show] === b[show])
}

/** How many missed the newest block, by their letters; null where that is not known, or no rows are given. */
export function useMissedLast(rows: readonly Validator[] | null): number | null {
  return useMemo(() => (rows ? countOf('missedLast', rows, noOnes) : null), [rows])
}
const noOnes: Mine = new Set()

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

const facts = {
  jailed: (row: Validator) => row.jailed,
  uptime: (row: Validator) => row.uptime,
  missed: (row: Validator) => row.missed_blocks,
  tokens: (row: Validator) => row.tokens,
  commission: (row: Validator) => row.commission_rate,
}
export type UnknownColumn = keyof typeof facts

/** What is not known of a single validator: then it is the network that does not report it. */
export function unknownColumns(rows: readonly Validator[]): UnknownColumn[] {
  const active = rows.filter(isActive)
  if (active.length === 0) return []
  const names = Object.keys(facts) as UnknownColumn[]
  return names.filter((name) => rows.every((row) => facts[name](row) === null))
}
