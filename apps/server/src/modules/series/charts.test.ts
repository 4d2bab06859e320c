import { type ChartMetric, type Charts, chartMetrics, chartRanges } from '@roundsman/contract/networks/charts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testStart } from '../../testing/manual-clock.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../testing/test-catalogue.ts'
import { putBucket } from './bucket.store.ts'
import { createSqlSeriesStore } from './sql-series.store.ts'
import { describeSeriesStore } from './testing/describe-series-store.ts'
import { createRecording, type Known, type Recording } from './testing/recording.ts'

const password = 'a long enough password'
const [uptime, power, commission] = chartMetrics
const start = testStart / 1000
/** Of the epoch that is closed, of the present one (the last has left), of another network. */
const [before, ada, bob, gone, abroad] = [9001, 9002, 9003, 9004, 9005]
const key = { networkId: 1, epoch: 1 }
let site: TestApp
let browser: TestBrowser
let recording: Recording

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([testNetwork(), testNetwork({ blockchain_id: 2 })]),
  })
  await site.app.prepare()
  await site.database.db.orm.execute(sql`
    insert into watch_network (network_id, epoch) values (1, 1), (2, 0)`)
  await site.database.db.orm.execute(sql`
    insert into watch_validator (id, network_id, epoch, slot, consensus_address, moniker, removed_at, bond_status,
                                 power, reported_power, changed_at, seq)
    select id, network, epoch, slot, 'C' || id, moniker, removed, 'BOND_STATUS_BONDED', 1, 1, 0, 1
    from (values (${before}::int, 1, 0, 0, 'before', null::bigint), (${ada}, 1, 1, 0, 'ada', null),
                 (${bob}, 1, 1, 1, null, null), (${gone}, 1, 1, 2, 'gone', 7), (${abroad}, 2, 0, 0, 'abroad', null))
      as validator (id, network, epoch, slot, moniker, removed)`)
  for (const module of site.app.modules) await module.start?.()
  await site.createUser('ann@example.org', password)
  browser = await site.signedIn({ email: 'ann@example.org', password }, { host: 'n1.localhost:8000' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.db.orm.execute(sql`delete from series_bucket`)
  site.clock.setNow(testStart)
  recording = createRecording({ db: site.platform.db, clock: site.clock }, key)
})

const known = (value: number): Known => ({
  ...{ uptime: value, power: BigInt(value * 1000), commissionRate: value / 10, tokens: 1n },
})

interface Asked {
  network?: number
  ids?: (number | string)[]
  metrics?: string[]
  range?: string
  step?: string
}
function ask({ network = 1, ids = [ada], metrics = [uptime], range = 'h1', step = '25s' }: Asked = {}) {
  const query = new URLSearchParams([
    ['blockchain_id', String(network)],
    ...ids.map((id): [string, string] => ['validator_id', String(id)]),
    ...metrics.map((metric): [string, string] => ['metric', metric]),
    ['range', range],
    ['step', step],
  ])
  return browser.get(`/api/blockchains/charts/?${query.toString()}`)
}
async function chart(asked: Asked = {}): Promise<Charts> {
  const answer = await ask(asked)
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()])
  return answer.json<Charts>()
}
/** The points of one validator that are not null, by their seconds after the start. */
const shown = ({ metrics }: Charts, metric: ChartMetric = uptime, index = 0) =>
  (metrics[metric]?.[index]?.points ?? []).flatMap(([at, value]) =>
    value === null ? [] : [[at - start, value]],
  )

describe('the call for charts', () => {
  test.each([
    ['h1', 3_600, 144],
    ['24h', 86_400, 144],
    ['7d', 604_800, 168],
    ['30d', 2_592_000, 180],
  ] as const)(
    'S6 S11 S12: %s fills its range with points, also of nothing',
    async (range, seconds, count) => {
      await site.clock.advance(13_000)
      const { step, stepSeconds } = chartRanges[range]
      const to = Math.floor((start + 13) / stepSeconds) * stepSeconds
      const answer = await chart({ range, step })
      expect(answer).toEqual({
        ...{ blockchain_id: 1, range, step },
        from: new Date((to - seconds) * 1000).toISOString(),
        to: new Date(to * 1000).toISOString(),
        metrics: {
          [uptime]: [
            {
              ...{ validator_id: ada, moniker: 'ada' },
              points: Array.from({ length: count }, (_, index) => [
                to - seconds + (index + 1) * stepSeconds,
                null,
              ]),
            },
          ],
        },
      })
    },
  )

  test.each<[string, Asked]>([
    ['another pair', { range: '24h', step: '25s' }],
    ['a range that there is not', { range: '1y', step: '4h' }],
    ['a step that there is not', { range: 'h1', step: '1s' }],
    ['no validator', { ids: [] }],
    ['more than a hundred validators', { ids: Array.from({ length: 101 }, () => ada) }],
    ['an id that is none', { ids: ['1e0'] }],
    ['no metric', { metrics: [] }],
    ['a metric that there is not', { metrics: ['up'] }],
  ])('S11: %s is refused', async (_what, asked) => {
    const answer = await ask(asked)
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([400, 'validation_failed'])
  })

  test.each([
    ['an id that there never was', 1, [ada, 7777]],
    ['one of another network', 1, [abroad]],
    ['one of an epoch that is closed', 1, [before]],
  ] as const)('S14: %s is a validator that is not there', async (_what, network, ids) => {
    const answer = await ask({ network, ids: [...ids] })
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
  })

  test('S14: one that has left is there, as long as the epoch lasts', async () => {
    recording.values = [known(1), known(1), known(0.5)]
    await recording.run(25)
    recording.values = [known(1), known(1), null]
    await recording.run(25)
    const answer = await chart({ ids: [gone] })
    expect(answer.metrics[uptime]?.[0]).toMatchObject({ validator_id: gone, moniker: 'gone' })
    expect(shown(answer)).toEqual([[0, 0.5]])
  })

  test('S12: validators and metrics come as they were asked for, each once', async () => {
    recording.values = [known(0.5), known(0.25)]
    await recording.commit()
    const { metrics } = await chart({ ids: [bob, ada, bob], metrics: [commission, power, power] })
    expect(Object.keys(metrics)).toEqual([commission, power])
    expect(metrics[power]?.map(({ validator_id, moniker }) => [validator_id, moniker])).toEqual([
      [bob, null],
      [ada, 'ada'],
    ])
    expect(metrics[power]?.map(({ points }) => points.at(-1))).toEqual([
      [start, 250],
      [start, 500],
    ])
    expect(metrics[commission]?.map(({ points }) => points.at(-1))).toEqual([
      [start, 0.025],
      [start, 0.05],
    ])
  })
})

