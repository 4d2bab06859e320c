import type { FoundSession } from './session.store.ts'

/** As many secrets as one statement takes. */
const mostAtOnce = 500

/** Gives the living session of a secret; null for none. */
export type LookUpSession = (secretHash: Buffer) => Promise<FoundSession | null>

interface Waiting {
  secretHash: Buffer
  resolve(session: FoundSession | null): void
  reject(error: unknown): void
}

/**
 * One statement at a time for all that ask: whoever asks while it is under way goes into the next one. So a hundred
 * requests at once cost two statements, and each is answered by what was committed after it came, which a memory could
 * not promise: what has ended in any process holds here at once.
 */
export function createSessionLookup(
  find: (secretHashes: readonly Buffer[]) => Promise<FoundSession[]>,
): LookUpSession {
  let waiting: Waiting[] = []
  let underWay = false

  async function answer(asked: readonly Waiting[]): Promise<void> {
    try {
      const found = await find([...new Map(asked.map((one) => [keyOf(one), one.secretHash])).values()])
      const bySecret = new Map(found.map((session) => [keyOf(session), session]))
      for (const one of asked) one.resolve(bySecret.get(keyOf(one)) ?? null)
    } catch (error) {
      for (const one of asked) one.reject(error)
    }
  }

  async function work(): Promise<void> {
    underWay = true
    while (waiting.length > 0) {
      const asked = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      await answer(asked)
    }
    underWay = false
  }

  return (secretHash) =>
    new Promise((resolve, reject) => {
      waiting.push({ secretHash, resolve, reject })
      if (!underWay) void work()
    })
}

const keyOf = ({ secretHash }: { secretHash: Buffer }) => secretHash.toString('latin1')
