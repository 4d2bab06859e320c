import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngine } from '../testing/test-database.ts'
import { acquireLease, holdLease, releaseLease, renewLease } from './lease.ts'

describe(`leases (${testEngine})`, () => {
  let test: TestDatabase | undefined
  const db = () => {
    if (!test) throw new Error('no database')
    return test.db
  }
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test?.drop())
  const runOut = () =>
    db().orm.execute(sql`update lease set expires_at = clock_timestamp() - interval '1 ms'`)

  it('P70: one holder at a time; the fence rises with each take-over', async () => {
    const { orm } = db()
    const a = await acquireLease(orm, 'one', 'a')
    expect(a).toEqual({ name: 'one', holder: 'a', fence: 1n })
    expect(await acquireLease(orm, 'one', 'b')).toBeNull()
    expect(await acquireLease(orm, 'two', 'b')).not.toBeNull()
    await runOut()
    const b = await acquireLease(orm, 'one', 'b')
    expect(b?.fence).toBe(2n)
    if (!a || !b) throw new Error('not acquired')
    expect([await renewLease(orm, a), await renewLease(orm, b)]).toEqual([false, true])
    await releaseLease(orm, a)
    expect(await acquireLease(orm, 'one', 'a')).toBeNull()
    await releaseLease(orm, b)
    expect((await acquireLease(orm, 'one', 'a'))?.fence).toBe(3n)
  })

  it('P71: a lease that ran out cannot be renewed, and its holder can write no more once another has it', async () => {
    const { orm } = db()
    const a = await acquireLease(orm, 'three', 'a')
    if (!a) throw new Error('not acquired')
    expect(await db().transaction((tx) => holdLease(tx, a))).toBe(true)
    await runOut()
    expect(await renewLease(orm, a)).toBe(false)
    await acquireLease(orm, 'three', 'b')
    expect(await db().transaction((tx) => holdLease(tx, a))).toBe(false)
  })

  it('P72: of many that ask at once one gets it', async () => {
    const got = await Promise.all([...'abcdefgh'].map((holder) => acquireLease(db().orm, 'four', holder)))
    expect(got.filter((one) => one !== null)).toHaveLength(1)
  })

  it('P73: lasts fifteen seconds at most', async () => {
    await acquireLease(db().orm, 'five', 'a')
    const { rows } = await db().orm.execute<{ left: number }>(
      sql`select extract(epoch from expires_at - clock_timestamp())::float8 as left from lease where name = 'five'`,
    )
    expect(rows[0]?.left).toBeLessThanOrEqual(15)
  })
})
