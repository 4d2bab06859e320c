import type { Language } from '@roundsman/contract/accounts/users'
import type { Tx } from '../../../platform/db/database.ts'
import type { UserRow } from './accounts.schema.ts'
import { setFirstTimezone } from './user.store.ts'

const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const dayClock = { day: 'numeric', month: 'short', ...clockTime } as const
const listed = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])

/** True for UTC and the zones of the IANA database that this machine knows, also by their other names. */
export function isTimezone(zone: string): boolean {
  if (listed.has(zone)) return true
  // The list has one name for each zone, and browsers may send another (Europe/Kyiv for Europe/Kiev).
  if (!/^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+)+$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/**
 * "Nov 27, 14:22" by the clocks of a zone; UTC, which nobody's clock shows, is named, and stands for one that is not known any
 * more.
 */
export function dayClockIn(at: Date, zone: string, language: Language): string {
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat(language, { ...dayClock, timeZone }).format(at).replace(/(?<!,) /g, '\u00a0')
  return isTimezone(zone) && !['UTC', 'Etc/UTC'].includes(zone) ? clock(zone) : `${clock('UTC')} UTC`
}

/**
 * The user, with the time zone of the browser if the account has none of its own yet (P533).
 * @param zone as the browser names it; null where it does not, or where this machine does not know it
 */
export async function withTimezone(tx: Tx, user: UserRow, zone: string | null): Promise<UserRow> {
  if (!user.awaitsTimezone || zone === null) return user
  return (await setFirstTimezone(tx, user.id, zone)) ?? user
}
