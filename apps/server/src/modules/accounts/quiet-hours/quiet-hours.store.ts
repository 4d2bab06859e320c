import type { QuietHours, QuietWindow } from '@roundsman/contract/accounts/quiet-hours'
import { eq, sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../../platform/db/database.ts'
import { userAccount } from '../users/accounts.schema.ts'

/** Migration 0046. */
export const userQuietHours = pgTable('user_quiet_hours', {
  userId: integer('user_id').primaryKey(),
  timeZone: text('time_zone'),
  windows: jsonb().$type<QuietWindow[]>().notNull(),
  breakThrough: text('break_through').$type<QuietHours['break_through']>().notNull(),
})
export type QuietHoursRow = typeof userQuietHours.$inferSelect

/** What a user set, and the zone of their profile; a user without any has no windows. Null: there is no such user. */
export async function findQuietHours(
  orm: Queryable,
  userId: number,
): Promise<{ quiet: Omit<QuietHoursRow, 'userId'>; timezone: string } | null> {
  const { timezone } = userAccount
  const { timeZone, windows, breakThrough } = userQuietHours
  const [row] = await orm
    .select({ timezone, timeZone, windows, breakThrough })
    .from(userAccount)
    .leftJoin(userQuietHours, eq(userQuietHours.userId, userAccount.id))
    .where(eq(userAccount.id, userId))
  if (!row) return null
  const quiet = {
    timeZone: row.timeZone,
    windows: row.windows ?? [],
    breakThrough: row.breakThrough ?? 'CRITICAL',
  }
  return { quiet, timezone: row.timezone }
}

export async function saveQuietHours(orm: Queryable, { userId, ...set }: QuietHoursRow): Promise<void> {
  await orm
    .insert(userQuietHours)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: userQuietHours.userId, set })
}

/** The database's time, Unix ms: quiet hours end by it, as deliveries are due by it. */
export async function nowMs(orm: Queryable, now: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await orm.execute<{ now: number }>(
    sql`SELECT (extract(epoch FROM ${now}) * 1000)::float8 AS now`,
  )
  const [row] = rows
  if (!row) throw new Error('the database gave no time')
  return row.now
}
