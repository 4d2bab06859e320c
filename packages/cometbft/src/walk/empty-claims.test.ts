import { describe, expect, test } from 'vitest'
import type { SignedHeader } from '../domain.ts'
import type { FakeEndpoint } from '../testing/fake-endpoint.ts'
import { walkerOf } from '../testing/proven-walker.ts'

/** A header whose hash nobody can make: such a chain cannot be proven. */
const strange = (signed: SignedHeader): SignedHeader => ({
  ...signed,
  header: { ...signed.header, version: { block: 12n, app: 0n } },
})

type Empty = Parameters<typeof followBeside>[0]

/**
 * A minute beside an endpoint that began as an honest one and shows no block since, but claims more each second. Gives how
 * many blocks the letters were behind at most, of those that had been there for a second.
 */
async function followBeside({
  place,
  blockMs,
  perSecond,
  fields = {},
  says = 'not there yet',
}: {
  place: number
  blockMs: number
  /** How many heights more the endpoint claims with each second; null: as many as the others have. */
  perSecond: number | null
  fields?: Partial<FakeEndpoint>
  says?: 'not there yet' | 'forgotten'
}) {
  const endpoints = [0, 1, 2].map(() => ({ ...fields }))
  const walker = walkerOf({ endpoints, blockMs })
  const { poll, chain, at, clock, known } = walker
  const name = 'abc'.charAt(place)
  await poll()
  const began = chain.latest().height
  const empty = at(name)
  if (says === 'forgotten') empty.forgets = (height) => height > began
  const behind: number[] = []
  for (let second = 1; second <= 60; second++) {
    clock.advance(1_000)
    while (chain.latest().time + blockMs <= clock.now()) chain.grow()
    const missing = chain.latest().height - began
    if (says === 'not there yet') empty.lag = missing
    const claimed = perSecond === null ? missing : perSecond * second
    empty.boast = claimed - missing + empty.lag
    await poll().catch(() => undefined)
    behind.push(chain.latest().height - (known.height ?? 0))
  }
  return { ...walker, name, behind: Math.max(...behind), asked: empty.asked.length }
}

const kinds: [string, Omit<Empty, 'place' | 'blockMs'>][] = [
  ['eight heights a second', { perSecond: 8 }],
  ['eight heights a second, all of them forgotten', { perSecond: 8, says: 'forgotten' }],
  ['one height a second', { perSecond: 1 }],
  ['what the others have', { perSecond: null }],
  ['what the others have, all of it forgotten', { perSecond: null, says: 'forgotten' }],
]

describe('R34: an endpoint that claims more each second and shows none of it holds no letters up', () => {
  describe.each(kinds)('%s', (_kind, empty) => {
    test.each([0, 1, 2])('as number %i of three', async (place) => {
      for (const blockMs of [1_000, 2_000, 6_000]) {
        const { behind, known, lies } = await followBeside({ ...empty, place, blockMs })
        expect({ blockMs, behind: Math.max(behind, 2) }).toEqual({ blockMs, behind: 2 })
        expect([known.trusted?.origin, lies]).toEqual(['AGREED', []])
      }
    })

    test('nor on a chain that cannot be proven', async () => {
      const { behind } = await followBeside({
        ...empty,
        place: 0,
        blockMs: 2_000,
        fields: { report: strange },
      })
      expect(Math.max(behind, 2)).toBe(2)
    })
  })

  test('it is not asked for each block in vain: it shows the block below its claim before it is used again', async () => {
    const { asked, states } = await followBeside({ place: 0, blockMs: 2_000, perSecond: 8 })
    expect(states()).toEqual(['LYING', 'OK', 'OK'])
    expect(asked).toBeLessThan(60)
  })

  test('one that is alone and a block late at times stays in use', async () => {
    const { poll, at, block, states, known } = walkerOf({ endpoints: [{}] })
    for (let round = 1; round <= 40; round++) {
      block()
      // Behind a balancer: its status is of another node than its blocks.
      Object.assign(at('a'), round % 3 === 0 ? { lag: 1, boast: 1 } : { lag: 0, boast: 0 })
      await poll()
      expect(states()).toEqual(['OK'])
    }
    expect(known.height).toBe(139)
  })
})
