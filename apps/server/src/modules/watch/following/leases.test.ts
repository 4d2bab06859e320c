import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { createLoopFactory, type Loop } from '../../../platform/loop.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, networkId, type SimRig, type WatchProcess } from '../testing/sim-rig.ts'
import { createSlowTime, type SlowTime } from '../testing/slow-time.ts'
import { createLeasesLoop } from './leases.ts'

let database: TestDatabase
let rig: SimRig
let time: SlowTime
let loops: Loop[]
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(loops.map((loop) => time.during(loop.stop())))
  await rig.close()
})
afterAll(() => database.drop())

async function begin(answerMs: number): Promise<void> {
  rig = await createSimRig({ database })
  await rig.clock.advance(20_000)
  time = createSlowTime(rig, answerMs)
  loops = []
}

interface Watcher extends WatchProcess {
  pass(): Promise<number>
  /** Ends as by kill -9: nothing more is done, and nothing given back. */
  die(): Promise<void>
}

/** A process whose leases are renewed by their loop, as in the program. */
function startWatcher(holder: string): Watcher {
  const process = time.process(holder)
  const dying = new AbortController()
  const { clock } = rig
  const createLoop = createLoopFactory({
    clock,
    ids: systemIds,
    log: pino({ enabled: false }),
    metrics: new Registry(),
  })
  const renewals = createLeasesLoop(createLoop, process.leases)
  renewals.start()
  loops.push(renewals)
  return {
    ...process,
    pass: () => time.during(process.follower.pass(dying.signal)),
    die() {
      dying.abort()
      return renewals.stop()
    },
  }
}

async function leaseNow() {
  const { rows } = await database.db.orm.execute<{ holder: string; fence: bigint }>(
    sql`select holder, fence from lease where name = ${`watch/${networkId}`}`,
  )
  return rows[0]
}
/** Unix ms. */
async function databaseClock(): Promise<number> {
  const { rows } = await database.db.orm.execute<{ now: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  return rows[0]?.now ?? Number.NaN
}
async function heights(): Promise<number> {
  const { rows } = await database.db.orm.execute<{ n: number }>(
    sql`select count(*)::int as n from watch_block`,
  )
  return rows[0]?.n ?? 0
}

/** What a pass of a standby asks for before the next. */
const standbyMs = 1_000

/**
 * Asks for the network as each pass of a standby does, until it is given. Time stands still meanwhile: a busy database
 * would make it longer than it is.
 */
async function waitToTake(standby: Watcher): Promise<number> {
  const since = time.passedMs()
  while ((await standby.lease.take()) === null) await time.pass(standbyMs)
  return time.passedMs() - since
}

describe('leases of networks', () => {
  test('W18: passes that take longer than a lease lives lose it not, and commit steadily beside a second watcher', async () => {
    await begin(2_500)
    const [one, two] = [startWatcher('one'), startWatcher('two')]
    let longest = 0
    const seen: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      const since = time.passedMs()
      await one.pass()
      longest = Math.max(longest, time.passedMs() - since)
      await two.pass()
      seen.push(await heights())
      expect(await leaseNow()).toEqual({ holder: 'one', fence: 1n })
    }
    expect(longest).toBeGreaterThan(8_000)
    expect(seen[3]).toBeGreaterThan(seen[1] ?? 0)
  })

  test('W53: a watcher dies and another one has the network within ten seconds', async () => {
    await begin(0)
    const [one, two] = [startWatcher('one'), startWatcher('two')]
    await one.pass()
    await time.pass(10_000)
    await two.pass()
    expect(two.lease.isHeld()).toBe(false)
    await one.die()
    const before = await heights()
    expect(await waitToTake(two)).toBeLessThanOrEqual(10_000)
    expect(await leaseNow()).toEqual({ holder: 'two', fence: 2n })
    await two.pass()
    expect(await heights()).toBeGreaterThan(before)
  })

  test('W53: one that stops gives its networks away within two seconds', async () => {
    await begin(0)
    const [one, two] = [startWatcher('one'), startWatcher('two')]
    await one.pass()
    const pause = await two.pass()
    await one.lease.release()
    await time.pass(pause)
    expect(pause + (await waitToTake(two))).toBeLessThanOrEqual(2_000)
    expect(await one.lease.take()).toBeNull()
  })

  test('W18: a renewal that the database refuses loses nothing; one that finds another holder ends the writing', async () => {
    await begin(0)
    const [one, two] = [startWatcher('one'), startWatcher('two')]
    await one.pass()
    await database.db.orm.execute(sql`alter table lease rename to lease_away`)
    await expect(one.leases.renew()).rejects.toThrow()
    await database.db.orm.execute(sql`alter table lease_away rename to lease`)
    expect(one.lease.isHeld()).toBe(true)
    await database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
    await two.pass()
    expect(two.lease.isHeld()).toBe(true)
    await one.leases.renew()
    expect(one.lease.isHeld()).toBe(false)
  })

  test("B74: the database's clock is known as of the last renewal, whatever the machine's says", async () => {
    await begin(0)
    // Without the loop of its own: a renewal in between would be another reading.
    const { leases, lease } = time.process('one')
    expect(leases.databaseNow()).toBe(rig.clock.now())
    await lease.take()
    const earliest = await databaseClock()
    await leases.renew()
    const known = leases.databaseNow()
    expect(known).toBeGreaterThanOrEqual(earliest)
    expect(known).toBeLessThanOrEqual(await databaseClock())
    rig.clock.setNow(rig.clock.now() + 600_000)
    expect(leases.databaseNow()).toBe(known)
    await rig.clock.advance(1_000)
    expect(leases.databaseNow()).toBe(known + 1_000)
  })
})
