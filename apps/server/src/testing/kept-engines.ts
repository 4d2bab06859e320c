import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { connectEmbedded } from '../platform/db/embedded/embedded-database.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from '../platform/db/embedded/embedded-engine.ts'
import { systemIds } from '../platform/ids.ts'
import { emptyTables, type Template, templateOf } from './empty-tables.ts'

const parts = { clock: systemClock, ids: systemIds }

/** An engine on a directory of its own. */
interface KeptEngine {
  dataDir: string
  engine: EmbeddedEngine
  thread: Worker
  /** What its database was like before anybody wrote to it. */
  template: Template
}

interface BorrowedDatabase {
  db: Database
  dataDir: string
  /** Ends the connection. An engine that is as it was serves the next one; one that is not, or was closed, goes. */
  giveBack(): Promise<void>
}

/**
 * Engines of this process that nobody has now. To open one takes half a second of a processor, to empty it a fiftieth,
 * and most of the suite's tests want one.
 */
const idle: KeptEngine[] = []

/**
 * An empty database of the embedded engine: of one that is kept, or a new one.
 * @param makeDirectory gives a data directory with a migrated database in it
 */
export async function borrowEmbedded(
  makeDirectory: () => Promise<string>,
  startThread: (options: WorkerOptions) => Worker,
): Promise<BorrowedDatabase> {
  const kept = idle.pop() ?? (await openKept(realpathSync(await makeDirectory()), startThread))
  kept.thread.ref()
  let closed = false
  let keeping = false
  const close = async () => {
    if (keeping) return
    closed = true
    await kept.engine.close()
  }
  const db = connectEmbedded({ ...kept.engine, close }, parts)
  return {
    db,
    dataDir: kept.dataDir,
    async giveBack() {
      keeping = !closed
      await db.close()
      if (!closed && (await wipe(kept))) {
        // A process that has nothing else to do may end.
        kept.thread.unref()
        idle.push(kept)
        return
      }
      await kept.engine.close()
      rmSync(kept.dataDir, { recursive: true, force: true })
    },
  }
}

async function openKept(
  dataDir: string,
  startThread: (options: WorkerOptions) => Worker,
): Promise<KeptEngine> {
  let thread: Worker | undefined
  const engine = await openEmbeddedEngine({
    directory: join(dataDir, 'database'),
    clock: systemClock,
    startThread: (options) => (thread = startThread(options)),
  })
  if (!thread) throw new Error('the engine has no thread')
  return { dataDir, engine, thread, template: await withConnection(engine, templateOf) }
}

/** Puts a database back to what it was; false where that cannot be done, or nobody knows whether it was. */
async function wipe({ dataDir, engine, template }: KeptEngine): Promise<boolean> {
  const isEmpty = await withConnection(engine, (db) => emptyTables(db, template)).catch(() => false)
  for (const name of readdirSync(dataDir))
    if (name !== 'database') rmSync(join(dataDir, name), { recursive: true, force: true })
  return isEmpty
}

async function withConnection<T>(engine: EmbeddedEngine, run: (db: Database) => Promise<T>): Promise<T> {
  const db = connectEmbedded({ ...engine, close: () => Promise.resolve() }, parts)
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}
