import { Preferences } from '@roundsman/contract/accounts/accounts'
import { and, asc, eq, gt, like } from 'drizzle-orm'
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

/** Ids of a user's favourite validators on a network. */
export async function favouriteValidators(
  db: Queryable,
  userId: number,
  networkId: number,
): Promise<number[]> {
  const { favourite_validators: all } = (await findPreferences(db, userId)) ?? { favourite_validators: [] }
  return all.flatMap((one) => (one.blockchain_id === networkId ? [one.validator_id] : []))
}

/** Users whose preferences are looked through at a time. */
const usersAtOnce = 1_000

/** Ids of validators that are somebody's favourites, by network. */
export async function everybodysFavourites(db: Queryable): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>()
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(userPreference)
      .where(and(gt(userPreference.userId, after), like(userPreference.value, '%"validator_id"%')))
      .orderBy(asc(userPreference.userId))
      .limit(usersAtOnce)
    for (const { userId, value } of rows) {
      after = userId
      const parsed = safeParse(Preferences, JSON.parse(value))
      for (const one of parsed.success ? parsed.data.favourite_validators : []) {
        const ids = found.get(one.blockchain_id) ?? new Set()
        found.set(one.blockchain_id, ids.add(one.validator_id))
      }
    }
    if (rows.length < usersAtOnce) return found
  }
}
