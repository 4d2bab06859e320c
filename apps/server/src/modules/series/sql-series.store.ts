import type { ChartMetric } from '@roundsman/contract/networks/charts'
import { bucketOf, ladder } from '@roundsman/timeseries/ladder'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import type { Recorded, SeriesRequest, SeriesStore } from './series-store.ts'

/** A bucket of any tier: its first second, and of each metric the values of the validators asked for. */
type BucketRow = readonly [bucket: number, ...metrics: (readonly (number | null)[])[]]

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
      const { rows } = await orm.execute<{ buckets: BucketRow[] }>(bucketsOf(request))
      const buckets = rows[0]?.buckets ?? []
      return new Map(
        request.metrics.map((metric, index) => {
          const values = buckets.map(([at, ...metrics]) => [at, metrics[index] ?? []] as const)
          return [metric, recordedIn(values, columns[metric].combine, request)]
        }),
      )
    },
  }
}

function recordedIn(
  buckets: readonly (readonly [at: number, values: readonly (number | null)[]])[],
  combine: (before: number, after: number) => number,
  { validators, step }: SeriesRequest,
): Recorded[] {
  const recorded = validators.map(() => new Map<number, number>())
  for (const [bucket, values] of buckets) {
    const at = bucketOf(bucket, step)
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

/**
 * Oldest first: the rows of the step's tier, and of each tier below what the one above has not taken in. As one JSON,
 * which costs a third of what the driver takes for arrays. Each array is copied before values are taken from it
 * (`offset 0` keeps it so): PostgreSQL would unpack it for every value, ten times the work for ten validators.
 */
function bucketsOf({ metrics, validators, ...request }: SeriesRequest): SQL {
  // Arrays begin at 1.
  const places = validators.map(({ slot }) => sql.raw(String(slot + 1)))
  const names = metrics.map((metric) => sql.identifier(columns[metric].column))
  const copies = names.map((name) => sql`${name} || '{}' as ${name}`)
  const values = names.map((name) => {
    const cells = places.map((place) => sql`${name}[${place}]`)
    return sql`array[${sql.join(cells, sql`, `)}]`
  })
  return sql`
    select coalesce(json_agg(json_build_array(bucket, ${sql.join(values, sql`, `)}) order by bucket), '[]') as buckets
    from (select bucket, ${sql.join(copies, sql`, `)}
          from (${sql.join(tiersOf(request), sql` union all `)}) as present offset 0) as unpacked`
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
