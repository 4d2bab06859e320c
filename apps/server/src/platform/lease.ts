import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queryable } from './db/database.ts'
import { lease } from './lease.schema.ts'

/** Longest a lease lives without being renewed: after a crash the next process takes over within this time. */
export const leaseSeconds = 15

export interface HeldLease {
  name: string
  holder: string
  fence: bigint
}

// The database's clock decides, on both engines: it is the one clock that all processes share, so a machine whose
// own clock is wrong can neither keep a lease too long nor take one too early. `clock_timestamp()`, since `now()`
// stands still inside a transaction.
const inFifteenSeconds = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
const stillRuns = gt(lease.expiresAt, sql`clock_timestamp()`)
const hasRunOut = lte(lease.expiresAt, sql`clock_timestamp()`)

/** Takes the lease if it is free, run out or already this holder's; null while another has it. */
export async function acquireLease(orm: Queryable, name: string, holder: string): Promise<HeldLease | null> {
  const rows = await orm
    .insert(lease)
    .values({ name, holder, fence: 1n, expiresAt: inFifteenSeconds })
    .onConflictDoUpdate({
      target: lease.name,
      set: { holder, fence: sql`${lease.fence} + 1`, expiresAt: inFifteenSeconds },
      setWhere: sql`${eq(lease.holder, holder)} or ${hasRunOut}`,
    })
    .returning({ fence: lease.fence })
  const row = rows[0]
  return row ? { name, holder, fence: row.fence } : null
}

/** Lengthens a lease that still runs; false when it ran out or another took it: stop writing at once. */
export async function renewLease(orm: Queryable, held: HeldLease): Promise<boolean> {
  const rows = await orm
    .update(lease)
    .set({ expiresAt: inFifteenSeconds })
    .where(and(isHeld(held), stillRuns))
    .returning({ name: lease.name })
  return rows.length === 1
}

/**
 * True if the lease is still this one; locks its row until the transaction ends, so that what the transaction
 * writes cannot come after a take-over. Call it first in each writing transaction.
 */
export async function holdLease(tx: Queryable, held: HeldLease): Promise<boolean> {
  const rows = await tx.select({ name: lease.name }).from(lease).where(isHeld(held)).for('share')
  return rows.length === 1
}

/** Gives the lease back, so that another need not wait; the fence stays, for the next to rise above. */
export async function releaseLease(orm: Queryable, held: HeldLease): Promise<void> {
  await orm.update(lease).set({ expiresAt: sql`clock_timestamp()` }).where(isHeld(held))
}

function isHeld(held: HeldLease) {
  return and(eq(lease.name, held.name), eq(lease.holder, held.holder), eq(lease.fence, held.fence))
}
