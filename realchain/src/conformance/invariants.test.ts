import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSimChain } from '../sim-under-test.ts'
import { blockComplaints } from './block-invariants.ts'
import type { ChainUnderTest } from './chain-under-test.ts'
import type { Recorded } from './recording.ts'
import { setComplaints } from './set-invariants.ts'
import { slashingComplaints } from './slashing-invariants.ts'
import { createWatch } from './watch.ts'

// That the invariants see what is wrong: each test changes one thing of a recording that has nothing wrong with it.
describe('the invariants of conformance', () => {
  let chain: ChainUnderTest
  let run: Recorded[]

  beforeAll(async () => {
    chain = await openSimChain()
    const watch = createWatch(chain, chain.firstHeight)
    await watch.reach(chain.firstHeight + 5)
    await chain.rotateKey(2)
    await watch.reach(chain.firstHeight + 10)
    await chain.stopValidator(1)
    await watch.until('v1 jailed', () => (watch.validator(1)?.jailed ? true : null))
    await watch.reach(watch.height() + 3)
    run = watch.recording.heights
  })

  afterAll(() => chain.close())

  /** The recording with one height replaced. */
  function but(place: number, change: (recorded: Recorded) => Recorded): Recorded[] {
    return run.map((recorded, at) => (at === place ? change(recorded) : recorded))
  }

  it('say nothing of a recording that is right', () => {
    expect(blockComplaints(run)).toEqual([])
    expect(setComplaints(run, chain.agreed)).toEqual([])
    expect(slashingComplaints(run, chain)).toEqual([])
  })

  it('C20: see a height left out', () => {
    expect(blockComplaints(run.filter((_, at) => at !== 3))).toHaveLength(1)
  })

  it('C20: see a letter for somebody outside the set', () => {
    const wrong = but(3, ({ block, state }) => ({
      block: { ...block, letters: new Map([...block.letters, ['00'.repeat(20), 's']]) },
      state,
    }))
    expect(blockComplaints(wrong).join()).toContain('letters for another set')
  })

  it('C21: see a set out of order, and powers that are not those of two heights before', () => {
    const reversed = but(3, ({ block, state }) => ({
      block,
      state: { ...state, set: [...state.set].reverse() },
    }))
    expect(setComplaints(reversed, chain.agreed).join()).toContain('out of order')
    const other = but(3, ({ block, state }) => ({
      block,
      state: { ...state, set: state.set.map((member) => ({ ...member, power: member.power + 1n })) },
    }))
    expect(setComplaints(other, chain.agreed).join()).toContain('two heights before')
  })

  it('C21 C22: see a set that has a rotated key too late, and a signing info that begins again with the key', () => {
    const { consensus, earlier = [] } = chain.members()[2] ?? { consensus: '' }
    const rotated = run.findIndex(({ block }) => block.letters.has(consensus))
    const late = but(rotated, ({ block, state }) => {
      const rename = (address: string) => (address === consensus ? (earlier[0] ?? '') : address)
      const set = state.set.map((member) => ({ ...member, address: rename(member.address) }))
      return { block, state: { ...state, set } }
    })
    expect(setComplaints(late, chain.agreed).join()).toContain('two heights before')
    const anew = but(rotated, ({ block, state }) => {
      const infos = (state.slashing?.infos ?? []).map((info) =>
        info.consensus === consensus ? { ...info, indexOffset: 0 } : info,
      )
      return { block, state: { ...state, slashing: state.slashing && { ...state.slashing, infos } } }
    })
    expect(slashingComplaints(anew, chain).join()).toContain('index offset')
  })

  it('C22: see one letter that is another one: signed for missed, missed for signed', () => {
    for (const [from, to] of [
      ['m', 's'],
      ['s', 'm'],
    ] as const) {
      const place = run.findIndex(({ block }) => [...block.letters.values()].includes(from))
      const wrong = but(place, ({ block, state }) => {
        const [address] = [...block.letters].find(([, letter]) => letter === from) ?? ['']
        return { block: { ...block, letters: new Map(block.letters).set(address, to) }, state }
      })
      expect(slashingComplaints(wrong, chain)).not.toEqual([])
    }
  })

  it('C22: see a jailing a block too late, and a slash that is one token off', () => {
    const jailed = run.findIndex(({ state }) => state.staking?.validators.some((one) => one.jailed))
    const late = but(jailed, (recorded) => ({
      ...recorded,
      state: { ...recorded.state, staking: run[jailed - 1]?.state.staking ?? null },
    }))
    expect(slashingComplaints(late, chain).join()).toContain('should be jailed')
    const cheap = but(jailed, ({ block, state }) => {
      const { staking } = state
      if (staking === null) throw new Error('the simulated chain has x/staking')
      const validators = staking.validators.map((one) =>
        one.jailed ? { ...one, tokens: one.tokens + 1n } : one,
      )
      return { block, state: { ...state, staking: { ...staking, validators } } }
    })
    expect(slashingComplaints(cheap, chain).join()).toContain('slashed')
  })
})
