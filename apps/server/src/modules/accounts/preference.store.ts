import { Preferences } from '@roundsman/contract/accounts'
import { eq } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { safeParse } from 'zod/v4/core'
import type { Queryable } from '../../platform/db/database.ts'

/** Text and not jsonb: that one refuses characters which a JSON text may hold (U+0000, single surrogates). */
export const userPreference = pgTable('user_preference', {
  userId: integer('user_id').primaryKey(),
  value: text('value').notNull(),
})

/** Null if there are none, or none that this version understands. */
export async function findPreferences(db: Queryable, userId: number): Promise<Preferences | null> {
  const [row] = await db.select().from(userPreference).where(eq(userPreference.userId, userId))
  if (!row) return null
  const parsed = safeParse(Preferences, JSON.parse(row.value))
  return parsed.success ? parsed.data : null
}

export async function savePreferences(
  db: Queryable,
  userId: number,
  preferences: Preferences,
): Promise<void> {
  const value = JSON.stringify(preferences)
  await db
    .insert(userPreference)
    .values({ userId, value })
    .onConflictDoUpdate({ target: userPreference.userId, set: { value } })
}
