import { expect, test } from 'vitest'
import type { SignedHeader } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import { createFakeChain, FOUR, setHash } from '../testing/fake-chain.ts'
import { createFakeNetwork, type FakeNetworkOptions } from '../testing/fake-network.ts'
import { trustOf } from '../testing/proven-walker.ts'
import { lastWanted, walk } from './block-walk.ts'
import { createSetCache } from './proven-sets.ts'

async function walkerOf(options: FakeNetworkOptions) {
  const network = createFakeNetwork(options)
  const sets = createSetCache()
  await network.pool.probe()
  const trust = trustOf(network.clock)
  const next = (from: number, limit = 100, previousHash: string | null = null) =>
    walk({ pool: network.pool, sets, trust, from, limit, previousHash, trusted: null })
  return { ...network, sets, trust, next }
}

const heightsOf = (blocks: readonly { height: number }[]) => blocks.map(({ height }) => height)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const text = (letters: ReadonlyMap<string, string>) => [...letters.values()].join('')

const absent = { flag: 1, address: null, timeNs: 0n, signature: new Uint8Array() } as const
const without = (signed: SignedHeader, place: number): SignedHeader => ({
  ...signed,
  commit: { ...signed.commit, signatures: signed.commit.signatures.with(place, absent) },
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ChainReadError ? error : new Error(`not typed: ${String(error)}`)),
  )

test('R40: blocks up to the one below the newest, whose commit is not settled', async () => {
  const { next, chain, pool, block } = await walkerOf({ endpoints: [{}], blocks: 30 })
  const { blocks, gap, head } = await next(1)
  expect(heightsOf(blocks)).toEqual(range(1, 29))
  expect([gap, head?.height]).toEqual([null, 30])
  expect(blocks.at(-1)).toMatchObject({ time: chain.blocks.get(29)?.time, hash: chain.blocks.get(29)?.hash })
  expect((await next(30)).blocks).toEqual([])
  block()
  await pool.probe()
  expect(heightsOf((await next(30)).blocks)).toEqual([30])
})

test('R40: no more heights than asked for, the one above them, the newest, and where trust begins', async () => {
  const { next, at } = await walkerOf({ endpoints: [{}] })
  at('a').asked = []
  expect(heightsOf((await next(5, 23)).blocks)).toEqual(range(5, 27))
  expect(at('a').asked.filter((method) => method === 'commit')).toHaveLength(1 + 24 + 2)
  expect(at('a').asked).not.toContain('block')
})

test.each([
  [{ from: 10, limit: 5, height: 100 }, 14],
  [{ from: 10, limit: 50, height: 20 }, 19],
  [{ from: 20, limit: 50, height: 20 }, null],
  [{ from: 20, limit: 0, height: 90 }, null],
  [{ from: 1, limit: 9, height: null }, null],
])('R40: of %j the last height to read is %j', (input, last) => {
  expect(lastWanted(input)).toBe(last)
})

test('R41: letters are mapped by place in the set of their own height, through every change of the set', async () => {
  const clockStart = Date.parse('2026-11-21T11:58:00Z')
  const chain = createFakeChain({ startTime: clockStart })
  const [a = '', b = '', c = '', d = ''] = FOUR
  chain.grow('psss', [b, a, c, d])
  chain.grow('mpss', [b, a, c])
  chain.grow('nmp', [b, a, c, d])
  chain.grow('ssmp')
  chain.growBy(2)
  const { next } = await walkerOf({ endpoints: [{}], chain })
  const { blocks } = await next(1)
  expect(blocks.map(({ letters }) => text(letters))).toEqual(['psss', 'mpss', 'nmp', 'ssmp', 'psss'])
  expect(blocks[1]?.letters.get(b)).toBe('m')
  expect(blocks[2]?.letters.get(a)).toBe('m')
  expect(blocks[2]?.letters.has(d)).toBe(false)
})

test('R41: a set is asked for once while its hash stays', async () => {
  const { next, at } = await walkerOf({ endpoints: [{}] })
  await next(1, 50)
  await next(51, 40)
  expect(at('a').asked.filter((method) => method === 'validators')).toHaveLength(1)
})

test('R41: a cached set that does not fit its commit is asked for anew, not believed', async () => {
  const { next, sets } = await walkerOf({ endpoints: [{}] })
  const wrong = [...FOUR]
    .reverse()
    .map((address) => ({ address, keyType: '', key: new Uint8Array(), power: 1n }))
  sets.put(setHash(FOUR), wrong)
  expect(text((await next(10, 1)).blocks[0]?.letters ?? new Map())).toBe('psss')
})

