import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

interface StoredEvent {
  kind: string
  height: number | null
  chain_at: number | null
  at: number
  before: string | null
  after: string | null
}
async function events(): Promise<StoredEvent[]> {
  const { rows } = await database.db.orm.execute<StoredEvent & Record<string, unknown>>(sql`
    select kind, height::int, chain_at::float8, at::float8, before, after from watch_event order by id`)
  return rows
}
async function stored(what: string) {
  const { rows } = await database.db.orm.execute<Record<string, unknown>>(sql.raw(`select ${what}`))
  return rows[0] ?? {}
}

/** Another process takes the network over; gives so many polls of it, a second apart. */
async function restart(): Promise<(times: number) => Promise<void>> {
  const restarted = rig.process('restarted')
  await database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
  return async (times) => {
    for (let poll = 0; poll < times; poll++) {
      await rig.clock.advance(1_000)
      await restarted.follower.pass(new AbortController().signal)
      await restarted.follower.connection()?.pool.idle()
    }
  }
}

describe('what happened while nobody looked', () => {
  test('W23: a stake that moves by small steps, one of them while the program was down, is reported once', async () => {
    const tokens = 100_000n * 10n ** 9n
    const [first, second, third, fourth] = [0n, 6n, 12n, 13n].map((more) => (tokens * (1000n + more)) / 1000n)
    const step = (at: number, now = tokens) => ({ at, what: 'power', validator: 2, tokens: now }) as const
    rig = await createSimRig({
      database,
      script: [step(5, first), step(35, second), step(75, third), step(130, fourth)],
    })
    await rig.to(60)
    const before = (await events()).filter(({ kind }) => kind === 'power_changed').length
    await rig.clock.advance(20_000)
    const poll = await restart()
    await poll(70)
    const found = (await events()).filter(({ kind }) => kind === 'power_changed').slice(before)
    expect(found).toMatchObject([{ before: String(first), after: String(third) }])
    const [reported] = (
      await database.db.orm.execute(sql`select reported_tokens, tokens from watch_validator
      where tokens = ${String(fourth)}`)
    ).rows
    expect(reported).toEqual({ reported_tokens: String(third), tokens: String(fourth) })
  })

  test('W25 W26: jailed, slashed and un-jailed while the program was down: all three are in the timeline', async () => {
    rig = await createSimRig({
      database,
      script: [
        { at: 40, what: 'jail', validator: 2, forMs: 5_000 },
        { at: 55, what: 'unjail', validator: 2 },
      ],
      profile: smallProfile({}, { downtimeJailMs: 5_000 }),
    })
    await rig.to(30)
    expect(await events()).toEqual([])
    await rig.clock.advance(60_000)
    const poll = await restart()
    await poll(8)
    const found = await events()
    // The tokens that it lost are reported by the slash alone.
    expect(found.map(({ kind }) => kind).sort()).toEqual(['jailed', 'slashed', 'unjailed'])
    const { timeline } = rig.chain.view()
    for (const kind of ['jailed', 'slashed']) {
      const event = found.find((one) => one.kind === kind)
      expect(event).toMatchObject({ chain_at: timeline.timeOf(40) })
      expect([null, 40]).toContain(event?.height)
    }
    const unjailed = found.find(({ kind }) => kind === 'unjailed')
    expect(unjailed?.chain_at).toBe(timeline.timeOf(unjailed?.height ?? 0))
    const slash = found.find(({ kind }) => kind === 'slashed')
    expect(Number(slash?.after)).toBeLessThan(Number(slash?.before))
    // Read again and again, nothing more is found.
    await poll(30)
    expect(await events()).toEqual(found)
  })

  test('W25: one that is jailed before the eyes of a watcher has the block of its jailing', async () => {
    rig = await createSimRig({ database, script: [{ at: 25, what: 'jail', validator: 1 }] })
    await rig.to(50)
    const { timeline } = rig.chain.view()
    const jailed = (await events()).find(({ kind }) => kind === 'jailed')
    expect(jailed?.chain_at).toBe(timeline.timeOf(jailed?.height ?? 0))
    expect(jailed?.height).toBe(25)
  })
})

describe('what nodes forget', () => {
  test('W27: the size of the set, the unbonding time, own stakes, shares, and a planned upgrade with when it was first seen', async () => {
    rig = await createSimRig({
      database,
      script: [
        { at: 20, what: 'upgrade_plan', name: 'v2', height: 5_000 },
        { at: 90, what: 'upgrade_canceled' },
      ],
    })
    await rig.to(15)
    const network =
      'max_validators::int, unbonding_ms::float8, slash_downtime::float8, state_time::float8, state_height::int from watch_network'
    const {
      max_validators: most,
      unbonding_ms: unbonding,
      slash_downtime: slashed,
      ...state
    } = await stored(network)
    expect(most).toBe(smallProfile().staking?.maxValidators)
    expect(unbonding).toBeGreaterThan(0)
    expect(slashed).toBe(Number(smallProfile().staking?.slashing.slashDowntime) / 1e18)
    expect(state['state_time']).toBe(rig.chain.view().timeline.timeOf(Number(state['state_height'])))
    const upgrade = 'upgrade_name, upgrade_height::int, upgrade_seen_at::float8 from watch_network'
    expect(await stored(upgrade)).toEqual({ upgrade_name: null, upgrade_height: null, upgrade_seen_at: null })
    await rig.to(45)
    const seen = await stored(upgrade)
    expect(seen).toMatchObject({ upgrade_name: 'v2', upgrade_height: 5_000 })
    await rig.to(85)
    expect(await stored(upgrade)).toEqual(seen)
    await rig.to(135)
    expect(await stored(upgrade)).toEqual({ upgrade_name: null, upgrade_height: null, upgrade_seen_at: null })
    const { rows } = await database.db.orm.execute<Record<'tokens' | 'own' | 'shares' | 'known', string>>(
      sql`select tokens, self_delegation as own, delegator_shares as shares,
                 concat(self_delegation_assurance, ' ', self_delegation_host) as known from watch_validator`,
    )
    const [host] = rig.network.rpc.map((url) => new URL(url).host)
    for (const { tokens, own, shares, known } of rows) {
      expect(known).toBe(`PROVEN ${host}`)
      expect(own).not.toBeNull()
      expect(Number(own)).toBeLessThanOrEqual(Number(tokens))
      expect(Number(shares) / Number(tokens)).toBeCloseTo(1e18, -17)
    }
  })

  test('W64: beside an endpoint that reports another upgrade the planned one stays as it was first seen', async () => {
    rig = await createSimRig({
      database,
      script: [{ at: 20, what: 'upgrade_plan', name: 'v2', height: 5_000 }],
    })
    await rig.to(45)
    const upgrade =
      'upgrade_name, upgrade_height::int, upgrade_seen_at::float8, upgrade_assurance from watch_network'
    const seen = await stored(upgrade)
    expect(seen).toMatchObject({ upgrade_name: 'v2', upgrade_height: 5_000, upgrade_assurance: 'PROVEN' })
    const state = () => stored('state_height::int from watch_network')
    const before = Number((await state())['state_height'])
    for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [{ kind: 'false_plan', height: 500 }])
    await rig.to(85)
    for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [{ kind: 'false_plan' }])
    await rig.to(135)
    expect(Number((await state())['state_height'])).toBeGreaterThan(before)
    expect(await stored(upgrade)).toEqual(seen)
  })
})
