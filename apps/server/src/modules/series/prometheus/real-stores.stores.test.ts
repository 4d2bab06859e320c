import { bucketOf } from '@roundsman/timeseries/ladder'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { systemIds } from '../../../platform/ids.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { withClock } from '../../../testing/with-clock.ts'
import { addValidators } from '../testing/add-validators.ts'
import { describeSeriesStore } from '../testing/describe-series-store.ts'
import { createRecording } from '../testing/recording.ts'
import { createStoreProgram, type StoreKind, type StoreProgram } from '../testing/store-program.ts'
import { createPrometheusSeriesStore } from './prometheus-series-store.ts'
import type { SendOutcome } from './sample-writer.ts'
import { createSender, type Sender } from './sender.ts'
import { createStoreClient } from '../../../platform/clients/store-client.ts'

// The tier `stores` says where the programs are.
const paths: Record<StoreKind, string> = {
  prometheus: process.env['PROMETHEUS_PATH'] ?? 'prometheus',
  'victoria-metrics': process.env['VICTORIA_METRICS_PATH'] ?? 'victoria-metrics',
}
const uptime = 'cosmos_validator_uptime'
const start = 1_767_225_600
const always = new AbortController().signal

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
const db = (): Database => database.db

function senderTo(
  url: string,
  count: (outcome: SendOutcome, buckets?: number) => void = () => undefined,
): Sender {
  const client = createStoreClient(url, { fetch: systemFetch, clock: systemClock })
  const onRefused = () => undefined
  return createSender({ db: db(), client, ids: systemIds, count, clock: systemClock, onRefused })
}

describe.each(['prometheus', 'victoria-metrics'] as const)('S15: %s', (kind) => {
  let program: StoreProgram
  let sender: Sender
  beforeAll(async () => {
    await db().orm.execute(sql`delete from series_sent`)
    program = await createStoreProgram(kind, paths[kind])
    await program.start()
    sender = senderTo(program.url)
  })
  afterAll(() => program.remove())

  const store = () =>
    createPrometheusSeriesStore(
      createStoreClient(program.url, { fetch: systemFetch, clock: systemClock }),
      db(),
    )

  describeSeriesStore(kind, db, () => ({
    store: store(),
    async deliver() {
      await sender.send(always)
      await program.flush()
    },
  }))

  test('S16: what was sent when it was killed, and what came while it was down, is there when it is back', async () => {
    const key = { networkId: 50, epoch: kind === 'prometheus' ? 1 : 2 }
    const clock = createManualClock(start * 1000)
    const recording = createRecording({ db: withClock(db(), clock), clock }, key)
    const [id = 0] = await addValidators(db().orm, key, 1)
    const shown = async () => {
      const range = { from: start - 25, to: start + 475, step: 25 }
      const read = { ...key, validators: [{ id, slot: 0 }], metrics: [uptime] as const, ...range }
      return [...((await store().read(read)).get(uptime)?.[0] ?? [])]
    }
    const expected: [number, number][] = []
    const record = async (count: number) => {
      for (let done = 0; done < count; done++) {
        const value = (expected.length + 1) / 64
        expected.push([start + expected.length * 25, value])
        recording.values = [{ uptime: value, power: 1n, commissionRate: 0, tokens: 1n }]
        await recording.run(25)
      }
    }
    await record(8)
    await sender.send(always)
    await program.kill()
    await record(4)
    await expect(sender.send(always)).rejects.toThrow('cannot be reached')
    await program.start()
    await sender.send(always)
    await program.flush()
    expect(await shown()).toEqual(expected)

    // Killed and back between two samples, which nobody notices: the last one is sent with the next.
    await program.stop()
    await program.start()
    await record(1)
    await sender.send(always)
    await program.kill()
    await program.start()
    await record(1)
    await sender.send(always)
    await program.flush()
    expect(await shown()).toEqual(expected)

    // Another process begins some minutes before what is written down, and finds that all is there.
    const outcomes: SendOutcome[] = []
    await record(1)
    await senderTo(program.url, (outcome) => outcomes.push(outcome)).send(always)
    await program.flush()
    expect(await shown()).toEqual(expected)
    expect(outcomes).toEqual([...Array.from({ length: 12 }, () => 'again'), 'taken'])
  })

  // The last one: Prometheus takes nothing that is months older after it.
  test('S15 S6: what is seconds old is shown as it was measured, and a hole in it as a hole', async () => {
    const key = { networkId: 70, epoch: kind === 'prometheus' ? 1 : 2 }
    const now = bucketOf(Math.floor(systemClock.now() / 1000), 25)
    const clock = createManualClock((now - 100) * 1000)
    const recording = createRecording({ db: withClock(db(), clock), clock }, key)
    const [id = 0] = await addValidators(db().orm, key, 1)
    for (const [value, observed] of [
      [0.25, true],
      [0.5, true],
      [1, false],
      [0.75, true],
      [1, false],
    ] as const) {
      Object.assign(recording, {
        observed,
        values: [{ uptime: value, power: 1n, commissionRate: 0, tokens: 1n }],
      })
      await recording.run(25)
    }
    await sender.send(always)
    await program.flush()
    const range = { from: now - 250, to: now, step: 25 }
    const read = { ...key, validators: [{ id, slot: 0 }], metrics: [uptime] as const, ...range }
    expect([...((await store().read(read)).get(uptime)?.[0] ?? [])]).toEqual([
      [now - 100, 0.25],
      [now - 75, 0.5],
      [now - 25, 0.75],
    ])
  })
})

describe('prometheus', () => {
  test('S17: what it refuses since it is too old is passed over once it takes a newer one, or another’s', async () => {
    await db().orm.execute(sql`delete from series_bucket`)
    const program = await createStoreProgram('prometheus', paths.prometheus)
    try {
      await program.start()
      const clock = createManualClock(start * 1000)
      const own = withClock(db(), clock)
      const [key, ahead, closed] = [
        { networkId: 60, epoch: 1 },
        { networkId: 59, epoch: 1 },
        { networkId: 61, epoch: 1 },
      ]
      for (const one of [key, ahead, closed]) await addValidators(db().orm, one, 1)
      const recording = createRecording({ db: own, clock }, key)
      recording.values = [{ uptime: 1, power: 1n, commissionRate: 0, tokens: 1n }]
      await recording.run(50)
      // Of one that gets no newer ones.
      const last = createRecording({ db: own, clock }, closed)
      last.values = recording.values
      await last.run(50)
      // Of another network, which the store has three hours further on.
      await clock.advance(3 * 3_600_000)
      const other = createRecording({ db: own, clock }, ahead)
      other.values = recording.values
      await other.run(25)
      await recording.run(50)
      const outcomes: SendOutcome[] = []
      const sender = senderTo(program.url, (outcome, buckets = 1) => {
        outcomes.push(...Array.from({ length: buckets }, () => outcome))
      })
      await sender.send(always)
      await sender.send(always)
      const passedOver = ['refused', 'refused']
      expect(outcomes).toEqual(['taken', ...passedOver, 'taken', 'taken', ...passedOver])
    } finally {
      await program.remove()
    }
  })
})
