import { describe, expect, it, vi } from 'vitest'
import { cycleStart } from '../chain/cycle-plan.ts'
import { plainLens } from '../rpc/chain-lens.ts'
import { createSimChain } from '../sim-chain.ts'
import { proposalsAt, votesAt } from '../testing/governance-answers.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { profileOf } from '../testing/small-chain.ts'
import { ballotsAt } from './ballots.ts'
import { KNOWN_BEFORE } from './cycle-governance.ts'
import { isOpen, PASSED, VOTING_PERIOD } from './governance-state.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

vi.setConfig({ testTimeout: 60_000 })

function viewOf(seed: string, blockchainId: number, pace = 1) {
  return createSimChain({ seed, profile: profileOf(blockchainId), clock: manualClock(NOW), pace }).view()
}

const governed = [1, 4, 7, 9]

describe('N48: chains have proposals of their own', () => {
  it.each(governed.map((id) => [profileOf(id).slug, id]))(
    'N48: %s has the same ones in whatever order it is asked',
    (_slug, id) => {
      const forwards = viewOf('order', Number(id))
      const at = cycleStart(
        forwards.chain.profile,
        Math.floor(forwards.latest / forwards.chain.profile.cycleBlocks),
      )
      const shown = (view: typeof forwards, height: number) => {
        const { governance } = view.chain.history.at(height)
        const votes = governance?.proposals.map((one) => [...ballotsAt(view.chain.world, one, height)])
        return { governance, votes, root: view.appStates.at(height).hash }
      }
      const heights = [at + 2_000, at + 2_001, at + 2_600, at + 3_999, at + 4_001]
      const states = heights.map((height) => shown(forwards, height))
      expect(states[0]?.governance?.nextId).toBeGreaterThan(1)
      const backwards = viewOf('order', Number(id))
      expect([...heights].reverse().map((height) => shown(backwards, height))).toEqual(states.reverse())
    },
  )

  it('N48: all that can become of a proposal does, and every kind comes', () => {
    const { chain } = viewOf('kinds', 9)
    const from = cycleStart(chain.profile, 240)
    const [kinds, ends] = [new Set<string>(), new Set<string>()]
    const voted = new Set<string>()
    let before: number[] = []
    for (let height = from; height < from + 40_000; height += 20) {
      const { governance } = chain.history.at(height)
      const there = governance?.proposals ?? []
      for (const one of there) {
        kinds.add(one.draft.kind)
        if (one.draft.expedited && !one.expedited) ends.add('expedited no more')
        if (one.status === VOTING_PERIOD) {
          for (const { options } of ballotsAt(chain.world, one, height).values())
            voted.add(options.map(({ choice }) => choice).join())
        } else ends.add(String(one.status))
      }
      const ids = there.filter(isOpen).map(({ id }) => id)
      if (before.some((id) => there.every((one) => one.id !== id))) ends.add('gone')
      before = ids
    }
    expect([...kinds].sort()).toEqual(['other', 'parameters', 'spend', 'text'])
    expect([...ends].sort()).toEqual(['1', '3', '4', '5', 'expedited no more', 'gone'])
    expect([...voted]).toEqual(
      expect.arrayContaining(['yes', 'no', 'abstain', 'no_with_veto', 'yes,abstain', 'abstain,no']),
    )
  })

  it('N48: ids go on from cycle to cycle; nothing is open at the end of one', () => {
    for (const id of [7, 9]) {
      const { chain, latest } = viewOf('ids', id)
      const start = cycleStart(chain.profile, Math.floor((latest - 1) / chain.profile.cycleBlocks) - 1)
      const last = chain.history.at(start - 1).governance
      expect(last?.proposals.filter(isOpen)).toEqual([])
      expect(last?.proposals.length).toBeGreaterThan(10)
      expect(chain.history.at(start).governance).toMatchObject({ nextId: last?.nextId, proposals: [] })
    }
  })

  it('N48: validators vote at different times, some late, some not at all, and never after the end', () => {
    const { chain } = viewOf('times', 9)
    const from = cycleStart(chain.profile, 250)
    let open = -1
    const counts: number[] = []
    for (let height = from; open === -1 || counts.length < 140; height += 1) {
      const { governance } = chain.history.at(height)
      const one = governance?.proposals.find(
        ({ id, status, draft }) =>
          status === VOTING_PERIOD && (open === -1 || id === open) && !draft.expedited,
      )
      if (one === undefined && open !== -1) break
      if (one === undefined) continue
      open = one.id
      counts.push(ballotsAt(chain.world, one, height).size)
    }
    expect(counts.length).toBeGreaterThan(100)
    expect(counts.every((count, at) => count >= (counts[at - 1] ?? 0))).toBe(true)
    expect(new Set(counts).size).toBeGreaterThan(10)
    expect(counts.at(-1)).toBeLessThan(chain.roster.length)
  })

  it('N48: what is faster than its periods has none, and Story has x/gov and no proposals', () => {
    expect(viewOf('fast', 9, 1_000).chain.world.proposalsPerCycle).toBe(0)
    const lens = plainLens(viewOf('story', 10))
    expect(proposalsAt(lens, lens.latest - 1)).toEqual([])
    expect(votesAt(lens, 1, lens.latest - 1)).toEqual([])
  })
})

