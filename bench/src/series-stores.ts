import { sql } from 'drizzle-orm'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { putBucket } from '../../apps/server/src/modules/series/bucket.store.ts'
import { createPrometheusSeriesStore } from '../../apps/server/src/modules/series/prometheus/prometheus-series-store.ts'
import {
  labelsOf,
  remoteWriteBody,
  remoteWriteHeaders,
} from '../../apps/server/src/modules/series/prometheus/remote-write.ts'
import { makeSite } from '../../apps/server/src/modules/series/prometheus/sample-writer.ts'
import { createStoreClient } from '../../apps/server/src/platform/clients/store-client.ts'
import type { SeriesRequest, SeriesStore } from '../../apps/server/src/modules/series/series-store.ts'
import { createSqlSeriesStore } from '../../apps/server/src/modules/series/sql-series.store.ts'
import {
  createStoreProgram,
  type StoreKind,
  type StoreProgram,
} from '../../apps/server/src/modules/series/testing/store-program.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { chartMetrics } from '../../packages/contract/src/networks/charts.ts'
import { pointsBetween, sampleSeconds } from '../../packages/timeseries/src/ladder.ts'
import type { Sample } from '../../packages/timeseries/src/roll-up.ts'
import { findStores } from '../../tools/src/engines/stores.ts'
import { openBenchDatabase } from './bench-database.ts'
import { quantile } from './quantile.ts'
import { keptBuckets, sampleAt, seriesStart } from './series-data.ts'

// The same samples in the server's own store and in two others: bytes on disk, and a chart of ten validators over HTTP.
// Usage: tsx bench/src/series-stores.ts <validators> <days> <charts>
const [validators = Number.NaN, days = Number.NaN, charts = Number.NaN] = process.argv.slice(2).map(Number)
if ([validators, days, charts].some(Number.isNaN))
  throw new Error('usage: series-stores.ts <validators> <days> <charts>')

const key = { networkId: 1, epoch: 1 }
const end = seriesStart + days * 86_400
const step = 14_400
const recorded = (validators * chartMetrics.length * (end - seriesStart)) / sampleSeconds
const columns = ['uptime', 'power', 'commission'] as const satisfies (keyof Sample)[]
/** The address of the charts of each store, in a form that costs little to send. */
type Ask = (request: SeriesRequest) => Promise<string>

const { db, remove } = await openBenchDatabase()
const site = await makeSite(db.orm, 'bench')
const slots = Array.from({ length: validators }, (_, slot) => ({ id: slot + 1, slot }))

/** Ten validators, all metrics, 180 points. */
function someRequest(turn: number): SeriesRequest {
  const chosen = slots.filter(({ slot }) => (slot + turn) % Math.max(1, Math.floor(validators / 10)) === 0)
  const to = end - step
  return { ...key, validators: chosen.slice(0, 10), metrics: chartMetrics, from: to - 180 * step, to, step }
}

async function timed(ask: Ask): Promise<{ p50: number; p99: number; bytes: number }> {
  const times: number[] = []
  let bytes = 0
  for (let turn = 0; turn < charts + 20; turn += 1) {
    const from = performance.now()
    bytes = (await ask(someRequest(turn))).length
    // The first ones warm up.
    if (turn >= 20) times.push(performance.now() - from)
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), bytes }
}

async function pointsOf(store: SeriesStore, request: SeriesRequest) {
  const all = await store.read(request)
  return request.metrics.map((metric) =>
    request.validators.map((_one, index) =>
      pointsBetween(all.get(metric)?.[index] ?? new Map<number, number>(), request),
    ),
  )
}

async function fillOurs(): Promise<void> {
  let batch: Parameters<typeof putBucket>[] = []
  const flush = () =>
    db.transaction(async (tx) => {
      for (const [, ...rest] of batch) await putBucket(tx, ...rest)
      batch = []
    })
  for (const { step: tier, bucket, content } of keptBuckets(end, validators)) {
    batch.push([db.orm, { ...key, step: tier }, bucket, content])
    if (batch.length >= 200) await flush()
  }
  await flush()
}

