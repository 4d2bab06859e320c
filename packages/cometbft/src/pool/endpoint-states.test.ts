import { expect, test } from 'vitest'
import { createFakeChain } from '../testing/fake-chain.ts'
import { failureOf, networkOf } from '../testing/fake-network.ts'

test('R22: endpoints that catch up are not used, and if all do, the pool says so', async () => {
  const { pool, at, states, hostInUse, clock, see } = networkOf({ endpoints: [{ catchingUp: true }, {}] })
  await pool.probe()
  await see()
  expect([states(), pool.allCatchingUp()]).toEqual([['CATCHING_UP', 'OK'], false])
  expect(await hostInUse()).toBe('b.example')
  at('b').catchingUp = true
  clock.advance(1_000)
  await pool.probe()
  expect([states(), pool.allCatchingUp(), pool.head()?.inStep]).toEqual([
    ['CATCHING_UP', 'CATCHING_UP'],
    true,
    false,
  ])
})

test('R22: an endpoint that is behind the others is not used until it has caught up', async () => {
  const { pool, at, states, hostInUse, clock, see } = networkOf({ endpoints: [{ lag: 30 }, {}] })
  await pool.probe()
  await see(100)
  expect(states()).toEqual(['BEHIND', 'OK'])
  expect(await hostInUse()).toBe('b.example')
  at('a').lag = 1
  clock.advance(16_000)
  await pool.probe()
  await pool.idle()
  expect(states()).toEqual(['OK', 'OK'])
})

test('R22: an endpoint whose head stands still while the others go on is left', async () => {
  const { pool, at, block, hostInUse, states, see } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  await see()
  expect(await hostInUse()).toBe('a.example')
  for (let stuck = 1; stuck <= 12; stuck++) {
    block()
    at('a').lag = stuck
    await pool.probe()
    await pool.idle()
    await see(pool.head()?.height ?? 0).catch(() => undefined)
    await see((pool.head()?.height ?? 0) + 1).catch(() => undefined)
    // Left before it is two blocks behind, and without a wait for the next round of the others.
    if (stuck >= 2) expect(await hostInUse()).toBe('b.example')
    expect(pool.head()?.height).toBeGreaterThanOrEqual(100 + stuck - 1)
  }
  expect(states()).toEqual(['BEHIND', 'OK'])
})

/** One more block, which the endpoint in use does not show; gives the ms until it is believed all the same. */
async function untilNextBlock(hinting: readonly string[]): Promise<{ waitedMs: number; inUse: string }> {
  const { pool, at, chain, clock, block, hostInUse, see } = networkOf({ endpoints: [{}, {}], blockMs: 6_000 })
  await pool.probe()
  await see()
  for (let more = 1; more <= 3; more++) {
    block()
    await pool.probe()
    await see(100 + more)
  }
  clock.advance(6_000)
  chain.grow()
  at('a').lag = 1
  let waitedMs = 0
  // At a quarter of a block's time, as a late block is looked for.
  for (;;) {
    await pool.probe(hinting)
    await pool.idle()
    await see(104)
    if (pool.head()?.height === 104 || waitedMs > 60_000) return { waitedMs, inUse: await hostInUse() }
    clock.advance(1_500)
    waitedMs += 1_500
  }
}

test('R22: an endpoint that is frozen a block behind the others is left within that block', async () => {
  const { waitedMs, inUse } = await untilNextBlock([])
  expect(waitedMs).toBeLessThan(6_000)
  expect(inUse).toBe('b.example')
})

test('R33: who announces a block is asked at once, and used where the one in use has not got it', async () => {
  expect(await untilNextBlock(['b.example'])).toEqual({ waitedMs: 0, inUse: 'b.example' })
})

test('R33: who announces and lies, or is left alone after a failure, is not asked for that', async () => {
  const { pool, at, states } = networkOf({ endpoints: [{}, { boast: 5_000 }, { fault: 'refuse' }] })
  await pool.probe()
  await pool.idle()
  expect(states()).toEqual(['OK', 'LYING', 'FAILING'])
  pool.blame('b.example', 'it lied')
  const asked = () => [at('b').asked.length, at('c').asked.length]
  const before = asked()
  for (let hint = 0; hint < 10; hint++) await pool.probe(['b.example', 'c.example'])
  await pool.idle()
  expect(asked()).toEqual(before)
})

