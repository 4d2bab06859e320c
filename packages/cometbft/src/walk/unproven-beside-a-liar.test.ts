import { describe, expect, test } from 'vitest'
import type { SignedHeader } from '../domain.ts'
import { createFakeChain } from '../testing/fake-chain.ts'
import type { FakeEndpoint } from '../testing/fake-endpoint.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { flagged, walkerOf } from '../testing/proven-walker.ts'
import type { WalkResult } from './block-walk.ts'

const blockMs = 2_000

/** A header whose hash nobody can make. */
const strange = (signed: SignedHeader): SignedHeader => ({
  ...signed,
  header: { ...signed.header, version: { block: 12n, app: 0n } },
})

function chainOf(letters: readonly string[]) {
  const chain = createFakeChain({ startTime: createManualClock().now() - 100 * blockMs, blockMs })
  for (const one of letters) chain.grow(one)
  return chain
}

/** Letters of so many blocks that everybody signed. */
const allSigned = (count: number) => Array.from({ length: count }, () => 'psss')

describe('R66: beside a liar, on a chain that cannot be proven', () => {
  const open = async (...others: Partial<FakeEndpoint>[]) => {
    const chain = chainOf(allSigned(100))
    const endpoints = [{ report: strange }, ...others.map((one) => ({ report: strange, ...one }))]
    const walker = walkerOf({ chain, endpoints, blockMs })
    await walker.poll()
    return walker
  }
  const lettersOf = ({ blocks }: WalkResult) =>
    blocks.map(({ height, letters, assurance }) => `${height} ${[...letters.values()].join('')} ${assurance}`)

  test('blocks that only the liar has are not taken while the others go on', async () => {
    const { poll, at, block, known } = await open({}, {})
    // The true chain as far as it goes, and misses that nobody has seen yet.
    at('a').chain = chainOf([...allSigned(100), ...Array.from({ length: 60 }, () => 'pmms')])
    const reported: string[] = []
    for (let round = 0; round < 20; round++) {
      block()
      reported.push(
        ...lettersOf(await poll().catch((): WalkResult => ({ blocks: [] }) as unknown as WalkResult)),
      )
    }
    expect(reported.filter((one) => one.includes('m'))).toEqual([])
    expect(known.height).toBeGreaterThanOrEqual(117)
  })

  test('letters in the middle of a run are compared as well', async () => {
    const { poll, at, block } = await open({}, {})
    at('a').report = (signed) =>
      signed.header.height === 105 ? flagged(strange(signed), 2, 1) : strange(signed)
    for (let count = 0; count < 20; count++) block()
    const reported: string[] = []
    for (let count = 0; count < 4; count++)
      reported.push(
        ...lettersOf(await poll().catch((): WalkResult => ({ blocks: [] }) as unknown as WalkResult)),
      )
    expect(reported.filter((one) => one.includes('m'))).toEqual([])
    expect(reported).toContain('105 psss AGREED')
  })

  test('nor does it keep them from being followed from the first contact on', async () => {
    const own = chainOf(Array.from({ length: 400 }, () => 'pmms'))
    const { poll, block, known } = walkerOf({
      chain: chainOf(allSigned(100)),
      endpoints: [{ chain: own, report: strange }, { report: strange }, { report: strange }],
      blockMs,
    })
    for (let round = 0; round < 4; round++) {
      block()
      await poll().catch(() => undefined)
    }
    expect(known.height).toBeGreaterThanOrEqual(101)
    expect(known.height).toBeLessThan(105)
  })

  test('one that stands still keeps nobody from going on', async () => {
    const { poll, at, block, known } = await open({})
    for (let round = 1; round <= 30; round++) {
      block()
      at('b').lag = round
      await poll().catch(() => undefined)
    }
    expect(known.height).toBeGreaterThanOrEqual(127)
  })
})
