import type { Sample } from '@roundsman/timeseries/roll-up'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { seriesBucket, seriesImport } from './series.schema.ts'

interface Series {
  networkId: number
  epoch: number
}

/** Rows in one statement: of a hundred validators some 200 KiB. */
const rowsAtOnce = 50

/** Writes buckets that somebody else recorded, without means; notes up to when they are. What is there already stays. */
export async function putImportedBuckets(
  tx: Queryable,
  series: Series,
  buckets: readonly (Sample & { step: number; bucket: number })[],
): Promise<void> {
  if (buckets.length === 0) return
  for (let first = 0; first < buckets.length; first += rowsAtOnce) {
    const rows = buckets
      .slice(first, first + rowsAtOnce)
      .map(({ step, bucket, uptime, power, commission, tokens }) => ({
        ...series,
        step,
        bucket,
        uptime: [...uptime],
        uptimeMean: [],
        uptimeSamples: [],
        power: [...power],
        commission: [...commission],
        tokens: [...tokens],
      }))
    await tx.insert(seriesBucket).values(rows).onConflictDoNothing()
  }
  const until = Math.max(...buckets.map(({ bucket, step }) => bucket + step))
  await tx
    .insert(seriesImport)
    .values({ ...series, until })
    .onConflictDoUpdate({
      target: [seriesImport.networkId, seriesImport.epoch],
      set: { until: sql`greatest(${seriesImport.until}, excluded.until)` },
    })
}

/** Up to when what is kept of a network was imported, Unix seconds; null: nothing was. */
export async function importedUntil(orm: Queryable, { networkId, epoch }: Series): Promise<number | null> {
  const [row] = await orm
    .select({ until: seriesImport.until })
    .from(seriesImport)
    .where(and(eq(seriesImport.networkId, networkId), eq(seriesImport.epoch, epoch)))
  return row?.until ?? null
}
