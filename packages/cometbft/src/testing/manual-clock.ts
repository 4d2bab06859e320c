/** A clock that a test moves. Its timeout signals abort when it is moved past their time, and never by themselves. */
export interface ManualClock {
  now(): number
  monotonic(): number
  advance(ms: number): void
  /** Sets the wall clock alone, as somebody who corrects it. */
  setNow(ms: number): void
  timeoutSignal(this: void, ms: number): AbortSignal
}

export function createManualClock(start = Date.parse('2026-11-21T12:00:00Z')): ManualClock {
  let wall = start
  let passed = 0
  let waiting: { at: number; controller: AbortController }[] = []

  return {
    now: () => wall,
    monotonic: () => passed,
    advance: (ms) => {
      wall += ms
      passed += ms
      const due = waiting.filter(({ at }) => at <= passed)
      waiting = waiting.filter(({ at }) => at > passed)
      for (const { controller } of due) controller.abort()
    },
    setNow: (ms) => {
      wall = ms
    },
    timeoutSignal: (ms) => {
      const controller = new AbortController()
      waiting.push({ at: passed + ms, controller })
      return controller.signal
    },
  }
}
