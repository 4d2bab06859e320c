import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { Language } from '@roundsman/contract/accounts/users'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { givenContacts } from '../../notifications/notifications.public.ts'
import type { QuietHours, QuietWindow } from '@roundsman/contract/accounts/quiet-hours'
import { userQuietHours } from '../quiet-hours/quiet-hours.store.ts'
import type { Owner } from '../teams/team-access.ts'
import { userAccount } from './accounts.schema.ts'

/** The confirmed numbers of a user, as an array. Looked up for each by itself: of some users all numbers are not read. */
export const phonesOf = (userId: SQL): SQL => sql`
  ARRAY(SELECT p.phone FROM user_phone p WHERE p.user_id = ${userId} AND p.confirmed_at IS NOT NULL)`

/** Users who are not disabled, as a SELECT of `user_id int, email text, language text`. */
export const mailboxes: SQL = sql`
  SELECT id AS user_id, email, language FROM user_account WHERE disabled_at IS NULL`

/**
 * How users can be reached who are not disabled: the address, each confirmed number by SMS and by call, and what they gave
 * beside. A SELECT with
 * the columns `user_id int, channel text, recipient text, language text`. Each part of the union is a table as it is, with
 * all conditions outside: only so a join by the user looks up the few that are asked for, where a condition or a join
 * inside would go through all accounts for one reader.
 */
export const confirmedContacts: SQL = sql`
  SELECT c.user_id, c.channel, c.recipient, u.language
  FROM (
    SELECT id AS user_id, 'EMAIL'::text AS channel, email AS recipient, true AS is_confirmed FROM user_account
    UNION ALL
    SELECT user_id, 'SMS'::text, phone, confirmed_at IS NOT NULL FROM user_phone
    UNION ALL
    SELECT user_id, 'VOICE'::text, phone, confirmed_at IS NOT NULL FROM user_phone
    UNION ALL
    ${givenContacts}
  ) c
  JOIN user_account u ON u.id = c.user_id AND u.disabled_at IS NULL
  WHERE c.is_confirmed`

/** Users with their name, or what stands before the @ of their address, as a SELECT of `user_id int, name text`. */
export const userNames: SQL = sql`
  SELECT id AS user_id,
         coalesce(nullif(trim(first_name || ' ' || last_name), ''), split_part(email, '@', 1)) AS name
  FROM user_account`

/** Who is in which team, as a SELECT of `team_id int, user_id int`. */
export const teamMembers: SQL = sql`SELECT team_id, user_id FROM team_member`

/** Users who may read a network of this access, as a SELECT of `user_id int`. */
export const readersOf = (access: NetworkAccess): SQL => sql`
  SELECT u.id AS user_id FROM user_account u
  WHERE u.disabled_at IS NULL
    AND (${access === 'ANY'} OR EXISTS (SELECT FROM user_group g WHERE g.user_id = u.id AND g.name IN ('vip', 'admin')))`

/** Windows in a zone, and from which severity on alerts are sent in them all the same. */
interface QuietTimes {
  zone: string
  windows: readonly QuietWindow[]
  breakThrough: QuietHours['break_through']
}

/** How to write to somebody, when they want to be left alone, and who they are: a name, or the address, masked. Null: nobody, or somebody who is disabled. */
export async function readerOf(
  orm: Queryable,
  userId: number,
): Promise<{ language: Language; timezone: string; name: string; quiet: QuietTimes | null } | null> {
  const { language, timezone, firstName, lastName, email } = userAccount
  const { timeZone, windows, breakThrough } = userQuietHours
  const [row] = await orm
    .select({ language, timezone, firstName, lastName, email, timeZone, windows, breakThrough })
    .from(userAccount)
    .leftJoin(userQuietHours, eq(userQuietHours.userId, userAccount.id))
    .where(and(eq(userAccount.id, userId), isNull(userAccount.disabledAt)))
  if (!row) return null
  const name = `${row.firstName} ${row.lastName}`.trim()
  return {
    language: row.language,
    timezone: row.timezone,
    name: name === '' ? maskedAddress(row.email) : name,
    quiet:
      row.windows === null || row.breakThrough === null
        ? null
        : { zone: row.timeZone ?? row.timezone, windows: row.windows, breakThrough: row.breakThrough },
  }
}

/** `a…@example.org`: enough for its owner to know which one is meant. */
export function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}

/** How to write to several at once; who is disabled is left out. */
export async function readersById(
  orm: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, { language: Language; timezone: string }>> {
  if (userIds.length === 0) return new Map()
  const rows = await orm
    .select({ id: userAccount.id, language: userAccount.language, timezone: userAccount.timezone })
    .from(userAccount)
    .where(and(inArray(userAccount.id, [...userIds]), isNull(userAccount.disabledAt)))
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
}

/** The channels by which a user can be reached. */
export async function contactChannelsOf(
  orm: Queryable,
  { userId, teamId }: Owner,
): Promise<ReadonlySet<NotificationChannel>> {
  const { rows } = await orm.execute<{ channel: NotificationChannel }>(
    sql`SELECT DISTINCT channel FROM (${confirmedContacts}) AS contact
        WHERE ${
          teamId === null
            ? sql`user_id = ${userId}`
            : sql`user_id IN (SELECT m.user_id FROM (${teamMembers}) m WHERE m.team_id = ${teamId})`
        }`,
  )
  return new Set(rows.map(({ channel }) => channel))
}
