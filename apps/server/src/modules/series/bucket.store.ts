import type { Sample, Slots } from '@roundsman/timeseries/roll-up'
import { and, asc, eq, gte, lt, max } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { seriesBucket } from './series.schema.ts'

/** One series of buckets: a network's, in one epoch, of one step. */
export interface SeriesKey {
  networkId: number
  epoch: number
  /** Seconds. */
  step: number
}

/** Writes a bucket; one that is there already stays as it is, so that doing it twice is doing it once. */
export async function putBucket(
  tx: Queryable,
  key: SeriesKey,
  bucket: number,
  sample: Sample,
): Promise<void> {
  const plain = (values: Slots) => values.map((value) => value)
  await tx
    .insert(seriesBucket)
    .values({
      ...key,
      bucket,
      uptime: plain(sample.uptime),
      power: plain(sample.power),
      commission: plain(sample.commission),
    })
    .onConflictDoNothing()
}

/** Buckets from `from` on (included) up to `to` (left out), oldest first. Unix seconds. */
export async function readBuckets(
  orm: Queryable,
  key: SeriesKey,
  { from, to }: { from: number; to: number },
): Promise<(Sample & { bucket: number })[]> {
  return orm
    .select({
      bucket: seriesBucket.bucket,
      uptime: seriesBucket.uptime,
      power: seriesBucket.power,
      commission: seriesBucket.commission,
    })
    .from(seriesBucket)
    .where(and(ofSeries(key), gte(seriesBucket.bucket, from), lt(seriesBucket.bucket, to)))
    .orderBy(asc(seriesBucket.bucket))
}

/** Which buckets there are from `from` on, oldest first. */
export async function bucketsFrom(orm: Queryable, key: SeriesKey, from: number): Promise<number[]> {
  const rows = await orm
    .select({ bucket: seriesBucket.bucket })
    .from(seriesBucket)
    .where(and(ofSeries(key), gte(seriesBucket.bucket, from)))
    .orderBy(asc(seriesBucket.bucket))
  return rows.map(({ bucket }) => bucket)
}

export async function newestBucket(orm: Queryable, key: SeriesKey): Promise<number | null> {
  const [row] = await orm
    .select({ bucket: max(seriesBucket.bucket) })
    .from(seriesBucket)
    .where(ofSeries(key))
  return row?.bucket ?? null
}

/** Deletes what is older than its step is kept for, of any network and epoch. Gives how many rows. */
export async function deleteBefore(orm: Queryable, step: number, before: number): Promise<number> {
  const rows = await orm
    .delete(seriesBucket)
    .where(and(eq(seriesBucket.step, step), lt(seriesBucket.bucket, before)))
    .returning({ bucket: seriesBucket.bucket })
  return rows.length
}

function ofSeries({ networkId, epoch, step }: SeriesKey) {
  return and(
    eq(seriesBucket.networkId, networkId),
    eq(seriesBucket.epoch, epoch),
    eq(seriesBucket.step, step),
  )
}
