import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngine } from '../../testing/test-database.ts'
import { acquireLease, type HeldLease, holdLease, leaseSeconds, releaseLease, renewLeases } from './lease.ts'

/** A promise that a test opens. */
function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

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
  async function acquire(name: string, holder: string) {
    return (await acquireLease(db().orm, name, holder))?.held ?? null
  }
  async function acquired(name: string, holder: string) {
    const held = await acquire(name, holder)
    if (!held) throw new Error(`${holder} did not get ${name}`)
    return held
  }

  it('B70: one holder at a time; the fence rises with each take-over', async () => {
    const { orm } = db()
    const a = await acquired('one', 'a')
    expect(a).toEqual({ name: 'one', holder: 'a', fence: 1n })
    expect(await acquire('one', 'b')).toBeNull()
    await acquired('two', 'b')
    await runOut()
    const b = await acquired('one', 'b')
    expect(b.fence).toBe(2n)
    await releaseLease(orm, a)
    expect(await acquire('one', 'a')).toBeNull()
    await releaseLease(orm, b)
    expect((await acquired('one', 'a')).fence).toBe(3n)
  })

  it('B71: one that was taken cannot be renewed, and its former holder can write no more', async () => {
    const { orm } = db()
    const a = await acquired('three', 'a')
    const other = await acquired('other', 'a')
    expect(await db().transaction((tx) => holdLease(tx, a))).toBe(true)
    await runOut()
    const b = await acquired('three', 'b')
    expect((await renewLeases(orm, [a, other])).names).toEqual(new Set(['other']))
    expect(await renewLeases(orm, [a])).toEqual({ names: new Set(), databaseNow: null })
    expect((await renewLeases(orm, [b])).names).toEqual(new Set(['three']))
    expect(await db().transaction((tx) => holdLease(tx, a))).toBe(false)
    expect((await renewLeases(orm, [])).names).toEqual(new Set())
  })

  it('B71: one that ran out goes on where nobody took it', async () => {
    const a = await acquired('six', 'a')
    await runOut()
    expect((await renewLeases(db().orm, [a])).names).toEqual(new Set(['six']))
    expect(await acquire('six', 'b')).toBeNull()
  })

  it('B72: of many that ask at once one gets it', async () => {
    const got = await Promise.all([...'abcdefgh'].map((holder) => acquire('four', holder)))
    expect(got.filter((one) => one !== null)).toHaveLength(1)
  })

  it('B73: lasts eight seconds at most', async () => {
    await acquired('five', 'a')
    const { rows } = await db().orm.execute<{ left: number }>(
      sql`select extract(epoch from expires_at - clock_timestamp())::float8 as left from lease where name = 'five'`,
    )
    expect(rows[0]?.left).toBeLessThanOrEqual(8)
    expect(leaseSeconds).toBe(8)
  })

  it("B74: the database's clock set back by minutes keeps nobody from taking over a lease that is not renewed", async () => {
    await acquired('seven', 'a')
    await db().orm.execute(sql`update lease set expires_at = clock_timestamp() + interval '10 min'`)
    expect((await acquired('seven', 'b')).fence).toBe(2n)
  })

  // The embedded database does one thing after the other; it has one process, from which nobody takes a lease.
  describe.runIf(testEngine === 'server')('while a transaction holds one', () => {
    /** A transaction that holds a lease until it is let go: as long as a million alerts take. */
    async function holding(held: HeldLease) {
      const [begun, end] = [createGate(), createGate()]
      const ended = db().transaction(async (tx) => {
        expect(await holdLease(tx, held)).toBe(true)
        begun.open()
        await end.opened
      })
      await begun.opened
      return { end: end.open, ended }
    }

    /** Resolves when some statement waits for a lock, or with what was not to wait. */
    async function whatComesFirst<T>(work: Promise<T>): Promise<T | 'waits'> {
      let done = false
      const finish = () => void (done = true)
      void work.then(finish, finish)
      const waiting = sql`select count(*)::int as n from pg_locks where not granted`
      while (!done) {
        const { rows } = await db().orm.execute<{ n: number }>(waiting)
        if ((rows[0]?.n ?? 0) > 0) return 'waits'
      }
      return work
    }

    it('B75: it is renewed, and the others with it', async () => {
      const [long, other] = [await acquired('long', 'a'), await acquired('beside', 'a')]
      const { end, ended } = await holding(long)
      const names = renewLeases(db().orm, [long, other]).then((renewed) => renewed.names)
      const first = await whatComesFirst(names)
      end()
      await Promise.all([ended, names])
      expect(first).toEqual(new Set(['long', 'beside']))
    })

    it('B75: nobody takes it over, though it ran out, before the transaction has ended', async () => {
      const held = await acquired('slow', 'a')
      await runOut()
      const { end, ended } = await holding(held)
      const taking = acquired('slow', 'b')
      const first = await whatComesFirst(taking)
      end()
      await ended
      expect([first, (await taking).fence]).toEqual(['waits', held.fence + 1n])
    })
  })
})
