import { bucketOf } from '@roundsman/timeseries/bucket'
import { dueRollUps } from '@roundsman/timeseries/due-roll-ups'
import { ladder, sampleSeconds } from '@roundsman/timeseries/ladder'
import { rollUp } from '@roundsman/timeseries/roll-up'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Watch } from '../watch/watch.public.ts'
import { bucketsFrom, deleteBefore, newestBucket, putBucket, readBuckets } from './bucket.store.ts'
import { sampleOf } from './sample-of.ts'

export interface RecorderDeps {
  db: Database
  clock: { now(): number }
  watch: Pick<Watch, 'views' | 'held' | 'holds'>
}

export interface Recorder {
  /** Records a sample of every network this process follows, and rolls up the buckets that closed since. */
  record(): Promise<void>
  /** Deletes what is older than it is kept for. */
  forget(): Promise<void>
  /** Ms until the next bucket begins. */
  untilNext(): number
}

export function createRecorder({ db, clock, watch }: RecorderDeps): Recorder {
  const seconds = () => Math.floor(clock.now() / 1000)

  async function recordOne(networkId: number): Promise<void> {
    await watch.views.refreshOne(networkId)
    const view = watch.views.of(networkId)
    if (!view || view.epoch() === 0) return
    const { state } = view.status(clock.now())
    const isKnown = state === 'LIVE' || state === 'HALTED'
    const sample = sampleOf(view.validators(), view.slotOf)
    const key = { networkId, epoch: view.epoch() }
    const now = seconds()
    await db.transaction(async (tx) => {
      if (!(await watch.holds(tx, networkId))) return
      // What nobody has seen for a while is not sampled: a hole says so, a repeated value would lie.
      if (isKnown && sample.power.length > 0)
        await putBucket(tx, { ...key, step: sampleSeconds }, bucketOf(now, sampleSeconds), sample)
      await rollUpClosed(tx, key, now)
    })
  }

  return {
    async record() {
      for (const networkId of watch.held()) await recordOne(networkId)
    },
    async forget() {
      for (const { step, keep } of ladder) await deleteBefore(db.orm, step, seconds() - keep)
    },
    untilNext: () => sampleSeconds * 1000 - (clock.now() % (sampleSeconds * 1000)),
  }
}

/** Rolls every closed bucket up, tier by tier, from the rows of the tier below. */
async function rollUpClosed(
  tx: Queryable,
  key: { networkId: number; epoch: number },
  now: number,
): Promise<void> {
  for (const [index, tier] of ladder.entries()) {
    const below = ladder[index - 1]
    if (!below) continue
    const [lowerKey, upperKey] = [
      { ...key, step: below.step },
      { ...key, step: tier.step },
    ]
    const lastRolled = await newestBucket(tx, upperKey)
    const from = lastRolled === null ? 0 : lastRolled + tier.step
    const lower = await bucketsFrom(tx, lowerKey, from)
    for (const bucket of dueRollUps({ lower, lastRolled, step: tier.step, now })) {
      const samples = await readBuckets(tx, lowerKey, { from: bucket, to: bucket + tier.step })
      await putBucket(tx, upperKey, bucket, rollUp(samples))
    }
  }
}
