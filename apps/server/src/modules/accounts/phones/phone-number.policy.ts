import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { exampleNumbers, highRiskCountries } from './high-risk-countries.data.ts'

/** Kinds that a person or an office has. All others cost more than a message should, or reach nobody. */
const takenTypes: ReadonlySet<string> = new Set(['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP'])

type NumberVerdict =
  | { ok: true; phone: string }
  /** `format`: no E.164 number; `kind`: premium, shared cost and the like; `country`: not taken on this site. */
  | { ok: false; fault: 'format' | 'kind' | 'country' }

/**
 * What a typed number is (F1, F2). It must begin with + and the country code; spaces, dashes, dots and brackets may
 * stand in it.
 * @param countries ISO codes of those that are taken; null: all but those known for premium fraud
 */
export function readPhoneNumber(typed: string, countries: readonly string[] | null): NumberVerdict {
  const text = typed.trim()
  if (!/^\+[\d\s().\-\u00a0\u2010-\u2013]+$/.test(text)) return { ok: false, fault: 'format' }
  const parsed = parsePhoneNumberFromString(text)
  if (!parsed) return { ok: false, fault: 'format' }
  const phone: string = parsed.number
  const example = exampleNumbers.find(({ pattern }) => pattern.test(phone))
  if (!example && !parsed.isValid()) return { ok: false, fault: 'format' }
  if (!example && !takenTypes.has(parsed.getType() ?? '')) return { ok: false, fault: 'kind' }
  // Satellite and "global" networks have no country, and their prices.
  const country = example?.country ?? parsed.country
  if (country === undefined || !isTaken(country, countries)) return { ok: false, fault: 'country' }
  return { ok: true, phone }
}

function isTaken(country: string, countries: readonly string[] | null): boolean {
  return countries ? countries.includes(country) : !highRiskCountries.has(country)
}
