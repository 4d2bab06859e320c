import type { ChartMetric } from '@roundsman/contract/charts'
import { bucketOf } from '@roundsman/timeseries/bucket'
import { ladder } from '@roundsman/timeseries/ladder'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import type { Recorded, SeriesRequest, SeriesStore } from './series-store.ts'

/** A bucket of any tier: of each metric, the values of the validators asked for. */
interface BucketRow extends Record<string, unknown> {
  bucket: number
}

/** The column of each metric, and what a bucket shows of two values, the older one first. */
const columns = {
  cosmos_validator_uptime: { column: 'uptime', combine: Math.min },
  cosmos_validator_voting_power: { column: 'power', combine: newer },
  cosmos_validator_commission_rate: { column: 'commission', combine: newer },
} as const satisfies Record<ChartMetric, object>

/** Series as the database has them: arrays of all validators by bucket, and of what is not rolled up the tiers below. */
export function createSqlSeriesStore({ orm }: Pick<Database, 'orm'>): SeriesStore {
  return {
    async read(request) {
      const { rows } = await orm.execute<BucketRow>(bucketsOf(request))
      return new Map(request.metrics.map((metric) => [metric, recordedIn(rows, metric, request)]))
    },
  }
}

function recordedIn(rows: readonly BucketRow[], metric: ChartMetric, request: SeriesRequest): Recorded[] {
  const { column, combine } = columns[metric]
  const recorded = request.validators.map(() => new Map<number, number>())
  for (const row of rows) {
    const at = bucketOf(row.bucket, request.step)
    const values = row[column] as (number | null)[]
    for (const [index, value] of values.entries()) {
      if (value === null) continue
      const before = recorded[index]?.get(at)
      recorded[index]?.set(at, before === undefined ? value : combine(before, value))
    }
  }
  return recorded
}

function newer(_before: number, after: number): number {
  return after
}

/** Oldest first: the rows of the step's tier, and of each tier below what the one above has not taken in. */
function bucketsOf({ metrics, validators, ...request }: SeriesRequest): SQL {
  // Arrays begin at 1.
  const places = validators.map(({ slot }) => slot + 1)
  const values = metrics.map((metric) => {
    const column = sql.identifier(columns[metric].column)
    const cells = places.map((place) => sql`${column}[${sql.raw(String(place))}]`)
    return sql`array[${sql.join(cells, sql`, `)}] as ${column}`
  })
  const tiers = tiersOf(request)
  return sql`
    select bucket::float8 as bucket, ${sql.join(values, sql`, `)}
    from (${sql.join(tiers, sql` union all `)}) as present
    order by bucket`
}

function tiersOf({ networkId, epoch, step, from, to }: Omit<SeriesRequest, 'metrics' | 'validators'>): SQL[] {
  const ofTier = (tier: number) =>
    sql`network_id = ${networkId}::int and epoch = ${epoch}::int and step = ${tier}::int`
  /** What the tiers above have taken in ends where the last of these begins. */
  const begins = [sql`${from + step}::bigint`]
  const tiers: SQL[] = []
  for (const tier of ladder
    .map((one) => one.step)
    .filter((one) => one <= step)
    .reverse()) {
    tiers.push(sql`
      select bucket, uptime, power, commission from series_bucket
      where ${ofTier(tier)} and bucket >= greatest(${sql.join(begins, sql`, `)}) and bucket < ${to + step}::bigint`)
    begins.push(sql`(select max(bucket) + ${tier}::int from series_bucket where ${ofTier(tier)})`)
  }
  return tiers
}
