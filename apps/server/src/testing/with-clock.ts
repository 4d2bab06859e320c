import { sql } from 'drizzle-orm'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'

/** The same database with a clock that the test moves. */
export function withClock(db: Database, clock: Pick<Clock, 'now'>): Database {
  return { ...db, now: () => sql`${new Date(clock.now()).toISOString()}::timestamptz` }
}
