import type { Bridge } from '@roundsman/contract/bridges'
import { csvText, fileTime } from '../../data/csv.ts'

const fields = [
  'id',
  'name',
  'peer_id',
  'version',
  'height',
  'lag',
  'sync_status',
  'last_otel_update',
  'otel_state',
  'started_at',
  'validator_id',
  'owned',
  'contested',
  'source',
] as const satisfies readonly (keyof Bridge)[]

/** The rows as RFC 4180 text in the contract's own words; what is not known stays empty. */
export function bridgesCsv(rows: readonly Bridge[]): string {
  return csvText(
    fields,
    rows.map((row) => fields.map((field) => row[field])),
  )
}

/** `celestia.example.org-bridges-2026-11-21T120000Z.csv` */
export function csvName(host: string, now: number): string {
  return `${host}-bridges-${fileTime(now)}.csv`
}
