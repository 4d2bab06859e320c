import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { alertEntry, type EntryRow } from '../alerts.schema.ts'
import type { EntryPlan } from './plan-entries.ts'

/** Rows in one statement: well below the 65,535 parameters that the protocol allows. */
const rowsAtOnce = 1_000

/** From here to the end of the transaction nobody else changes this user's entries. */
export async function lockEntries(tx: Tx, userId: number): Promise<void> {
  await takeLock(tx, 'alertEntries', userId)
}

export async function entriesOf(orm: Queryable, userId: number, networkId: number): Promise<EntryRow[]> {
  return orm
    .select()
    .from(alertEntry)
    .where(and(eq(alertEntry.userId, userId), eq(alertEntry.networkId, networkId)))
    .orderBy(asc(alertEntry.id))
}

/** Of all networks. */
export async function countEntries(orm: Queryable, userId: number): Promise<number> {
  const [row] = await orm.select({ entries: count() }).from(alertEntry).where(eq(alertEntry.userId, userId))
  return row?.entries ?? 0
}

/** Makes the user's entries on a network what the plan says. */
export async function applyPlan(
  tx: Tx,
  now: SQL,
  whose: { userId: number; networkId: number },
  { remove, change, add }: EntryPlan,
): Promise<void> {
  for (const ids of chunks(remove)) await tx.delete(alertEntry).where(inArray(alertEntry.id, ids))
  for (const { channels, moved, ids } of alike(change))
    for (const some of chunks(ids))
      await tx
        .update(alertEntry)
        .set({ channels, ...moved })
        .where(inArray(alertEntry.id, some))
  for (const some of chunks(add))
    await tx.insert(alertEntry).values(some.map((one) => ({ ...one, ...whose, createdAt: now })))
}

/** Mutes entries of a user until a time, which may be over, or not any more; gives those of them that there are. */
export async function muteOwnEntries(
  tx: Tx,
  now: SQL,
  { userId, ids, until }: { userId: number; ids: readonly number[]; until: Date | null },
): Promise<EntryRow[]> {
  const time = until?.toISOString() ?? null
  return tx
    .update(alertEntry)
    .set({ mutedUntil: sql`CASE WHEN ${time}::timestamptz > ${now} THEN ${time}::timestamptz END` })
    .where(and(eq(alertEntry.userId, userId), inArray(alertEntry.id, [...ids])))
    .returning()
}

type Change = EntryPlan['change'][number]

/** Changes that are one statement: to the same channels, under the same name. */
function alike(changes: readonly Change[]): (Omit<Change, 'id'> & { ids: number[] })[] {
  const groups = new Map<string, Omit<Change, 'id'> & { ids: number[] }>()
  for (const { id, channels, moved } of changes) {
    const key = JSON.stringify([channels, moved])
    const group = groups.get(key) ?? { channels, moved, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_unused, index) =>
    all.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
}
