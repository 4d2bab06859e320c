import type { Clock } from '../wall-clock.ts'

export interface ManualClock extends Clock {
  set(ms: number): void
  advance(ms: number): void
}

export function manualClock(start: number): ManualClock {
  let now = start
  return {
    now: () => now,
    set(ms) {
      now = ms
    },
    advance(ms) {
      now += ms
    },
  }
}
