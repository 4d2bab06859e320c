import type { CreateLoop } from '../../platform/create-loop.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Loop } from '../../platform/loop.ts'
import { noteIntakeUp } from './bridge.store.ts'

/** A third of the time after which nobody counts on it any more. */
const everyMs = 5_000

/** Notes again and again that this process can take pushes: what is silent meanwhile is silent by itself. */
export function createIntakeHeartbeat(createLoop: CreateLoop, db: Database, process: string): Loop {
  return createLoop({
    name: 'bridges/intake-heartbeat',
    everyMs,
    longestPauseMs: everyMs,
    pass: () => noteIntakeUp(db.orm, process, db.now()),
  })
}
