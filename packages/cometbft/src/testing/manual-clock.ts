/** A clock that a test moves. Its timeout signals abort when it is moved past their time, and never by themselves. */
export interface ManualClock {
  now(): number
  advance(ms: number): void
  timeoutSignal(this: void, ms: number): AbortSignal
}

export function createManualClock(start = Date.parse('2026-11-21T12:00:00Z')): ManualClock {
  let now = start
  let waiting: { at: number; controller: AbortController }[] = []

  return {
    now: () => now,
    advance: (ms) => {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { controller } of due) controller.abort()
    },
    timeoutSignal: (ms) => {
      const controller = new AbortController()
      waiting.push({ at: now + ms, controller })
      return controller.signal
    },
  }
}
