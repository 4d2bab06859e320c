import type { Clock } from '../clock.ts'
import { type EmbeddedThread, openEmbeddedThread, type StartThread } from './embedded-thread.ts'

/** The embedded engine over all its lives: when its thread ends by itself, another takes its place. */
export interface EmbeddedEngine {
  /** The thread that runs now; while the database is being reopened it is waited for. */
  thread(): Promise<EmbeddedThread>
  /** Real fsyncs since it was opened, of the thread that runs now. */
  syncs(): Promise<number>
  close(): Promise<void>
}

export interface EmbeddedEngineOptions {
  /** Directory of the database itself, which is one already and locked by this process. */
  directory: string
  clock: Pick<Clock, 'monotonic'>
  /** Called when the thread ended and the database is being opened again. */
  onRestart?: ((error: Error) => void) | undefined
  /** Called when it cannot be opened again, or ends again and again: the process cannot go on. */
  onDeath?: ((error: Error) => void) | undefined
  /** In place of the engine's own thread. */
  startThread?: StartThread | undefined
}

/** As many ends within a minute are no leak and no accident any more: opening it again would not help. */
const endsAMinute = 5
const minuteMs = 60_000

/**
 * Opens the database in its thread. When that ends by itself (memory, a defect of the engine) it is opened again, as
 * after kill -9: what was acknowledged is there, and what was under way is refused as a lost connection.
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const { directory, clock, onRestart, onDeath, startThread } = options
  let ends: number[] = []
  let closing = false

  const open = async (): Promise<EmbeddedThread> => {
    const thread = await openEmbeddedThread({ directory }, startThread)
    thread.onEnd((error) => revive(thread, error))
    return thread
  }

  function revive(thread: EmbeddedThread, error: Error): void {
    const now = clock.monotonic()
    ends = [...ends.filter((at) => now - at < minuteMs), now]
    if (ends.length >= endsAMinute) {
      present = Promise.reject(error)
      present.catch(() => undefined)
      onDeath?.(error)
      return
    }
    onRestart?.(error)
    // Not while anything of it still runs: two engines in one directory would destroy it.
    present = thread.close().then(open)
    present.catch((failure: Error) => {
      if (!closing) onDeath?.(failure)
    })
  }

  let present = open()
  await present
  return {
    thread: () => present,
    syncs: async () => (await present).syncs(),
    async close() {
      if (closing) return
      closing = true
      const thread = await present.catch(() => null)
      await thread?.close()
    },
  }
}
