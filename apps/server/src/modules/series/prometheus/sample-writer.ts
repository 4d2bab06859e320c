import { chartMetrics } from '@roundsman/contract/networks/charts'
import { sampleSeconds } from '@roundsman/timeseries/ladder'
import type { Sample } from '@roundsman/timeseries/roll-up'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { samplesAfter } from '../bucket.store.ts'
import { seriesSent, seriesSite } from '../series.schema.ts'
import { labelsOf, remoteWriteBody, remoteWriteHeaders, type WrittenSeries } from './remote-write.ts'
import type { StoreClient } from '../../../platform/clients/store-client.ts'

type SampleRow = Sample & { bucket: number }

/** How far one series has come in this process. */
interface Position {
  /** Bucket that was sent last, or passed over. */
  at: number
  /** The one that was taken last, which goes along with the next. */
  taken: SampleRow | null
}

/** Beside a series; `ids` of its validators by slot. */
interface WriteContext {
  site: string
  ids: ReadonlyMap<number, number>
  signal: AbortSignal
}

/** Buckets by what became of them. */
export type SendOutcome = 'taken' | 'again' | 'refused'

/** What the store did with the new samples of a series. */
export interface Written {
  isAnyTaken: boolean
  /** Those it refused and has taken none after; they go on waiting. */
  refused: number
  /** The newest bucket that it has accepted. */
  upTo: number
}

export type CountBuckets = (outcome: SendOutcome, buckets?: number) => void

interface SampleWriter {
  /** Sends what waits of a series, oldest first. @throws StoreFailure where the store takes nothing */
  write(series: WaitingSeries, context: WriteContext): Promise<Written>
  /** What was refused up to a bucket is not sent again. */
  passOver(series: WaitingSeries, refused: Pick<Written, 'refused' | 'upTo'>): Promise<void>
  /** Begins with every series some minutes before what is written down. */
  startAgain(): void
}

/** A store that was killed may have lost its last seconds; what it has already it takes again, or refuses. */
const againSeconds = 300
const rowsAtOnce = 24
/** Longest wait for a bucket to be taken. */
const answerMs = 10_000

/**
 * As remote write has it, of these samples and for good: what is malformed or late; Thanos says 409 of what is late.
 * Anything else is about the store, its address or its password, or will pass.
 */
const refusals: ReadonlySet<number> = new Set([400, 409, 422])

const columns = {
  cosmos_validator_uptime: 'uptime',
  cosmos_validator_voting_power: 'power',
  cosmos_validator_commission_rate: 'commission',
} as const

/**
 * Writes samples of one series to a Prometheus-compatible store, a request for each bucket of a network: a store that
 * takes samples in order refuses a request as a whole, and this way only what it really does not take.
 */
export function createSampleWriter(orm: Queryable, client: StoreClient, count: CountBuckets): SampleWriter {
  const positions = new Map<string, Position>()

  async function isTaken(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<boolean> {
    const headers = remoteWriteHeaders
    const { status } = await client.post({ call: 'write', headers, body, deadlineMs: answerMs, signal })
    if (status >= 200 && status < 300) return true
    if (refusals.has(status)) return false
    throw client.failure(`answered samples with ${status}`)
  }

  /** Sends one bucket, after the one before it. Gives whether it was taken. */
  async function sendRow(
    series: WaitingSeries,
    row: SampleRow,
    { position, context }: { position: Position; context: WriteContext },
  ): Promise<boolean> {
    const { taken } = position
    const send = (rows: readonly SampleRow[]) =>
      isTaken(remoteWriteBody(writtenSeries(series, rows, context)), context.signal)
    const isNowTaken = (taken !== null && (await send([taken, row]))) || (await send([row]))
    position.at = row.bucket
    position.taken = isNowTaken ? row : null
    return isNowTaken
  }

  return {
    async write(series, context) {
      const { sent: known, networkId, epoch } = series
      const sent = known ?? -1
      const name = nameOf(series)
      const position = positions.get(name) ?? { at: Math.max(-1, sent - againSeconds), taken: null }
      let isAnyTaken = false
      let refused = 0
      for (;;) {
        const rows = await samplesAfter(orm, { networkId, epoch }, { after: position.at, most: rowsAtOnce })
        if (rows.length === 0) break
        for (const row of rows) {
          const isNowTaken = await sendRow(series, row, { position, context })
          if (row.bucket <= sent) count('again')
          else if (!isNowTaken) refused += 1
          else {
            await markSent(orm, { networkId, epoch, bucket: row.bucket })
            if (refused > 0) count('refused', refused)
            count('taken')
            isAnyTaken = true
            refused = 0
          }
        }
      }
      // What was refused, and nothing after it was taken, is sent once more.
      if (refused === 0) positions.set(name, position)
      else positions.delete(name)
      return { isAnyTaken, refused, upTo: position.at }
    },
    async passOver(series, { refused, upTo }) {
      const { networkId, epoch } = series
      await markSent(orm, { networkId, epoch, bucket: upTo })
      positions.set(nameOf(series), { at: upTo, taken: null })
      count('refused', refused)
    },
    startAgain: () => positions.clear(),
  }
}

/** Tells series apart in this process. */
export function nameOf({ networkId, epoch }: Pick<WaitingSeries, 'networkId' | 'epoch'>): string {
  return `${networkId}/${epoch}`
}

/** What these samples, oldest first, say of each validator: a series for each metric. */
function writtenSeries(
  { networkId, epoch }: WaitingSeries,
  rows: readonly SampleRow[],
  { ids, site }: WriteContext,
): WrittenSeries[] {
  const network = { networkId, epoch, site }
  return [...ids].flatMap(([slot, validatorId]) =>
    chartMetrics.flatMap((metric) => {
      const samples = rows.flatMap((row) => {
        const value = row[columns[metric]][slot] ?? null
        return value === null ? [] : [[row.bucket * 1000, value] as const]
      })
      return samples.length === 0 ? [] : [{ labels: labelsOf({ ...network, metric, validatorId }), samples }]
    }),
  )
}

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
async function markSent(
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
