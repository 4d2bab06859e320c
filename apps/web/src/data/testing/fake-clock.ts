import type { Clock } from '../browser/clock.ts'
import { settle } from './settle.ts'

export interface FakeClock extends Clock {
  /** Moves time on, running what is due in its order. */
  advance(ms: number): Promise<void>
}

/** A clock that a test moves. */
export function createFakeClock(start = Date.parse('2026-11-21T12:00:00Z')): FakeClock {
  let time = start
  let timers: { at: number; every: number | null; run: () => void }[] = []
  const add = (ms: number, every: number | null, run: () => void) => {
    const timer = { at: time + ms, every, run }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }
  return {
    now: () => time,
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    async advance(ms) {
      const end = time + ms
      await settle()
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        time = due.at
        if (due.every === null) timers = timers.filter((other) => other !== due)
        else due.at += due.every
        due.run()
        await settle()
      }
      time = end
    },
  }
}
