import type { Clock } from './clock.ts'

/** The server's wall clock as far as the page can know it, so that ages are right on a machine whose clock is not. */
export interface ServerTime {
  now(): number
  /** Takes the `Date` header of an answer. */
  observe(date: string | null): void
}

/** A header has whole seconds and was written a moment ago; a smaller difference than this says nothing. */
const noiseMs = 2_000

export function createServerTime(clock: Clock): ServerTime {
  let offset = 0
  return {
    now: () => clock.now() + offset,
    observe(date) {
      const told = date === null ? Number.NaN : Date.parse(date)
      if (Number.isNaN(told)) return
      const difference = told + 500 - clock.now()
      offset = Math.abs(difference) < noiseMs ? 0 : difference
    },
  }
}
