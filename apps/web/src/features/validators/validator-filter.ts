import type { Validator } from '@roundsman/contract/validators'
import { type Show, shows } from './list-search.ts'
import { isActive, stateOf } from '@roundsman/contract/validator-state'

const tests: Record<Show, (validator: Validator) => boolean> = {
  all: () => true,
  active: isActive,
  inactive: (validator) => !isActive(validator),
  jailed: (validator) => validator.jailed === true,
  risk: (validator) => stateOf(validator).kind === 'risk',
  missing: (validator) => stateOf(validator).kind === 'missing',
}

/** Rows of a filter whose moniker or one of whose addresses contains the text. */
export function filterValidators(rows: readonly Validator[], show: Show, text: string): Validator[] {
  const wanted = text.trim().toLowerCase()
  return rows.filter((row) => tests[show](row) && (wanted === '' || contains(row, wanted)))
}

export function countByShow(rows: readonly Validator[]): Record<Show, number> {
  const counts = { all: 0, active: 0, inactive: 0, jailed: 0, risk: 0, missing: 0 }
  for (const row of rows) for (const show of shows) if (tests[show](row)) counts[show] += 1
  return counts
}

function contains(row: Validator, wanted: string): boolean {
  return [row.moniker, row.operator_address, row.consensus_address].some((value) =>
    value?.toLowerCase().includes(wanted),
  )
}
