import type { ChainEvent } from '@roundsman/simnet/chain/chain-event'
import { FLAG_ABSENT } from '@roundsman/simnet/chain/chain-state'
import { manualClock } from '@roundsman/simnet/testing/manual-clock'
import { describe, expect, test } from 'vitest'
import { type DayNetwork, dayNetworks } from './day-networks.ts'
import { scriptOf } from './day-script.ts'
import { truthOf } from './day-truth.ts'

const start = Date.UTC(2026, 10, 26)

/** One of the ten in which this happens, counted from the newest block on, and what of it must be told. */
function told(id: number, script: (first: number) => ChainEvent[], blocks: number): string[] {
  const clock = manualClock(start)
  const network = networkOf(dayNetworks('a test', clock), id)
  const first = network.chain.height() + 1
  for (const event of script(first)) network.chain.apply(event)
  clock.set(network.chain.shownAt(first + blocks))
  return truthOf(network, first, first + blocks).map(
    ({ setting, height }) => `${setting} at ${(height ?? 0) - first}`,
  )
}

function networkOf(networks: readonly DayNetwork[], id: number): DayNetwork {
  const found = networks.find((network) => network.id === id)
  if (found === undefined) throw new Error(`no network ${id}`)
  return found
}

describe('N45: what must be told of a simulated day is computed from what its chains were', () => {
  test('each step of a row of missed blocks at its block, and each end after its clean blocks', () => {
    const script = (first: number): ChainEvent[] => [
      { at: first + 10, what: 'absent', validator: 4, blocks: 5 },
    ]
    // Of a thousand blocks more than one is more than 0.1 %.
    expect(told(1, script, 60)).toEqual([
      ...['1111 at 10', '1011 at 11', '1121 at 12', '1211 at 12', '1221 at 12', '1231 at 12', '1131 at 14'],
      ...['1112 at 17', '1122 at 24', '1132 at 24', '1212 at 24', '1222 at 24', '1232 at 24'],
    ])
  })

  test('nothing of a vote for nil, of one that came late, and of a chain that stands for less than a minute', () => {
    const script = (first: number): ChainEvent[] => [
      { at: first + 5, what: 'nil', validator: 4, blocks: 9 },
      { at: first + 20, what: 'late', validator: 5 },
      { at: first + 30, what: 'halt', forMs: 45_000 },
    ]
    expect(told(1, script, 80)).toEqual([])
  })

  test('a halt by its age, and its end with the next block', () => {
    const script = (first: number): ChainEvent[] => [{ at: first + 30, what: 'halt', forMs: 80_000 }]
    expect(told(1, script, 80)).toEqual(['9011 at 30', '9012 at 31'])
  })

  test('a jailing with all that comes of it', () => {
    const script = (first: number): ChainEvent[] => [
      { at: first + 10, what: 'jail', validator: 4 },
      { at: first + 90, what: 'unjail', validator: 4 },
    ]
    expect(told(2, script, 160)).toEqual(
      expect.arrayContaining(['2011 at 10', '4012 at 10', '5211 at 10', '2012 at 90', '4011 at 90']),
    )
  })
})

test('N46: the same seed makes the same day, in which less than a third of the power ever misses a block', () => {
  for (const seed of ['one', 'two']) {
    const [clock, again] = [manualClock(start), manualClock(start)]
    const day = { seed, from: start + 1_000, until: start + 600_000 }
    const others = dayNetworks(seed, again)
    for (const network of dayNetworks(seed, clock)) {
      const script = scriptOf({ ...day, network })
      expect(script).toEqual(scriptOf({ ...day, network: networkOf(others, network.id) }))
      expect(script.length).toBeGreaterThan(5)
      const first = network.chain.height()
      for (const event of script) network.chain.apply(event)
      const { history } = network.chain.view().chain
      const last = Math.max(...script.map(({ at }) => at)) + 700
      for (let height = first; height <= last; height += 1) {
        const { set, votes } = history.at(height)
        const missing = set.members.reduce(
          (sum, { power }, place) => (votes[place] === FLAG_ABSENT ? sum + power : sum),
          0n,
        )
        expect(missing * 3n < set.totalPower, `${network.profile.slug} at ${height}`).toBe(true)
      }
    }
  }
})
