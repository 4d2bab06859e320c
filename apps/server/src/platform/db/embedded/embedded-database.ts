import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Clock } from '../../clock.ts'
import { entryExecArgv, entryUrl } from '../../entry-url.ts'
import { StartError } from '../../errors.ts'
import type { Ids } from '../../ids.ts'
import { createCommitWatch } from '../commit-watch.ts'
import { type Database, statementTime } from '../database.ts'
import { createHints } from '../hints.ts'
import { snapshotMode, createTransactionScopes, GuardedPool, runTransaction } from '../transaction.ts'
import { lockDirectory, syncPath } from './data-directory.ts'
import { type EmbeddedEngine, openEmbeddedEngine, type StartThread } from './embedded-engine.ts'
import { createEmbeddedStream } from './embedded-stream.ts'

interface EmbeddedOptions {
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

/** Opens the embedded engine: locked, initialized when empty, and proved to reach the disk. */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(options.dataDir)
  const lock = await lockDirectory(dataDir)
  try {
    const directory = join(dataDir, 'database')
    removeCopies(dataDir)
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

/** Names of directories beside the database that a backup is made from. */
export const copyPrefix = 'backup-copy-'

/** What a backup has left that was cut off: as large as the database. */
function removeCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(copyPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** A database on an engine that is open. Closing it closes the engine. */
export function connectEmbedded(
  engine: EmbeddedEngine,
  { clock, ids }: Pick<EmbeddedOptions, 'clock' | 'ids'>,
): Database {
  const scopes = createTransactionScopes()
  const commits = createCommitWatch()
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
      stream: () => createEmbeddedStream(engine, commits),
    },
    scopes,
  )
  // The statement under way tells its user; without handlers the process would end here.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const orm = drizzle({ client: pool })
  const hints = createHints()
  let isHeld = false
  let closing: Promise<void> | null = null
  return {
    engine: 'embedded',
    orm,
    now: statementTime,
    async transaction(work) {
      const { result, hints: left } = await runTransaction({ pool, scopes, clock, ids }, work)
      for (const { channel, payload } of left) queueMicrotask(() => hints.deliver(channel, payload))
      return result
    },
    snapshot: async (read) => (await runTransaction({ pool, scopes, clock, ids }, read, snapshotMode)).result,
    watchChanges: (touches) => commits.watch(touches),
    async notify(_tx, channel, payload) {
      const scope = scopes.current()
      if (!scope) throw new Error('A hint belongs to a transaction of db.transaction().')
      scope.hints.push({ channel, payload })
    },
    onNotify: (channel, handler) => hints.on(channel, handler),
    async checkpoint() {
      if (!isHeld) await orm.execute('checkpoint')
    },
    files: {
      directory: engine.directory,
      async hold(copy) {
        if (isHeld) throw new Error('The database is being copied already.')
        isHeld = true
        try {
          const thread = await engine.thread()
          await orm.execute('checkpoint')
          await copy()
          // Opening it writes a checkpoint.
          if ((await engine.thread()) !== thread)
            throw new Error('The database was reopened meanwhile. Try again.')
        } finally {
          isHeld = false
        }
      },
    },
    trouble: () => null,
    close() {
      closing ??= pool.end().then(() => engine.close())
      return closing
    },
  }
}

/** Major version of the engine's files; another one cannot be read by it. */
const engineVersion = '18'

/**
 * Makes sure that `directory` holds a database this engine can open: makes a new one where there is nothing, and
 * refuses whatever is neither. The caller holds the lock of the directory around it.
 */
async function prepareEmbeddedDirectory(directory: string): Promise<void> {
  const versionFile = join(directory, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version === engineVersion) return
    throw new StartError(
      `${directory} holds a database of version ${version === '' ? '(empty)' : version}, but this program needs ${engineVersion}. Nothing in it was changed.`,
    )
  }
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new StartError(
      `${directory} is not empty and holds no database (PG_VERSION is missing). Nothing in it was changed; move it away, or restore a backup into an empty data directory.`,
    )
  }
  await initialize(directory)
}

/** Into a directory beside it and then renamed, so that a start that is cut off leaves nothing half made. */
async function initialize(directory: string): Promise<void> {
  const making = `${directory}.new`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true, mode: 0o700 })
  await runInitialization(making)
  rmSync(directory, { recursive: true, force: true })
  renameSync(making, directory)
  syncPath(dirname(directory))
}

function runInitialization(directory: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...entryExecArgv(), fileURLToPath(entryUrl('embedded-init.child')), directory],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000)
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new StartError(
            `Could not create a database in ${directory} (code ${code ?? 'none'}): ${said.trim().split('\n').at(-1) ?? ''}`,
          ),
        )
    })
  })
}

/** One commit must make one fsync, or a power cut could take what was acknowledged: then better not to start. */
export async function proveDurable(
  database: Pick<Database, 'orm' | 'close'>,
  engine: Pick<EmbeddedEngine, 'syncs'>,
): Promise<void> {
  const before = await engine.syncs()
  // A record of the log that nothing reads: a commit with content, and no table touched.
  await database.orm.execute("select pg_logical_emit_message(true, 'roundsman', 'start')")
  if ((await engine.syncs()) > before) return
  await database.close()
  throw new StartError(
    'The embedded database does not flush its commits to disk (no fsync was counted) and must not be used. Set DATABASE_URL to a PostgreSQL server instead.',
  )
}
