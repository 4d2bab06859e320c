import { ladder } from '@roundsman/timeseries/ladder'
import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { deleteBefore } from './bucket.store.ts'

/** Deletes what is older than it is kept for, by the clock that buckets are named by: the database's. */
export async function forgetOld({ orm, now }: Database): Promise<void> {
  const { rows } = await orm.execute<{ seconds: number }>(
    sql`select floor(extract(epoch from ${now()}))::float8 as seconds`,
  )
  const seconds = rows[0]?.seconds ?? 0
  for (const [index, { step, keep }] of ladder.entries()) {
    const upper = ladder[index + 1]
    const above = upper ? { step: upper.step, before: seconds - upper.keep } : null
    await deleteBefore(orm, { step, before: seconds - keep, above })
  }
}