describe('what a chart shows', () => {
  test('S6 S12: the lowest uptime of a bucket, the last of the rest, and a hole where nothing was seen', async () => {
    recording.values = [known(0.75)]
    await recording.run(300)
    recording.values = [known(0.5)]
    await recording.run(25)
    recording.values = [known(1)]
    await recording.run(275)
    recording.observed = false
    await recording.run(600)
    recording.observed = true
    await recording.run(600)
    const answer = await chart({ range: '24h', step: '10m', metrics: [...chartMetrics] })
    expect(shown(answer)).toEqual([
      [0, 0.5],
      [1200, 1],
    ])
    expect(shown(answer, power)).toEqual([
      [0, 1000],
      [1200, 1000],
    ])
    expect(shown(answer, commission)).toEqual([
      [0, 0.1],
      [1200, 0.1],
    ])
    expect(shown(await chart())).toHaveLength(48)
  })

  test('S13: the newest bucket is shown while it lasts, and as it was once it is rolled up', async () => {
    const newest = async () => shown(await chart({ range: '24h', step: '10m' }))
    for (const value of [1, 0.5]) {
      recording.values = [known(value)]
      await recording.run(25)
      expect(await newest()).toEqual([[0, value]])
    }
    recording.values = [known(0.75)]
    await recording.run(550)
    // Over, and not rolled up before the first sample after it.
    expect(await newest()).toEqual([[0, 0.5]])
    await recording.commit()
    expect(await newest()).toEqual([
      [0, 0.5],
      [600, 0.75],
    ])
  })

  test('S13: a longer bucket is made of all tiers below it, each of what the one above has not taken in', async () => {
    const { orm } = site.database.db
    const put = (step: number, at: number, value: number, stale = 0.01) => {
      const sample = { uptime: [value], power: [value * 100], commission: [stale], tokens: [1] }
      return putBucket(orm, { ...key, step }, start + at, sample)
    }
    const hour = 3_600
    await put(4 * hour, -4 * hour, 0.9)
    // Taken in by the tier above: were it read again, it would be the lowest.
    await put(hour, -hour, 0.1)
    await put(hour, 0, 0.8)
    await put(600, 3_000, 0.1)
    await put(600, hour, 0.7)
    await put(25, hour + 575, 0.1)
    await put(25, hour + 600, 0.75)
    await put(25, hour + 625, 0.95)
    await site.clock.advance((hour + 640) * 1000)
    const long = await chart({ range: '30d', step: '4h', metrics: [uptime, power] })
    expect(shown(long)).toEqual([
      [-4 * hour, 0.9],
      [0, 0.7],
    ])
    expect(shown(long, power)).toEqual([
      [-4 * hour, 90],
      [0, 95],
    ])
    expect(shown(await chart({ range: '7d', step: '1h' }))).toEqual([
      [-hour, 0.1],
      [0, 0.8],
      [hour, 0.7],
    ])
  })

  test('S12: nothing is shown that is older than the range, or later than now', async () => {
    const { orm } = site.database.db
    for (const at of [-3_600, -3_575, 0, 25])
      await putBucket(orm, { ...key, step: 25 }, start + at, {
        ...{ uptime: [1], power: [1], commission: [1], tokens: [1] },
      })
    expect(shown(await chart())).toEqual([
      [-3_575, 1],
      [0, 1],
    ])
  })
})

describeSeriesStore(
  'the database',
  () => site.platform.db,
  () => ({ store: createSqlSeriesStore(site.platform.db), deliver: () => Promise.resolve() }),
)
