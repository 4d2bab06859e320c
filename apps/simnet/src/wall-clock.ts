/** Unix milliseconds, handed in everywhere so that a test can move them. */
export interface Clock {
  now(): number
}

/** Waiting, as the serving files do it. Constructing starts nothing; `stop` of a repetition is idempotent. */
export interface Waiting {
  after(ms: number, run: () => void): { stop(): void }
  every(ms: number, run: () => void): { stop(): void }
}

export const wallClock: Clock = { now: () => Date.now() }

export const wallWaiting: Waiting = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return { stop: () => clearTimeout(timer) }
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return { stop: () => clearInterval(timer) }
  },
}

export function wallTimeout(ms: number): AbortSignal {
  return AbortSignal.timeout(ms)
}