test('R23: a halted chain is not a fault of its endpoints: the head stays, in step', async () => {
  const { pool, chain, clock, states, see } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  await see()
  for (let index = 0; index < 30; index++) {
    await pool.probe()
    clock.advance(10_000)
  }
  await pool.probe()
  await pool.idle()
  expect(states()).toEqual(['OK', 'OK'])
  expect(pool.head()).toMatchObject({ height: 100, time: chain.latest().time, inStep: true })
})

test('R24: a height far above all others whose block cannot be shown is a lie', async () => {
  const { pool, at, states, hostInUse, clock } = networkOf({ endpoints: [{ boast: 5_000 }, {}, {}] })
  await pool.probe()
  expect(states()).toEqual(['LYING', 'OK', 'OK'])
  expect(pool.claim()?.height).toBe(100)
  expect(await hostInUse()).not.toBe('a.example')
  at('b').boast = 900
  clock.advance(16_000)
  await pool.probe()
  await pool.idle()
  expect(states()).toEqual(['LYING', 'LYING', 'OK'])
  expect(pool.claim()).toMatchObject({ height: 100, host: 'c.example' })
})

test('R24: a single endpoint that lies gives no head at all', async () => {
  const { pool } = networkOf({ endpoints: [{ boast: 1_000 }] })
  await pool.probe()
  expect(pool.head()).toBeNull()
  expect((await failureOf(pool.use(() => Promise.resolve(1))))?.message).toContain('a.example LYING')
})

test.each([
  ['back', -600_000],
  ['ahead', 600_000],
])(
  'R24: a wall clock that is set ten minutes %s makes no liars, and nothing is asked later for it',
  async (_, step) => {
    const { pool, clock, states, block, at } = networkOf({ endpoints: [{}, {}] })
    await pool.probe()
    clock.setNow(clock.now() + step)
    for (let round = 0; round < 20; round++) {
      block()
      const asked = at('a').asked.length + at('b').asked.length
      await pool.probe()
      await pool.idle()
      expect(at('a').asked.length + at('b').asked.length).toBeGreaterThan(asked)
      expect(states()).toEqual(['OK', 'OK'])
      expect(pool.claim()).toMatchObject({ inStep: true, observedAt: clock.monotonic() })
    }
  },
)

test('R24: a clock that is wrong makes nobody a liar: a claim moves nothing, and a proof needs no clock', async () => {
  const { pool, states } = networkOf({ endpoints: [{ fromFuture: 3_600_000 }, {}] })
  await pool.probe()
  expect([states(), pool.head()]).toEqual([['OK', 'OK'], null])
})

test('R24: a height that ramps makes nobody look behind and is no head', async () => {
  const { pool, at, block, states, see } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  await see()
  for (let round = 1; round <= 30; round++) {
    at('b').boast = round * 16
    block()
    await pool.probe()
    await pool.idle()
    await see(100 + round)
  }
  expect([states()[0], pool.head()?.height]).toEqual(['OK', 130])
})

test('R24: a fast chain after a pause of ours has not lied', async () => {
  const { pool, chain, clock, states } = networkOf({ endpoints: [{}], blockMs: 500 })
  await pool.probe()
  chain.growBy(1_200)
  clock.advance(600_000)
  await pool.probe()
  expect(states()).toEqual(['OK'])
  expect(pool.claim()?.height).toBe(1_300)
})

test('R29: a chain that starts again lower down is followed, not taken for a lag', async () => {
  const { pool, at, clock, states, see } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  await see()
  const again = createFakeChain({ startTime: clock.now(), tag: '1' })
  again.growBy(3)
  for (const name of ['a', 'b']) at(name).fault = 'refuse'
  clock.advance(20_000)
  await pool.probe()
  await pool.idle()
  for (const name of ['a', 'b']) Object.assign(at(name), { fault: 'none', chain: again })
  clock.advance(20_000)
  await pool.probe()
  await pool.idle()
  expect(states()).toEqual(['OK', 'OK'])
  expect(pool.claim()).toMatchObject({ height: 3, inStep: true })
})

test('R29: so is the only endpoint, when its own height falls between two answers', async () => {
  const { pool, at, clock, states, see } = networkOf({ endpoints: [{}] })
  await pool.probe()
  await see()
  at('a').chain = createFakeChain({ startTime: clock.now(), tag: '1' })
  at('a').chain.growBy(3)
  clock.advance(5_000)
  await pool.probe()
  expect(states()).toEqual(['OK'])
  expect(pool.claim()).toMatchObject({ height: 3, inStep: true })
})