async function ours() {
  await fillOurs()
  await db.orm.execute(sql`vacuum analyze series_bucket`)
  const { rows } = await db.orm.execute<{ bytes: number; cells: number }>(sql`
    select pg_total_relation_size('series_bucket')::float8 as bytes,
           (select sum(cardinality(uptime) + cardinality(power) + cardinality(commission) + cardinality(tokens)
                       + cardinality(uptime_mean))::float8 from series_bucket) as cells`)
  const store = createSqlSeriesStore(db)
  const server = createServer((request, response) => {
    const turn = Number(new URL(request.url ?? '', 'http://x').searchParams.get('turn'))
    void pointsOf(store, someRequest(turn)).then((points) => response.end(JSON.stringify(points)))
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  let turn = 0
  const chart = await timed(async () => (await fetch(`http://127.0.0.1:${port}/?turn=${turn++}`)).text())
  server.closeAllConnections()
  server.close()
  return { ...chart, disk: rows[0]?.bytes ?? 0, cells: rows[0]?.cells ?? 0 }
}

async function fill({ url }: StoreProgram): Promise<void> {
  const hours = 6 * 3_600
  for (let from = seriesStart; from < end; from += hours) {
    const times = Array.from({ length: hours / sampleSeconds }, (_, index) => from + index * sampleSeconds)
    const samples = times.filter((at) => at < end).map((at) => [at, sampleAt(at, validators)] as const)
    const series = slots.flatMap(({ id, slot }) =>
      chartMetrics.map((metric, index) => ({
        labels: labelsOf({ ...key, site, metric, validatorId: id }),
        samples: samples.map(
          ([at, sample]) => [at * 1000, sample[columns[index] ?? 'uptime'][slot] ?? Number.NaN] as const,
        ),
      })),
    )
    const body = remoteWriteBody(series)
    const { status } = await fetch(`${url}/api/v1/write`, {
      method: 'POST',
      headers: remoteWriteHeaders,
      body,
    })
    if (status >= 300) throw new Error(`the store answers ${status}`)
  }
}

/** What a store merges meanwhile is gone when its turn comes. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) =>
        sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}

/** Once everything is in blocks or parts as they stay, without what is written ahead. */
async function diskOf(kind: StoreKind, program: StoreProgram): Promise<number> {
  if (kind === 'prometheus') {
    const answer = await fetch(`${program.url}/api/v1/admin/tsdb/snapshot`, { method: 'POST' })
    const { data } = (await answer.json()) as { data: { name: string } }
    return bytesIn(join(program.data, 'snapshots', data.name))
  }
  // Parts are made of what it has in memory when it ends, and merged once it runs again.
  await program.stop()
  await program.start()
  await fetch(`${program.url}/internal/force_merge`)
  let [before, now] = [Number.POSITIVE_INFINITY, bytesIn(program.data)]
  while (now < before) {
    await systemClock.sleep(3_000)
    ;[before, now] = [now, bytesIn(program.data)]
  }
  return now
}

async function theirs(kind: StoreKind, path: string) {
  const program = await createStoreProgram(kind, path)
  try {
    await program.start()
    await fill(program)
    const disk = await diskOf(kind, program)
    const store = createPrometheusSeriesStore(
      createStoreClient(program.url, { fetch, clock: systemClock }),
      db,
    )
    const [same, own] = await Promise.all(
      [store, createSqlSeriesStore(db)].map((one) => pointsOf(one, someRequest(0))),
    )
    if (!isNear(same, own)) throw new Error(`${kind} shows something else`)
    const chart = await timed(async (request) => {
      const ids = request.validators.map(({ id }) => id).join('|')
      const texts = request.metrics.map(async (metric, index) => {
        const query = `${index === 0 ? 'min' : 'last'}_over_time(${metric}{validator_id=~"${ids}"}[4h])`
        const times = {
          start: String(request.from + step),
          end: String(request.to),
          step: '14400',
          nocache: '1',
        }
        const body = new URLSearchParams({ query, ...times })
        return (await fetch(`${program.url}/api/v1/query_range`, { method: 'POST', body })).text()
      })
      return (await Promise.all(texts)).join('')
    })
    return { ...chart, disk }
  } finally {
    await program.remove()
  }
}

/** To twelve digits. */
function isNear(a: unknown, b: unknown): boolean {
  const rounded = (value: unknown) =>
    JSON.stringify(value, (_key, one: unknown) =>
      typeof one === 'number' ? Number(one.toPrecision(12)) : one,
    )
  return rounded(a) === rounded(b)
}

const stores = findStores()
const found = 'notRun' in stores ? null : stores
const own = await ours()
const prometheus = found && (await theirs('prometheus', found.PROMETHEUS_PATH))
const victoriaMetrics = found && (await theirs('victoria-metrics', found.VICTORIA_METRICS_PATH))
console.log(JSON.stringify({ recorded, own, prometheus, victoriaMetrics }))
await remove()
