import type { ChartsQuery } from '@roundsman/contract/networks/charts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serializeError } from '../../../platform/errors.ts'
import type { CreateLoop, LoopOptions } from '../../../platform/loop.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { withClock } from '../../../testing/with-clock.ts'
import { forgetOld } from '../bucket.store.ts'
import { addValidators } from '../testing/add-validators.ts'
import { decodeRemoteWrite, type ReadSeries } from '../testing/decode-remote-write.ts'
import { createRecording, type Recording } from '../testing/recording.ts'
import { createPrometheusSeriesStore } from './prometheus-series-store.ts'
import type { SendOutcome } from './sample-writer.ts'
import { createSender, createSenderLoop } from './sender.ts'
import { createStoreClient } from '../../../platform/clients/store-client.ts'

const password = 'a long enough password'
const seriesUrl = 'https://ann:hunter2hunter2@series.example.org/key-0123456789abcdef/?token=hunter3hunter3'
const secrets = /hunter|key-0123|ann:/
const key = { networkId: 1, epoch: 1 }
const start = 1_767_225_600
const always = new AbortController().signal

interface StoreCall {
  url: string
  headers: Headers
  body: Buffer
}
let calls: StoreCall[]
/** What the store does with the next calls. */
let answer: (call: StoreCall) => Response | Promise<Response>
const fetchOfStore: typeof globalThis.fetch = async (input, init) => {
  const call = {
    url: input instanceof Request ? input.url : input.toString(),
    headers: new Headers(init?.headers),
    body: Buffer.from(init?.body as string | Uint8Array),
  }
  calls.push(call)
  const aborted = new Promise<never>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })
  return Promise.race([answer(call), aborted])
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const matrix = (result: unknown[]) => ({ status: 'success', data: { resultType: 'matrix', result } })

let site: TestApp
let browser: TestBrowser
let ids: number[]
beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([testNetwork()]),
    config: { seriesUrl },
    fetch: fetchOfStore,
  })
  await site.app.prepare()
  const { orm } = site.database.db
  await orm.execute(sql`insert into watch_network (network_id, epoch) values (1, 1)`)
  ids = await addValidators(orm, key, 2)
  for (const module of site.app.modules) await module.start?.()
  await site.createUser('ann@example.org', password)
  browser = await site.signedIn({ email: 'ann@example.org', password }, { host: 'n1.localhost:8000' })
})
afterAll(() => site.close())

let clock: ManualClock
let recording: Recording
beforeEach(async () => {
  calls = []
  answer = () => new Response(null, { status: 204 })
  await site.database.db.orm.execute(sql`delete from series_bucket`)
  await site.database.db.orm.execute(sql`delete from series_sent`)
  clock = createManualClock(start * 1000)
  recording = createRecording({ db: withClock(site.database.db, clock), clock }, key)
  recording.values = [{ uptime: 0.5, power: 7n, commissionRate: 0.125, tokens: 1n }]
})

const client = () => createStoreClient(seriesUrl, { fetch: fetchOfStore, clock })
/** `outcomes` and `said` take what is counted, and which networks are named in the log. */
function senderWith(outcomes: SendOutcome[] = [], said: number[] = []) {
  const { ids } = site.platform
  return createSender({
    ...{ db: site.database.db, client: client(), ids, clock },
    count: (outcome, buckets = 1) => void outcomes.push(...Array.from({ length: buckets }, () => outcome)),
    onRefused: ({ network }) => void said.push(network),
  })
}
/** Seconds after the start of the samples in each request, and what it is of. */
const written = () => calls.map(({ body }) => decodeRemoteWrite(body))
const times = (series: ReadSeries[]) => series[0]?.samples.map(([at]) => at / 1000 - start)

