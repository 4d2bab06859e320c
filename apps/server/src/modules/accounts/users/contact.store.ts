import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { Language } from '@roundsman/contract/accounts/users'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { givenContacts, givenTeamContacts } from '../../notifications/notifications.public.ts'
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

/** What each team is called, as a SELECT of `team_id int, name text`. */
export const teamNames: SQL = sql`SELECT id AS team_id, name FROM team`

/** The same with each team itself, by its negated id: a reader of alerts by its own contacts. */
export const teamReaders: SQL = sql`${teamMembers} UNION ALL SELECT id, -id FROM team`

/**
 * How a team's own contacts are written to: as the OWNER wants it who joined first of those who can sign in. A SELECT of
 * `team_id int, language text, timezone text`.
 */
export const teamVoices: SQL = sql`
  SELECT DISTINCT ON (m.team_id) m.team_id, u.language, u.timezone
  FROM team_member m JOIN user_account u ON u.id = m.user_id
  WHERE m.role = 'OWNER'
  ORDER BY m.team_id, u.disabled_at NULLS FIRST, m.joined_at, m.user_id`

/** Users who may read a network of this access, as a SELECT of `user_id int`. */
export const readersOf = (access: NetworkAccess): SQL => sql`
  SELECT u.id AS user_id FROM user_account u
  WHERE u.disabled_at IS NULL
    AND (${access === 'ANY'} OR EXISTS (SELECT FROM user_group g WHERE g.user_id = u.id AND g.name IN ('vip', 'admin')))`

/** The same with each team that has such a member, by its negated id. */
export const readingOwners = (access: NetworkAccess): SQL => sql`
  ${readersOf(access)}
  UNION ALL
  SELECT -m.team_id FROM team_member m JOIN (${readersOf(access)}) reader ON reader.user_id = m.user_id`

/** Windows in a zone, and from which severity on alerts are sent in them all the same. */
interface QuietTimes {
  zone: string
  windows: readonly QuietWindow[]
  breakThrough: QuietHours['break_through']
}

interface KnownReader {
  language: Language
  timezone: string
  name: string
  quiet: QuietTimes | null
}

/** How to write to the contacts of a team, which have no quiet hours. */
async function teamReader(orm: Queryable, teamId: number): Promise<KnownReader | null> {
  const { rows } = await orm.execute<
    Pick<KnownReader, 'language' | 'timezone' | 'name'> & Record<string, unknown>
  >(sql`
    SELECT v.language, v.timezone, t.name FROM (${teamVoices}) v JOIN team t ON t.id = v.team_id
    WHERE v.team_id = ${teamId}`)
  return rows[0] ? { ...rows[0], quiet: null } : null
}

/**
 * How to write to somebody, when they want to be left alone, and who they are: a name, or the address, masked; of a team,
 * which is a reader by its negated id, its name. Null: nobody, or somebody who is disabled.
 */
export async function readerOf(orm: Queryable, userId: number): Promise<KnownReader | null> {
  if (userId < 0) return teamReader(orm, -userId)
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

/** The channels by which a user can be reached; a team, by its own contacts and by those of its members. */
export async function contactChannelsOf(
  orm: Queryable,
  { userId, teamId }: Owner,
): Promise<ReadonlySet<NotificationChannel>> {
  const { rows } = await orm.execute<{ channel: NotificationChannel }>(
    teamId === null
      ? sql`SELECT DISTINCT channel FROM (${confirmedContacts}) AS contact WHERE user_id = ${userId}`
      : sql`
        SELECT channel FROM (${confirmedContacts}) AS contact
        WHERE user_id IN (SELECT m.user_id FROM (${teamMembers}) m WHERE m.team_id = ${teamId})
        UNION
        SELECT channel FROM (${givenTeamContacts}) AS given WHERE team_id = ${teamId} AND is_confirmed`,
  )
  return new Set(rows.map(({ channel }) => channel))
}
