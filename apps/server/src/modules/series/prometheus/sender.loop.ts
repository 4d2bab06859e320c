import type { CreateLoop } from '../../../platform/create-loop.ts'
import type { Database } from '../../../platform/db/database.ts'
import { acquireLease, type HeldLease, releaseLease } from '../../../platform/lease.ts'
import type { Loop } from '../../../platform/loop.ts'
import type { Sender } from './sender.ts'

export interface SenderLoopDeps {
  db: Pick<Database, 'orm'>
  createLoop: CreateLoop
  sender: Sender
  /** Names this process among all. */
  holder: string
}

/** A sample of another process, which nobody hints at, is sent with the next of its time. */
const everyMs = 5_000

/** Sends samples, in one process at a time: were it two, the store would be told the same twice, and no more. */
export function createSenderLoop({ db, createLoop, sender, holder }: SenderLoopDeps): Loop {
  let held: HeldLease | null = null

  async function pass(signal: AbortSignal): Promise<void> {
    const taken = await acquireLease(db.orm, 'series/send', holder)
    if (held === null || taken === null) sender.startAgain()
    held = taken?.held ?? null
    if (held !== null) await sender.send(signal)
  }

  const loop = createLoop({ name: 'series/send', everyMs, pass })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      if (held !== null) await releaseLease(db.orm, held)
    },
  }
}
