import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

export const lease = pgTable('lease', {
  name: text().primaryKey(),
  holder: text().notNull(),
  /** Rises by one with each take-over; writers carry it, so that one that lost the lease cannot write any more. */
  fence: bigint({ mode: 'bigint' }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'string' }).notNull(),
})

/** Longest a lease lives without being renewed: after a crash the next process takes over within this time. */
export const leaseSeconds = 8

export interface HeldLease {
  name: string
  holder: string
  fence: bigint
}

// The database's clock decides, on both engines: it is the one clock that all processes share, so a machine whose
// own clock is wrong can neither keep a lease too long nor take one too early. `clock_timestamp()`, since `now()`
// stands still inside a transaction.
const fullLength = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
// One that seems to run for longer than a lease lives was written before that clock was set back.
const hasRunOut = or(lte(lease.expiresAt, sql`clock_timestamp()`), gt(lease.expiresAt, fullLength))
const databaseNow = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`

/** Takes the lease if it is free, run out or already this holder's; null while another has it. */
export async function acquireLease(
  orm: Queryable,
  name: string,
  holder: string,
): Promise<{ held: HeldLease; databaseNow: number } | null> {
  const rows = await orm
    .insert(lease)
    .values({ name, holder, fence: 1n, expiresAt: fullLength })
    .onConflictDoUpdate({
      target: lease.name,
      set: { holder, fence: sql`${lease.fence} + 1`, expiresAt: fullLength },
      setWhere: sql`${eq(lease.holder, holder)} or ${hasRunOut}`,
    })
    .returning({ fence: lease.fence, databaseNow })
  const row = rows[0]
  return row ? { held: { name, holder, fence: row.fence }, databaseNow: row.databaseNow } : null
}

/**
 * Lengthens leases, all in one statement. Gives the names of those that are still held, and the database's clock in
 * Unix ms (null if none is): whoever lost one must stop writing at once. One that ran out and that nobody took goes
 * on, since its fence is still the newest.
 */
export async function renewLeases(
  orm: Queryable,
  held: readonly HeldLease[],
): Promise<{ names: ReadonlySet<string>; databaseNow: number | null }> {
  const rows = await orm
    .update(lease)
    .set({ expiresAt: fullLength })
    .where(or(...held.map(isHeld)) ?? sql`false`)
    .returning({ name: lease.name, databaseNow })
  return { names: new Set(rows.map(({ name }) => name)), databaseNow: rows[0]?.databaseNow ?? null }
}

/**
 * True if the lease is still this one; locks its row until the transaction ends, so that what the transaction
 * writes cannot come after a take-over. Call it first in each writing transaction. Renewing does not wait for it: the
 * fence is a part of a key (`lease_fence`), the time of its end is not, and a million alerts take most of a minute.
 */
export async function holdLease(tx: Queryable, held: HeldLease): Promise<boolean> {
  const rows = await tx.select({ name: lease.name }).from(lease).where(isHeld(held)).for('key share')
  return rows.length === 1
}

/**
 * The same as a part of the statement that writes first: it locks the row, and has one while the lease is still this one.
 * What else is written has to ask whether it has.
 */
export function heldLease({ name, holder, fence }: HeldLease): SQL {
  return sql`
    select name from lease
    where name = ${name} and holder = ${holder} and fence = ${sql.param(fence, lease.fence)} for key share`
}

/** Gives the lease back, so that another need not wait; the fence stays, for the next to rise above. */
export async function releaseLease(orm: Queryable, held: HeldLease): Promise<void> {
  await orm.update(lease).set({ expiresAt: sql`clock_timestamp()` }).where(isHeld(held))
}

function isHeld(held: HeldLease) {
  return and(eq(lease.name, held.name), eq(lease.holder, held.holder), eq(lease.fence, held.fence))
}
