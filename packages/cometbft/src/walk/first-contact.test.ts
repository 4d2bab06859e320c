import { expect, test } from 'vitest'
import { createFakeChain, TEN } from '../testing/fake-chain.ts'
import { failureOf } from '../testing/fake-network.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { walkerOf } from '../testing/proven-walker.ts'

const blockMs = 2_000

/** A chain whose newest block is of now, as the clock of a walker begins. */
function chainOf(blocks: number, options: { tag?: string; set?: readonly string[] } = {}) {
  const chain = createFakeChain({
    startTime: createManualClock().now() - blocks * blockMs,
    blockMs,
    ...options,
  })
  chain.growBy(blocks)
  return chain
}

const ownChain = (blocks: number) => chainOf(blocks, { tag: '9', set: TEN.slice(4, 8) })

test('R64: one that proves a chain of its own far above the others does not keep them from being followed', async () => {
  const { poll, block, known, chain, states, lies } = walkerOf({
    // Where the others are it has forgotten, so that there is nothing to compare.
    endpoints: [{ chain: ownChain(400), earliest: 370 }, {}, {}],
  })
  for (let round = 0; round < 3; round++) {
    block()
    await poll()
  }
  expect(known.height).toBeGreaterThanOrEqual(101)
  expect(known.hash).toBe(chain.blocks.get(known.height ?? 0)?.hash)
  expect([states().slice(1), lies]).toEqual([['OK', 'OK'], []])
})

test('R64: beside one that stands still at a block which the others have forgotten, trust begins at the newest after a minute', async () => {
  const { poll, block, known, chain, states, at } = walkerOf({
    chain: chainOf(400),
    endpoints: [{ lag: 300 }, { earliest: 350 }],
  })
  const heights: (number | null)[] = []
  for (let round = 1; round <= 40; round++) {
    block()
    at('a').lag = 300 + round
    await poll().catch(() => undefined)
    heights.push(known.height)
  }
  expect(heights.slice(0, 29)).toEqual(heights.slice(0, 29).map(() => null))
  expect(known.height).toBe(chain.latest().height - 1)
  expect([known.trusted?.origin, states()]).toEqual(['FIRST_SEEN', ['BEHIND', 'OK']])
})

test('R64: of two that report different blocks of now neither is trusted, whatever one says to have forgotten and the clock says', async () => {
  const { poll, pool, block, clock } = walkerOf({ endpoints: [{ chain: ownChain(400), earliest: 395 }, {}] })
  clock.setNow(clock.now() + 3_600_000)
  for (let round = 0; round < 60; round++) {
    block()
    expect(await failureOf(poll())).toMatchObject({ kind: 'pruned' })
  }
  expect(pool.head()).toBeNull()
})