describe('charts from a store that cannot say', () => {
  const query: Omit<ChartsQuery, 'validator_id' | 'metric'> = { blockchain_id: 1, range: '24h', step: '10m' }
  const chart = () =>
    browser.get(
      `/api/blockchains/charts/?${new URLSearchParams({
        ...{ ...query, blockchain_id: '1', validator_id: String(ids[0]) },
        metric: 'cosmos_validator_uptime',
      }).toString()}`,
    )
  const read = () => {
    const range = { from: start - 600, to: start, step: 600 }
    const validators = ids.map((id, slot) => ({ id, slot }))
    const store = createPrometheusSeriesStore(client(), site.database.db)
    return store.read({ ...key, validators, metrics: ['cosmos_validator_uptime'], ...range })
  }
  const own = (values: unknown[]) => ({ metric: { validator_id: String(ids[0]) }, values })
  const asked = start + 599 - 86_400

  beforeAll(() => site.database.db.orm.execute(sql`insert into series_site (id) values ('here')`))

  test.each<[string, () => Response | Promise<Response>]>([
    ['refuses connections', () => Promise.reject(new TypeError(`fetch failed: ${seriesUrl}`))],
    ['answers 500 with its address', () => new Response(seriesUrl, { status: 500 })],
    ['answers 401', () => new Response('no', { status: 401 })],
    [
      'sends elsewhere',
      () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } }),
    ],
    ['answers a page', () => new Response('<html>')],
    ['answers half of it', () => new Response('{"status":"success","data":{"resu')],
    ['answers nothing', () => new Response('')],
    ['says that it failed', () => json({ status: 'error', errorType: 'timeout', error: seriesUrl })],
    [
      'answers with other data',
      () => json({ status: 'success', data: { resultType: 'vector', result: [] } }),
    ],
    ['answers for a part of its nodes', () => json({ ...matrix([]), isPartial: true })],
    ['answers what is no number', () => json(matrix([own([[asked, 'NaN']])]))],
    ['answers an empty number', () => json(matrix([own([[asked, '']])]))],
    ['answers for times nobody asked for', () => json(matrix([own([[asked + 1, '1']])]))],
    ['answers for times before', () => json(matrix([own([[asked - 600, '1']])]))],
    ['answers twice for one', () => json(matrix([own([[asked, '1']]), own([[asked, '0.5']])]))],
    ['answers for somebody else', () => json(matrix([{ metric: { validator_id: '0' }, values: [] }]))],
    ['answers without end', () => new Response('x'.repeat(9 * 1024 * 1024))],
  ])('S19: it %s: nothing is shown, and nothing of the address but its host', async (_what, does) => {
    answer = does
    const failure = await read().catch((error: unknown) => error)
    expect(failure).toHaveProperty('name', 'StoreFailure')
    expect(JSON.stringify(serializeError(failure))).toContain('series.example.org')
    expect(JSON.stringify(serializeError(failure))).not.toMatch(secrets)
    const problem = await chart()
    expect([problem.status, problem.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
    expect(problem.text).not.toMatch(secrets)
    expect(problem.text).not.toContain('series.example.org')
  })

  test('S19: it does not answer: five seconds are waited for it', async () => {
    answer = () => new Promise(() => undefined)
    const failure = read().catch((error: unknown) => error)
    while (calls.length === 0) await clock.advance(0)
    await clock.advance(5_000)
    expect(await failure).toMatchObject({
      message: 'the store series.example.org did not respond within 5000 ms',
    })
  })

  test('S19: user and password go as a header, the rest of the address with the request', async () => {
    answer = () => json(matrix([own([[asked, '0.25']])]))
    expect([...((await read()).get('cosmos_validator_uptime')?.[0] ?? [])]).toEqual([[start, 0.25]])
    const [call] = calls
    expect(call?.url).toBe(
      'https://series.example.org/key-0123456789abcdef/api/v1/query_range?token=hunter3hunter3',
    )
    expect(call?.headers.get('authorization')).toBe(
      `Basic ${Buffer.from('ann:hunter2hunter2').toString('base64')}`,
    )
    expect((await chart()).status).toBe(503)
  })
})

