import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Database } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { prepareEmbeddedDirectory } from './embedded-directory.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded-engine.ts'
import { createEmbeddedStream } from './embedded-stream.ts'
import type { StartThread } from './embedded-thread.ts'
import { GuardedPool } from './guarded-pool.ts'
import { createHints } from './hints.ts'
import { proveDurable } from './prove-durable.ts'
import { asOfOneMoment, runTransaction } from './run-transaction.ts'
import { statementTime } from './statement-time.ts'
import { createTransactionScopes } from './transaction-scope.ts'

export interface EmbeddedOptions {
  /** The data directory; the database lies in `database/` beneath it. */
  dataDir: string
  clock: Clock
  ids: Ids
  /** Called when the engine's thread ended by itself and the database is being opened again. */
  onRestart?: (error: Error) => void
  /** Called when that did not help: the process cannot go on. */
  onDeath?: (error: Error) => void
  /** In place of the engine's own thread, for tests. */
  startThread?: StartThread
}

/** Opens the embedded engine: locked, initialised when empty, and proved to reach the disk. */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(options.dataDir)
  const lock = await lockDirectory(dataDir)
  try {
    const directory = join(dataDir, 'database')
    await prepareEmbeddedDirectory(directory)
    const engine = await openEmbeddedEngine({ ...options, directory })
    const database = connectEmbedded(engine, options)
    await proveDurable(database, engine)
    return {
      ...database,
      close: async () => {
        await database.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** A database on an engine that is open. Closing it closes the engine. */
export function connectEmbedded(
  engine: EmbeddedEngine,
  { clock, ids }: Pick<EmbeddedOptions, 'clock' | 'ids'>,
): Database {
  const scopes = createTransactionScopes()
  const pool = new GuardedPool(
    {
      // One session is all the engine has.
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      host: 'embedded',
      password: '',
      ssl: false,
      stream: () => createEmbeddedStream(engine),
    },
    scopes,
  )
  // The statement under way tells its user; without handlers the process would end here.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const hints = createHints()
  let closing: Promise<void> | null = null
  return {
    engine: 'embedded',
    orm: drizzle({ client: pool }),
    now: statementTime,
    async transaction(work) {
      const { result, hints: left } = await runTransaction({ pool, scopes, clock, ids }, work)
      for (const { channel, payload } of left) queueMicrotask(() => hints.tell(channel, payload))
      return result
    },
    snapshot: async (read) =>
      (await runTransaction({ pool, scopes, clock, ids }, read, asOfOneMoment)).result,
    async notify(_tx, channel, payload) {
      const scope = scopes.current()
      if (!scope) throw new Error('A hint belongs to a transaction of db.transaction().')
      scope.hints.push({ channel, payload })
    },
    onNotify: (channel, handler) => hints.on(channel, handler),
    close() {
      closing ??= pool.end().then(() => engine.close())
      return closing
    },
  }
}
