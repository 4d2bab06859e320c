import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { systemIds } from '../ids.ts'
import { createLoopFactory } from '../loop.ts'
import { createOwnClockWatch } from './own-clock.loop.ts'

let clock: ManualClock
let metrics: Registry
let lines: string[]
/** The database's clock, and how long it takes to say so. */
let ahead: number
let answersAfter: number
let isAway: boolean
let watch: ReturnType<typeof createOwnClockWatch>

beforeEach(() => {
  clock = createManualClock()
  metrics = new Registry()
  lines = []
  ;[ahead, answersAfter, isAway] = [0, 0, false]
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const createLoop = createLoopFactory({ clock, ids: systemIds, log, metrics })
  // As of the middle of the exchange.
  const databaseNow = async () => {
    await clock.sleep(answersAfter / 2)
    const now = clock.now() + ahead
    await clock.sleep(answersAfter / 2)
    if (isAway) throw new Error('the database is away')
    return now
  }
  watch = createOwnClockWatch(databaseNow, { clock, log, metrics, createLoop })
  watch.loop.start()
})
afterEach(() => watch.loop.stop())

const offset = async () =>
  /^roundsman_clock_offset_seconds (\S+)$/m.exec(await metrics.metrics())?.[1] ?? null
const warned = () => lines.filter((line) => line.includes('"level":40'))

it('B259: a clock that agrees with the database’s to two seconds is right', async () => {
  for (ahead of [0, 1_900, -1_900]) {
    await clock.advance(60_000)
    expect(watch.alarm.warning()).toBeNull()
  }
  expect([await offset(), warned()]).toEqual(['1.9', []])
})

it.each([
  [-3_000, "this machine's clock is 3 s ahead of the database's: let both be set by NTP"],
  [4_200, "this machine's clock is 4.2 s behind the database's: let both be set by NTP"],
])('B259: one that is off is said: once in the log, in the metrics, as a warning (%i)', async (off, text) => {
  ahead = off
  await clock.advance(120_000)
  expect(watch.alarm.warning()).toMatch(text)
  expect(warned()).toEqual([expect.stringContaining(text)])
  expect(await offset()).toBe(String(-off / 1000))
  // Within a second of it is right again; between the two it stays as it was.
  ahead = Math.sign(off) * 1_500
  await clock.advance(60_000)
  expect(watch.alarm.warning()).not.toBeNull()
  ahead = 900
  await clock.advance(60_000)
  expect(watch.alarm.warning()).toBeNull()
  expect(lines.filter((line) => line.includes('agrees'))).toHaveLength(1)
})

it('B259: a database that is slow or away says nothing of a clock: neither that it is off nor that it is right', async () => {
  ;[ahead, answersAfter] = [4_000, 10_000]
  await clock.advance(120_000)
  expect([watch.alarm.warning(), await offset()]).toEqual([null, 'Nan'])
  answersAfter = 1_000
  await clock.advance(60_000)
  expect(watch.alarm.warning()).not.toBeNull()
  ;[ahead, isAway] = [0, true]
  await clock.advance(120_000)
  expect([watch.alarm.warning() === null, await offset()]).toEqual([false, 'Nan'])
  ;[isAway, answersAfter] = [false, 8_000]
  await clock.advance(120_000)
  expect(watch.alarm.warning()).not.toBeNull()
  answersAfter = 0
  await clock.advance(60_000)
  expect([watch.alarm.warning(), await offset()]).toEqual([null, '0'])
  // The loop that failed would say so each time; the database's absence is said by others.
  expect(lines.filter((line) => line.includes('a pass failed'))).toEqual([])
})

it('B259: nor does a comparison during which the clock was set', async () => {
  await clock.advance(60_000)
  answersAfter = 1_000
  await clock.advance(24_000 - (clock.monotonic() % 20_000))
  while (clock.sleepers() === 0) await clock.advance(100)
  for (let step = 0; step < 400 && (await offset()) !== 'Nan'; step++) {
    clock.setNow(clock.now() + 3_000)
    await clock.advance(100)
  }
  expect([await offset(), watch.alarm.warning()]).toEqual(['Nan', null])
})

it('B259: from a minute on it keeps the heartbeat back', async () => {
  ahead = 59_000
  await clock.advance(60_000)
  expect(watch.alarm.trouble()).toBeNull()
  ahead = 61_000
  await clock.advance(60_000)
  expect(watch.alarm.trouble()).toMatch(/^this machine's clock is 61 s behind/)
})
