import { monitorEventLoopDelay } from 'node:perf_hooks'

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

/** How often the event loop is looked at. */
const lookEveryMs = 20

/** Says by how much what was due in this process ran late, in the mean since it was last asked, ms. */
export function createLatenessMeter(): () => number {
  const delays = monitorEventLoopDelay({ resolution: lookEveryMs })
  delays.enable()
  return () => {
    const { count, mean } = delays
    delays.reset()
    return count === 0 ? 0 : Math.max(0, mean / 1e6 - lookEveryMs)
  }
}
