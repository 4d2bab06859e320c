/** Everything the page knows of time. The only file that may ask the browser for it. */
export interface Clock {
  /** Wall clock of this machine, Unix milliseconds. May be wrong; see server-time.ts. */
  now(): number
  /** Calls once after `ms`; returns how to cancel it. */
  after(ms: number, run: () => void): () => void
  /** Calls every `ms`; returns how to stop it. */
  every(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}

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
      const served = date === null ? Number.NaN : Date.parse(date)
      if (Number.isNaN(served)) return
      const difference = served + 500 - clock.now()
      offset = Math.abs(difference) < noiseMs ? 0 : difference
    },
  }
}
