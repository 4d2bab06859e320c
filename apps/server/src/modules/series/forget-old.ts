import { ladder, sampleSeconds } from '@roundsman/timeseries/ladder'
import type { Database } from '../../platform/db/database.ts'
import { deleteBefore } from './bucket.store.ts'
import { databaseSeconds } from './database-seconds.ts'

/** How long samples are kept that a store has not taken. */
const unsentSeconds = 86_400

/**
 * Deletes what is older than it is kept for, by the clock that buckets are named by: the database's. With a store that
 * samples are sent to, they wait for it a day.
 */
export async function forgetOld(db: Database, { isSent = false } = {}): Promise<void> {
  const seconds = await databaseSeconds(db)
  for (const [index, { step, keep }] of ladder.entries()) {
    const upper = ladder[index + 1]
    const above = upper ? { step: upper.step, before: seconds - upper.keep } : null
    const unsentSince = isSent && step === sampleSeconds ? seconds - unsentSeconds : null
    await deleteBefore(db.orm, { step, before: seconds - keep, above, unsentSince })
  }
}
