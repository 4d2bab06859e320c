import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WorkerOptions } from 'node:worker_threads'
import pg from 'pg'
import { pino } from 'pino'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { openEmbeddedDatabase } from '../platform/db/embedded/embedded-database.ts'
import { migrate, type Migration, readMigrations } from '../platform/db/migrate.ts'
import { openServerDatabase } from '../platform/db/server-database.ts'
import { assetUrl } from '../platform/entry-url.ts'
import { systemIds } from '../platform/ids.ts'
import { borrowEmbedded } from './kept-engines.ts'
import { startProgramThread } from './start-program.ts'

export interface TestDatabase {
  db: Database
  /** Address of the database on the server engine, for a second connection; null when embedded. */
  url: string | null
  /** A directory of its own, also on the server engine. */
  dataDir: string
  /** Closes and removes everything. */
  drop(): Promise<void>
}

/** The engine the suite runs on: a PostgreSQL if `TEST_DATABASE_URL` names one, else the embedded one. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'] ?? null
export const testEngine: Database['engine'] = testDatabaseUrl === null ? 'embedded' : 'server'

const parts = { clock: systemClock, ids: systemIds }

const engineThread = new URL('../platform/db/embedded/embedded.worker.ts', import.meta.url)

/** Starts the engine's thread as the product does, from the run's bundle. */
export const startEngine = (options: WorkerOptions) => startProgramThread(engineThread, options)

/** The embedded database of a data directory, opened as the product does. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  await engineCode()
  return openEmbeddedDatabase({
    dataDir,
    ...parts,
    startThread: startEngine,
  })
}

/** The folder of the engine's package. */
const enginePackage = () => dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')))

/** Node's own, of whose types none but the browser's know. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
let heldCode: Promise<object> | undefined

/**
 * Holds the engine's code, translated, as long as this process lives: V8 gives it to each thread that asks for the same
 * bytes. Else every database translates what it runs anew, three fifths of what opening and closing it costs.
 */
export function engineCode(): Promise<object> {
  heldCode ??= WebAssembly.compile(readFileSync(join(enginePackage(), 'dist/pglite.wasm')))
  return heldCode
}

/** A fresh, migrated database of the engine the suite runs on, in much less than a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (testDatabaseUrl === null) {
    await engineCode()
    const { db, dataDir, giveBack } = await borrowEmbedded(copyOfTemplate, startEngine)
    return { db, url: null, dataDir, drop: giveBack }
  }
  const dataDir = newDirectory()
  const server = await cloneServerTemplate(testDatabaseUrl)
  const db = await openServerDatabase({ url: server.url, log: pino({ enabled: false }), ...parts })
  return {
    db,
    url: server.url,
    dataDir,
    drop: async () => {
      await db.close()
      await server.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const newDirectory = () => mkdtempSync(join(tmpdir(), 'roundsman-test-'))

async function copyOfTemplate(): Promise<string> {
  const dataDir = newDirectory()
  await copyEmbeddedTemplate(dataDir)
  return dataDir
}

/** Puts a migrated embedded database into a data directory, for tests that start a whole process on it. */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  cpSync(join(await embeddedTemplate(), 'database'), join(dataDir, 'database'), { recursive: true })
}

const migrationsUrl = assetUrl('migrations')

function keyOf(migrations: readonly Migration[], engine: string): string {
  const hash = createHash('sha256').update(engine)
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 16)
}

async function embeddedTemplate(): Promise<string> {
  const manifest = readFileSync(join(enginePackage(), 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const migrations = readMigrations(migrationsUrl)
  const cache = fileURLToPath(new URL('../../../../node_modules/.cache/roundsman/', import.meta.url))
  const template = join(cache, keyOf(migrations, `pglite ${version}`))
  if (existsSync(template)) return template
  mkdirSync(dirname(template), { recursive: true })
  const making = mkdtempSync(`${template}-`)
  const db = await openEmbedded(making)
  await migrate(db, migrations)
  await db.close()
  try {
    renameSync(making, template)
  } catch {
    // Another test process was quicker.
    rmSync(making, { recursive: true, force: true })
  }
  return template
}

async function cloneServerTemplate(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const migrations = readMigrations(migrationsUrl)
  const template = `roundsman_template_${keyOf(migrations, 'server')}`
  const name = `roundsman_test_${systemIds.uuid().replaceAll('-', '')}`
  const at = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  await withAdmin(url, async (admin) => {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount === 0) await makeServerTemplate(admin, template, at, migrations)
    // By copying files, not through the log, which takes twice as long for one as small as this.
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return {
    url: at(name),
    drop: () =>
      withAdmin(url, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  }
}

/** Under another name until it is whole, so that a run cut off leaves no half template behind. */
async function makeServerTemplate(
  admin: pg.Client,
  template: string,
  at: (database: string) => string,
  migrations: readonly Migration[],
): Promise<void> {
  const making = `${template}_making`
  await admin.query(`drop database if exists ${making} with (force)`)
  await admin.query(`create database ${making} template template0`)
  const db = await openServerDatabase({ url: at(making), log: pino({ enabled: false }), ...parts })
  await migrate(db, migrations)
  await db.close()
  await admin.query(`alter database ${making} rename to ${template}`)
}

/** One at a time: a template cannot be copied while another session is in it. */
async function withAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(720263)')
    await work(admin)
  } finally {
    await admin.end()
  }
}
