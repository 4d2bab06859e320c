import { isActive, stateOf } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'
import { validatorMatcher } from '../../parts/address-search.ts'
import { type ListView, type Show, shows } from './list-search.ts'
import { isInUptime } from './uptime-range.ts'

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

/** A count is never zero because nothing is known: then it is null. */
export function countByShow(rows: readonly Validator[], mine: Mine): Counts {
  return Object.fromEntries(
    shows.map((show) => {
      let count = 0
      let unknown = 0
      for (const row of rows) {
        const belongs = tests[show](row, mine)
        if (belongs === true) count += 1
        if (belongs === null) unknown += 1
      }
      return [show, count === 0 && unknown > 0 ? null : count]
    }),
  ) as Counts
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
