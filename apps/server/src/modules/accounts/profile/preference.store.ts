import { Preferences } from '@roundsman/contract/accounts/accounts'
import { eq } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { safeParse } from 'zod/v4/core'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'

/** Text and not jsonb: that one refuses characters which a JSON text may hold (U+0000, single surrogates). */
const userPreference = pgTable('user_preference', {
  userId: integer('user_id').primaryKey(),
  value: text('value').notNull(),
})

/** From here to the end of the transaction nobody else changes them, not even where there is no row yet. */
export async function lockPreferences(tx: Tx, userId: number): Promise<void> {
  await takeLock(tx, 'preferences', userId)
}

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
