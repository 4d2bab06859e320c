import { ProblemError } from './http/problem-error.ts'

/** Thrown when too many wait already: better a clear "later" (503) than a queue that nobody lives to see the end of. */
export class GateFullError extends ProblemError {
  override name = 'GateFullError'
  constructor() {
    super('unavailable', { headers: { 'retry-after': '5' } })
  }
}

type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `limit` works run at once and at most `maxWaiting` wait, first come first served. */
export function createGate(limit: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) {
      if (waiting.length >= maxWaiting) throw new GateFullError()
      // The one that ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
