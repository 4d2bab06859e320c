import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts'
import { systemIds } from './ids.ts'
import { createLoopFactory } from './loop.ts'
import { createLoad } from './load.loop.ts'

let clock: ManualClock
let metrics: Registry
let lines: string[]
let lateMs: number
/** null: the database does not answer. */
let databaseMs: number | null
let load: ReturnType<typeof createLoad>

beforeEach(() => {
  clock = createManualClock()
  metrics = new Registry()
  lines = []
  ;[lateMs, databaseMs] = [0, 1]
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const createLoop = createLoopFactory({ clock, ids: systemIds, log, metrics })
  const readings = {
    lateMs: () => lateMs,
    databaseMs: () => (databaseMs === null ? Promise.reject(new Error('away')) : Promise.resolve(databaseMs)),
  }
  load = createLoad(readings, { clock, log, metrics, createLoop })
  load.loop.start()
})
afterEach(() => load.loop.stop())

it.each([
  ['its event loop runs a tenth of a second late', () => (lateMs = 101), () => (lateMs = 60)],
  ['the database takes a second for nothing', () => (databaseMs = 1_001), () => (databaseMs = 600)],
])(
  'B262: a process is overloaded where for five seconds %s, until it has been half of that for five',
  async (_what, begin, ease) => {
    begin()
    await clock.advance(4_000)
    expect(load.isHigh()).toBe(false)
    await clock.advance(4_000)
    expect(load.isHigh()).toBe(true)
    ease()
    await clock.advance(20_000)
    expect(load.isHigh()).toBe(true)
    ;[lateMs, databaseMs] = [0, 1]
    await clock.advance(4_000)
    expect(load.isHigh()).toBe(true)
    await clock.advance(4_000)
    expect(load.isHigh()).toBe(false)
    expect(lines.filter((line) => line.includes('"level":40'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('overloaded no more'))).toHaveLength(1)
  },
)

it('B262: once is no overload, however late it was', async () => {
  for (let round = 0; round < 20; round++) {
    lateMs = 5_000
    await clock.advance(2_500)
    lateMs = 0
    await clock.advance(2_500)
    expect(load.isHigh()).toBe(false)
  }
})

it('B262: a database that is away is no overload: it says nothing of how busy anybody is', async () => {
  databaseMs = null
  await clock.advance(30_000)
  expect(load.isHigh()).toBe(false)
  databaseMs = 2_000
  await clock.advance(10_000)
  databaseMs = null
  await clock.advance(30_000)
  expect(load.isHigh()).toBe(true)
})

it('B262: the metrics have what is measured, and whether it is too much', async () => {
  ;[lateMs, databaseMs] = [150, 30]
  await clock.advance(10_000)
  const text = await metrics.metrics()
  expect(text).toContain('roundsman_overloaded 1')
  expect(text).toContain('roundsman_event_loop_late_seconds 0.15')
  expect(text).toContain('roundsman_database_answer_seconds 0.03')
})
