import { describe, expect, test } from 'vitest'
import type { SignedHeader } from '../domain.ts'
import { createFakeChain, TEN } from '../testing/fake-chain.ts'
import type { FakeEndpoint } from '../testing/fake-endpoint.ts'
import { failureOf } from '../testing/fake-network.ts'
import { forged, walkerOf } from '../testing/proven-walker.ts'
import type { WalkResult } from './block-walk.ts'

describe('R42: a gap beside a liar', () => {
  /** Everybody has forgotten what comes next; the liar is the first of three. */
  async function afterForgetting(liar: Partial<FakeEndpoint>, kept = [1, 150, 130]) {
    const open = walkerOf({ endpoints: [{}, {}, {}] })
    await open.poll()
    await open.poll()
    const next = (open.known.height ?? 0) + 1
    open.chain.growBy(100)
    open.clock.advance(200_000)
    for (const [index, name] of ['a', 'b', 'c'].entries()) open.at(name).earliest = kept[index] ?? 1
    Object.assign(open.at('a'), liar)
    return { ...open, next }
  }
  const forgedBelow = (height: number) => (signed: SignedHeader) =>
    signed.header.height < height ? forged(signed, { dataHash: 'AB'.repeat(32) }) : signed
  const heights = async (poll: () => Promise<WalkResult>) => {
    const gaps: unknown[] = []
    for (let count = 0; count < 4; count++) {
      const { gap, blocks } = await poll()
      if (gap !== null) gaps.push(gap)
      if (blocks.length > 0) return { gaps, first: blocks[0]?.height }
    }
    return { gaps, first: null }
  }

  test('one that has forged blocks where the others have forgotten theirs makes nobody a fork', async () => {
    const { poll, next, lies } = await afterForgetting({ report: forgedBelow(130) })
    expect(await heights(poll)).toEqual({ gaps: [{ from: next, to: 129 }], first: 130 })
    expect(lies.filter(({ host }) => host !== 'a.example')).toEqual([])
  })

  test('one that shows a chain of its own and says to have forgotten what would lead there makes nobody a fork', async () => {
    const { poll, next, at, chain, clock, lies } = await afterForgetting({})
    const { height } = chain.latest()
    const own = createFakeChain({ startTime: clock.now() - height * 2_000, set: TEN.slice(5), tag: '9' })
    own.growBy(height)
    // The last block that is known is the true one; those between it and what is asked for it shows in batches only.
    const known = chain.blocks.get(next - 1)?.signed
    Object.assign(at('a'), {
      chain: own,
      report: (signed: SignedHeader) => (signed.header.height === next - 1 && known ? known : signed),
      forgets: (one: number, isAlone: boolean) => isAlone && one >= next && one < next + 60,
    })
    expect(await heights(poll)).toEqual({ gaps: [{ from: next, to: 129 }], first: 130 })
    expect(lies.filter(({ host }) => host !== 'a.example')).toEqual([])
  })

  test('one that says to keep the least ends no gap too late', async () => {
    const { poll, next } = await afterForgetting({ earliestReported: 110 }, [170, 150, 130])
    expect(await heights(poll)).toEqual({ gaps: [{ from: next, to: 129 }], first: 130 })
  })

  test('one that shows forged blocks just where it is asked for the end makes no gap that is too short', async () => {
    const { poll, next, lies } = await afterForgetting({ report: forgedBelow(130) }, [105, 150, 130])
    expect(await heights(poll)).toEqual({ gaps: [{ from: next, to: 129 }], first: 130 })
    expect(lies.filter(({ host }) => host !== 'a.example')).toEqual([])
  })

  test('while one that keeps more does not answer, nothing is given up; after a minute it is', async () => {
    const { poll, next, at, clock, pool } = await afterForgetting({}, [110, 150, 130])
    await pool.probe()
    await pool.idle()
    at('a').fault = 'refuse'
    for (let count = 0; count < 3; count++) expect(await failureOf(poll())).not.toBeNull()
    clock.advance(61_000)
    expect(await heights(poll)).toEqual({ gaps: [{ from: next, to: 129 }], first: 130 })
  })

  describe('where trust has expired as well', () => {
    const afterExpiry = async (...args: Parameters<typeof afterForgetting>) => {
      const open = await afterForgetting(...args)
      open.known.trusted = open.known.trusted && { ...open.known.trusted, unbondingMs: 60_000 }
      open.trust.unbondingMs = 60_000
      return open
    }

    test('one that has forged what the others have forgotten makes the chain neither a fork nor one that cannot be proven', async () => {
      const { poll, next, trust, known } = await afterExpiry({ report: forgedBelow(150) })
      expect(await heights(poll)).toEqual({ gaps: [{ from: next, to: 129 }], first: 130 })
      expect([trust.notProvable, known.trusted?.origin]).toEqual([null, 'AGREED'])
    })

    test('one that proves a chain of its own is not believed', async () => {
      const { poll, next, lies, at, clock, chain } = await afterExpiry({})
      const { height } = chain.latest()
      const own = createFakeChain({ startTime: clock.now() - height * 2_000, set: TEN.slice(5), tag: '9' })
      own.growBy(height)
      at('a').chain = own
      expect(await heights(poll)).toEqual({ gaps: [{ from: next, to: 129 }], first: 130 })
      expect(lies.filter(({ host }) => host !== 'a.example')).toEqual([])
    })

    test('an honest one that still keeps the known block is read from, whatever the others have forgotten', async () => {
      const { poll, next, known } = await afterExpiry({})
      expect(await heights(poll)).toEqual({ gaps: [], first: next })
      expect(known.trusted?.unbondingMs).toBe(60_000)
    })
  })
})
