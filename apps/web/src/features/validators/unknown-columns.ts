import { isActive } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'

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
