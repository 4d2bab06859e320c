import type { Validator } from '@roundsman/contract/validators'

const fields = [
  'rank',
  'moniker',
  'operator_address',
  'consensus_address',
  'bond_status',
  'jailed',
  'tombstoned',
  'tokens',
  'voting_power',
  'voting_power_share',
  'commission_rate',
  'uptime',
  'missed_blocks',
  'signed_blocks_window',
  'consecutive_missed',
  'seconds_to_jail',
  'recent_signatures',
  'updated_at',
] as const satisfies readonly (keyof Validator)[]

/** The rows as RFC 4180 text in the contract's own words and units; what is not known stays empty. */
export function validatorsCsv(rows: readonly Validator[]): string {
  const lines = rows.map((row) => fields.map((field) => cell(row[field])).join(','))
  return [fields.join(','), ...lines, ''].join('\r\n')
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return ''
  // Monikers are written by strangers: a spreadsheet must not take one for a formula.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
