import { bucketOf, ladder, sampleSeconds } from '@roundsman/timeseries/ladder'
import { dueRollUps, rollUp, type Sample } from '@roundsman/timeseries/roll-up'
import type { Queryable } from '../../platform/db/database.ts'
import type { Load } from '../../platform/load.loop.ts'
import type { DiskWatch } from '../../platform/process/disk.loop.ts'
import type { ChainChange, Participant, ValidatorValues } from '../watch/watch.public.ts'
import { bucketsFrom, newestBucket, putBucket, readBuckets } from './bucket.store.ts'

/** The shortest bucket that samples are rolled up into. */
const firstRollUp = ladder[1].step

/**
 * Takes a sample with the first change of every 25 s in which the chain was seen, and rolls up what has closed by then.
 * Changes come at least every 2 s while it is seen, so no bucket is passed over. `onRecorded`: there is another sample.
 * Rolling up waits while there is too much to do, and nothing is recorded on a disk that has no room for it.
 */
export function createRecorder({
  onRecorded,
  load = { isHigh: () => false },
  disk = null,
}: {
  onRecorded?: () => void
  load?: Load
  disk?: Pick<DiskWatch, 'isScarce'> | null
} = {}): Required<Omit<Participant, 'tick'>> {
  /** The newest bucket of each network that is there for certain. */
  const recorded = new Map<number, { epoch: number; bucket: number }>()
  /** Networks of which something may have closed that is not rolled up yet. */
  const waiting = new Set<number>()
  /** What a commit that is under way stores of a network. */
  const stored = new Map<number, { isRolledUp: boolean }>()

  function isRecorded({ networkId, epoch }: ChainChange, bucket: number): boolean {
    const last = recorded.get(networkId)
    return last?.epoch === epoch && last.bucket === bucket
  }

  /** True where nothing can have closed since the sample that was committed last: there is nothing to look for. */
  function isSameRollUp({ networkId, epoch }: ChainChange, bucket: number): boolean {
    const last = recorded.get(networkId)
    return last?.epoch === epoch && bucketOf(last.bucket, firstRollUp) === bucketOf(bucket, firstRollUp)
  }

  return {
    name: 'series',
    async commit(tx, change) {
      stored.delete(change.networkId)
      const bucket = seenIn(change)
      // A hole in a chart costs less than an alert that cannot be stored.
      if (bucket === null || isRecorded(change, bucket) || disk?.isScarce() === true) return
      const values = change.present.values()
      if (values.length === 0) return
      const key = { networkId: change.networkId, epoch: change.epoch }
      await putBucket(tx, { ...key, step: sampleSeconds }, bucket, sampleOf(values))
      stored.set(change.networkId, { isRolledUp: false })
      if (isSameRollUp(change, bucket) && !waiting.has(change.networkId)) return
      waiting.add(change.networkId)
      // Charts take what is not rolled up from the samples.
      if (load.isHigh()) return
      await rollUpClosed(tx, key, bucket)
      stored.set(change.networkId, { isRolledUp: true })
    },
    committed(change) {
      const bucket = seenIn(change)
      const mine = stored.get(change.networkId)
      if (bucket === null || mine === undefined) return
      stored.delete(change.networkId)
      recorded.set(change.networkId, { epoch: change.epoch, bucket })
      if (mine.isRolledUp) waiting.delete(change.networkId)
      onRecorded?.()
    },
  }
}

/** The bucket in which a change saw the chain. Where it did not see it, a hole says so: a repeated value would lie. */
function seenIn({ observed, now }: ChainChange): number | null {
  return observed ? bucketOf(Math.floor(now / 1000), sampleSeconds) : null
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

/** One sample of every validator of a network, by slot. What is not known, and who has left, is null. */
function sampleOf(values: readonly (ValidatorValues | null)[]): Sample {
  return {
    uptime: values.map((one) => one?.uptime ?? null),
    power: values.map((one) => numberOf(one?.power)),
    commission: values.map((one) => one?.commissionRate ?? null),
    tokens: values.map((one) => numberOf(one?.tokens)),
  }
}

/** To 53 bits, which is enough to compare. */
function numberOf(amount: bigint | null | undefined): number | null {
  return amount == null ? null : Number(amount)
}
