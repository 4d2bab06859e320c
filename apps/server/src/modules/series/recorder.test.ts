import { ladder } from '@roundsman/timeseries/ladder'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { withClock } from '../../testing/with-clock.ts'
import { bucketsFrom, forgetOld, readBuckets } from './bucket.store.ts'
import { createRecorder } from './recorder.ts'
import { createRecording, type Recording } from './testing/recording.ts'

let database: TestDatabase
let db: Database
let clock: ManualClock
let recording: Recording
const base = { networkId: 3, epoch: 1 }
const start = 1_767_225_600

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.orm.execute(sql`delete from series_bucket`)
  clock = createManualClock(start * 1_000)
  db = withClock(database.db, clock)
  recording = createRecording({ db, clock }, base)
  recording.values = [null, { uptime: 0.99, power: 1000n, commissionRate: 0.1, tokens: 1_000_500n }]
})

const buckets = (step: number) =>
  readBuckets(database.db.orm, { ...base, step }, { from: 0, to: Number.MAX_SAFE_INTEGER })

describe('recording', () => {
  test('S1 S4: a bucket every 25 s, by slot; who has left, or is not known, is null', async () => {
    await recording.run(50)
    recording.values = [
      ...recording.values,
      null,
      { uptime: null, power: 5n, commissionRate: 0.2, tokens: null },
    ]
    await recording.run(25)
    const first = {
      uptime: [null, 0.99],
      uptimeMean: [null, 0.99],
      uptimeSamples: [0, 1],
      power: [null, 1000],
      commission: [null, 0.1],
      tokens: [null, 1_000_500],
    }
    expect(await buckets(25)).toEqual([
      { bucket: start, ...first },
      { bucket: start + 25, ...first },
      {
        bucket: start + 50,
        uptime: [null, 0.99, null, null],
        uptimeMean: [null, 0.99, null, null],
        uptimeSamples: [0, 1, 0, 0],
        power: [null, 1000, null, 5],
        commission: [null, 0.1, null, 0.2],
        tokens: [null, 1_000_500, null, null],
      },
    ])
    // A sample is its own mean: nothing of it is stored.
    const stored = await db.orm.execute(sql`select distinct uptime_mean, uptime_samples from series_bucket`)
    expect(stored.rows).toEqual([{ uptime_mean: [], uptime_samples: [] }])
  })

  test('S1: whatever the pace of commits, a bucket has one sample, the first, and costs statements once', async () => {
    await recording.commit()
    recording.values = [null, { uptime: 0.5, power: 1n, commissionRate: 0, tokens: 1n }]
    await clock.advance(24_000)
    await recording.commitNothing()
    await clock.advance(1_000)
    await recording.commit()
    expect((await buckets(25)).map(({ bucket, uptime }) => [bucket, uptime[1]])).toEqual([
      [start, 0.99],
      [start + 25, 0.5],
    ])
  })

  test('S7: what is not seen is not sampled: a hole says so', async () => {
    await recording.run(25)
    recording.observed = false
    await recording.run(75)
    recording.observed = true
    await recording.run(25)
    expect(await bucketsFrom(database.db.orm, { ...base, step: 25 }, 0)).toEqual([start, start + 100])
  })

  test('S7: of a chain of which no validator is known yet there is no sample, until one is', async () => {
    const known = recording.values
    recording.values = []
    await recording.commit()
    recording.values = known
    await recording.commit()
    expect(await buckets(25)).toMatchObject([{ bucket: start, uptime: [null, 0.99] }])
  })

  test('S8: a sample is there with the change or not at all; doing it twice is doing it once', async () => {
    const failed = db.transaction(async (tx) => {
      await createRecorder().commit(tx, recording.change())
      throw new Error('not this time')
    })
    await expect(failed).rejects.toThrow('not this time')
    expect(await buckets(25)).toEqual([])
    await clock.advance(1_000)
    await recording.commit()
    recording.values = [null, { uptime: 0.5, power: 1n, commissionRate: 0, tokens: 1n }]
    recording.startAgain()
    await recording.commit()
    expect(await buckets(25)).toMatchObject([{ uptime: [null, 0.99] }])
  })

  test('B263: with too much to do samples are recorded, and rolled up afterwards, also what closed meanwhile', async () => {
    await recording.run(575)
    recording.isOverloaded = true
    await recording.run(1_200)
    expect([(await buckets(25)).length, await buckets(600)]).toEqual([71, []])
    recording.isOverloaded = false
    const undone = db.transaction(async (tx) => {
      await recording.commitIn(tx)
      throw new Error('not this time')
    })
    await expect(undone).rejects.toThrow('not this time')
    recording.isOverloaded = true
    await recording.run(25)
    recording.isOverloaded = false
    await recording.run(25)
    expect((await buckets(600)).map(({ bucket }) => bucket)).toEqual([start, start + 600, start + 1_200])
    await recording.run(600)
    expect(await buckets(600)).toHaveLength(4)
  })

  test('B268: on a disk that has no room for it nothing is recorded: a hole says so, and what was there is rolled up', async () => {
    await recording.run(575)
    recording.isScarce = true
    await recording.run(600)
    expect((await bucketsFrom(database.db.orm, { ...base, step: 25 }, 0)).length).toBe(23)
    recording.isScarce = false
    await recording.run(25)
    expect(await bucketsFrom(database.db.orm, { ...base, step: 25 }, start + 575)).toEqual([start + 1_175])
    expect((await buckets(600)).map(({ bucket }) => bucket)).toEqual([start])
  })

  test('S3 S5: a closed bucket is rolled up tier by tier: lowest uptime and its mean, last of the rest', async () => {
    await recording.run(300)
    recording.values = [null, { uptime: 0.5, power: 900n, commissionRate: 0.2, tokens: 900_500n }]
    await recording.run(25)
    recording.values = [null, { uptime: 0.8, power: 950n, commissionRate: 0.3, tokens: 950_500n }]
    await recording.run(275)
    expect(await buckets(600)).toEqual([])
    await recording.run(25)
    const mean = (0.99 * 12 + 0.5 + 0.8 * 11) / 24
    const near = (value: number) => expect.closeTo(value, 12) as number
    expect(await buckets(600)).toEqual([
      {
        bucket: start,
        uptime: [null, 0.5],
        uptimeMean: [null, near(mean)],
        uptimeSamples: [0, 24],
        power: [null, 950],
        commission: [null, 0.3],
        tokens: [null, 950_500],
      },
    ])
    await recording.run(3_600)
    const hours = await buckets(3_600)
    // 24 samples with that mean, and 120 at 0.8 until the hour was over.
    expect(hours).toEqual([
      {
        bucket: start,
        uptime: [null, 0.5],
        uptimeMean: [null, near((24 * mean + 120 * 0.8) / 144)],
        uptimeSamples: [0, 144],
        power: [null, 950],
        commission: [null, 0.3],
        tokens: [null, 950_500],
      },
    ])
  })

  test('S3: what was rolled up before means were kept has none, and lends none to the longer bucket', async () => {
    await recording.run(600)
    recording.values = [null, { uptime: 0.9, power: 1n, commissionRate: 0, tokens: 1n }]
    await recording.run(25)
    await db.orm.execute(sql`update series_bucket set uptime_mean = '{}', uptime_samples = '{}', tokens = '{}'
      where step = 600`)
    await recording.run(3_000)
    expect(await buckets(3_600)).toMatchObject([
      { uptime: [null, 0.9], uptimeMean: [null, 0.9], uptimeSamples: [0, 120], tokens: [null, 1] },
    ])
  })

  test('S5: what closed while the program was down is rolled up when it is back', async () => {
    await recording.run(100)
    await clock.advance(7_200_000)
    await recording.run(25)
    expect(await bucketsFrom(database.db.orm, { ...base, step: 600 }, 0)).toEqual([start])
    expect(await bucketsFrom(database.db.orm, { ...base, step: 3_600 }, 0)).toEqual([start])
  })

  test('S10: what was not rolled up when the program went down for hours is not forgotten before it is', async () => {
    await recording.run(100)
    await clock.advance(10 * 3_600_000)
    await forgetOld(db)
    expect(await bucketsFrom(database.db.orm, { ...base, step: 25 }, 0)).toHaveLength(4)
    await recording.run(25)
    for (const step of [600, 3_600, 14_400])
      expect(await bucketsFrom(database.db.orm, { ...base, step }, 0)).toEqual([start])
    await forgetOld(db)
    expect(await bucketsFrom(database.db.orm, { ...base, step: 25 }, 0)).toHaveLength(1)
    // Of an epoch that nobody records any more it is kept as long as the tier above would keep it.
    await database.db.orm.execute(sql`update series_bucket set epoch = 0 where step = 25`)
    await clock.advance(ladder[1].keep * 1_000)
    await forgetOld(db)
    expect(await bucketsFrom(database.db.orm, { ...base, epoch: 0, step: 25 }, 0)).toEqual([])
  })

  test('S9: each tier keeps as long as it says, and no longer', async () => {
    await recording.run(100)
    await clock.advance(600_000)
    await recording.run(25)
    await clock.advance(ladder[0].keep * 1_000)
    await forgetOld(db)
    // Only the last one is left, which no longer bucket has taken in yet.
    expect(await bucketsFrom(database.db.orm, { ...base, step: 25 }, 0)).toEqual([start + 700])
  })
})
