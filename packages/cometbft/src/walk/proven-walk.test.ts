import { describe, expect, test } from 'vitest'
import type { SignedHeader } from '../domain.ts'
import { createFakeChain, FOUR, TEN } from '../testing/fake-chain.ts'
import { createFakeNetwork, failureOf } from '../testing/fake-network.ts'
import { flagged, forged, walkerOf, without } from '../testing/proven-walker.ts'
import { walk, type WalkResult } from './block-walk.ts'
import { createSetCache } from './proven-sets.ts'
import { createChainTrust } from './walk-request.ts'

const start = Date.parse('2026-11-21T11:56:40Z')

const letters = (result: WalkResult) =>
  result.blocks.map((block) => [...block.letters.values()].join('')).join(' ')

describe('R62: on a new head one batch brings the settled commit below it and the seen commit that proves both', () => {
  test('letters of H-1 are proven as soon as H is there, by one exchange', async () => {
    const { poll, block, at, chain } = walkerOf({ endpoints: [{}] })
    await poll()
    block('pmss')
    await poll()
    block()
    at('a').asked = []
    const { blocks, newest, head, trusted } = await poll()
    expect(at('a').asked).toEqual(['status', 'commit', 'commit'])
    expect(blocks).toMatchObject([{ height: 101, assurance: 'PROVEN', host: 'a.example' }])
    expect(blocks[0]).toMatchObject({ signedPower: 30n, totalPower: 40n })
    expect([newest?.header.height, newest?.assurance, head?.height]).toEqual([102, 'PROVEN', 102])
    expect(trusted).toMatchObject({ height: 101, hash: chain.blocks.get(101)?.hash })
  })

  test('whatever address a proposer wrote into the commit, letters are given by place', async () => {
    const crooked = (signed: SignedHeader): SignedHeader => ({
      ...signed,
      commit: {
        ...signed.commit,
        signatures: signed.commit.signatures.map((one) => ({ ...one, address: FOUR[0] ?? null })),
      },
    })
    const { poll, at, block } = walkerOf({ endpoints: [{}] })
    await poll()
    // Only the seen commit of the newest may differ here: the addresses are in the hash of a settled one.
    at('a').report = (signed) => (signed.header.height === 102 ? crooked(signed) : signed)
    block('psms')
    block()
    const result = await poll()
    expect(letters(result).split(' ').at(-1)).toBe('psms')
    expect([...(result.blocks.at(-1)?.letters.keys() ?? [])]).toEqual([...FOUR])
  })

  test('while catching up the newest block is proven too: what the chain says now is known now', async () => {
    const { poll, chain, clock } = walkerOf({ endpoints: [{}] })
    await poll()
    chain.growBy(300)
    clock.advance(600_000)
    const { blocks, newest, head } = await poll()
    expect([blocks.length, blocks.at(-1)?.height]).toEqual([50, 149])
    expect([newest?.header.height, head?.height]).toEqual([400, 400])
  })

  test('where the set has changed wholly, blocks in between are proven first', async () => {
    const chain = createFakeChain({ startTime: start, set: TEN.slice(0, 5) })
    chain.growBy(60)
    const { poll, clock } = walkerOf({ endpoints: [{}], chain })
    await poll()
    // One validator leaves and another comes, ten blocks apart: after 50 blocks none of the first five is left.
    for (let change = 1; change <= 5; change++) {
      chain.grow(undefined, TEN.slice(change, change + 5))
      for (let count = 0; count < 20; count++) chain.grow()
    }
    clock.advance(200_000)
    const { newest, head } = await poll()
    expect([newest?.header.height, newest?.assurance, head?.height]).toEqual([165, 'PROVEN', 165])
  })
})

