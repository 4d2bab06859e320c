import { type SQL, sql } from 'drizzle-orm'

/** `now()` would stand still for a whole transaction, and `clock_timestamp()` could use no index. */
export function statementTime(): SQL {
  return sql`statement_timestamp()`
}
