import { describe, expect, it, vi } from 'vitest'
import { networkProfiles } from '../network-profiles.data.ts'
import { commitJson } from '../rpc/block-json.ts'
import { plainLens } from '../rpc/chain-lens.ts'
import { createSimChain } from '../sim-chain.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { profileOf } from '../testing/small-chain.ts'
import { type ChainState, FLAG_ABSENT } from './chain-state.ts'
import type { Chain } from './create-chain.ts'
import { createRoster } from './roster.ts'
import { walkChain } from './walk-chain.ts'
import { countVote, type newSigningInfo, slashingLimits } from './signing-info.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

vi.setConfig({ testTimeout: 60_000 })

function chainOf(seed: string, blockchainId: number) {
  return createSimChain({ seed, profile: profileOf(blockchainId), clock: manualClock(NOW) }).view()
}

/** All that an answer can show of a state. */
function shown(state: Readonly<ChainState>) {
  const { height, validators, infos, set, next, afterNext, votes, governance } = state
  const sets = [set, next, afterNext].map((each) => each.hash())
  return { height, validators, infos, sets, votes: [...votes], governance }
}

describe('the same seed gives the same chain', () => {
  it.each(networkProfiles.map(({ slug, blockchainId }) => [slug, blockchainId]))(
    'N1: %s is the same in whatever order it is asked',
    (_slug, blockchainId) => {
      const forwards = chainOf('order', Number(blockchainId))
      const at = forwards.latest - (forwards.latest % forwards.chain.profile.cycleBlocks) + 7_000
      const heights = [at, at + 1, at + 2, at + 700, at + 1_999, at + 2_001, at + 3_500]
      const states = heights.map((height) => shown(forwards.chain.history.at(height)))
      const backwards = chainOf('order', Number(blockchainId))
      const again = [...heights].reverse().map((height) => shown(backwards.chain.history.at(height)))
      expect(again.reverse()).toEqual(states)
    },
  )

  it('N1: what was handed out stays as it was when later heights are asked', () => {
    const { chain, latest } = chainOf('kept', 8)
    const state = chain.history.at(latest - 500)
    const before = structuredClone(shown(state))
    for (let height = latest - 499; height <= latest; height += 1) chain.history.at(height)
    expect(shown(state)).toEqual(before)
  })

  it('N1: another seed gives another chain', () => {
    const commits = ['one', 'two'].map((seed) => {
      const view = chainOf(seed, 1)
      return commitJson(plainLens(view), 'a', view.latest)
    })
    expect(commits[0]?.signed_header.commit).not.toEqual(commits[1]?.signed_header.commit)
    const [one, two] = ['one', 'two'].map((seed) =>
      createRoster(seed, profileOf(1)).map((entry) => entry.moniker),
    )
    expect(one).not.toEqual(two)
  })
})

describe('a chain obeys its own rules', () => {
  it('N3: every set is in the order power descending, address ascending, and has the size it may have', {
    timeout: 60_000,
  }, () => {
    for (const { blockchainId, staking } of networkProfiles) {
      const { chain, latest } = chainOf('order', blockchainId)
      for (const height of [latest - 900, latest - 1, latest]) {
        const { set } = chain.history.at(height)
        const rows = set.members.map(({ index, power }) => ({
          power,
          address: chain.roster[index]?.consensusHex ?? '',
        }))
        const sorted = [...rows].sort((a, b) =>
          a.power === b.power ? (a.address < b.address ? -1 : 1) : a.power > b.power ? -1 : 1,
        )
        expect(rows).toEqual(sorted)
        expect(set.members.length).toBeGreaterThanOrEqual(40)
        expect(set.members.length).toBeLessThanOrEqual(staking?.maxValidators ?? 64)
      }
    }
  })

  it('N3: a set is the same object of hash if and only if its members are the same', () => {
    const { chain, latest } = chainOf('hash', 9)
    const byHash = new Map<string, string>()
    for (let height = latest - 2_000; height <= latest; height += 1) {
      const { set } = chain.history.at(height)
      const members = set.members.map((place) => `${place.index}:${place.power}`).join()
      expect(byHash.get(set.hash()) ?? members).toBe(members)
      byHash.set(set.hash(), members)
    }
    expect(new Set(byHash.values()).size).toBe(byHash.size)
    expect(byHash.size).toBeGreaterThan(3)
  })

  it('N4: the counters of a living chain follow from its commits alone', () => {
    const { chain, latest } = chainOf('slashing', 8)
    const slashing = chain.profile.staking?.slashing
    if (slashing === undefined) throw new Error('Haqq has slashing')
    const limits = slashingLimits(slashing)
    const from = latest - (latest % chain.profile.cycleBlocks) + 1
    const reference = new Map<number, ReturnType<typeof newSigningInfo>>()
    let previous = chain.history.at(from)
    for (const [index, info] of previous.infos.entries())
      if (info !== null) reference.set(index, { ...info, runs: [] })
    let jailings = 0
    let unjailings = 0
    for (let height = from + 1; height <= from + 6_000; height += 1) {
      const state = chain.history.at(height)
      const seen = recount(previous, state, reference, limits)
      expect(seen.broken).toEqual([])
      jailings += seen.jailings
      unjailings += seen.unjailings
      previous = state
    }
    expect(jailings).toBeGreaterThan(1)
    expect(unjailings).toBeGreaterThan(0)
  })

  it('N5: who is jailed leaves the set two heights later and is back two heights after un-jailing', {
    timeout: 60_000,
  }, () => {
    const { chain, latest } = chainOf('leaving', 9)
    const from = latest - (latest % chain.profile.cycleBlocks) + 200
    let [leaving, returning] = [0, 0]
    for (let height = from; height < from + 6_000; height += 1) {
      const [before, now] = [chain.history.at(height - 1), chain.history.at(height)]
      for (const [index, record] of now.validators.entries()) {
        const was = before.validators[index]
        if (record === null || was === null || was === undefined || record.jailed === was.jailed) continue
        expect(inSet(chain, height + 1, index)).toBe(record.jailed)
        expect(inSet(chain, height + 2, index)).toBe(!record.jailed)
        if (record.jailed) leaving += 1
        else returning += 1
      }
    }
    expect(Math.min(leaving, returning)).toBeGreaterThan(0)
  })

  it.each(networkProfiles.map(({ slug, blockchainId }) => [slug, blockchainId]))(
    'N7: %s: every block has the set that the one before announced, across an upgrade too',
    (_slug, blockchainId) => {
      const { chain, latest } = chainOf('upgrade', Number(blockchainId))
      const upgrade = latest - (latest % chain.profile.cycleBlocks) + 1
      for (let height = upgrade - 300; height < upgrade + 100; height += 1) {
        const [now, after] = [chain.history.at(height), chain.history.at(height + 1)]
        if (now.next.hash() !== after.set.hash())
          expect.fail(`set of ${height + 1} is not what was announced`)
        if (now.afterNext.hash() !== after.next.hash())
          expect.fail(`set of ${height + 2} is not what was announced`)
      }
      const jailed = chain.history
        .at(upgrade)
        .infos.filter((info) => info?.jailedUntil !== 0 && info !== null)
      expect(jailed.every((info) => info?.indexOffset === 0)).toBe(true)
    },
  )

  it('N2: chains are alive: stakes, commissions, misses and nil votes change', () => {
    const { chain, latest } = chainOf('alive', 1)
    const [before, after] = [chain.history.at(latest - 12_000), chain.history.at(latest)]
    const changed = (key: 'tokens' | 'commission') =>
      after.validators.filter((record, index) => record?.[key] !== before.validators[index]?.[key]).length
    expect(changed('tokens')).toBeGreaterThan(20)
    expect(changed('commission')).toBeGreaterThan(0)
    const flags = new Set<number>()
    for (let height = latest - 300; height <= latest; height += 1) {
      for (const flag of chain.history.at(height).votes) flags.add(flag)
    }
    expect([...flags].sort()).toEqual([1, 2, 3])
  })
})