describe('R65: who fails a check that another one passes has lied', () => {
  const lies: [string, (signed: SignedHeader) => SignedHeader][] = [
    [
      'forges a hash',
      (signed) => (signed.header.height > 100 ? forged(signed, { dataHash: 'AB'.repeat(32) }) : signed),
    ],
    ['takes out a signature', (signed) => (signed.header.height === 101 ? without(signed, 1) : signed)],
    [
      'hides a miss in an aggregate (R8)',
      (signed) => (signed.header.height === 101 ? flagged(signed, 2, 5) : signed),
    ],
    [
      'says of a vote that it was nil in an aggregate (R8)',
      (signed) => (signed.header.height === 101 ? flagged(signed, 1, 7) : signed),
    ],
    [
      'has nothing but aggregated votes for its newest block (R8)',
      (signed) =>
        signed.header.height === 102
          ? [0, 1, 2, 3].reduce((all, place) => flagged(all, place, 4), signed)
          : signed,
    ],
    [
      'changes a time',
      (signed) =>
        signed.header.height > 100
          ? { ...signed, header: { ...signed.header, timeNs: signed.header.timeNs + 1n } }
          : signed,
    ],
    [
      'shows votes of another round',
      (signed) =>
        signed.header.height > 100 ? { ...signed, commit: { ...signed.commit, round: 1 } } : signed,
    ],
  ]

  test.each(lies)(
    'one that %s is left within the walk, for an hour, with both answers',
    async (_name, report) => {
      const { poll, at, block, states, lies: reported } = walkerOf({ endpoints: [{}, {}, {}] })
      await poll()
      expect(states()).toEqual(['OK', 'OK', 'OK'])
      at('a').report = report
      block('psms')
      block()
      const { blocks, newest, head } = await poll()
      expect(blocks.at(-1)).toMatchObject({ height: 101, assurance: 'PROVEN', host: 'b.example' })
      expect([...(blocks.at(-1)?.letters.values() ?? [])].join('')).toBe('psms')
      expect([newest?.host, head?.height]).toEqual(['b.example', 102])
      expect(states()).toEqual(['LYING', 'OK', 'OK'])
      expect(reported).toHaveLength(1)
      expect(reported[0]).toMatchObject({
        host: 'a.example',
        reason: expect.stringContaining('b.example reports block 102'),
      })
    },
  )

  test('a height that ramps by eight a second moves nothing, and letters go on within three blocks', async () => {
    const { poll, at, block, known, states } = walkerOf({ endpoints: [{}, {}, {}], blockMs: 600 })
    await poll()
    for (let round = 1; round <= 40; round++) {
      at('a').boast = round * 5
      block()
      const { head } = await poll()
      expect(head?.height).toBeLessThanOrEqual(100 + round)
      expect(100 + round - (known.height ?? 0)).toBeLessThanOrEqual(3)
    }
    expect(states().slice(1)).toEqual(['OK', 'OK'])
  })

  test('a frozen endpoint that goes on answering an old height costs less than three blocks', async () => {
    const { poll, at, block, known } = walkerOf({ endpoints: [{}, {}] })
    for (let round = 0; round < 5; round++) {
      block()
      await poll()
    }
    for (let stuck = 1; stuck <= 30; stuck++) {
      at('a').lag = stuck
      block()
      for (let poll_ = 0; poll_ < 4; poll_++) await poll()
      expect(105 + stuck - (known.height ?? 0)).toBeLessThanOrEqual(3)
    }
  })

  test('a proven chain is no fork because one endpoint forged a block: the honest ones go on', async () => {
    const { poll, at, block, chain, clock, known } = walkerOf({ endpoints: [{}, {}] })
    await poll()
    const fork = createFakeChain({ startTime: clock.now() - 200_000, tag: '7', set: TEN.slice(4, 8) })
    fork.growBy(130)
    at('a').chain = fork
    for (let round = 0; round < 20; round++) {
      block()
      await poll().catch(() => undefined)
    }
    expect(known.hash).toBe(chain.blocks.get(known.height ?? 0)?.hash)
    expect(known.height).toBeGreaterThanOrEqual(118)
  })
})

describe('R64: trust begins', () => {
  test('at a block that two hosts report alike', async () => {
    const { poll, known, chain } = walkerOf({ endpoints: [{}, {}] })
    await poll()
    expect(known.trusted).toMatchObject({ origin: 'AGREED', hash: chain.blocks.get(known.height ?? 0)?.hash })
  })

  test('at what the only one reports, which is not anchored', async () => {
    const { poll, known } = walkerOf({ endpoints: [{}] })
    await poll()
    expect(known.trusted?.origin).toBe('FIRST_SEEN')
  })

  test('at the block that the operator vouches for, and who reports another one lies', async () => {
    const chain = createFakeChain({ startTime: start })
    chain.growBy(100)
    const own = createFakeChain({ startTime: start, tag: '9', set: TEN.slice(4, 8) })
    own.growBy(100)
    const given = { height: 40, hash: chain.blocks.get(40)?.hash ?? '' }
    const { poll, known, states } = walkerOf({
      endpoints: [{ chain: own }, {}, { chain: own }],
      chain,
      given,
    })
    const { newest } = await poll()
    expect([newest?.host, known.trusted?.origin, states()]).toEqual([
      'b.example',
      'GIVEN',
      ['LYING', 'OK', 'LYING'],
    ])
  })

  test('at the one of two, and against a third that proves its own set', async () => {
    const own = createFakeChain({ startTime: start, tag: '9', set: TEN.slice(4, 8) })
    own.growBy(100)
    const { poll, states, known } = walkerOf({ endpoints: [{ chain: own }, {}, {}] })
    const { newest } = await poll()
    expect([newest?.assurance, known.trusted?.origin, states()]).toEqual([
      'PROVEN',
      'AGREED',
      ['LYING', 'OK', 'OK'],
    ])
  })

  test('nowhere where two report different blocks and each proves its own', async () => {
    const own = createFakeChain({ startTime: start, tag: '9', set: TEN.slice(4, 8) })
    own.growBy(100)
    const { poll, states, pool } = walkerOf({ endpoints: [{ chain: own }, {}] })
    expect(await failureOf(poll())).toMatchObject({ kind: 'schema' })
    expect([states(), pool.head()]).toEqual([['OK', 'OK'], null])
  })

  test('anew after two thirds of the unbonding time, at the known block', async () => {
    const { poll, trust, clock, chain, known } = walkerOf({ endpoints: [{}, {}] })
    trust.unbondingMs = 60_000
    await poll()
    await poll()
    const before = known.trusted
    chain.growBy(60)
    clock.advance(120_000)
    const { blocks, trusted } = await poll()
    expect(blocks[0]?.height).toBe((before?.height ?? 0) + 1)
    expect(trusted).toMatchObject({ origin: 'AGREED', unbondingMs: 60_000 })
  })
})