describe('N50: upgrades at the end of a cycle', () => {
  it('N50: a vote leads to it, some 12,000 blocks before; where nobody votes it is known then all the same', () => {
    for (const blockchainId of [7, 9, 10]) {
      const { governance } = profileOf(blockchainId)
      const { chain, latest } = viewOf('upgrade', blockchainId)
      const { cycleBlocks } = chain.profile
      const cycle = Math.floor((latest - 1) / cycleBlocks)
      const start = cycleStart(chain.profile, cycle)
      const plan = { name: `v${cycle}`, height: start }
      const known = start - KNOWN_BEFORE
      expect(chain.upgradePlanAt(known - 5)).toBeNull()
      expect(chain.upgradePlanAt(known + 5)).toEqual(plan)
      expect(chain.upgradePlanAt(start - 1)).toEqual(plan)
      const voted = chain.history
        .at(known + 5)
        .governance?.proposals.find(({ draft }) => draft.kind === 'upgrade')
      expect(voted?.status).toBe(governance?.proposalEveryMs === null ? undefined : PASSED)
      expect(voted?.draft.plan ?? plan).toEqual(plan)
    }
  })

  it('N51: on Celestia signals come together in the course of a cycle, and schedule it', () => {
    for (const id of [1, 2]) {
      const { chain, latest } = viewOf('signals', id)
      const { cycleBlocks, appProtocol } = chain.profile
      const cycle = Math.floor((latest - 1) / cycleBlocks)
      const start = cycleStart(chain.profile, cycle)
      const at = (height: number) => chain.history.at(height).governance
      const sizes = [start - 99_000, start - 60_000, start - 12_050].map(
        (height) => at(height)?.signals.size ?? 0,
      )
      expect(sizes[0]).toBe(0)
      expect(sizes[1]).toBeGreaterThan(10)
      expect(sizes[2]).toBeGreaterThan(sizes[1] ?? 0)
      expect(sizes[2]).toBeLessThan(chain.roster.length)
      expect(at(start - 12_050)?.upgrade).toBeNull()
      expect(at(start - 12_000)?.upgrade).toEqual({ version: appProtocol + cycle, height: start - 1 })
      expect([start - 1, start].map((height) => at(height)?.appVersion)).toEqual([
        appProtocol + cycle - 1,
        appProtocol + cycle,
      ])
      expect(at(start)?.signals.size).toBe(0)
      expect(chain.upgradePlanAt(start - 100)).toBeNull()
      expect(chain.upgradePlanAt(start - 1)).toEqual({ name: `v${appProtocol + cycle}`, height: start })
    }
  })
})
