import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { createLoopFactory } from '../../../platform/loop.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { createHintsLoop } from './header-hints.ts'

test('W74: the sockets of all networks are tended every second, and closed when the process stops', async () => {
  const clock = createManualClock()
  const createLoop = createLoopFactory({
    ...{ clock, ids: systemIds, log: pino({ enabled: false }), metrics: new Registry() },
  })
  const networks = [1, 2].map(() => {
    const done = { tended: 0, closed: 0 }
    const hints = {
      pass: () => Promise.resolve(0),
      tend: () => void (done.tended += 1),
      close: () => void (done.closed += 1),
      count: () => 0,
    }
    return { done, hints }
  })
  const loop = createHintsLoop(createLoop, () => networks.map(({ hints }) => hints))
  loop.start()
  await clock.advance(10_000)
  for (const { done } of networks) {
    expect(done.tended).toBeGreaterThanOrEqual(9)
    expect(done.closed).toBe(0)
  }
  await loop.stop()
  expect(networks.map(({ done }) => done.closed)).toEqual([1, 1])
  expect(clock.sleepers()).toBe(0)
})
