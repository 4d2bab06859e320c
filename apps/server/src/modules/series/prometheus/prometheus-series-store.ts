import type { ChartMetric } from '@roundsman/contract/networks/charts'
import { bucketOf } from '@roundsman/timeseries/ladder'
import * as z from 'zod'
import type { Database } from '../../../platform/db/database.ts'
import type { Recorded, RecordedSeries, SeriesRequest, SeriesStore } from '../series-store.ts'
import { selectorOf } from './remote-write.ts'
import { readSite } from './sample-writer.ts'
import type { StoreClient } from '../../../platform/clients/store-client.ts'

/** Longest wait for a chart. */
const answerMs = 5_000

/**
 * Asked for as if it were a day ago, of values a day later. VictoriaMetrics takes for the last half minute what was
 * before it, since a scrape may still be under way; nothing here is scraped, and what was not measured is not shown.
 */
const backSeconds = 86_400

/** What a bucket shows of its samples. */
const functions = {
  cosmos_validator_uptime: 'min_over_time',
  cosmos_validator_voting_power: 'last_over_time',
  cosmos_validator_commission_rate: 'last_over_time',
} as const satisfies Record<ChartMetric, string>

/** Series as a Prometheus-compatible store has them, from the samples of every 25 s. */
export function createPrometheusSeriesStore(
  client: StoreClient,
  { orm }: Pick<Database, 'orm'>,
): SeriesStore {
  async function recordedOf(request: SeriesRequest, site: string, metric: ChartMetric): Promise<Recorded[]> {
    const { status, text } = await client.post({
      call: 'query_range',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(queryOf(request, site, metric)).toString(),
      deadlineMs: answerMs,
    })
    if (status !== 200) throw client.failure(`answered a query with ${status}`)
    const series = decodeQueryRange(text)
    const recorded = series && laidOut(series, request)
    if (recorded === null) throw client.failure('answered a query with something unexpected')
    return recorded
  }

  return {
    async read(request): Promise<RecordedSeries> {
      const site = await readSite(orm)
      if (site === null) return new Map()
      const { metrics } = request
      const all = await Promise.all(metrics.map((metric) => recordedOf(request, site, metric)))
      return new Map(metrics.map((metric, index) => [metric, all[index] ?? []]))
    },
  }
}

function queryOf(
  { networkId, epoch, validators, from, to, step }: SeriesRequest,
  site: string,
  metric: ChartMetric,
): Record<string, string> {
  const selector = selectorOf({
    metric,
    site,
    networkId,
    epoch,
    validatorIds: validators.map(({ id }) => id),
  })
  return {
    query: `${functions[metric]}(${selector}[${step}s] offset -${backSeconds}s)`,
    start: String(askedAt(from + step, step)),
    end: String(askedAt(to, step)),
    step: String(step),
    // VictoriaMetrics: neither rounded times nor what it remembers of a bucket that was not over.
    nocache: '1',
  }
}

/** Within the last second of a bucket: so its first sample counts, and not the next one's, whichever end is left out. */
function askedAt(bucket: number, step: number): number {
  return bucket + step - 1 - backSeconds
}

/** Values by validator and bucket; null where there is something that nobody asked for. */
function laidOut(
  series: readonly QueriedSeries[],
  { validators, from, to, step }: SeriesRequest,
): Recorded[] | null {
  const places = new Map(validators.map(({ id }, index) => [String(id), index]))
  const recorded = validators.map(() => new Map<number, number>())
  const seen = new Set<number>()
  for (const { labels, values } of series) {
    const place = places.get(labels['validator_id'] ?? '')
    if (place === undefined || seen.has(place)) return null
    seen.add(place)
    for (const [at, value] of values) {
      const bucket = at + backSeconds - step + 1
      if (bucketOf(bucket, step) !== bucket || bucket <= from || bucket > to) return null
      recorded[place]?.set(bucket, value)
    }
  }
  return recorded
}

const Answer = z.object({
  status: z.literal('success'),
  /** VictoriaMetrics: one of its nodes did not answer. */
  isPartial: z.optional(z.literal(false)),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
})

interface QueriedSeries {
  labels: Readonly<Record<string, string>>
  /** Unix seconds and what it was then. */
  values: readonly (readonly [at: number, value: number])[]
}

/** The answer to a `query_range`; null where it is none, or not the whole one. */
function decodeQueryRange(text: string): QueriedSeries[] | null {
  const answer = Answer.safeParse(jsonOf(text))
  if (!answer.success) return null
  const series = answer.data.data.result.map(({ metric, values }) => ({
    labels: metric,
    values: values.map(([at, value]) => [at, numberOf(value)] as const),
  }))
  return series.some(({ values }) => values.some(([, value]) => !Number.isFinite(value))) ? null : series
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** NaN for what is no number, an empty text among them. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