describe('R66: what cannot be proven', () => {
  const strange = (signed: SignedHeader): SignedHeader => ({
    ...signed,
    header: { ...signed.header, version: { block: 12n, app: 0n } },
  })

  test('is AGREED where another host reports the same, and nobody is blamed', async () => {
    const { poll, block, states, trust, known } = walkerOf({
      endpoints: [{ report: strange }, { report: strange }],
    })
    expect((await poll()).newest?.assurance).toBe('AGREED')
    block('pmss')
    block()
    const { blocks } = await poll()
    expect(blocks.at(-1)).toMatchObject({ height: 101, assurance: 'AGREED' })
    expect([states(), known.trusted, trust.notProvable?.reason]).toEqual([
      ['OK', 'OK'],
      null,
      expect.stringContaining('not what was signed'),
    ])
  })

  test('is SINGLE where one alone reports it', async () => {
    const { poll } = walkerOf({ endpoints: [{ report: strange }, { fault: 'refuse' }] })
    expect((await poll()).newest).toMatchObject({ assurance: 'SINGLE', host: 'a.example' })
  })

  test('is not taken where another host reports something else', async () => {
    const lies = (signed: SignedHeader) =>
      signed.header.height === 101 ? without(strange(signed), 1) : strange(signed)
    const { poll, block, at, known } = walkerOf({ endpoints: [{ report: strange }, { report: strange }] })
    await poll()
    at('a').report = lies
    block()
    block()
    expect(await failureOf(poll())).toMatchObject({ kind: 'schema' })
    expect(known.height).toBeLessThan(101)
  })

  test('votes in an aggregate (R8) are letters as they are reported alike, and not taken where one host has others', async () => {
    const aggregate = (signed: SignedHeader): SignedHeader =>
      [1, 2, 3].reduce((all, place) => flagged(all, place, place === 1 ? 4 : 5), strange(signed))
    const { poll, block, at, known } = walkerOf({ endpoints: [{ report: aggregate }, { report: aggregate }] })
    await poll()
    block()
    block()
    const { blocks } = await poll()
    expect(blocks.at(-1)).toMatchObject({ height: 101, assurance: 'AGREED' })
    expect([...(blocks.at(-1)?.letters.values() ?? [])].join('')).toBe('psss')
    at('a').report = (signed) => flagged(aggregate(signed), 2, signed.header.height === 102 ? 7 : 5)
    block()
    for (let count = 0; count < 3; count++) {
      await poll().catch(() => undefined)
      expect(known.height).toBe(101)
    }
    at('a').report = aggregate
    block()
    await poll()
    expect(known.height).toBeGreaterThan(101)
  })

  test('is tried again after five minutes: it may have been a liar who was met first', async () => {
    const { poll, block, at, clock } = walkerOf({ endpoints: [{ report: strange }, { fault: 'refuse' }] })
    expect((await poll()).newest?.assurance).toBe('SINGLE')
    at('b').fault = 'none'
    clock.advance(301_000)
    block()
    const { newest } = await poll()
    expect(newest).toMatchObject({ assurance: 'PROVEN', host: 'b.example' })
  })
})

test('R67: two proven blocks at one height: nothing is chosen, and the reason says so', async () => {
  const { poll, at, block, clock, known, pool } = walkerOf({ endpoints: [{}, {}] })
  await poll()
  const before = { ...known }
  // The same validators sign another chain from the same trusted set.
  const other = createFakeChain({ startTime: clock.now() - 200_000, tag: '7' })
  other.growBy(102)
  block()
  block()
  at('a').chain = other
  const error = await failureOf(poll())
  expect(error).toMatchObject({ kind: 'fork', message: expect.stringContaining('double-signed') })
  expect(known).toEqual(before)
  expect(pool.views().map(({ state }) => state)).toEqual(['OK', 'OK'])
})

test('R65: a signature check that never holds is a chain of another kind at first contact, and no blame', async () => {
  const network = createFakeNetwork({ endpoints: [{}, {}] })
  const { pool, clock } = network
  const trust = createChainTrust({ check: () => false, clock })
  await pool.probe()
  const request = {
    pool,
    sets: createSetCache(),
    trust,
    limit: 50,
    previousHash: null,
    trusted: null,
    from: null,
  }
  const { newest } = await walk(request)
  expect([newest?.assurance, pool.views().map(({ state }) => state), network.lies]).toEqual([
    'AGREED',
    ['OK', 'OK'],
    [],
  ])
})
