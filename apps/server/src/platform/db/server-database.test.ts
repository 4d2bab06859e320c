import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase, testEngine } from '../../testing/test-database.ts'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import type { Database } from './database.ts'
import { openServerDatabase } from './server-database.ts'

/** Ends every connection to the database but the one that asks, as a restart of the server does. */
async function endConnections(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await admin.end()
}

describe.runIf(testEngine === 'server')('a PostgreSQL', () => {
  let test: TestDatabase
  let url = ''
  let db: Database
  beforeEach(async () => {
    test = await createTestDatabase()
    url = test.url ?? ''
    db = test.db
    await db.orm.execute(sql`create table note (id int primary key)`)
  })
  afterEach(() => test.drop())

  it('B7: runs a transaction again when the connection was lost before COMMIT was sent', async () => {
    let runs = 0
    await db.transaction(async (tx) => {
      runs++
      await tx.execute(sql`insert into note values (1)`)
      if (runs === 1) {
        await endConnections(url)
        await tx.execute(sql`select 1`)
      }
    })
    expect(runs).toBe(2)
    expect((await db.orm.execute(sql`select * from note`)).rows).toEqual([{ id: 1 }])
  })

  it('B7: does not run it again when the connection was lost at COMMIT, whose outcome is open', async () => {
    let runs = 0
    const work = db.transaction(async (tx) => {
      runs++
      await tx.execute(sql`insert into note values (2)`)
      await endConnections(url)
    })
    await expect(work).rejects.toThrow()
    expect(runs).toBe(1)
  })

  it('B8: goes on after every connection was cut, and listens again', async () => {
    const received = new Set<string>()
    let deliver: () => void = () => undefined
    db.onNotify('things', (payload) => {
      received.add(payload)
      deliver()
    })
    const arrives = async (payload: string) => {
      // The listening connection comes back in the background; a hint sent before it is there is lost.
      while (!received.has(payload)) {
        const one = new Promise<void>((resolve) => {
          deliver = resolve
        })
        await db.transaction((tx) => db.notify(tx, 'things', payload))
        await Promise.race([one, systemClock.sleep(20)])
      }
    }
    await arrives('before')
    await endConnections(url)
    await arrives('after')
    expect([...received]).toEqual(['before', 'after'])
  })

  it('B9: a statement that takes too long ends by itself', async () => {
    const { rows } = await db.orm.execute(
      sql`select current_setting('statement_timeout') as t, current_setting('timezone') as z`,
    )
    expect(rows).toEqual([{ t: '30s', z: 'UTC' }])
  })

  it('B9: refuses a wrong password or database with one message that names neither user nor password', async () => {
    const wrong = Object.assign(new URL(url), { pathname: '/nowhere', password: 'hunter2' }).href
    const open = openServerDatabase({
      url: wrong,
      clock: createManualClock(),
      ids: systemIds,
      log: pino({ enabled: false }),
    })
    await expect(open).rejects.toThrow(/^The database at 127\.0\.0\.1:\d+\/nowhere cannot be used: /)
    await open.catch((error: unknown) => {
      expect(String(error)).not.toContain('hunter2')
    })
  })
})
