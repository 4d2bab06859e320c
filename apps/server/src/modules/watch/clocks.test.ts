import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { acceptIn } from './testing/accept-in.ts'
import { createSimRig, type SimRig, type WatchProcess } from './testing/sim-rig.ts'

// The chain and the database have the right time; the clock of the machine that watches is set.

const tenMinutes = 600_000

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

function startWatcher(holder: string, wrongBy: () => number): WatchProcess {
  const { clock } = rig.net
  return rig.process(holder, { ...rig.net, clock: { ...clock, now: () => clock.now() + wrongBy() } })
}

/** One second later, one poll; gives the pause until the next one. */
async function poll({ follower }: WatchProcess): Promise<number> {
  await rig.clock.advance(1_000)
  for (;;) {
    const pause = await follower.pass(new AbortController().signal)
    await follower.connection()?.pool.idle()
    if (pause > 0) return pause
  }
}
const list = async () => (await rig.view()).list(rig.clock.monotonic()).body
async function stateHeight(): Promise<number> {
  const { rows } = await database.db.orm.execute<{ n: number }>(
    sql`select state_height::int as n from watch_network`,
  )
  return rows[0]?.n ?? 0
}

describe('a wall clock that is set', () => {
  test.each([
    ['back', -tenMinutes],
    ['ahead', tenMinutes],
  ])(
    'W19: ten minutes %s: heights, letters and states go on, at the same pace, and nothing is HALTED',
    async (_where, step) => {
      rig = await createSimRig({ database })
      let wrongBy = 0
      const one = startWatcher('one', () => wrongBy)
      for (let second = 0; second < 10; second++) await poll(one)
      const before = await stateHeight()
      wrongBy = step
      for (let second = 0; second < 45; second++) {
        expect(await poll(one)).toBeLessThanOrEqual(1_100)
        const { network_height, status, validators } = await list()
        expect([status.state, network_height]).toEqual(['LIVE', rig.chain.height()])
        expect(validators[0]?.recent_signatures).toMatch(/[sp]{5}$/)
      }
      expect(await stateHeight()).toBeGreaterThanOrEqual(before + 35)
      // Set right again.
      wrongBy = 0
      for (let second = 0; second < 10; second++) await poll(one)
      expect((await list()).status.state).toBe('LIVE')
      expect((await list()).network_height).toBe(rig.chain.height())
    },
  )

  test('W19: what is written down is by the clock of the database: events, rows, states, own stakes, epochs', async () => {
    rig = await createSimRig({
      database,
      script: [{ at: 14, what: 'commission', validator: 5, rate: 330_000_000_000_000_000n }],
    })
    const one = startWatcher('one', () => tenMinutes)
    for (let second = 0; second < 45; second++) await poll(one)
    rig.chain.restart('pio-mainnet-2')
    for (let second = 0; second < 3; second++) await poll(one)
    expect(await acceptIn(rig, '9')).toMatchObject({ code: 0 })
    for (let second = 0; second < 3; second++) await poll(one)
    const { rows } = await database.db.orm.execute<{ what: string; at: number }>(sql`
      select kind as what, at::float8 from watch_event where kind = 'commission_changed'
      union all select 'changed', max(changed_at)::float8 from watch_validator
      union all select 'own stake', max(self_delegation_at)::float8 from watch_validator
      union all select 'removed', max(removed_at)::float8 from watch_validator
      union all select 'state', state_at::float8 from watch_network
      union all select 'epoch ' || epoch, opened_at::float8 from watch_epoch
      union all select 'closed ' || epoch, closed_at::float8 from watch_epoch where closed_at is not null
      order by 1`)
    const known = ['changed', 'closed 1', 'commission_changed', 'epoch 1', 'epoch 2', 'own stake', 'removed']
    expect(rows.map(({ what }) => what)).toEqual([...known, 'state'])
    // The database's clock goes on by itself while the test's stands: they differ by less than the step all the same.
    for (const { what, at } of rows) expect(Math.abs(at - rig.clock.now()), what).toBeLessThan(tenMinutes / 2)
    for (const { updated_at: at } of (await list()).validators)
      expect(Math.abs(Date.parse(at) - rig.clock.now())).toBeLessThan(tenMinutes / 2)
  })

  test('W19: a watcher whose clock is ten minutes ahead takes over a moving chain: it is LIVE at once', async () => {
    rig = await createSimRig({ database })
    const one = startWatcher('one', () => 0)
    for (let second = 0; second < 10; second++) await poll(one)
    await one.lease.release()
    const two = startWatcher('two', () => tenMinutes)
    await poll(two)
    expect(two.lease.isHeld()).toBe(true)
    expect((await list()).status.state).toBe('LIVE')
    rig.chain.halt()
    for (let second = 0; second < 33; second++) await poll(two)
    expect((await list()).status.state).toBe('HALTED')
  })

  test("W19: what is known of the database's clock being set makes nothing old or young for readers", async () => {
    rig = await createSimRig({ database })
    const one = startWatcher('one', () => 0)
    for (let second = 0; second < 10; second++) await poll(one)
    expect((await list()).status.state).toBe('LIVE')
    for (const step of [-tenMinutes, tenMinutes]) {
      // As if the watcher had written by a clock that far away from the one that readers ask.
      await database.db.orm.execute(
        sql`update watch_network set observed_at = observed_at + ${step}::int, seq = seq + 1`,
      )
      expect((await list()).status.state).toBe('LIVE')
      await rig.clock.advance(31_000)
      expect((await list()).status.state).toBe('UNREACHABLE')
      await poll(one)
      expect((await list()).status.state).toBe('LIVE')
    }
  })
})
