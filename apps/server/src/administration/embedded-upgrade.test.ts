import { sql } from 'drizzle-orm'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { loadConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/db/database.ts'
import { type Migration, migrate, readMigrations, waitingMigrations } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { assetUrl } from '../platform/entry-url.ts'
import { systemIds } from '../platform/ids.ts'
import { keepCopyBeforeUpgrade } from './before-upgrade.ts'
import { restoreCommand } from './restore.command.ts'
import { runCli } from './run-cli.ts'

const real = readMigrations(assetUrl('migrations'))
/** What the program of the release before knows, and what of this one is new to it. */
const older = real.slice(0, -1)
const [newest] = real.slice(-1)
const log = pino({ enabled: false })
let dir = ''
let db: Database | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-upgrade-'))
})
afterEach(async () => {
  await db?.close()
  db = undefined
  rmSync(dir, { recursive: true, force: true })
})

async function open(dataDir: string): Promise<Database> {
  db = await openDatabase({
    config: { databaseUrl: null, dataDir },
    clock: systemClock,
    ids: systemIds,
    log,
    onDeath: () => undefined,
  })
  return db
}

/** As the program does before it serves. */
async function upgrade(database: Database, dataDir: string, known: readonly Migration[]): Promise<void> {
  const environment = {
    ROUNDSMAN_DATA_DIR: dataDir,
    ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least',
  }
  const platform = { db: database, clock: systemClock, log, config: loadConfig(environment, systemIds) }
  await keepCopyBeforeUpgrade(platform, await waitingMigrations(database, known))
  await migrate(database, known)
}

const copies = (dataDir: string) => {
  const folder = join(dataDir, 'before-upgrade')
  return existsSync(folder) ? readdirSync(folder) : []
}

it('B199: an upgrade keeps a copy first, with which the older program goes on; a new database and an up-to-date one keep none', async () => {
  const dataDir = join(dir, 'data')
  const database = await open(dataDir)
  await upgrade(database, dataDir, older)
  expect(copies(dataDir)).toEqual([])
  await database.orm.execute(
    sql`insert into lease (name, holder, fence, expires_at) values ('a', 'b', 7, now())`,
  )
  await upgrade(database, dataDir, real)
  expect(copies(dataDir)).toEqual([`before-${newest?.name}.backup`])
  await upgrade(database, dataDir, real)
  expect(copies(dataDir)).toHaveLength(1)
  await database.close()

  const restored = join(dir, 'restored')
  const command = restoreCommand({
    open: () => open(restored),
    migrations: older,
    dataDir: restored,
    cwd: join(dataDir, 'before-upgrade'),
  })
  expect(await command.run(copies(dataDir), { print: () => undefined, complain: () => undefined })).toBe(0)
  const again = await open(restored)
  expect((await again.orm.execute(sql`select name, fence::int from lease`)).rows).toEqual([
    { name: 'a', fence: 7 },
  ])
  expect(await waitingMigrations(again, real)).toEqual([newest])
})

it('B199: where no copy can be kept, nothing is changed', async () => {
  const dataDir = join(dir, 'data')
  const database = await open(dataDir)
  await upgrade(database, dataDir, older)
  writeFileSync(join(dataDir, 'before-upgrade'), 'a file where a folder should be')
  await expect(upgrade(database, dataDir, real)).rejects.toThrow('Nothing was changed.')
  expect(await waitingMigrations(database, real)).toEqual([newest])
})

it('B230: migrate brings a database of the release before up to date, and says how it stands, each time it is asked', async () => {
  const dataDir = join(dir, 'data')
  const before = await open(dataDir)
  await migrate(before, older)
  await before.close()
  const said: string[] = []
  const run = () =>
    runCli(
      ['migrate'],
      {
        ROUNDSMAN_DATA_DIR: dataDir,
        ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least',
      },
      dir,
      { print: (line) => said.push(line), complain: (line) => said.push(`wrong: ${line}`) },
    )
  expect([await run(), await run()]).toEqual([0, 0])
  expect(said).toEqual(Array.from({ length: 2 }, () => `The database is up to date: ${newest?.name}`))
  const after = await open(dataDir)
  expect(await waitingMigrations(after, real)).toEqual([])
})
