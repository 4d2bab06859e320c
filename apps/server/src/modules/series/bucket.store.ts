import { sampleSeconds } from '@roundsman/timeseries/ladder'
import { type Bucket, bucketOfSample, type Sample } from '@roundsman/timeseries/roll-up'
import { and, asc, eq, getTableColumns, gt, gte, lt, max, or, sql } from 'drizzle-orm'
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
  content: Sample | Bucket,
): Promise<void> {
  const { uptime, power, commission, tokens } = content
  const mean = 'uptimeMean' in content ? content : { uptimeMean: [], uptimeSamples: [] }
  await tx
    .insert(seriesBucket)
    .values({
      ...key,
      bucket,
      uptime: [...uptime],
      uptimeMean: [...mean.uptimeMean],
      uptimeSamples: [...mean.uptimeSamples],
      power: [...power],
      commission: [...commission],
      tokens: [...tokens],
    })
    .onConflictDoNothing()
}

/** Buckets from `from` on (included) up to `to` (left out), oldest first. Unix seconds. */
export async function readBuckets(
  orm: Queryable,
  key: SeriesKey,
  { from, to }: { from: number; to: number },
): Promise<(Bucket & { bucket: number })[]> {
  const { networkId: _networkId, epoch: _epoch, step: _step, ...columns } = getTableColumns(seriesBucket)
  const rows = await orm
    .select(columns)
    .from(seriesBucket)
    .where(and(ofSeries(key), gte(seriesBucket.bucket, from), lt(seriesBucket.bucket, to)))
    .orderBy(asc(seriesBucket.bucket))
  // Of a sample the mean is not stored: it is the sample.
  return key.step === sampleSeconds ? rows.map((row) => ({ ...row, ...bucketOfSample(row) })) : rows
}

/** The samples after a bucket, oldest first, so many at most. */
export async function samplesAfter(
  orm: Queryable,
  key: Omit<SeriesKey, 'step'>,
  { after, most }: { after: number; most: number },
): Promise<(Sample & { bucket: number })[]> {
  const { bucket, uptime, power, commission, tokens } = getTableColumns(seriesBucket)
  return orm
    .select({ bucket, uptime, power, commission, tokens })
    .from(seriesBucket)
    .where(and(ofSeries({ ...key, step: sampleSeconds }), gt(bucket, after)))
    .orderBy(asc(bucket))
    .limit(most)
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

/** What is deleted of one step; times are Unix seconds. */
export interface Forgotten {
  step: number
  before: number
  above: { step: number; before: number } | null
  unsentSince?: number | null
}

/**
 * Deletes what is older than its step is kept for (`before`, Unix seconds), of any network and epoch, but nothing that
 * the tier `above` has not taken in, unless it is too old even for that tier; and no sample after `unsentSince` that
 * a store has not taken yet. Gives how many rows.
 */
export async function deleteBefore(
  orm: Queryable,
  { step, before, above, unsentSince = null }: Forgotten,
): Promise<number> {
  // Buckets are rolled up in order: a newer one above says that this one was.
  const isRolledUp =
    above &&
    sql`exists (select 1 from series_bucket upper where upper.network_id = ${seriesBucket.networkId}
      and upper.epoch = ${seriesBucket.epoch} and upper.step = ${above.step}
      and upper.bucket > ${seriesBucket.bucket} - ${above.step})`
  const isTooOldAbove = above && lt(seriesBucket.bucket, above.before)
  const isSent =
    unsentSince === null
      ? undefined
      : sql`(${lt(seriesBucket.bucket, unsentSince)} or exists (select 1 from series_sent sent
          where sent.network_id = ${seriesBucket.networkId} and sent.epoch = ${seriesBucket.epoch}
          and sent.bucket >= ${seriesBucket.bucket}))`
  const rows = await orm
    .delete(seriesBucket)
    .where(
      and(
        eq(seriesBucket.step, step),
        lt(seriesBucket.bucket, before),
        above ? or(isRolledUp ?? undefined, isTooOldAbove ?? undefined) : undefined,
        isSent,
      ),
    )
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
