import type { Severity } from '@roundsman/alerting/catalogue'
import type { OnCallBody, Rotation, TeamStep } from '@roundsman/contract/alerts/on-call'
import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { mailboxes, teamMembers } from '../../accounts/accounts.public.ts'
import type { Schedule } from './shifts.policy.ts'

// Migration alerts-on-call.

const alertOnCall = pgTable('alert_on_call', {
  teamId: integer('team_id').primaryKey(),
  timeZone: text('time_zone').notNull(),
  rotation: jsonb().$type<Rotation>(),
  fromSeverity: text('from_severity').$type<Severity>().notNull(),
  steps: jsonb().$type<TeamStep[]>().notNull(),
  repeat: integer().notNull(),
  askAgainMinutes: integer('ask_again_minutes'),
})

const alertOnCallOverride = pgTable('alert_on_call_override', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  teamId: integer('team_id').notNull(),
  userId: integer('user_id').notNull(),
  from: timestamptz('from_at').notNull(),
  to: timestamptz('to_at').notNull(),
  place: integer().notNull(),
})

const alertOnCallCalendar = pgTable(
  'alert_on_call_calendar',
  {
    teamId: integer('team_id').notNull(),
    userId: integer('user_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
)

export type OnCallRow = typeof alertOnCall.$inferSelect
export type OverrideRow = typeof alertOnCallOverride.$inferSelect

/** What a team set; a team that has set nothing has no steps, and nobody on call. */
export async function onCallOf(
  orm: Queryable,
  teamId: number,
): Promise<OnCallRow & { overrides: OverrideRow[] }> {
  const [row] = await orm.select().from(alertOnCall).where(eq(alertOnCall.teamId, teamId))
  const overrides = await orm
    .select()
    .from(alertOnCallOverride)
    .where(eq(alertOnCallOverride.teamId, teamId))
    .orderBy(asc(alertOnCallOverride.place), asc(alertOnCallOverride.id))
  const nothing = {
    teamId,
    timeZone: 'UTC',
    rotation: null,
    fromSeverity: 'CRITICAL' as const,
    steps: [],
    repeat: 0,
    askAgainMinutes: null,
  }
  return { ...(row ?? nothing), overrides }
}

/** Who of a team can be on call: its members who are not disabled. */
export async function activeMembers(orm: Queryable, teamId: number): Promise<ReadonlySet<number>> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT m.user_id AS id FROM (${teamMembers}) m JOIN (${mailboxes}) u ON u.user_id = m.user_id WHERE m.team_id = ${teamId}`)
  return new Set(rows.map(({ id }) => id))
}

/** When who of a team is on call. */
export async function scheduleOf(orm: Queryable, teamId: number): Promise<Schedule> {
  const { timeZone, rotation, overrides } = await onCallOf(orm, teamId)
  return {
    timeZone,
    rotation,
    overrides: overrides.map(({ userId, from, to }) => ({ userId, from: from.getTime(), to: to.getTime() })),
    members: await activeMembers(orm, teamId),
  }
}

/** Replaces what a team set; overrides of an id that it has keep that. */
export async function saveOnCall(tx: Tx, teamId: number, body: OnCallBody): Promise<void> {
  const { time_zone: timeZone, rotation, escalation, overrides } = body
  const { from_severity: fromSeverity, steps, repeat, ask_again_minutes } = escalation
  const set = { timeZone, rotation, fromSeverity, steps, repeat, askAgainMinutes: ask_again_minutes ?? null }
  await tx
    .insert(alertOnCall)
    .values({ teamId, ...set })
    .onConflictDoUpdate({ target: alertOnCall.teamId, set })
  const gone = await tx
    .delete(alertOnCallOverride)
    .where(eq(alertOnCallOverride.teamId, teamId))
    .returning({ id: alertOnCallOverride.id })
  const had = new Set(gone.map(({ id }) => id))
  for (const [place, { id, user_id: userId, from, to }] of overrides.entries()) {
    const kept = id != null && had.delete(id) ? { id } : {}
    await tx
      .insert(alertOnCallOverride)
      .values({ ...kept, teamId, userId, from: new Date(from), to: new Date(to), place })
  }
}

export async function putCalendar(tx: Tx, row: typeof alertOnCallCalendar.$inferInsert): Promise<void> {
  const { tokenHash, createdAt } = row
  await tx
    .insert(alertOnCallCalendar)
    .values(row)
    .onConflictDoUpdate({
      target: [alertOnCallCalendar.teamId, alertOnCallCalendar.userId],
      set: { tokenHash, createdAt },
    })
}

/** Whose calendar an address is of, and which team's; null: nobody's any more. */
export async function findCalendar(
  orm: Queryable,
  tokenHash: Buffer,
): Promise<{ teamId: number; userId: number } | null> {
  const { teamId, userId } = alertOnCallCalendar
  const [row] = await orm
    .select({ teamId, userId })
    .from(alertOnCallCalendar)
    .where(eq(alertOnCallCalendar.tokenHash, tokenHash))
  return row ?? null
}

/** When a user takes over, or took over, for their export (A65), and for which teams they have an address for calendars. */
export async function ownOnCall(
  orm: Queryable,
  userId: number,
): Promise<{ overrides: OverrideRow[]; calendars: { teamId: number; createdAt: Date }[] }> {
  const overrides = await orm
    .select()
    .from(alertOnCallOverride)
    .where(eq(alertOnCallOverride.userId, userId))
    .orderBy(asc(alertOnCallOverride.id))
  const { teamId, createdAt } = alertOnCallCalendar
  const calendars = await orm
    .select({ teamId, createdAt })
    .from(alertOnCallCalendar)
    .where(eq(alertOnCallCalendar.userId, userId))
    .orderBy(asc(teamId))
  return { overrides, calendars }
}

/** Forgets overrides that ended so long ago. */
export async function forgetOverrides(orm: Queryable, now: SQL, ms: number): Promise<void> {
  const before = sql`${now} - make_interval(secs => ${ms}::float8 / 1000)`
  await orm.delete(alertOnCallOverride).where(and(lt(alertOnCallOverride.to, before)))
}
