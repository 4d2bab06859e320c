import type { CreateLoop } from '../../platform/create-loop.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Loop } from '../../platform/loop.ts'
import { noteHearing } from './bridge.store.ts'

/** A third of the time after which nobody counts on it any more. */
const everyMs = 5_000

/** Notes again and again that this process can take pushes: what is silent meanwhile is silent by itself. */
export function createHearingLoop(createLoop: CreateLoop, db: Database, process: string): Loop {
  return createLoop({
    name: 'bridges/hearing',
    everyMs,
    longestPauseMs: everyMs,
    pass: () => noteHearing(db.orm, process, db.now()),
  })
}