function inSet(chain: Chain, height: number, index: number): boolean {
  return chain.history.at(height).set.members.some((place) => place.index === index)
}

/** Counts the votes of `previous` into `reference` and compares with what `state` says. */
function recount(
  previous: Readonly<ChainState>,
  state: Readonly<ChainState>,
  reference: Map<number, ReturnType<typeof newSigningInfo>>,
  limits: ReturnType<typeof slashingLimits>,
) {
  const broken: string[] = []
  let [jailings, unjailings] = [0, 0]
  for (const [at, { index }] of previous.set.members.entries()) {
    const info = reference.get(index)
    if (info === undefined || previous.validators[index]?.jailed !== false) continue
    const jailed = countVote(info, state.height, previous.votes[at] === FLAG_ABSENT, limits)
    if (jailed) jailings += 1
    if (state.validators[index]?.jailed !== jailed) broken.push(`${state.height}: ${index} jailed ${!jailed}`)
  }
  for (const [index, info] of state.infos.entries()) {
    const known = reference.get(index)
    if (info === null) continue
    if (known === undefined) {
      reference.set(index, { ...info, runs: [] })
      continue
    }
    const back = previous.validators[index]?.status !== 3 && state.validators[index]?.status === 3
    if (back) {
      unjailings += 1
      known.startHeight = state.height
    }
    const same = (['startHeight', 'indexOffset', 'missed'] as const).every((key) => info[key] === known[key])
    if (!same)
      broken.push(`${state.height}: ${index} ${JSON.stringify(info)} is not ${JSON.stringify(known)}`)
  }
  return { jailings, unjailings, broken }
}

describe('a walk through a chain', () => {
  // The liveliest, one without x/staking, one with a short window, one with few misses.
  it.each([1, 3, 7, 9].map((id) => [profileOf(id).slug, id]))(
    'N43: %s is what it is block by block, over the end of a cycle too',
    (_slug, blockchainId) => {
      const { chain, latest } = chainOf('walk', Number(blockchainId))
      const { cycleBlocks } = chain.profile
      const start = (Math.floor((latest - 1) / cycleBlocks) - 1) * cycleBlocks + 1
      const missed = new Map<number, number>()
      const walk = walkChain(chain.world, start, {
        happened: () => undefined,
        missed: (height, absent) => missed.set(height, absent.length),
      })
      // Where windows are still filling, where somebody was jailed, before and after an upgrade.
      for (const at of [3, 5_000, 19_999, 20_000, 20_001, 26_000]) compare(start + at)
      const end = start + cycleBlocks
      const before = chain.history.at(end - 20)
      expect(before.height).toBe(end - 20)
      for (const at of [-20, -4, -3, -1, 0, 1, 700]) compare(end + at)

      function compare(height: number) {
        walk.to(height)
        const state = chain.history.at(height)
        const { votes, ...known } = shown(state)
        expect(shown({ ...walk.state(), votes: state.votes })).toEqual({ ...known, votes })
        expect(missed.get(height) ?? 0).toBe(state.votes.filter((flag) => flag === FLAG_ABSENT).length)
      }
    },
  )
})
