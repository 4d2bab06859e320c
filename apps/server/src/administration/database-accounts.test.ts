import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate, readMigrations, waitingMigrations } from '../platform/db/migrate.ts'
import { openServerDatabase } from '../platform/db/server-database.ts'
import { assetUrl } from '../platform/entry-url.ts'
import { systemIds } from '../platform/ids.ts'
import type { AdminCommand } from '../platform/process/module.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase, testEngine } from '../testing/test-database.ts'
import { migrateCommand } from './migrate.command.ts'

async function runCommand(command: AdminCommand, args: readonly string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const terminal = {
    print: (line: string) => void printed.push(line),
    complain: (line: string) => void complained.push(line),
  }
  return { code: await command.run(args, terminal), printed, complained }
}

const known = readMigrations(assetUrl('migrations'))
const next = {
  number: known.length + 1,
  name: `${String(known.length + 1).padStart(4, '0')}-test-thing`,
  checksum: 'abc',
  isExpanding: true,
  sql: 'create table thing (id int primary key)',
}

it.runIf(testEngine === 'embedded')('B266: the embedded database has one account, for all', async () => {
  const test = await createTestDatabase()
  const said = await runCommand(migrateCommand(test.db), ['--grant', 'somebody'])
  expect(said).toMatchObject({
    code: 1,
    complained: [expect.stringContaining('The embedded database has no accounts')],
  })
  await test.drop()
})

describe.runIf(testEngine === 'server')('two accounts of a PostgreSQL', () => {
  const role = `roundsman_processes_${process.pid}`
  let test: TestDatabase
  let owner: pg.Client
  let own: Database
  beforeEach(async () => {
    test = await createTestDatabase()
    owner = new pg.Client({ connectionString: test.url ?? '' })
    await owner.connect()
    await owner.query(`create role ${role} login password 'secret'`)
    const url = new URL(test.url ?? '')
    url.username = role
    url.password = 'secret'
    own = await openServerDatabase({
      url: url.href,
      log: pino({ enabled: false }),
      clock: systemClock,
      ids: systemIds,
    })
  })
  afterEach(async () => {
    await own.close()
    await owner.query(`drop owned by ${role}`)
    await owner.query(`drop role ${role}`)
    await owner.end()
    await test.drop()
  })
  const grant = () => runCommand(migrateCommand(test.db), ['--grant', role])
  const denied = { cause: expect.objectContaining({ code: '42501' }) as unknown }

  it('13.2.2 B266: `migrate --grant` lets an account do what processes do, and nothing to the tables themselves', async () => {
    await expect(own.orm.execute(sql`select * from user_account`)).rejects.toMatchObject(denied)
    const said = await grant()
    expect(said).toMatchObject({ code: 0, complained: [] })
    expect(said.printed.join()).toContain(`The account ${role} may read and write`)
    for (const statement of [
      sql`create table thing (id int)`,
      sql`alter table user_account add column more int`,
      sql`drop table user_account`,
      sql`truncate user_account cascade`,
      sql`delete from schema_migration`,
      sql`update schema_migration set checksum = ''`,
    ])
      await expect(own.orm.execute(statement)).rejects.toMatchObject(denied)
    // Again, as with each upgrade.
    expect((await grant()).code).toBe(0)
  })

  it('B265: a start that finds nothing to migrate needs no right to; one that does says what to run', async () => {
    await grant()
    expect([await waitingMigrations(own, known), await migrate(own, known)]).toEqual([[], []])
    await expect(migrate(own, [...known, next])).rejects.toThrow(
      `The database needs the migration ${next.name}, which the account of DATABASE_URL may not make. Run \`roundsman migrate\` with the account that owns the tables`,
    )
    await migrate(test.db, [...known, next])
    expect(await migrate(own, [...known, next])).toEqual([])
  })

  it('B266: a program with such an account starts, follows, records and tells', async () => {
    await grant()
    const catalogue = testCatalogue([testNetwork({ rpc: ['http://127.0.0.1:1'] })])
    const site: TestApp = await createTestApp({ catalogue, database: { ...test, db: own } })
    await site.app.start()
    await site.createUser('ann@example.org', 'a long enough password')
    const browser = await site.signedIn({ email: 'ann@example.org', password: 'a long enough password' })
    expect((await browser.post('/api/alerts/test/', { channel: 'EMAIL' })).status).toBe(202)
    await site.clock.advance(60_000)
    await expect
      .poll(async () => {
        await site.clock.advance(1_000)
        const { rows } = await own.orm.execute<{ state: string }>(sql`select state from delivery`)
        return rows.map(({ state }) => state)
      })
      .toEqual(['DELIVERED'])
    expect((await browser.get('/api/users/export/')).status).toBe(200)
    const { rows } = await own.orm.execute(sql`select name from lease where name like 'watch/%'`)
    expect(rows).toHaveLength(1)
    await site.app.stop()
  })

  it('B266: an account that there is not, and one that may still create tables, are said', async () => {
    const said = await runCommand(migrateCommand(test.db), ['--grant', 'nobody_of_that_name'])
    expect(said).toMatchObject({ code: 1, complained: ['The database has no account nobody_of_that_name.'] })
    await owner.query(`grant create on schema public to ${role}`)
    expect(await grant()).toMatchObject({
      code: 1,
      complained: [expect.stringContaining('may still create tables')],
    })
    expect((await runCommand(migrateCommand(test.db), ['--grant'])).code).toBe(2)
    expect((await runCommand(migrateCommand(own), ['--grant', role])).code).toBe(1)
  })
})
