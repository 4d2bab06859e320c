import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { createManualClock, type ManualClock, settle } from '../testing/manual-clock.ts'
import { systemIds } from './ids.ts'
import { createLoopFactory, type LoopOptions } from './loop.ts'

describe('a loop', () => {
  let clock: ManualClock
  let metrics: Registry
  let passes: number[]
  beforeEach(() => {
    clock = createManualClock()
    metrics = new Registry()
    passes = []
  })
  const make = (over: Partial<LoopOptions> = {}) =>
    createLoopFactory({ clock, ids: systemIds, log: pino({ enabled: false }), metrics })({
      name: 'test',
      everyMs: 1000,
      jitter: 0,
      pass: async () => {
        passes.push(clock.monotonic())
      },
      ...over,
    })

  it('B80: does, sleeps, does again, until it is stopped', async () => {
    const loop = make()
    loop.start()
    expect(() => loop.start()).toThrow('runs already')
    await clock.advance(2500)
    await loop.stop()
    await clock.advance(5000)
    expect(passes).toEqual([0, 1000, 2000])
    expect(clock.sleepers()).toBe(0)
  })

  it('B81: a hint ends the sleep; one that comes during a pass leads to another pass', async () => {
    let release: () => void = () => undefined
    let held = true
    const loop = make({
      pass: () => {
        passes.push(clock.monotonic())
        if (!held) return Promise.resolve()
        return new Promise<void>((resolve) => {
          release = resolve
        })
      },
    })
    loop.start()
    loop.wake()
    held = false
    release()
    await settle()
    expect(passes).toEqual([0, 0])
    await clock.advance(300)
    loop.wake()
    await settle()
    expect(passes).toEqual([0, 0, 300])
    await loop.stop()
  })

  it('B82: waits longer after each error in a row, up to a bound, and counts them', async () => {
    let failing = true
    const loop = make({
      longestPauseMs: 4000,
      pass: async () => {
        passes.push(clock.monotonic())
        if (failing) throw new Error('no')
      },
    })
    loop.start()
    await clock.advance(12_000)
    expect(passes).toEqual([0, 1000, 3000, 7000, 11_000])
    failing = false
    await clock.advance(4000)
    await clock.advance(1000)
    expect(passes.slice(-3)).toEqual([15_000, 16_000, 17_000])
    const text = await metrics.metrics()
    expect(text).toContain('roundsman_loop_runs_total{loop="test",outcome="error"} 5')
    expect(text).toContain('roundsman_loop_duration_seconds_count{loop="test"} 8')
    await loop.stop()
  })

  it('B83: a pass may say when the next one is due; chance moves it by a tenth at most', async () => {
    const loop = make({
      jitter: 0.1,
      pass: async () => {
        passes.push(clock.monotonic())
        return 500
      },
    })
    loop.start()
    await clock.advance(3000)
    await loop.stop()
    const gaps = passes.slice(1).map((at, index) => at - (passes[index] ?? 0))
    for (const gap of gaps) expect(gap).toSatisfy((ms: number) => ms >= 450 && ms <= 550)
  })

  it('B84: stop aborts the pass under way and waits for its end', async () => {
    let aborted = false
    const loop = make({
      pass: (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true
            reject(new Error('aborted'))
          })
        }),
    })
    loop.start()
    await settle()
    await loop.stop()
    expect(aborted).toBe(true)
    expect(await metrics.metrics()).not.toContain('outcome="error"')
  })
})