test('R42: heights that nobody keeps any more are a gap, up to the lowest that is kept', async () => {
  for (const earliestReported of [null, 1, 50]) {
    const { next } = await walkerOf({
      endpoints: [
        { earliest: 70, earliestReported },
        { earliest: 61, earliestReported },
      ],
    })
    const { blocks, gap } = await next(20)
    expect(blocks).toEqual([])
    const to = gap?.to ?? 0
    // Whatever they say about it: no height that one of them keeps is given up.
    expect(gap).toEqual({ from: 20, to: 60 })
    expect(heightsOf((await next(to + 1, 3)).blocks)).toEqual(range(to + 1, to + 3))
  }
})

test('R42: who has just begun, and believes no head yet, has one beside the gap', async () => {
  const { next, pool } = await walkerOf({ endpoints: [{ earliest: 61 }, { earliest: 70 }] })
  expect(pool.head()).toBeNull()
  const { gap, head, blocks } = await next(20)
  expect([gap, head?.height, blocks]).toEqual([{ from: 20, to: 60 }, 100, []])
})

test('R42: a height that another endpoint keeps is no gap', async () => {
  const { next, at, clock } = await walkerOf({ endpoints: [{ earliest: 70 }, { earliest: 5 }] })
  const { blocks, gap } = await next(20, 10)
  expect([heightsOf(blocks), gap]).toEqual([range(20, 29), null])
  at('b').fault = 'refuse'
  expect(await failureOf(next(30, 10))).toMatchObject({ kind: 'transport' })
  // It may be back in a moment: what it keeps is not given up yet.
  expect(await failureOf(next(30, 10))).toMatchObject({ kind: 'pruned' })
  clock.advance(61_000)
  expect((await next(30, 10)).gap).toEqual({ from: 30, to: 69 })
})

test('R42: an endpoint that says it keeps what it does not keep gives a gap, and the walk goes on', async () => {
  const { next } = await walkerOf({ endpoints: [{ earliest: 40, earliestReported: 1 }] })
  expect((await next(10)).gap).toEqual({ from: 10, to: 39 })
})

test('R42: a failure is no gap', async () => {
  const { next, at } = await walkerOf({ endpoints: [{ earliest: 70 }, {}] })
  at('b').fault = 'http-500'
  at('b').faultFor = ['commit']
  expect(await failureOf(next(20, 10))).toMatchObject({ kind: 'http', host: 'b.example' })
})

test('R43: a block that does not follow from the one known before is refused, and another endpoint asked', async () => {
  const { next, at, chain, clock } = await walkerOf({ endpoints: [{}, {}] })
  const fork = createFakeChain({ startTime: clock.now() - 200_000, tag: '7' })
  fork.growBy(100)
  at('a').chain = fork
  const known = chain.blocks.get(49)?.hash ?? ''
  expect((await next(50, 1, known)).blocks[0]?.hash).toBe(chain.blocks.get(50)?.hash)
  at('b').chain = fork
  expect(await failureOf(next(50, 1, known))).toMatchObject({ kind: 'fork' })
  expect((await next(50, 1, null)).blocks[0]?.hash).toBe(fork.blocks.get(50)?.hash)
})

test('R44: what was read before something went wrong counts; the next walk begins with what went wrong', async () => {
  const { next, at } = await walkerOf({ endpoints: [{}] })
  // A cache in front of the node goes on reporting what the node had seen of 53 when it was the newest.
  at('a').cached = [53]
  at('a').report = (signed) => (signed.header.height === 53 ? without(signed, 1) : signed)
  expect(heightsOf((await next(50, 10)).blocks)).toEqual([50, 51, 52])
  expect(await failureOf(next(53, 10))).toMatchObject({ kind: 'schema' })
  expect(at('a').cached).toEqual([53])
  at('a').report = (signed) => signed
  expect(heightsOf((await next(53, 2)).blocks)).toEqual([53, 54])
})

test('R45: an endpoint one block behind ends its walk at its own last settled block', async () => {
  const { next, at } = await walkerOf({ endpoints: [{}] })
  at('a').lag = 2
  expect(heightsOf((await next(95, 10)).blocks)).toEqual([95, 96, 97])
})

test('R46: a walk fails over within itself when its endpoint dies', async () => {
  const { next, at } = await walkerOf({ endpoints: [{}, {}] })
  expect(heightsOf((await next(1, 5)).blocks)).toEqual(range(1, 5))
  at('a').fault = 'refuse'
  expect(heightsOf((await next(6, 5)).blocks)).toEqual(range(6, 10))
})
