import { describe, expect, it, vi } from 'vitest'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { NamedMemory } from './blocks/chain-memory.ts'
import { FIRST_BLOCKS } from './blocks/create-blocks.ts'
import type { ChainEvent } from './chain/chain-event.ts'
import { BONDED, FLAG_ABSENT, FLAG_COMMIT, FLAG_NIL, UNBONDING } from './chain/chain-state.ts'
import { NEVER_AGAIN } from './chain/signing-info.ts'
import { readMemories, writeMemories } from './memory-file.ts'
import { createSimChain, type SimChain } from './sim-chain.ts'
import { manualClock } from './testing/manual-clock.ts'
import { profileOf, START, smallChain, smallProfile } from './testing/small-chain.ts'

vi.setConfig({ testTimeout: 60_000 })

/** What became of one validator at each height of a script. */
function story(script: readonly ChainEvent[], index: number, heights: number, profile = smallProfile()) {
  const { chain, to } = smallChain(script, profile)
  to(heights)
  const { chain: simulated } = chain.view()
  return [...Array(heights).keys()].map((before) => {
    const state = simulated.history.at(before + 1)
    const place = state.set.members.findIndex((each) => each.index === index)
    return {
      height: state.height,
      flag: place < 0 ? null : (state.votes[place] ?? null),
      power: state.set.members[place]?.power ?? null,
      record: state.validators[index] ?? null,
      info: state.infos[index] ?? null,
    }
  })
}

