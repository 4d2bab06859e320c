import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngine } from '../../testing/test-database.ts'
import { assetUrl } from '../entry-url.ts'
import { type Migration, migrate, readMigrations, waitingMigrations } from './migrate.ts'

const real = readMigrations(assetUrl('migrations'))
const next: Migration = {
  number: real.length + 1,
  name: `${String(real.length + 1).padStart(4, '0')}-test-thing`,
  checksum: 'abc',
  isExpanding: false,
  sql: `create table thing (id int primary key); insert into thing values (1); comment on table thing is 'a;b'`,
}

describe(`migrations (${testEngine})`, () => {
  let test: TestDatabase
  beforeEach(async () => {
    test = await createTestDatabase()
  })
  afterEach(() => test.drop())

  it('B30: applies what is new once, also when several start together', async () => {
    const all = await Promise.all([1, 2, 3].map(() => migrate(test.db, [...real, next])))
    expect(all.flat()).toEqual([next.name])
    expect((await test.db.orm.execute(sql`select * from thing`)).rows).toEqual([{ id: 1 }])
  })

  it('B30: leaves nothing of a migration that fails', async () => {
    const broken = { ...next, sql: 'create table thing (id int); select nonsense' }
    await expect(migrate(test.db, [...real, broken])).rejects.toThrow()
    expect(await migrate(test.db, [...real, next])).toEqual([next.name])
  })

  it('B31: refuses a database that is newer than the program', async () => {
    await migrate(test.db, [...real, next])
    await expect(migrate(test.db, real)).rejects.toThrow(
      `newer than this program: it has migration ${next.name}`,
    )
  })

  it('B198: goes on with a newer database that was only added to, and refuses one from which something was taken', async () => {
    const added = { ...next, isExpanding: true }
    await migrate(test.db, [...real, added])
    expect(await migrate(test.db, real)).toEqual([])
    expect(await waitingMigrations(test.db, real)).toEqual([])
    const taken = {
      ...next,
      number: next.number + 1,
      name: `${next.number + 1}-test-taken`,
      sql: 'drop table thing',
    }
    await migrate(test.db, [...real, added, taken])
    await expect(migrate(test.db, real)).rejects.toThrow(`it has migration ${taken.name}`)
    // The one beside which it was made goes on.
    expect(await migrate(test.db, [...real, added, taken])).toEqual([])
  })

  it('B31: refuses an applied migration that was changed or renamed', async () => {
    await migrate(test.db, [...real, next])
    await expect(migrate(test.db, [...real, { ...next, checksum: 'other' }])).rejects.toThrow(
      'has been changed',
    )
    await expect(migrate(test.db, [...real, { ...next, name: '0099-x-y' }])).rejects.toThrow(
      'has been changed',
    )
  })

  it('B31: refuses a database that lacks one in between', async () => {
    await test.db.orm.execute(sql`delete from schema_migration where number = 1`)
    await expect(migrate(test.db, real)).rejects.toThrow('is missing migration 0001-platform-leases')
  })
})

describe('the files of migrations', () => {
  const dir = mkdtempSync(join(tmpdir(), 'roundsman-migrations-'))
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('B32: a gap, a number twice or another kind of name is refused', () => {
    const url = pathToFileURL(`${dir}/`)
    writeFileSync(join(dir, '0001-a-b.sql'), 'select 1')
    writeFileSync(join(dir, '0003-a-b.sql'), 'select 1')
    expect(() => readMigrations(url)).toThrow('0003-a-b is number 2 in order')
    writeFileSync(join(dir, '0001-a-c.sql'), 'select 1')
    expect(() => readMigrations(url)).toThrow('0001-a-c is number 2 in order')
    writeFileSync(join(dir, '0002-a-b.sql'), '-- expand\nselect 1')
    rmSync(join(dir, '0003-a-b.sql'))
    rmSync(join(dir, '0001-a-c.sql'))
    expect(readMigrations(url).map(({ isExpanding }) => isExpanding)).toEqual([false, true])
    writeFileSync(join(dir, 'notes.txt'), '')
    expect(() => readMigrations(url)).toThrow('notes.txt')
  })
})
