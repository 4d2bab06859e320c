import { ladder } from '@roundsman/timeseries/ladder'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'

/** What one validator was at a time; null: not known. */
export interface PastSample {
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
