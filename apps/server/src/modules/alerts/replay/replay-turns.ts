import { tooManyRequests } from '../../../platform/http/problem-error.ts'

/** One after the other in this process, and a few of each user waiting. */
export interface Turns {
  /** @throws ProblemError 429 where the user, or the process, has too many under way */
  take<T>(userId: number, work: () => Promise<T>): Promise<T>
}

/** That a page which asks for several things at once need not ask again, and that nobody keeps everybody waiting. */
const mostOfUser = 4
const most = 20
/** About as long as one takes. */
const retrySeconds = 2

export function createTurns(): Turns {
  const waiting = new Map<number, number>()
  let last: Promise<unknown> = Promise.resolve()
  let count = 0

  function note(userId: number, change: 1 | -1): void {
    count += change
    const own = (waiting.get(userId) ?? 0) + change
    if (own === 0) waiting.delete(userId)
    else waiting.set(userId, own)
  }

  return {
    async take(userId, work) {
      if (count >= most || (waiting.get(userId) ?? 0) >= mostOfUser) throw tooManyRequests(retrySeconds)
      note(userId, 1)
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine.finally(() => {
        note(userId, -1)
      })
    },
  }
}
