import { expect, test } from 'vitest'
import { createFakeChain, TEN } from '../testing/fake-chain.ts'
import { failureOf, type FakeNetworkOptions } from '../testing/fake-network.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { trustOf, walkerOf } from '../testing/proven-walker.ts'
import { walk, type WalkResult } from './block-walk.ts'

type Known = ReturnType<typeof walkerOf>['known']

/** A process that has begun again, after the operator has written a trusted block into the catalogue. */
async function begunAgain(
  options: FakeNetworkOptions & { given: { height: number; hash: string } },
  known: Known,
) {
  const { pool, sets, clock, at, block, chain, states } = walkerOf(options)
  const trust = trustOf(clock, options.given)
  await pool.probe()
  const poll = (): Promise<WalkResult> =>
    walk({
      ...{ pool, sets, trust, trusted: known.trusted, limit: 50, back: 20 },
      ...{ from: (known.height ?? 0) + 1, previousHash: known.hash },
    })
  return { poll, at, block, chain, states }
}

async function knownOf(options: FakeNetworkOptions): Promise<Known> {
  const { poll, known } = walkerOf(options)
  await poll()
  await poll()
  return known
}

function chainOf(blocks: number, options: { tag?: string; set?: readonly string[] } = {}) {
  const chain = createFakeChain({ startTime: createManualClock().now() - blocks * 2_000, ...options })
  chain.growBy(blocks)
  return chain
}

test('R64: the block that the operator vouches for counts also where something is trusted already', async () => {
  const chain = chainOf(100)
  const known = await knownOf({ chain, endpoints: [{}] })
  expect(known.trusted?.origin).toBe('FIRST_SEEN')
  chain.growBy(5)
  const given = { height: 40, hash: chain.blocks.get(40)?.hash ?? '' }
  const { poll } = await begunAgain({ chain, endpoints: [{}], given }, known)
  const { blocks, trusted } = await poll()
  expect(blocks.map(({ height }) => height)).toEqual([100, 101, 102, 103, 104])
  expect(trusted).toMatchObject({ height: 104, origin: 'GIVEN' })
})

test('R64: the chain of a liar that was followed so far is refused then, and no double signing', async () => {
  const own = chainOf(100, { tag: '9', set: TEN.slice(4, 8) })
  const known = await knownOf({ chain: own, endpoints: [{}] })
  const chain = chainOf(105)
  own.growBy(5)
  const given = { height: 40, hash: chain.blocks.get(40)?.hash ?? '' }
  const { poll, states } = await begunAgain({ chain, endpoints: [{ chain: own }, {}], given }, known)
  const failure = await failureOf(poll())
  expect(failure).toMatchObject({ kind: 'fork', message: expect.stringContaining('trusted block 40') })
  expect(failure?.cause).toBeUndefined()
  expect(states()).toEqual(['LYING', 'OK'])
})

test('R64: where everybody has forgotten it, what was trusted before holds, and it is not asked for again', async () => {
  const chain = chainOf(100)
  const known = await knownOf({ chain, endpoints: [{}, {}] })
  const given = { height: 40, hash: chain.blocks.get(40)?.hash ?? '' }
  const endpoints = [{ earliest: 60 }, { earliest: 60 }]
  chain.growBy(1)
  const { poll, at } = await begunAgain({ chain, endpoints, given }, known)
  expect((await poll()).trusted).toMatchObject({ height: 100, origin: 'AGREED' })
  const asked = at('a').asked.length + at('b').asked.length
  await poll()
  // The same walk without asking both for that block.
  expect(at('a').asked.length + at('b').asked.length - asked).toBeLessThan(asked)
})

test('R64: a block that is older than two thirds of the unbonding time vouches for nothing', async () => {
  const chain = chainOf(100)
  const known = await knownOf({ chain, endpoints: [{}] })
  const given = { height: 40, hash: chain.blocks.get(40)?.hash ?? '' }
  chain.growBy(1)
  const { poll } = await begunAgain(
    { chain, endpoints: [{}], given },
    {
      ...known,
      trusted: known.trusted && { ...known.trusted, unbondingMs: 150_000 },
    },
  )
  expect((await poll()).trusted).toMatchObject({ height: 100, origin: 'FIRST_SEEN' })
})
