import type { NetworkState, Validator } from '@roundsman/contract/validators'
import { ladder } from '@roundsman/timeseries/ladder'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Watch } from '../watch/watch.public.ts'
import { bucketsFrom, readBuckets } from './bucket.store.ts'
import { createRecorder, type Recorder } from './recorder.ts'

let database: TestDatabase
let clock: ManualClock
let recorder: Recorder
let rows: Pick<Validator, 'id' | 'uptime' | 'voting_power' | 'commission_rate'>[]
let state: NetworkState
let holds: boolean
const base = { networkId: 3, epoch: 1 }

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.orm.execute(sql`delete from series_bucket`)
  clock = createManualClock(Date.UTC(2026, 0, 1))
  state = 'LIVE'
  holds = true
  rows = [{ id: 11, uptime: 0.99, voting_power: '1000', commission_rate: 0.1 }]
  const view = {
    epoch: () => 1,
    validators: () => rows,
    slotOf: (id: number) => id - 10,
    status: () => ({ state }),
  }
  const watch = {
    held: () => [3],
    holds: () => Promise.resolve(holds),
    views: { refreshOne: () => Promise.resolve(), of: () => view },
  } as unknown as Watch
  recorder = createRecorder({ db: database.db, clock, watch })
})

/** Records every 25 s for so many seconds. */
async function run(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 25) {
    await recorder.record()
    await clock.advance(recorder.untilNext())
  }
}
const buckets = (step: number) =>
  readBuckets(database.db.orm, { ...base, step }, { from: 0, to: Number.MAX_SAFE_INTEGER })

describe('recording', () => {
  test('S1 S4: a bucket every 25 s, by slot; who has no slot yet is null', async () => {
    await run(50)
    rows = [...rows, { id: 13, uptime: null, voting_power: '5', commission_rate: 0.2 }]
    await run(25)
    expect(await buckets(25)).toEqual([
      { bucket: 1_767_225_600, uptime: [null, 0.99], power: [null, 1000], commission: [null, 0.1] },
      { bucket: 1_767_225_625, uptime: [null, 0.99], power: [null, 1000], commission: [null, 0.1] },
      {
        bucket: 1_767_225_650,
        uptime: [null, 0.99, null, null],
        power: [null, 1000, null, 5],
        commission: [null, 0.1, null, 0.2],
      },
    ])
  })

  test('S7: what is not seen is not sampled: a hole says so; a halted chain is seen', async () => {
    await run(25)
    for (const unseen of ['UNREACHABLE', 'SYNCING', 'CONNECTING'] as const) {
      state = unseen
      await run(25)
    }
    state = 'HALTED'
    await run(25)
    const start = 1_767_225_600
    expect(await bucketsFrom(database.db.orm, { ...base, step: 25 }, 0)).toEqual([start, start + 100])
  })

  test('S8: who does not write the network records nothing; doing it twice is doing it once', async () => {
    holds = false
    await run(25)
    expect(await buckets(25)).toEqual([])
    holds = true
    await recorder.record()
    rows = [{ id: 11, uptime: 0.5, voting_power: '1', commission_rate: 0 }]
    await recorder.record()
    expect(await buckets(25)).toMatchObject([{ uptime: [null, 0.99] }])
  })

  test('S3 S5: a closed bucket is rolled up tier by tier: lowest uptime, last power', async () => {
    await run(300)
    rows = [{ id: 11, uptime: 0.5, voting_power: '900', commission_rate: 0.2 }]
    await run(25)
    rows = [{ id: 11, uptime: 0.8, voting_power: '950', commission_rate: 0.3 }]
    await run(275)
    expect(await buckets(600)).toEqual([])
    await run(25)
    expect(await buckets(600)).toEqual([
      { bucket: 1_767_225_600, uptime: [null, 0.5], power: [null, 950], commission: [null, 0.3] },
    ])
    await run(3_600)
    expect((await buckets(3_600)).map(({ uptime, power }) => [uptime, power])).toEqual([
      [
        [null, 0.5],
        [null, 950],
      ],
    ])
  })

  test('S5: what closed while the program was down is rolled up when it is back', async () => {
    await run(100)
    await clock.advance(7_200_000)
    await run(25)
    expect(await bucketsFrom(database.db.orm, { ...base, step: 600 }, 0)).toEqual([1_767_225_600])
    expect(await bucketsFrom(database.db.orm, { ...base, step: 3_600 }, 0)).toEqual([1_767_225_600])
  })

  test('S9: each tier keeps as long as it says, and no longer', async () => {
    await run(100)
    await clock.advance(ladder[0].keep * 1_000)
    await recorder.forget()
    expect(await bucketsFrom(database.db.orm, { ...base, step: 25 }, 0)).toHaveLength(0)
  })
})
