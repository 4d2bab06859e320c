import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { csvText, fileTime } from '../../data/csv.ts'

const fields = [
  'id',
  'at',
  'severity',
  'type',
  'trigger',
  'title',
  'target_type',
  'target_name',
  'blockchain_validator_id',
  'bridge_id',
  'height',
  'message',
] as const

/** Alerts as RFC 4180 text in the contract's own words; what is not known stays empty. */
export function historyCsv(items: readonly AlertHistoryItem[]): string {
  return csvText(
    [...fields, 'assurance', 'acknowledged_at', 'acknowledged_via', 'deliveries'],
    items.map((item) => [
      ...fields.map((field) => item[field]),
      typeof item.evidence['assurance'] === 'string' ? item.evidence['assurance'] : null,
      item.acknowledged_at,
      item.acknowledged_via,
      item.deliveries.map(({ channel, to, state, at }) => `${channel} ${to} ${state} ${at}`).join('; '),
    ]),
  )
}

/** `celestia.example.org-alerts-2026-11-21T120000Z.csv` */
export function historyCsvName(host: string, now: number): string {
  return `${host}-alerts-${fileTime(now)}.csv`
}
