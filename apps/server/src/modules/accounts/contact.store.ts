import type { NotificationChannel } from '@roundsman/contract/accounts'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * How every user can be reached that is not disabled: their address, and each confirmed number by SMS and by call. A
 * SELECT with the columns `user_id int, channel text, recipient text, language text`.
 */
export const confirmedContacts: SQL = sql`
  SELECT u.id AS user_id, 'EMAIL'::text AS channel, u.email AS recipient, u.language
  FROM user_account u
  WHERE u.disabled_at IS NULL
  UNION ALL
  SELECT u.id, by_phone.channel, p.phone, u.language
  FROM user_account u
  JOIN user_phone p ON p.user_id = u.id AND p.confirmed_at IS NOT NULL
  CROSS JOIN (VALUES ('SMS'::text), ('VOICE'::text)) AS by_phone (channel)
  WHERE u.disabled_at IS NULL`

/** The channels by which a user can be reached. */
export async function contactChannelsOf(
  orm: Queryable,
  userId: number,
): Promise<ReadonlySet<NotificationChannel>> {
  const { rows } = await orm.execute<{ channel: NotificationChannel }>(
    sql`SELECT DISTINCT channel FROM (${confirmedContacts}) AS contact WHERE user_id = ${userId}`,
  )
  return new Set(rows.map(({ channel }) => channel))
}