describe('sending', () => {
  test('S16: a request for each bucket, with the one before it; what it is of is in its labels', async () => {
    await recording.run(75)
    await senderWith().send(always)
    expect(written().map(times)).toEqual([[0], [0, 25], [25, 50]])
    const [{ rows }, [first]] = [
      await site.database.db.orm.execute<{ id: string }>(sql`select id from series_site`),
      written(),
    ]
    const labels = { site: rows[0]?.id, network_id: '1', epoch: '1', validator_id: String(ids[0]) }
    expect(first).toEqual([
      { labels: { __name__: 'cosmos_validator_uptime', ...labels }, samples: [[start * 1000, 0.5]] },
      { labels: { __name__: 'cosmos_validator_voting_power', ...labels }, samples: [[start * 1000, 7]] },
      {
        labels: { __name__: 'cosmos_validator_commission_rate', ...labels },
        samples: [[start * 1000, 0.125]],
      },
    ])
    expect(Object.keys(first?.[0]?.labels ?? {})).toEqual(Object.keys(first?.[0]?.labels ?? {}).sort())
    const headers = Object.fromEntries(calls[0]?.headers ?? [])
    expect(headers).toMatchObject({ 'content-encoding': 'snappy', 'content-type': 'application/x-protobuf' })
  })

  test('S16: what was taken is not sent again but for the last minutes, after an error and by another process', async () => {
    const outcomes: SendOutcome[] = []
    const sender = senderWith(outcomes)
    await recording.run(400)
    await sender.send(always)
    await sender.send(always)
    expect(outcomes).toHaveLength(16)
    await recording.run(25)
    answer = () => new Response('busy', { status: 503 })
    await expect(sender.send(always)).rejects.toThrow('answered samples with 503')
    answer = () => new Response(null, { status: 204 })
    calls = []
    await sender.send(always)
    const again = Array.from({ length: 12 }, (_, index) => 100 + index * 25)
    expect(written().map((series) => times(series)?.at(-1))).toEqual([...again, 400])
    await recording.run(25)
    calls = []
    await senderWith().send(always)
    expect(written().map((series) => times(series)?.at(-1))).toEqual([...again.map((at) => at + 25), 425])
  })

  /** Another network with samples that wait, and no newer ones to come. */
  async function closedNetwork() {
    const other = { networkId: 2, epoch: 1 }
    const closed = createRecording({ db: withClock(site.database.db, clock), clock }, other)
    closed.values = recording.values
    const { rows } = await site.database.db.orm.execute(
      sql`select 1 from watch_validator where network_id = ${other.networkId}`,
    )
    if (rows.length === 0) await addValidators(site.database.db.orm, other, 1)
    await closed.run(50)
  }
  const networkOf = (body: Buffer) => decodeRemoteWrite(body)[0]?.labels['network_id']
  const networks = () => calls.map(({ body }) => networkOf(body))
  const taken = () => new Response(null, { status: 204 })

  test('S17: as long as the store refuses everything, nothing is passed over, and it is asked again in a minute', async () => {
    const [outcomes, said]: [SendOutcome[], number[]] = [[], []]
    const sender = senderWith(outcomes, said)
    await recording.run(50)
    answer = () => new Response('no', { status: 400 })
    await sender.send(always)
    await sender.send(always)
    expect(calls).toHaveLength(2)
    await clock.advance(60_000)
    await sender.send(always)
    expect([calls.length, outcomes, said]).toEqual([4, [], [1]])
    await clock.advance(60_000)
    answer = taken
    await sender.send(always)
    expect(outcomes).toEqual(['taken', 'taken'])
    await clock.advance(3_600_000)
    await recording.run(25)
    answer = () => new Response('no', { status: 400 })
    await sender.send(always)
    expect(said).toEqual([1, 1])
  })

  test.each([400, 409, 422])(
    'S17: what it refuses of one network (%s) is passed over once it takes another’s, counted and said once',
    async (status) => {
      const [outcomes, said]: [SendOutcome[], number[]] = [[], []]
      const sender = senderWith(outcomes, said)
      await closedNetwork()
      answer = ({ body }) => (networkOf(body) === '2' ? new Response('late', { status }) : taken())
      // Nothing else waits: it may be that the store takes nothing at all.
      await sender.send(always)
      expect([networks(), outcomes, said]).toEqual([['2', '2'], [], [2]])
      calls = []
      await recording.run(25)
      await sender.send(always)
      expect(networks()).toEqual(['1', '2', '2'])
      expect(outcomes).toEqual(['taken', 'refused', 'refused'])
      calls = []
      await recording.run(25)
      await sender.send(always)
      await clock.advance(3_600_000)
      await sender.send(always)
      expect(networks()).toEqual(['1'])
      expect([outcomes, said]).toEqual([['taken', 'refused', 'refused', 'taken'], [2]])
    },
  )

  test('S17: what it refused while it refused everything is taken once it takes again, of every network', async () => {
    const outcomes: SendOutcome[] = []
    const sender = senderWith(outcomes)
    await closedNetwork()
    answer = () => new Response('no', { status: 400 })
    await sender.send(always)
    await recording.run(25)
    answer = taken
    await sender.send(always)
    expect([networks(), outcomes]).toEqual([
      ['2', '2', '1', '2', '2'],
      ['taken', 'taken', 'taken'],
    ])
  })

  test.each([401, 403, 404, 429, 500, 503])(
    'S17: %s is about the store: an error, and everything is sent later',
    async (status) => {
      const outcomes: SendOutcome[] = []
      const sender = senderWith(outcomes)
      await closedNetwork()
      await recording.run(25)
      answer = ({ body }) => (networkOf(body) === '2' ? new Response('no', { status }) : taken())
      await expect(sender.send(always)).rejects.toThrow(`answered samples with ${status}`)
      await expect(sender.send(always)).rejects.toThrow(`answered samples with ${status}`)
      answer = taken
      await sender.send(always)
      expect(outcomes.filter((outcome) => outcome !== 'again')).toEqual(['taken', 'taken', 'taken'])
    },
  )

  test('S18: what the store has not taken is kept for a day, and no longer', async () => {
    const own = withClock(site.database.db, clock)
    const left = async () => {
      const { rows } = await site.database.db.orm.execute<{ count: number }>(
        sql`select count(*)::int as count from series_bucket where step = 25`,
      )
      return rows[0]?.count
    }
    await recording.run(50)
    await clock.advance(20 * 3_600_000)
    await recording.run(25)
    await forgetOld(own, { isSent: true })
    expect(await left()).toBe(3)
    await senderWith().send(always)
    expect(calls).toHaveLength(3)
    await forgetOld(own, { isSent: true })
    expect(await left()).toBe(1)
    await site.database.db.orm.execute(sql`delete from series_sent`)
    await clock.advance(25 * 3_600_000)
    await recording.run(25)
    await forgetOld(own, { isSent: true })
    expect(await left()).toBe(1)
  })

  test('S20: one process sends, and another one once it stops', async () => {
    const { orm } = site.database.db
    const said: string[] = []
    const process = (holder: string) => {
      const made: LoopOptions[] = []
      const createLoop: CreateLoop = (options) => {
        made.push(options)
        return {
          name: options.name,
          start: () => undefined,
          stop: () => Promise.resolve(),
          wake: () => undefined,
        }
      }
      const loop = createSenderLoop(
        site.database.db,
        createLoop,
        {
          send: async () => void said.push(`${holder} sends`),
          startAgain: () => void said.push(`${holder} starts again`),
        },
        holder,
      )
      return { stop: loop.stop, pass: async () => made[0]?.pass(always) }
    }
    const [one, other] = [process('one'), process('other')]
    await one.pass()
    await one.pass()
    await other.pass()
    await one.stop()
    await other.pass()
    await other.pass()
    // Its lease ran out, and it does not know yet.
    await orm.execute(sql`update lease set holder = 'third', fence = fence + 1 where name = 'series/send'`)
    await other.pass()
    expect(said).toEqual([
      ...['one starts again', 'one sends', 'one sends', 'other starts again', 'other starts again'],
      ...['other sends', 'other sends', 'other starts again'],
    ])
  })
})
