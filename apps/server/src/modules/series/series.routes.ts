import { chartRanges, type Charts, type ChartsQuery } from '@roundsman/contract/networks/charts'
import { bucketOf, pointsBetween } from '@roundsman/timeseries/ladder'
import { StoreFailure } from '../../platform/clients/store-client.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Views } from '../watch/watch.public.ts'
import type { SeriesStore, SeriesTarget } from './series-store.ts'

/** What is known of the networks' validators, in memory. */
type ValidatorViews = Pick<Views, 'of'>

/** Of a series, in Unix seconds. */
interface SeriesTimes {
  /** By the clock that buckets are named by. */
  now(): Promise<number>
  /** Up to when the store has what was imported; null: nothing was. */
  importedUntil(series: { networkId: number; epoch: number }): Promise<number | null>
}

/** Charts of validators. */
export function addSeriesRoutes(
  server: HttpServer,
  views: ValidatorViews,
  store: SeriesStore,
  times: SeriesTimes,
): void {
  server.add('charts', async ({ query }) => {
    return { status: 200, body: await chartsOf(views, store, times, query) }
  })
}

async function chartsOf(
  views: ValidatorViews,
  store: SeriesStore,
  times: SeriesTimes,
  query: ChartsQuery,
): Promise<Charts> {
  const { blockchain_id: networkId, range: name, step } = query
  const { epoch, targets } = targetsOf(views, query)
  const { seconds, stepSeconds } = chartRanges[name]
  const to = bucketOf(await times.now(), stepSeconds)
  const range = { from: to - seconds, to, step: stepSeconds }
  const metrics = [...new Set(query.metric)]
  const request = { networkId, epoch, validators: targets, metrics, ...range }
  const recorded = await store.read(request).catch(answerFailure)
  const until = await times.importedUntil({ networkId, epoch })
  const seriesOf = (metric: (typeof metrics)[number]) =>
    targets.map(({ id, moniker }, index) => ({
      validator_id: id,
      moniker,
      points: pointsBetween(recorded.get(metric)?.[index] ?? new Map(), range),
    }))
  return {
    blockchain_id: networkId,
    range: name,
    step,
    from: timeOf(range.from),
    to: timeOf(to),
    ...(until === null || until <= range.from ? {} : { imported_until: timeOf(until) }),
    metrics: Object.fromEntries(metrics.map((metric) => [metric, seriesOf(metric)])),
  }
}

type Target = SeriesTarget & { moniker: string | null }

/** The validators as they were asked for, each once. @throws ProblemError 404 where one is not of the present epoch */
function targetsOf(
  views: ValidatorViews,
  { blockchain_id: networkId, validator_id: ids }: ChartsQuery,
): { epoch: number; targets: Target[] } {
  const model = views.of(networkId)?.model() ?? null
  const wanted = new Set(ids)
  const known = new Map(
    (model?.records ?? []).flatMap(({ id, slot, moniker }) =>
      id !== null && wanted.has(id) ? [[id, { id, slot, moniker }] as const] : [],
    ),
  )
  const targets = [...wanted].map((id) => {
    const target = known.get(id)
    if (!target) throw new ProblemError('not_found', { detail: unknownValidator })
    return target
  })
  return { epoch: model?.row.epoch ?? 0, targets }
}

/** @throws ProblemError 503 where the store cannot say, which is not the same as that there is nothing */
function answerFailure(error: unknown): never {
  if (!(error instanceof StoreFailure)) throw error
  const headers = { 'retry-after': '5' }
  throw new ProblemError('unavailable', { detail: storeIsSilent, headers, cause: error })
}

const storeIsSilent = {
  en: 'The chart data store isn’t responding. Try again in a moment.',
  ru: 'Хранилище графиков не отвечает. Попробуйте через минуту.',
  uk: 'Сховище графіків не відповідає. Спробуйте за хвилину.',
}

const unknownValidator = {
  en: 'This network has no such validator.',
  ru: 'В этой сети нет такого валидатора.',
  uk: 'У цій мережі немає такого валідатора.',
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
