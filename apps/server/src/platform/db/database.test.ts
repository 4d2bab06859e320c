import { eq, sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngine } from '../../testing/test-database.ts'
import type { Database } from './database.ts'

const note = pgTable('note', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  body: text().notNull(),
  big: bigint({ mode: 'bigint' }),
  at: timestamp({ withTimezone: true, mode: 'date' }),
})

describe(`the database (${testEngine})`, () => {
  let test: TestDatabase | undefined
  let db: Database
  beforeAll(async () => {
    test = await createTestDatabase()
    db = test.db
    await db.orm.execute(
      sql`create table note (id bigint primary key generated always as identity, body text not null, big bigint, at timestamptz)`,
    )
  })
  afterAll(() => test?.drop())

  it('B1: gives the same types on both engines', async () => {
    const at = new Date('2026-11-21T12:00:00.123Z')
    await db.orm.insert(note).values({ body: 'типи', big: 9007199254740993n, at })
    const [row] = await db.orm.select().from(note).where(eq(note.body, 'типи'))
    expect(row).toEqual({ id: 1n, body: 'типи', big: 9007199254740993n, at })
    const { rows } = await db.orm.execute(
      sql`select count(*) as many, 12345678901234567890::numeric as n, '{"a":1}'::jsonb as j, array[1,2] as l, true as b`,
    )
    expect(rows).toEqual([{ many: 1n, n: '12345678901234567890', j: { a: 1 }, l: [1, 2], b: true }])
  })

  it('B2: rolls back what a failing transaction wrote, and goes on', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.insert(note).values({ body: 'gone' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await expect(db.orm.execute(sql`select nonsense`)).rejects.toThrow()
    expect(await db.orm.select().from(note).where(eq(note.body, 'gone'))).toEqual([])
  })

  it('B18: a snapshot reads as of one moment and writes nothing', async () => {
    const isolation = await db.snapshot(async (tx) => {
      const { rows } = await tx.execute<{ level: string }>(
        sql`select current_setting('transaction_isolation') as level`,
      )
      return rows[0]?.level
    })
    expect(isolation).toBe('repeatable read')
    await expect(db.snapshot((tx) => tx.insert(note).values({ body: 'gone' }))).rejects.toThrow()
    expect(await db.orm.select().from(note).where(eq(note.body, 'gone'))).toEqual([])
  })

  it('B135: the number of changes moves with each commit, before whoever made it is answered, and with nothing else', async () => {
    const changes = db.watchChanges((statement) => /\b(note|soon_gone)\b/.test(statement))
    const others = db.watchChanges((statement) => statement.includes('other_table'))
    const othersBefore = others()
    const moves = async (work: () => Promise<unknown>) => {
      const before = changes()
      await work()
      const after = changes()
      return before === null ? null : after !== before
    }
    const isKnown = db.engine === 'embedded'
    const run = (statement: string) => () => db.orm.execute(sql.raw(statement))
    const writing: (() => Promise<unknown>)[] = [
      run(`insert into note (body) values ('changing')`),
      run(`update note set big = 1 where body = 'changing'`),
      run(`with gone as (delete from note where body = 'changing' returning 1) select count(*) from gone`),
      run(`create table soon_gone (id int)`),
      run(`truncate soon_gone`),
      run(`drop table soon_gone`),
      () => db.transaction((tx) => tx.insert(note).values({ body: 'changed' })),
    ]
    for (const write of writing) expect(await moves(write)).toBe(isKnown ? true : null)
    const reading: (() => Promise<unknown>)[] = [
      run(`select count(*) from note`),
      () => db.snapshot((tx) => tx.select().from(note)),
      () => db.transaction((tx) => tx.select().from(note)),
    ]
    for (const read of reading) expect(await moves(read)).toBe(isKnown ? false : null)
    const inside: boolean[] = []
    await db.transaction(async (tx) => {
      const before = changes()
      await tx.insert(note).values({ body: 'not yet' })
      inside.push(before === changes())
    })
    expect(inside).toEqual([true])
    expect(others()).toBe(othersBefore)
  })

  it('B2: a savepoint inside a transaction can fail alone', async () => {
    await db.transaction(async (tx) => {
      await tx.insert(note).values({ body: 'outer' })
      await tx
        .transaction(async (inner) => {
          await inner.insert(note).values({ body: 'inner' })
          throw new Error('inner')
        })
        .catch(() => undefined)
    })
    const rows = await db.orm.select({ body: note.body }).from(note).where(sql`body in ('outer','inner')`)
    expect(rows).toEqual([{ body: 'outer' }])
  })

  it('B3: refuses a query beside the transaction it is in, which would wait for itself', async () => {
    await expect(db.transaction(() => db.orm.select().from(note))).rejects.toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: expect.stringContaining('wait for itself') }),
      }),
    )
    await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow('wait for itself')
    expect(await db.transaction(async (tx) => (await tx.select().from(note)).length)).toBeGreaterThan(0)
  })

  it('B3: work that a transaction started and left behind may use the database after it', async () => {
    let later: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      later = resolve
    })
    let left: Promise<unknown> = Promise.resolve()
    await db.transaction(async () => {
      left = gate.then(() => db.orm.execute(sql`select 1`))
    })
    later()
    await expect(left).resolves.toBeDefined()
  })

  it('B4: runs a transaction again after a serialization failure, and only then', async () => {
    let runs = 0
    const result = await db.transaction(async (tx) => {
      runs++
      if (runs < 3)
        await tx.execute(sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`)
      return runs
    })
    expect(result).toBe(3)
    runs = 0
    await expect(
      db.transaction(async (tx) => {
        runs++
        await tx.execute(sql`do $$ begin raise exception 'no' using errcode = '23505'; end $$`)
      }),
    ).rejects.toThrow()
    expect(runs).toBe(1)
  })

  it('B5: sends a hint after the commit, and none of a transaction rolled back', async () => {
    const received: string[] = []
    let deliver: (payload: string) => void = () => undefined
    const done = new Promise<string>((resolve) => {
      deliver = resolve
    })
    const off = db.onNotify('things', (payload) => {
      received.push(payload)
      if (payload.startsWith('last')) deliver(payload)
    })
    await db
      .transaction(async (tx) => {
        await db.notify(tx, 'things', 'never')
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    // On a server the listening connection is made in the background: notified until it is received.
    let sent = 0
    let over = false
    void done.then(() => {
      over = true
    })
    while (!over) {
      await db.transaction((tx) => db.notify(tx, 'things', `last ${sent++}`))
    }
    expect(await done).toMatch(/^last/)
    expect(received).not.toContain('never')
    off()
  })

  it('B6: many at once wait for each other without mixing', async () => {
    const sums = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        db.transaction(async (tx) => {
          await tx.insert(note).values({ body: `many ${i}`, big: BigInt(i) })
          const { rows } = await tx.execute<{ n: number }>(sql`select ${i}::int + 1 as n`)
          return rows[0]?.n
        }),
      ),
    )
    expect(sums).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })
})
