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
