import type { AlertSetting } from '@roundsman/contract/alerts'
import type { Formats } from '../../i18n/formats.ts'
import type { Standing } from './conditions-query.ts'

/** The value of a condition in the unit of its setting; null where it has none, or none is known. */
export function valueWords(
  standing: Standing | null,
  { unit }: Pick<AlertSetting, 'unit'>,
  formats: Formats,
): string | null {
  const value = standing?.value ?? null
  if (value === null || unit === null) return null
  if (unit === 'FRACTION') return formats.percent(value)
  return unit === 'BLOCKS' ? formats.integer(value) : formats.duration(value)
}

/** How long a condition has been unknown, or how old what is known of it is, in seconds. */
export function ageOf({ state, since, observed_at }: Standing, now: number): number | null {
  const from = state === 'UNKNOWN' ? (since ?? observed_at) : observed_at
  return from === null ? null : Math.max(0, (now - Date.parse(from)) / 1_000)
}
