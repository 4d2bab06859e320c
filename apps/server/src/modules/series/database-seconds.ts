import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'

/** The clock that buckets are named by, the database's, in Unix seconds. */
export async function databaseSeconds({ orm, now }: Pick<Database, 'orm' | 'now'>): Promise<number> {
  const { rows } = await orm.execute<{ seconds: number }>(
    sql`select floor(extract(epoch from ${now()}))::float8 as seconds`,
  )
  const [row] = rows
  if (!row) throw new Error('the database has no time')
  return row.seconds
}
