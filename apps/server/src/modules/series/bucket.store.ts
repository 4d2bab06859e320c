import { ladder, sampleSeconds } from '@roundsman/timeseries/ladder'
import { type Bucket, bucketOfSample, type Sample } from '@roundsman/timeseries/roll-up'
import { and, asc, eq, getTableColumns, gt, gte, lt, max, or, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { seriesBucket } from './series.schema.ts'

/** One series of buckets: a network's, in one epoch, of one step. */
interface SeriesKey {
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
interface Forgotten {
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
async function deleteBefore(
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

/** What one validator was at a time; null: not known. */
interface PastSample {
  /** Unix ms. */
  at: number
  uptime: number | null
  tokens: number | null
  powerShare: number | null
  commissionRate: number | null
}

const [samples, rolledUp] = ladder

/**
 * Samples of a validator since a time, Unix ms, oldest first: those of ten minutes as of their end, and for the time
 * that is not rolled up yet every one.
 */
export async function pastSamples(
  orm: Queryable,
  { networkId, epoch, slot, since }: { networkId: number; epoch: number; slot: number; since: number },
): Promise<PastSample[]> {
  // Arrays begin at 1.
  const place = slot + 1
  const { rows } = await orm.execute<PastSample & Record<string, unknown>>(sql`
    WITH own AS (
      SELECT * FROM series_bucket
      WHERE network_id = ${networkId} AND epoch = ${epoch} AND step IN (${samples.step}, ${rolledUp.step})
        AND bucket >= ${Math.floor(since / 1000)}
    ),
    rolled AS (SELECT coalesce(max(bucket + step), 0) AS up_to FROM own WHERE step = ${rolledUp.step})
    SELECT (CASE WHEN step = ${samples.step} THEN bucket ELSE bucket + step END * 1000)::float8 AS at,
           uptime[${place}::int] AS uptime, tokens[${place}::int] AS tokens,
           power[${place}::int] / nullif((SELECT sum(one) FROM unnest(power) AS one), 0) AS "powerShare",
           commission[${place}::int] AS "commissionRate"
    FROM own, rolled
    WHERE step = ${rolledUp.step} OR bucket >= up_to
    ORDER BY 1`)
  return rows
}

/** The clock that buckets are named by, the database's, in Unix seconds. */
export async function databaseSeconds({ orm, now }: Pick<Database, 'orm' | 'now'>): Promise<number> {
  const { rows } = await orm.execute<{ seconds: number }>(
    sql`select floor(extract(epoch from ${now()}))::float8 as seconds`,
  )
  const [row] = rows
  if (!row) throw new Error('the database has no time')
  return row.seconds
}

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
