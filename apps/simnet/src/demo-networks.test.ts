import { describe, expect, it, vi } from 'vitest'
import { FIRST_BLOCKS } from './blocks/create-blocks.ts'
import { FLAG_ABSENT } from './chain/chain-state.ts'
import { demoEndpoints, HALTED_NETWORK, haltOf } from './demo-networks.ts'
import { createSimChain } from './sim-chain.ts'
import { manualClock } from './testing/manual-clock.ts'
import { profileOf } from './testing/small-chain.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR = 3_600_000

vi.setConfig({ testTimeout: 60_000 })

describe('what the demo promises', () => {
  it.each(['demo', 'another'])(
    'N23: Celestia Mainnet always has a jailed validator and one that missed within 60 blocks (seed %s)',
    (seed) => {
      const view = createSimChain({ seed, profile: profileOf(1), clock: manualClock(NOW) }).view()
      const { chain } = view
      // Across an upgrade, so that no part of a cycle is left out.
      const from = view.latest - (view.latest % chain.profile.cycleBlocks) - 10_000
      const missedAt = new Map<number, number>()
      let broken: string[] = []
      for (let height = from; height < from + 20_000; height += 1) {
        const { set, votes, validators } = chain.history.at(height)
        for (const [at, { index }] of set.members.entries())
          if (votes[at] === FLAG_ABSENT) missedAt.set(index, height)
        if (height < from + 60) continue
        const jailed = validators.some((record) => record?.jailed === true)
        const missed = set.members.some(({ index }) => (missedAt.get(index) ?? 0) > height - 60)
        if (!jailed || !missed) broken = [...broken, `${height}: jailed ${jailed}, missed ${missed}`]
      }
      expect(broken).toEqual([])
    },
  )

  it('N24: one network stands still, for hours and after every restart', () => {
    const clock = manualClock(NOW)
    const start = () =>
      createSimChain({
        seed: 'demo',
        profile: profileOf(HALTED_NETWORK),
        clock,
        haltedSince: haltOf(clock.now())[HALTED_NETWORK] ?? 0,
      })
    for (let days = 0; days < 20; days += 1) {
      const chain = start()
      const { latest, earliest, timeline, blocks } = chain.view()
      expect(latest - earliest).toBe(FIRST_BLOCKS)
      if (days === 0) expect(blocks.at(latest).header.height).toBe(latest)
      expect(clock.now() - timeline.timeOf(latest)).toBeGreaterThanOrEqual(2 * HOUR - 10_000)
      clock.advance(24 * HOUR)
      expect(chain.height()).toBe(latest)
    }
  })

  it('N24: the others move', () => {
    const clock = manualClock(NOW)
    const chain = createSimChain({ seed: 'demo', profile: profileOf(10), clock })
    const before = chain.height()
    clock.advance(HOUR)
    expect(chain.height() - before).toBeGreaterThan(1_400)
  })

  it('N25: each network has two or three endpoints; one lies about its height, one is slow', () => {
    const counts = new Map<number, number>()
    for (const { blockchainId } of demoEndpoints)
      counts.set(blockchainId, (counts.get(blockchainId) ?? 0) + 1)
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect([...counts.values()].every((count) => count === 2 || count === 3)).toBe(true)
    const kinds = demoEndpoints.flatMap(({ faults = [] }) => faults.map((fault) => fault.kind))
    expect(kinds).toEqual(expect.arrayContaining(['lying_height', 'slow']))
  })
})
