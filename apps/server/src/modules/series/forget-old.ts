import { ladder } from '@roundsman/timeseries/ladder'
import type { Database } from '../../platform/db/database.ts'
import { deleteBefore } from './bucket.store.ts'
import { databaseSeconds } from './database-seconds.ts'

/** Deletes what is older than it is kept for, by the clock that buckets are named by: the database's. */
export async function forgetOld(db: Database): Promise<void> {
  const seconds = await databaseSeconds(db)
  for (const [index, { step, keep }] of ladder.entries()) {
    const upper = ladder[index + 1]
    const above = upper ? { step: upper.step, before: seconds - upper.keep } : null
    await deleteBefore(db.orm, { step, before: seconds - keep, above })
  }
}
