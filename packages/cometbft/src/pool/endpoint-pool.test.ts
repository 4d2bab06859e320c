import { expect, test } from 'vitest'
import { ChainReadError } from '../errors.ts'
import { createGate, failureOf, networkOf, otherChain } from '../testing/fake-network.ts'

test('R20: nothing is asked before the first probe, and nothing is used before it has said who it is', async () => {
  const { at, pool, hostInUse, states } = networkOf({ endpoints: [{}, {}] })
  expect([states(), pool.head()]).toEqual([['UNTRIED', 'UNTRIED'], null])
  expect(at('a').asked).toEqual([])
  await hostInUse()
  expect(at('a').asked[0]).toBe('status')
})

test('R21: an endpoint of another network is never used, and says so', async () => {
  const other = otherChain('other-1', 0)
  const { pool, states, hostInUse, at } = networkOf({ endpoints: [{ chain: other }, {}] })
  await pool.probe()
  expect(states()).toEqual(['WRONG_NETWORK', 'OK'])
  expect(pool.views()[0]).toMatchObject({
    host: 'a.example',
    chainId: 'other-1',
    lastError: expect.any(String),
  })
  for (let index = 0; index < 5; index++) expect(await hostInUse()).toBe('b.example')
  expect(at('a').asked).toEqual(['status'])
})

test('R21: without a configured chain id the only answer decides and two networks are never mixed', async () => {
  const other = otherChain('other-1', 0)
  const { pool, at, clock, states } = networkOf({
    chainId: null,
    endpoints: [{}, { chain: other, fault: 'refuse' }],
  })
  expect(pool.chainIdSeen).toBeNull()
  await pool.probe()
  expect(pool.chainIdSeen).toBe('fake-1')
  at('b').fault = 'none'
  clock.advance(20_000)
  await pool.probe()
  await pool.idle()
  expect(states()).toEqual(['OK', 'WRONG_NETWORK'])
})

test('R21: without a configured chain id what most endpoints say decides, whoever answers first', async () => {
  const other = otherChain('other-1', 0)
  const { pool, states } = networkOf({ chainId: null, endpoints: [{ chain: other }, {}, {}] })
  await pool.probe()
  expect(pool.chainIdSeen).toBe('fake-1')
  expect(states()).toEqual(['WRONG_NETWORK', 'OK', 'OK'])
  const tie = networkOf({ chainId: null, endpoints: [{}, { chain: other }] })
  await tie.pool.probe()
  expect(tie.states()).toEqual(['OK', 'WRONG_NETWORK'])
})

test('R21: for who hangs the chain id does not wait once more than half say the same', async () => {
  const { pool, net, clock } = networkOf({ chainId: null, endpoints: [{ fault: 'hang' }, {}, {}] })
  const hangs = net.nextHang()
  const probed = pool.probe()
  await hangs
  // Then it is asked who it is, as ever at first contact.
  await net.nextHang()
  expect(pool.chainIdSeen).toBe('fake-1')
  clock.advance(5_000)
  await probed
})

test('R21: an endpoint that changes its chain while in use is dropped at its next block or status', async () => {
  const { pool, at, hostInUse, states, clock } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  expect(await hostInUse()).toBe('a.example')
  at('a').chain = otherChain('other-1', clock.now() - 200_000)
  const heights = await pool.use(async (node) => [node.host, (await node.commit(50)).header.chainId])
  expect(heights).toEqual(['b.example', 'fake-1'])
  expect(states()).toEqual(['WRONG_NETWORK', 'OK'])
})

test.each(['refuse', 'garbage', 'http-500', 'http-429'] as const)(
  'R25: a call that fails (%s) goes on at the next endpoint within the same use',
  async (fault) => {
    const { pool, at, hostInUse, states } = networkOf({ endpoints: [{}, {}] })
    await pool.probe()
    expect(await hostInUse()).toBe('a.example')
    at('a').fault = fault
    const answer = await pool.use(async (node) => [node.host, (await node.commit(90)).header.height])
    expect(answer).toEqual(['b.example', 90])
    expect(states()).toEqual(['FAILING', 'OK'])
  },
)

