import { like, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { lease } from '../../platform/lease.ts'

/** Lets the leases of all networks run out now, so that nobody waits for one that has died. */
export async function endLeases(orm: Queryable): Promise<void> {
  await orm.update(lease).set({ expiresAt: sql`clock_timestamp()` }).where(like(lease.name, 'watch/%'))
}
