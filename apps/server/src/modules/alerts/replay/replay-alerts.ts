import { replay, type ReplayedSetting } from '@roundsman/alerting/replay'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { readRecord, type RecordRequest } from './replay-record.ts'

/** Some milliseconds' worth: then it is another request's turn. */
const observationsAtOnce = 250

export interface ReplayDeps {
  db: Pick<Database, 'orm'>
  clock: Pick<Clock, 'sleep'>
}

/**
 * When settings would have called, decided over what the database keeps, in slices between which the process does what
 * else it has to; null: the network has no such validator.
 */
export async function replayAlerts(
  { db, clock }: ReplayDeps,
  request: RecordRequest,
  settingIds: readonly number[],
): Promise<readonly ReplayedSetting[] | null> {
  const record = await readRecord(db.orm, request)
  if (record === null) return null
  const replaying = replay.begin(record, settingIds)
  for (;;) {
    const settings = replaying.advance(observationsAtOnce)
    if (settings !== null) return settings
    await clock.sleep(0)
  }
}

/** Since when what is kept can tell of all of them; null: of one of them it cannot. */
export function coveredOf(settings: readonly ReplayedSetting[]): number | null {
  const times = settings.map(({ since }) => since)
  const known = times.filter((since) => since !== null)
  return known.length < times.length || known.length === 0 ? null : Math.max(...known)
}
