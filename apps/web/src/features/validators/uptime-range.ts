import type { Formats } from '../../i18n/formats.ts'

/** Between which percentages an uptime lies, both included; null where nothing bounds it. At least one side does. */
export interface UptimeRange {
  from: number | null
  to: number | null
}

const pattern = /^(\d{1,3}(?:\.\d{1,2})?)?-(\d{1,3}(?:\.\d{1,2})?)?$/

/** `95-99.5`, `95-` or `-95` of an address; null for whatever is no range. */
export function uptimeOf(text: unknown): UptimeRange | null {
  const found = typeof text === 'string' ? pattern.exec(text) : null
  return found ? rangeOf(found[1], found[2]) : null
}

/** As the address says it. */
export function uptimeText({ from, to }: UptimeRange): string {
  return `${from ?? ''}-${to ?? ''}`
}

function rangeOf(begin: string | undefined, end: string | undefined): UptimeRange | null {
  const from = begin === undefined ? null : Number(begin)
  const to = end === undefined ? null : Number(end)
  if (from === null && to === null) return null
  return (from ?? 0) <= (to ?? 100) && (from ?? 0) <= 100 && (to ?? 0) <= 100 ? { from, to } : null
}

/** Whether an uptime lies in the range as the list writes it. What is not known lies in none. */
export function isInUptime(uptime: number | null, { from, to }: UptimeRange): boolean {
  if (uptime === null) return false
  // As it is written: two digits, and never 100% where it is less (P14).
  const written = Math.min(Math.round(uptime * 10_000) / 100, uptime < 1 ? 99.99 : 100)
  return (from ?? 0) <= written && written <= (to ?? 100)
}

/** `95% – 99.5%`, `≥ 95%` or `≤ 99.5%` */
export function uptimeWords({ from, to }: UptimeRange, formats: Formats): string {
  const words = [from, to].map((one) => (one === null ? null : formats.rate(one / 100)))
  if (from !== null && to !== null) return words.join(' – ')
  return from === null ? `≤ ${words[1]}` : `≥ ${words[0]}`
}
