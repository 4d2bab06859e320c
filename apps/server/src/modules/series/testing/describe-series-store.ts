import { chartMetrics } from '@roundsman/contract/networks/charts'
import { pointsBetween } from '@roundsman/timeseries/ladder'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { withClock } from '../../../testing/with-clock.ts'
import type { SeriesRequest, SeriesStore } from '../series-store.ts'
import { addValidators } from './add-validators.ts'
import { createRecording, type Known } from './recording.ts'

interface StoreUnderTest {
  store: SeriesStore
  /** Brings to the store what was recorded, so that the next read has it. */
  deliver(): Promise<void>
}

const [uptime, power, commission] = chartMetrics
/** A multiple of every step. */
const start = 1_767_225_600
const known = (value: number): Known => ({
  ...{ uptime: value, power: BigInt(Math.round(value * 1e6)), commissionRate: value / 7, tokens: 1n },
})
let epochs = 0

/** What every store of series does alike; `open` gives one that reads and takes what `db` has recorded. */
export function describeSeriesStore(name: string, db: () => Database, open: () => StoreUnderTest): void {
  describe(`series in ${name}`, () => {
    let clock: ManualClock
    let key: { networkId: number; epoch: number }
    let ids: number[]
    let own: Database
    beforeAll(async () => {
      await db().orm.execute(sql`delete from series_bucket`)
    })
    beforeEach(async () => {
      epochs += 1
      clock = createManualClock(start * 1000)
      own = withClock(db(), clock)
      key = { networkId: 40, epoch: epochs }
      ids = await addValidators(db().orm, key, 100)
    })

    /** What it shows of a range that ends `to` seconds after the start, by seconds after the start. */
    async function shown(
      {
        slots,
        ...request
      }: Pick<SeriesRequest, 'step' | 'metrics'> & { slots: readonly number[]; to: number },
      seconds = 24 * request.step,
    ): Promise<(readonly [number, number])[][][]> {
      const range = { from: start + request.to - seconds, to: start + request.to, step: request.step }
      const validators = slots.map((slot) => ({ id: ids[slot] ?? 0, slot }))
      const recorded = await open().store.read({ ...key, validators, metrics: request.metrics, ...range })
      return request.metrics.map((metric) =>
        slots.map((_slot, index) =>
          pointsBetween(recorded.get(metric)?.[index] ?? new Map(), range).flatMap(([at, value]) =>
            value === null ? [] : [[at - start, value] as const],
          ),
        ),
      )
    }
    // One of them keeps fourteen digits.
    const near = (value: number) => expect.closeTo(value, 12) as number

    test('S15: of nothing there is nothing', async () => {
      expect(await shown({ slots: [0, 1], step: 25, metrics: [uptime, power], to: 0 })).toEqual([
        [[], []],
        [[], []],
      ])
    })

    test('S12 S15: the lowest uptime of a bucket, the last power and commission, holes, who came and who left', async () => {
      const recording = createRecording({ db: own, clock }, key)
      recording.values = [known(0.75), null]
      await recording.run(50)
      recording.values = [known(0.3), { ...known(1), uptime: null }]
      await recording.run(25)
      recording.values = [known(0.9), known(1)]
      await recording.run(525)
      recording.observed = false
      await recording.run(600)
      recording.observed = true
      recording.values = [known(0.123_456_789_012_3), null]
      await recording.run(625)
      await open().deliver()
      const metrics = [uptime, power, commission]
      expect(await shown({ slots: [1, 0], step: 600, metrics, to: 1800 })).toEqual([
        [
          [[0, 1]],
          [
            [0, 0.3],
            [1200, near(0.123_456_789_012_3)],
            [1800, near(0.123_456_789_012_3)],
          ],
        ],
        [
          [[0, 1_000_000]],
          [
            [0, 900_000],
            [1200, 123_457],
            [1800, 123_457],
          ],
        ],
        [
          [[0, near(1 / 7)]],
          [
            [0, near(0.9 / 7)],
            [1200, near(0.123_456_789_012_3 / 7)],
            [1800, near(0.123_456_789_012_3 / 7)],
          ],
        ],
      ])
      const [[samples] = []] = await shown({ slots: [1], step: 25, metrics: [uptime], to: 100 })
      expect(samples).toEqual([
        [75, 1],
        [100, 1],
      ])
      // An hour has what its buckets have, and the range neither what is older nor what is newer than it.
      expect(await shown({ slots: [0], step: 3_600, metrics: [uptime], to: 0 })).toEqual([
        [[[0, near(0.123_456_789_012_3)]]],
      ])
      const bounds = { slots: [0], step: 25, metrics: [power], to: 75 }
      expect(await shown(bounds, 75)).toEqual([
        [
          [
            [25, 750_000],
            [50, 300_000],
            [75, 900_000],
          ],
        ],
      ])
    })

    test('S13 S15: the newest bucket is shown while it lasts', async () => {
      const recording = createRecording({ db: own, clock }, key)
      const newest = async () => {
        await open().deliver()
        const [[points] = []] = await shown({ slots: [0], step: 600, metrics: [uptime], to: 600 })
        return points
      }
      for (const value of [1, 0.5]) {
        recording.values = [known(value)]
        await recording.run(25)
        expect(await newest()).toEqual([[0, value]])
      }
      recording.values = [known(0.75)]
      await recording.run(575)
      expect(await newest()).toEqual([
        [0, 0.5],
        [600, 0.75],
      ])
    })

    test('S9 S15: a hundred validators, each by itself, and nothing of another epoch', async () => {
      const recording = createRecording({ db: own, clock }, key)
      recording.values = ids.map((_id, slot) => known((slot + 1) / 128))
      await recording.run(50)
      const other = createRecording({ db: own, clock }, { ...key, epoch: 0 })
      other.values = ids.map(() => known(0))
      await other.run(50)
      await open().deliver()
      const slots = ids.map((_id, slot) => slot)
      const [series] = await shown({ slots, step: 25, metrics: [uptime], to: 75 })
      expect(series).toEqual(
        slots.map((slot) => [
          [0, (slot + 1) / 128],
          [25, (slot + 1) / 128],
        ]),
      )
    })
  })
}
