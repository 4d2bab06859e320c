import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { leaseSeconds } from '../../../platform/db/lease.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { acceptIn } from '../testing/accept-in.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

const createRig = (options: Parameters<typeof createSimRig>[0] = {}) => createSimRig({ ...options, database })

const list = async () => (await rig.view()).list(rig.clock.monotonic()).body
/** A row by the place of its validator in the roster. */
async function rowOf(index: number) {
  const address = rig.chain.view().chain.roster[index]?.consensusHex
  const row = (await list()).validators.find((one) => one.consensus_address === address)
  if (!row) throw new Error(`no row of ${index}`)
  return row
}
const nameOf = (index: number) => rig.chain.view().chain.roster[index]?.moniker
const state = async () => (await list()).status.state
const count = async (table: string) => {
  const { rows } = await rig.database.db.orm.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)}`,
  )
  return rows[0]?.n
}
const accept = (id: string) => acceptIn(rig, id)
/** The database's clock goes on by itself, so a test says when a lease ends: a busy machine must not. */
const leaseEndsIn = (seconds: number) =>
  rig.database.db.orm.execute(
    sql`update lease set expires_at = clock_timestamp() + make_interval(secs => ${seconds})`,
  )

describe('from block to row', () => {
  test('W1 W38: letters, heights and states of a chain that all sign', async () => {
    rig = await createRig()
    await rig.to(30)
    const { network_height, validators, status } = await list()
    expect(network_height).toBe(30)
    expect(status).toMatchObject({
      state: 'LIVE',
      height: 30,
      block_time_seconds: 1,
      source: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      signed_blocks_window: 10,
      min_signed_per_window: 0.5,
      bonded_validators: 6,
      unit: { symbol: 'HASH', decimals: 9 },
    })
    expect(validators).toHaveLength(6)
    for (const row of validators) {
      expect(row.recent_signatures).toMatch(/^-{31}[sp]{29}$/)
      expect(row).toMatchObject({ uptime: 1, missed_blocks: 0, consecutive_missed: 0, seconds_to_jail: null })
      expect(row).toMatchObject({ bond_status: 'BOND_STATUS_BONDED', jailed: false, tombstoned: false })
      expect(Date.parse(row.updated_at)).toBe(rig.chain.view().timeline.timeOf(29))
    }
    expect(validators.map((row) => row.rank)).toEqual([1, 2, 3, 4, 5, 6])
    expect(validators.reduce((sum, row) => sum + row.voting_power_share, 0)).toBeCloseTo(1, 6)
    expect(await rig.events()).toEqual([])
  })

  test('W2 W20 W160: one goes missing, counts down, is jailed, comes back: rows and events as the chain says', async () => {
    rig = await createRig({
      script: [
        { at: 14, what: 'nil', validator: 3 },
        { at: 32, what: 'down', validator: 3 },
        { at: 50, what: 'up', validator: 3 },
        { at: 52, what: 'unjail', validator: 3 },
      ],
    })
    await rig.to(36)
    // Letters up to 35: blocks 32 to 35 are missed. Six of ten may not be; two more, at one second each.
    expect((await rowOf(3)).recent_signatures.replaceAll('p', 's')).toMatch(/n.*s{17}m{4}$/)
    expect(await rowOf(3)).toMatchObject({ missed_blocks: 4, consecutive_missed: 4, seconds_to_jail: 2 })
    expect((await rowOf(3)).uptime).toBeCloseTo(0.6)
    await rig.to(42)
    expect(await rowOf(3)).toMatchObject({
      jailed: true,
      voting_power: '0',
      uptime: null,
      seconds_to_jail: null,
    })
    expect((await rowOf(3)).jailed_until).not.toBeNull()
    expect((await rowOf(3)).bond_status).toBe('BOND_STATUS_UNBONDING')
    expect(await rig.events()).toEqual([
      `jailed ${nameOf(3)}`,
      `slashed ${nameOf(3)}`,
      `unbonding ${nameOf(3)}`,
      `outage ${nameOf(3)}`,
    ])
    await rig.to(60)
    expect(await rowOf(3)).toMatchObject({
      jailed: false,
      bond_status: 'BOND_STATUS_BONDED',
      tombstoned: false,
    })
    expect((await rig.events()).slice(4)).toEqual([`unjailed ${nameOf(3)}`, `bonded ${nameOf(3)}`])
  })

  test('W20: a tombstone, a commission, a stake, a name, one that leaves: each is reported once', async () => {
    rig = await createRig({
      script: [
        { at: 25, what: 'tombstone', validator: 1 },
        { at: 26, what: 'commission', validator: 5, rate: 330_000_000_000_000_000n },
        { at: 27, what: 'power', validator: 5, tokens: 9_000_000n * 10n ** 9n },
        { at: 28, what: 'moniker', validator: 4, moniker: 'Another name' },
      ],
    })
    await rig.to(70)
    expect((await rig.events()).sort()).toEqual(
      [
        `tombstoned ${nameOf(1)}`,
        `jailed ${nameOf(1)}`,
        `slashed ${nameOf(1)}`,
        `unbonding ${nameOf(1)}`,
        // Slashed below the next one.
        `rank_changed ${nameOf(1)}`,
        // Unbonding is over after thirty seconds.
        `unbonded ${nameOf(1)}`,
        `commission_changed ${nameOf(5)}`,
        `power_changed ${nameOf(5)}`,
        `rank_changed ${nameOf(5)}`,
        'moniker_changed Another name',
      ].sort(),
    )
    expect(await rowOf(5)).toMatchObject({ rank: 1, commission_rate: 0.33, voting_power: '9000000' })
    expect(await rowOf(1)).toMatchObject({ tombstoned: true, jailed: true })
  })

  test('W22: one that leaves is removed after two complete answers, and joins again', async () => {
    rig = await createRig({
      script: [
        { at: 5, what: 'leave', validator: 4 },
        { at: 90, what: 'join', validator: 4, tokens: 70n * 10n ** 9n },
      ],
    })
    await rig.to(30)
    expect((await list()).validators).toHaveLength(6)
    const reported = (kind: string) => rig.events().then((all) => all.includes(`${kind} ${nameOf(4)}`))
    let absentFirst = 0
    for (let height = 31; !(await reported('removed')); height++) {
      await rig.to(height)
      const { rows } = await rig.database.db.orm.execute<{ n: number }>(
        sql`select count(*)::int as n from watch_validator where absent_since is not null and removed_at is null`,
      )
      absentFirst += rows[0]?.n ?? 0
    }
    expect(absentFirst).toBeGreaterThan(0)
    expect((await list()).validators).toHaveLength(5)
    await rig.to(130)
    expect((await list()).validators).toHaveLength(6)
    expect(await reported('joined')).toBe(true)
  })
})

describe('state and time', () => {
  test('W10: a halt is HALTED after thirty seconds, keeps its last values, and ends by itself', async () => {
    rig = await createRig()
    await rig.to(20)
    rig.chain.halt()
    const before = (await list()).validators
    for (let second = 0; second < 29; second++) await rig.poll(1_000)
    expect(await state()).toBe('LIVE')
    for (let second = 0; second < 5; second++) await rig.poll(1_000)
    expect(await state()).toBe('HALTED')
    expect((await list()).validators.map((row) => row.recent_signatures)).toEqual(
      before.map((row) => row.recent_signatures),
    )
    rig.chain.resume()
    for (let second = 0; second < 5; second++) await rig.poll(1_000)
    expect(await state()).toBe('LIVE')
    expect((await list()).network_height).toBeGreaterThan(20)
    expect(await rig.events()).toEqual([])
  })

  test('W11: what answers garbage, hangs or is on another chain changes nothing; after thirty seconds it is UNREACHABLE', async () => {
    rig = await createRig()
    await rig.to(20)
    const before = (await list()).validators
    const events = await rig.events()
    for (const kind of ['html', 'truncated', 'wrong_types', 'http_500', 'dropped', 'timeout'] as const) {
      rig.setFaults('a', [{ kind }])
      rig.setFaults('b', [{ kind }])
      for (let second = 0; second < 6; second++) await rig.poll(1_000)
    }
    expect(await state()).toBe('UNREACHABLE')
    expect((await list()).validators).toEqual(before)
    expect((await list()).status.height).toBe(20)
    expect(await rig.events()).toEqual(events)
    rig.setFaults('a', [])
    for (let second = 0; second < 40; second++) await rig.poll(1_000)
    expect(await state()).toBe('LIVE')
    expect((await list()).validators[0]?.recent_signatures).toMatch(/^[sp-]*[sp]{40}$/)
  })

  test('W11: one that lies about its height or is far behind is not followed; the other one is', async () => {
    rig = await createRig()
    rig.setFaults('a', [{ kind: 'lying_height', blocks: 5_000 }])
    await rig.to(25)
    expect((await list()).network_height).toBe(25)
    rig.setFaults('a', [{ kind: 'lag', blocks: 15 }])
    await rig.to(45)
    expect((await list()).network_height).toBe(45)
    expect(await state()).toBe('LIVE')
  })

  test('W12: connecting, then catching up, is said; a network without endpoints is not followed', async () => {
    rig = await createRig()
    expect(await state()).toBe('CONNECTING')
    rig.setFaults('a', [{ kind: 'catching_up' }])
    rig.setFaults('b', [{ kind: 'catching_up' }])
    await rig.poll(1_000)
    for (let second = 0; second < 6; second++) await rig.poll(1_000)
    expect(await state()).toBe('SYNCING')
    expect((await list()).validators).toEqual([])
    await rig.clock.advance(31_000)
    expect(await state()).toBe('UNREACHABLE')
  })

  test('W13: with every watcher dead the age says so: UNREACHABLE after thirty seconds', async () => {
    rig = await createRig()
    await rig.to(20)
    expect(await state()).toBe('LIVE')
    await rig.clock.advance(30_000)
    expect(await state()).toBe('LIVE')
    await rig.clock.advance(1_500)
    expect(await state()).toBe('UNREACHABLE')
  })
})

describe('restarts and epochs', () => {
  test('W3: another process goes on where the database says; what happened meanwhile is reported once', async () => {
    rig = await createRig({ script: [{ at: 45, what: 'jail', validator: 2 }] })
    await rig.to(30)
    await rig.clock.advance(30_000)
    const two = rig.process('two')
    const pass = async (process: typeof two) => {
      while ((await process.follower.pass(new AbortController().signal)) === 0);
      await process.follower.connection()?.pool.idle()
    }
    // The lease of the first runs by the database's clock, which has not moved: it is still held.
    await leaseEndsIn(leaseSeconds)
    await pass(two)
    expect(two.lease.isHeld()).toBe(false)
    await leaseEndsIn(0)
    await pass(two)
    await pass(two)
    expect(await rig.events()).toEqual([
      `jailed ${nameOf(2)}`,
      `slashed ${nameOf(2)}`,
      `unbonding ${nameOf(2)}`,
    ])
    expect((await list()).validators[0]?.recent_signatures).toMatch(/^-[sp]{59}$/)
    // The first one finds that it may not write any more.
    const seq = (await rig.view()).seq()
    await leaseEndsIn(leaseSeconds)
    expect(await rig.metrics.metrics()).toContain('roundsman_watch_lag_blocks{network="9"}')
    await rig.poll(1_000)
    expect(two.lease.isHeld()).toBe(true)
    expect((await rig.view()).seq()).toBe(seq)
    // How far it lagged when it had the network would stand there for good.
    await rig.poll(1_000)
    expect(await rig.metrics.metrics()).not.toContain('roundsman_watch_lag_blocks{')
    await pass(two)
    expect(await rig.events()).toHaveLength(3)
  })

  test('W4: heights that no node keeps any more are a gap: reported, and neither signed nor missed', async () => {
    rig = await createRig({ profile: { ...smallProfile(), keepHeights: 40 } })
    await rig.to(30)
    await rig.clock.advance(100_000)
    await rig.poll()
    await rig.to(135)
    const row = (await list()).validators[0]
    expect(await rig.events()).toEqual(['gap -'])
    expect(row?.recent_signatures).toMatch(/^[sp]+-*[sp]{40,}$|^-+[sp]{40,}$/)
    const { rows } = await rig.database.db.orm.execute<{ before: string; after: string }>(
      sql`select before, after from watch_event`,
    )
    expect(Number(rows[0]?.before)).toBe(30)
    expect(Number(rows[0]?.after)).toBeGreaterThan(80)
  })

  test('W4: a process that begins after heights that no node keeps any more goes on above them', async () => {
    rig = await createRig({ profile: { ...smallProfile(), keepHeights: 40 } })
    await rig.to(30)
    await leaseEndsIn(0)
    await rig.clock.advance(100_000)
    const two = rig.process('two')
    for (let second = 0; second < 6; second++) {
      await rig.clock.advance(1_000)
      while ((await two.follower.pass(new AbortController().signal)) === 0);
      await two.follower.connection()?.pool.idle()
    }
    expect(await rig.events()).toEqual(['gap -'])
    expect((await list()).network_height).toBe(rig.chain.height())
  })

  test('W5 W6: a chain under another id is refused until it is accepted; then a new epoch compares nothing', async () => {
    rig = await createRig()
    await rig.to(30)
    expect(await accept('9')).toMatchObject({ code: 1 })
    const seq = (await rig.view()).seq()
    rig.chain.restart('pio-mainnet-2')
    for (let second = 0; second < 45; second++) await rig.poll(1_000)
    expect(await state()).toBe('UNREACHABLE')
    expect((await list()).validators).toHaveLength(6)
    expect((await list()).network_height).toBe(30)
    expect((await rig.view()).row()).toMatchObject({ epoch: 1, refusedChainId: 'pio-mainnet-2' })
    expect((await list()).status.refused).toEqual({
      chain_id: 'pio-mainnet-2',
      kind: 'OTHER_CHAIN',
      reason: expect.stringContaining('pio-mainnet-2'),
    })

    expect(await accept('9')).toMatchObject({ code: 0 })
    const ids = new Set((await rig.database.db.orm.execute(sql`select id from watch_validator`)).rows)
    for (let second = 0; second < 10; second++) await rig.poll(1_000)
    const after = await list()
    expect(after.status.state).toBe('LIVE')
    expect(after.network_height).toBeLessThan(80)
    expect(after.validators).toHaveLength(6)
    expect(ids.size).toBe(6)
    expect(after.validators.every((row) => row.id > 6)).toBe(true)
    expect((await rig.view()).row()).toMatchObject({
      epoch: 2,
      chainId: 'pio-mainnet-2',
      refusedReason: null,
    })
    expect((await rig.view()).seq()).toBeGreaterThan(seq)
    expect(await rig.events()).toEqual([])
  })

  test('W5 W6: a chain that begins again under its own id is refused too, and a fork is', async () => {
    rig = await createRig()
    await rig.to(30)
    rig.chain.restart('pio-mainnet-1')
    for (let second = 0; second < 20; second++) await rig.poll(1_000)
    expect((await list()).network_height).toBe(30)
    expect((await rig.view()).row()).toMatchObject({ epoch: 1, refusedChainId: 'pio-mainnet-1' })
    expect((await list()).status.refused).toMatchObject({ kind: 'BEGUN_AGAIN' })
    expect(await accept('9')).toMatchObject({ code: 0 })
    for (let second = 0; second < 10; second++) await rig.poll(1_000)
    expect((await rig.view()).row()).toMatchObject({ epoch: 2, refusedReason: null })
    expect((await list()).status.state).toBe('LIVE')

    const height = (await list()).network_height ?? 0
    const events = await rig.events()
    rig.setFaults('a', [{ kind: 'fork', height: height - 3 }])
    rig.setFaults('b', [{ kind: 'fork', height: height - 3 }])
    for (let second = 0; second < 10; second++) await rig.poll(1_000)
    expect((await list()).status.refused).toMatchObject({ kind: 'DOUBLE_SIGNED' })
    expect(await rig.events()).toEqual(events)
    rig.setFaults('a', [])
    rig.setFaults('b', [])
    for (let second = 0; second < 30; second++) await rig.poll(1_000)
    expect((await rig.view()).row()).toMatchObject({ epoch: 2, refusedReason: null })
    expect((await list()).validators[0]?.recent_signatures).toMatch(/[sp]{40}$/)
  })

  test('W7: a chain whose id nobody named is taken as it answers first', async () => {
    rig = await createRig({ chainId: null })
    await rig.to(10)
    expect((await rig.view()).row()?.chainId).toBe('pio-mainnet-1')
    rig.chain.restart('pio-mainnet-2')
    for (let second = 0; second < 40; second++) await rig.poll(1_000)
    expect((await rig.view()).row()).toMatchObject({
      chainId: 'pio-mainnet-1',
      refusedChainId: 'pio-mainnet-2',
    })
  })

  test('W8: without x/staking the set is all that is known; the rest is null', async () => {
    rig = await createRig({ profile: { ...smallProfile(), staking: null, keyType: 'bls12_381' } })
    await rig.to(20)
    const { validators, status } = await list()
    expect(validators).toHaveLength(6)
    for (const row of validators) {
      expect(row).toMatchObject({ bond_status: 'BOND_STATUS_BONDED', jailed: null, tombstoned: null })
      expect(row).toMatchObject({
        operator_address: null,
        moniker: null,
        tokens: null,
        uptime: null,
        rank: null,
      })
      expect(row.recent_signatures).toMatch(/[sp]{19}$/)
    }
    expect(status).toMatchObject({ state: 'LIVE', bonded_tokens: null, bonded_validators: 6, unit: null })
  })

  test('W17: an epoch that begins with many heights behind has them all, and its validators, at once', async () => {
    rig = await createRig()
    await rig.clock.advance(300_000)
    await rig.poll()
    const { network_height, validators } = await list()
    expect(network_height).toBeGreaterThan(290)
    expect(validators).toHaveLength(6)
    expect(validators[0]).toMatchObject({ moniker: expect.stringMatching(/./), uptime: 1 })
    expect(validators[0]?.recent_signatures).toMatch(/^[sp]{60}$/)
    expect(await count('watch_block')).toBe(110)
  })

  test('W9: every height has one row', async () => {
    rig = await createRig()
    await rig.to(130)
    expect(await count('watch_block')).toBe(129)
  })
})