test('R25: an endpoint that hangs is left within one block time', async () => {
  const { pool, net, at, block, clock, hostInUse } = networkOf({ endpoints: [{}, {}], blockMs: 2_600 })
  for (let index = 0; index < 3; index++) {
    await pool.probe()
    await hostInUse()
    block()
  }
  at('a').fault = 'hang'
  const hangs = net.nextHang()
  const startedAt = clock.now()
  const answer = pool.use(async (node) => [node.host, (await node.commit(90)).header.height])
  await hangs
  clock.advance(2_000)
  expect(await answer).toEqual(['b.example', 90])
  expect(clock.now() - startedAt).toBeLessThan(2_600)
})

test('R25: an endpoint that claims the next block and is never done is left after six deadlines, unless it is the last', async () => {
  const { pool, clock, chain, states } = networkOf({ endpoints: [{}, { boast: 1 }] })
  await pool.probe()
  const asked: string[] = []
  const begun = createGate()
  const work = ({ host }: { host: string }) => {
    asked.push(host)
    begun.open()
    return host === 'b.example' ? new Promise<string>(() => undefined) : Promise.resolve(host)
  }
  const answer = pool.use(work, { hasHeight: chain.latest().height + 1 })
  await begun.opened
  clock.advance(5_999)
  await Promise.resolve()
  expect(asked).toEqual(['b.example'])
  clock.advance(1)
  expect(await answer).toBe('a.example')
  expect(states()).toEqual(['OK', 'FAILING'])
})

test('R25: the choice stays with the endpoint that worked', async () => {
  const { pool, at, hostInUse, clock } = networkOf({ endpoints: [{}, {}, {}] })
  await pool.probe()
  expect(await hostInUse()).toBe('a.example')
  at('a').fault = 'refuse'
  await pool.use((node) => node.commit(90))
  at('a').fault = 'none'
  clock.advance(60_000)
  await pool.probe()
  await pool.idle()
  for (let index = 0; index < 5; index++) expect(await hostInUse()).toBe('b.example')
})

test('R26: an endpoint that keeps failing is asked less and less, yet at least every forty seconds', async () => {
  const { pool, at, clock, block } = networkOf({ endpoints: [{}, { fault: 'refuse' }] })
  const asks: number[] = []
  for (let second = 0; second < 600; second++) {
    const before = at('b').asked.length
    await pool.probe()
    await pool.idle()
    if (at('b').asked.length > before) asks.push(second)
    if (second % 2 === 0) block()
    else clock.advance(0)
  }
  const pauses = asks.slice(1).map((at, index) => at - (asks[index] ?? 0))
  expect(pauses[0]).toBeLessThan(pauses.at(-1) ?? 0)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(40)
  expect(asks.length).toBeLessThan(60)
})

test('R26: an endpoint that says a newer height and hangs at work is tried less and less, however well it says who it is', async () => {
  const { pool, chain, block } = networkOf({ endpoints: [{}, { boast: 1 }], blockMs: 1_000 })
  let tries = 0
  for (let second = 0; second < 120; second++) {
    block()
    await pool.probe()
    await pool.idle()
    const work = ({ host }: { host: string }) => {
      if (host !== 'b.example') return Promise.resolve(host)
      tries += 1
      return Promise.reject(new ChainReadError({ kind: 'timeout', host, method: 'commit', reason: 'hangs' }))
    }
    expect(await pool.use(work, { hasHeight: chain.latest().height + 1 })).toBe('a.example')
  }
  expect(tries).toBeGreaterThan(2)
  expect(tries).toBeLessThan(10)
})

