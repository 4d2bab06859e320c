import { sampleSeconds } from '@roundsman/timeseries/ladder'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { seriesSent, seriesSite } from '../series.schema.ts'

/** A series of samples that the store lacks some of. */
export interface WaitingSeries extends Record<string, unknown> {
  networkId: number
  epoch: number
  /** The newest bucket that the store has taken; null: none. */
  sent: number | null
}

/** Every network and epoch with a newer sample than the store has. */
export async function waitingSeries(orm: Queryable): Promise<WaitingSeries[]> {
  const { rows } = await orm.execute<WaitingSeries>(sql`
    select own.network_id as "networkId", own.epoch, sent.bucket::float8 as sent
    from (select network_id, epoch, max(bucket) as newest from series_bucket where step = ${sampleSeconds}
          group by network_id, epoch) own
    left join series_sent sent on sent.network_id = own.network_id and sent.epoch = own.epoch
    where sent.bucket is null or sent.bucket < own.newest
    order by 1, 2`)
  return rows
}

/** Writes down how far the store has come; never back. */
export async function markSent(
  orm: Queryable,
  sent: { networkId: number; epoch: number; bucket: number },
): Promise<void> {
  await orm
    .insert(seriesSent)
    .values(sent)
    .onConflictDoUpdate({
      target: [seriesSent.networkId, seriesSent.epoch],
      set: { bucket: sql`greatest(${seriesSent.bucket}, excluded.bucket)` },
    })
}

/** What names this database's series in the store; null: nothing was ever sent. */
export async function readSite(orm: Queryable): Promise<string | null> {
  const [row] = await orm.select({ id: seriesSite.id }).from(seriesSite).where(eq(seriesSite.singleton, true))
  return row?.id ?? null
}

/** The same, made with the first sample that is sent. */
export async function makeSite(orm: Queryable, id: string): Promise<string> {
  await orm.insert(seriesSite).values({ id }).onConflictDoNothing()
  return (await readSite(orm)) ?? id
}