describe('N16: a script arranges what happens', () => {
  it('N16: nothing happens without one: all sign', () => {
    for (const { flag, info } of story([], 3, 30)) {
      expect(flag).toBe(FLAG_COMMIT)
      expect(info?.missed).toBe(0)
    }
  })

  it('N16: absent and nil for as many blocks as said; nil counts as signed', () => {
    const seen = story(
      [
        { at: 4, what: 'absent', validator: 2, blocks: 2 },
        { at: 7, what: 'nil', validator: 2 },
      ],
      2,
      9,
    )
    expect(seen.map(({ flag }) => flag)).toEqual([2, 2, 2, FLAG_ABSENT, FLAG_ABSENT, 2, FLAG_NIL, 2, 2])
    // A vote on a block is counted by the next one.
    expect(seen.map(({ info }) => info?.missed)).toEqual([0, 0, 0, 0, 1, 2, 2, 2, 2])
    expect(seen.map(({ info }) => info?.indexOffset)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('N16: down until jailed by the window, tokens slashed, out of the set two heights later, back after un-jailing', () => {
    const seen = story(
      [
        { at: 12, what: 'down', validator: 3 },
        { at: 30, what: 'up', validator: 3 },
        { at: 32, what: 'unjail', validator: 3 },
      ],
      3,
      36,
    )
    const jailedAt = seen.find(({ record }) => record?.jailed)?.height ?? 0
    // Six of ten missed: blocks 12 to 17, the last of them counted in block 18.
    expect(jailedAt).toBe(18)
    const [before, at] = [seen[16], seen[17]]
    expect(at?.record).toMatchObject({ status: UNBONDING, unbondingHeight: 18 })
    expect(at?.record?.tokens).toBeLessThan(before?.record?.tokens ?? 0n)
    expect(at?.info).toMatchObject({ missed: 0, indexOffset: 0 })
    expect(seen.filter(({ power }) => power === null).map(({ height }) => height)).toEqual(
      [...Array(14).keys()].map((n) => n + 20),
    )
    expect(seen[31]?.record).toMatchObject({ jailed: false, status: BONDED })
    expect(seen[31]?.info).toMatchObject({ startHeight: 32, indexOffset: 0 })
    expect(seen[35]?.info?.indexOffset).toBe(2)
  })

  it('N16: un-jailing is refused before the term is over', () => {
    const seen = story(
      [
        { at: 5, what: 'jail', validator: 1, forMs: 8_000 },
        { at: 9, what: 'unjail', validator: 1 },
        { at: 14, what: 'unjail', validator: 1 },
      ],
      1,
      16,
    )
    expect(seen.filter(({ record }) => record?.jailed).map(({ height }) => height)).toEqual([
      5, 6, 7, 8, 9, 10, 11, 12, 13,
    ])
  })

  it('N16: a tombstone is for good', () => {
    const seen = story(
      [
        { at: 5, what: 'tombstone', validator: 1 },
        { at: 20, what: 'unjail', validator: 1 },
      ],
      1,
      25,
    )
    expect(seen[24]?.record?.jailed).toBe(true)
    expect(seen[24]?.info).toMatchObject({ tombstoned: true, jailedUntil: NEVER_AGAIN })
  })

  it('N16: commission and stake change; the stake moves the order of the set two heights later', () => {
    const rate = 330_000_000_000_000_000n
    const tokens = 9_000_000n * 10n ** 9n
    const script: ChainEvent[] = [
      { at: 6, what: 'commission', validator: 5, rate },
      { at: 6, what: 'power', validator: 5, tokens },
    ]
    const seen = story(script, 5, 9)
    expect(seen[5]?.record).toMatchObject({ commission: rate, tokens, commissionSetAt: START + 5_000 })
    expect(seen.map(({ power }) => power === 9_000_000n)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ])
    const { chain, to } = smallChain(script)
    to(9)
    const { history } = chain.view().chain
    expect(history.at(7).set.members[0]?.index).not.toBe(5)
    expect(history.at(8).set.members[0]?.index).toBe(5)
    expect(history.at(7).next.hash()).toBe(history.at(8).set.hash())
  })

  it('N16: one leaves, and is gone from the store when the unbonding is over; it joins again', () => {
    const seen = story(
      [
        { at: 5, what: 'leave', validator: 4 },
        { at: 45, what: 'join', validator: 4, tokens: 70n * 10n ** 9n },
      ],
      4,
      50,
    )
    expect(seen[4]?.record).toMatchObject({ tokens: 0n, status: UNBONDING })
    expect(seen.findIndex(({ record }) => record === null) + 1).toBe(35)
    expect(seen.filter(({ power }) => power === null).map(({ height }) => height)).toEqual(
      [...Array(40).keys()].map((n) => n + 7),
    )
    expect(seen[46]?.power).toBe(70n)
  })

  it('N16: events come while the chain runs, but not into its past', () => {
    const { chain, to } = smallChain([])
    to(10)
    expect(() => chain.apply({ at: 10, what: 'absent', validator: 0 })).toThrow(/height 10 is in the past/)
    expect(() => chain.apply({ at: 12, what: 'absent', validator: 'nobody' })).toThrow(/no validator nobody/)
    chain.apply({ at: 11, what: 'absent', validator: 0 })
    to(12)
    expect(chain.view().chain.history.at(11).votes[0]).toBe(FLAG_ABSENT)
  })
})

describe('N17: halts and restarts', () => {
  it('N17: a chain stops for as long as the script says, and header times show it', () => {
    const { chain, clock } = smallChain([{ at: 20, what: 'halt', forMs: 60_000 }])
    clock.set(chain.shownAt(20) + 30_000)
    expect(chain.height()).toBe(20)
    clock.set(chain.shownAt(21))
    expect(chain.height()).toBe(21)
    const { timeline } = chain.view()
    // Its votes were asked for after the halt, but its time is that of the votes before.
    expect(timeline.timeOf(21) - timeline.timeOf(20)).toBe(1_000)
    expect(timeline.timeOf(22) - timeline.timeOf(21)).toBe(61_000)
  })

  it('N17: halted by hand it stands still until resumed, then goes on where it was', () => {
    const { chain, clock, to } = smallChain([])
    to(15)
    chain.halt()
    clock.advance(3_600_000)
    expect(chain.height()).toBe(15)
    chain.resume()
    expect(chain.height()).toBe(15)
    clock.advance(5_500)
    expect(chain.height()).toBe(20)
  })

  it('N17: a restart begins at height 1 under the other id with the same validators', () => {
    const { chain, clock } = smallChain([{ at: 30, what: 'restart_with_new_id', chainId: 'pio-mainnet-2' }])
    clock.set(chain.shownAt(30))
    const before = chain.view()
    expect(before).toMatchObject({ latest: 30, chainId: 'pio-mainnet-1' })
    clock.advance(700)
    expect(chain.height()).toBe(30)
    clock.advance(4_000)
    const after = chain.view()
    expect(after).toMatchObject({ latest: 4, earliest: 1, chainId: 'pio-mainnet-2' })
    expect(after.chain.roster.map((entry) => entry.consensusHex)).toEqual(
      before.chain.roster.map((entry) => entry.consensusHex),
    )
    chain.restart('pio-mainnet-3')
    clock.advance(2_000)
    expect(chain.view().chainId).toBe('pio-mainnet-3')
  })
})

describe('time and height', () => {
  it('N6: heights and header times only grow, at the pace of the network and faster with a flag', () => {
    for (const pace of [1, 10]) {
      const clock = manualClock(START)
      const chain = createSimChain({ profile: profileOf(1), seed: 'pace', clock, pace })
      const from = chain.height()
      const { timeline } = chain.view()
      for (let height = from; height < from + 500; height += 1) {
        expect(timeline.timeOf(height + 1)).toBeGreaterThan(timeline.timeOf(height))
        expect(timeline.heightAt(timeline.shownAt(height))).toBe(height)
      }
      clock.advance(2_600_000)
      expect(Math.abs(chain.height() - from - 1_000 * pace)).toBeLessThanOrEqual(1)
    }
  })

  it('N6: a chain has a past: it is at a height of millions, of which it knows the newest; it keeps as many as nodes do', () => {
    const clock = manualClock(START)
    const profile = { ...profileOf(1), keepHeights: 300 }
    const chain = createSimChain({ profile, seed: 'past', clock })
    const { latest, earliest } = chain.view()
    expect(latest).toBeGreaterThan(1_000_000)
    expect(latest - earliest).toBe(FIRST_BLOCKS)
    chain.prepare()
    clock.advance(400 * profile.blockTimeMs)
    chain.prepare()
    const later = chain.view()
    expect(later.latest - later.earliest).toBe(299)
    expect(later.latest - latest).toBeGreaterThan(390)
  })

  it('N11: one that nobody asked for thousands of blocks begins anew, 120 below its newest', () => {
    const clock = manualClock(START)
    const chain = createSimChain({ profile: profileOf(1), seed: 'past', clock })
    chain.prepare()
    clock.advance(4_000 * chain.profile.blockTimeMs)
    const { latest, earliest, blocks } = chain.view()
    expect(latest - earliest).toBe(FIRST_BLOCKS)
    expect(blocks.at(latest).header.height).toBe(latest)
  })
})

describe('N11: a chain goes on where another program stopped', () => {
  const profile = { ...profileOf(5), validators: 8, totalStake: 8 }
  const chainAt = (ms: number, memories: readonly NamedMemory[] = []) => {
    const clock = manualClock(ms)
    return { clock, chain: createSimChain({ profile, seed: 'again', clock, memories }) }
  }
  const hashOf = (chain: SimChain, height: number) => chain.view().blocks.at(height).id.hash

  it('N11: the same blocks, old and new, as if it had never stopped', () => {
    const { clock, chain } = chainAt(START)
    chain.prepare()
    const memory = chain.memory()
    const stopped = chain.height()
    clock.advance(300 * profile.blockTimeMs)
    const { chain: again } = chainAt(clock.now(), memory === null ? [] : [memory])
    for (const height of [stopped - 100, stopped, stopped + 1, chain.height()]) {
      expect(hashOf(again, height)).toBe(hashOf(chain, height))
    }
    expect(again.view().earliest).toBe(chain.view().earliest + 1)
  })

  it('N11: after too long, or with what another chain left, it begins anew', () => {
    const { clock, chain } = chainAt(START)
    chain.prepare()
    const memory = chain.memory()
    const other = { ...(memory ?? { newest: 0, links: [] }), name: 'another' }
    const { chain: fresh } = chainAt(START, [other])
    expect(fresh.view().earliest).toBe(chain.view().earliest)
    clock.advance(1_700 * profile.blockTimeMs)
    const { chain: late } = chainAt(clock.now(), memory === null ? [] : [memory])
    const { latest, earliest } = late.view()
    expect(latest - earliest).toBe(FIRST_BLOCKS)
  })

  it('N11: a file that is missing or garbage is no memory', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'simnet-')), 'chains.json')
    expect(readMemories(file)).toEqual([])
    writeFileSync(file, '{"half":')
    expect(readMemories(file)).toEqual([])
    const link = { hash: 'AB'.repeat(32), commitHash: 'CD'.repeat(32) }
    writeMemories(file, [{ name: 'x', newest: 7, links: [link] }])
    expect(readMemories(file)).toEqual([{ name: 'x', newest: 7, links: [link] }])
    writeFileSync(file, JSON.stringify([{ name: 'x', newest: 7, links: [{ hash: 'no' }] }]))
    expect(readMemories(file)).toEqual([])
  })
})