test('R26: with nothing usable the endpoints are tried again within seconds, and used as soon as one is back', async () => {
  const { pool, at, clock, hostInUse, see } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  await see()
  for (const name of ['a', 'b']) at(name).fault = 'refuse'
  for (let second = 0; second < 300; second += 5) {
    clock.advance(5_000)
    await pool.probe()
    await pool.idle()
  }
  expect(await failureOf(hostInUse())).toMatchObject({ kind: 'transport', host: 'pool' })
  expect(pool.head()).toMatchObject({ height: 100, inStep: false })
  at('b').fault = 'none'
  clock.advance(4_000)
  expect(await hostInUse()).toBe('b.example')
})

test('R26: after too many requests an endpoint is left alone for at least ten seconds', async () => {
  const { pool, at, clock } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  at('a').fault = 'http-429'
  await pool.use((node) => node.commit(90))
  const before = at('a').asked.length
  for (let second = 0; second < 10; second++) {
    clock.advance(1_000)
    await pool.probe()
    await pool.idle()
  }
  expect(at('a').asked).toHaveLength(before)
})

test('R27: one that hangs does not hold up a probe while another is in use', async () => {
  const { pool, net, at, clock, hostInUse } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  expect(await hostInUse()).toBe('a.example')
  at('b').fault = 'hang'
  const hangs = net.nextHang()
  clock.advance(16_000)
  await pool.probe()
  await hangs
  clock.advance(10_000)
  await pool.idle()
  expect(pool.views().map(({ state }) => state)).toEqual(['OK', 'FAILING'])
})

test('R27: at the start too, one that hangs is waited for once and then no more', async () => {
  const { pool, net, at, clock, hostInUse } = networkOf({
    endpoints: [{ fault: 'hang' }, { fault: 'refuse' }],
  })
  const hangs = net.nextHang()
  const first = pool.probe()
  await hangs
  clock.advance(5_000)
  await first
  expect(pool.claim()).toBeNull()
  at('b').fault = 'none'
  clock.advance(4_000)
  await pool.probe()
  expect(pool.claim()).toMatchObject({ host: 'b.example', inStep: true })
  expect(await hostInUse()).toBe('b.example')
  clock.advance(10_000)
  await pool.idle()
})

test('R28: an endpoint set aside for long is asked who it is before it is used', async () => {
  const { pool, at, clock, hostInUse } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  await hostInUse()
  at('a').fault = 'refuse'
  at('b').chain = otherChain('other-1', clock.now())
  clock.advance(25_000)
  expect(await failureOf(pool.use((node) => node.stakingPool(50)))).toBeInstanceOf(ChainReadError)
  expect(at('b').asked).not.toContain('abci_query')
})

test('R30: what is not an error of reading is not swallowed by trying elsewhere', async () => {
  const { pool, at } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  await expect(pool.use(() => Promise.reject(new RangeError('a bug')))).rejects.toThrow('a bug')
  const unknown = await failureOf(pool.use((node) => node.stakingPool(50)))
  expect(unknown?.message).toContain('unknown query path')
  expect([...at('a').asked, ...at('b').asked].filter((method) => method === 'abci_query')).toHaveLength(1)
})

test('R25: a refused query goes elsewhere, and does not keep the endpoint from being used for blocks', async () => {
  const abci = () => ({ code: 11, log: 'out of gas' })
  const { pool, states, hostInUse } = networkOf({ endpoints: [{ abci }] })
  await pool.probe()
  for (let index = 0; index < 5; index++) {
    expect(await failureOf(pool.use((node) => node.stakingPool(50)))).toMatchObject({
      kind: 'abci',
      code: 11,
    })
  }
  expect(states()).toEqual(['OK'])
  expect(await hostInUse()).toBe('a.example')
})

test('R31: the time between blocks is measured from their headers', async () => {
  const { pool, block, see } = networkOf({ endpoints: [{}], blockMs: 1_500 })
  expect(pool.blockTimeMs()).toBeNull()
  for (let index = 0; index < 5; index++) {
    await pool.probe()
    await see()
    block()
  }
  expect(pool.blockTimeMs()).toBe(1_500)
})
