/** Everything the server knows of time. The only file that may ask the machine for it. */
export interface Clock {
  /** Wall clock, Unix milliseconds. May jump. */
  now(): number
  /** Milliseconds that never go back, for durations inside one process. */
  monotonic(): number
  /** Resolves after `ms`, or as soon as `signal` aborts (it never rejects; look at the signal). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Aborts after `ms` with a TimeoutError; does not keep the process alive. */
  timeoutSignal(ms: number): AbortSignal
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve()
        return
      }
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
    }),
  timeoutSignal: (ms) => AbortSignal.timeout(ms),
}
