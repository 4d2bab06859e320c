import type { Clock } from '../platform/clock.ts'

export interface ManualClock extends Clock {
  /** Moves both clocks and wakes the sleepers whose time has come, in order, letting each act before the next. */
  advance(ms: number): Promise<void>
  /** Moves the wall clock alone, as somebody who sets it. */
  setNow(ms: number): void
  /** How many sleep just now. */
  sleepers(): number
}

interface Sleeper {
  at: number
  wake(): void
}

/** Saturday, 21 November 2026, 12:00 UTC. */
export const testStart = Date.UTC(2026, 10, 21, 12)

/** A clock that stands until the test moves it. */
export function createManualClock(start: number = testStart): ManualClock {
  let wall = start
  let steady = 0
  const sleepers = new Set<Sleeper>()

  function sleepUntil(at: number, wake: () => void): Sleeper {
    const sleeper = { at, wake }
    sleepers.add(sleeper)
    return sleeper
  }

  return {
    // Whole, as the machine gives it, though loops sleep for parts of one.
    now: () => Math.round(wall),
    monotonic: () => steady,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true || ms <= 0) {
          resolve()
          return
        }
        const done = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const sleeper = sleepUntil(steady + ms, done)
        signal?.addEventListener('abort', done, { once: true })
      }),
    timeoutSignal: (ms) => {
      const controller = new AbortController()
      const sleeper = sleepUntil(steady + ms, () => {
        sleepers.delete(sleeper)
        controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
      })
      return controller.signal
    },
    async advance(ms) {
      const end = steady + ms
      // What was started just now goes to sleep first.
      await settle()
      for (;;) {
        const next = [...sleepers].filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        wall += next.at - steady
        steady = next.at
        next.wake()
        await settle()
      }
      wall += end - steady
      steady = end
      await settle()
    },
    setNow: (ms) => {
      wall = ms
    },
    sleepers: () => sleepers.size,
  }
}

/** Lets what is ready in the process run, sockets included, without waiting for time to pass. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}
