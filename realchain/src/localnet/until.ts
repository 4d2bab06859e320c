import { machine } from './machine.ts'

/** What is waited for did not come; says what that was and what was seen last. */
class WaitedInVain extends Error {
  override name = 'WaitedInVain'
}

interface Wait<T> {
  /** Names the awaited event in the error. */
  what: string
  /** Looks once; null means "not yet". An error counts as "not yet" and is reported if it is the last thing seen. */
  poll: () => Promise<T | null>
  deadlineMs: number
  /** Pause between two tries. */
  everyMs?: number
  /** Makes waiting pointless at once, e.g. a node that has died. */
  hopeless?: () => string | null
}

/** Polls until `poll` gives something. The only place of the suite where time passes by waiting. */
export async function until<T>(wait: Wait<T>): Promise<T> {
  const end = machine.monotonic() + wait.deadlineMs
  let last = 'nothing yet'
  for (;;) {
    try {
      const found = await wait.poll()
      if (found !== null) return found
      last = 'nothing yet'
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    const why = wait.hopeless?.() ?? null
    if (why !== null) throw new WaitedInVain(`${wait.what}: ${why}`)
    if (machine.monotonic() > end) {
      throw new WaitedInVain(`${wait.what}: not within ${wait.deadlineMs} ms; seen last: ${last}`)
    }
    await machine.sleep(wait.everyMs ?? 100)
  }
}
