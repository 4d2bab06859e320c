import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockSeconds, createLetterRing } from '../model/letter-ring.ts'
import { uptimeOf } from '../model/signing-window.ts'
import { ranksOf } from '../model/validator-facts.ts'
import { createPace } from './follower.ts'
import { isStateDue, stateProblem } from './reading.ts'

describe('uptimeOf', () => {
  const counters = { missed: 5, indexOffset: 500, window: 100, jailed: false, inSet: true }
  test('W35: one minus missed by the smaller of window and counted; null where it says nothing', () => {
    expect(uptimeOf(counters)?.share).toBeCloseTo(0.95)
    expect(uptimeOf({ ...counters, indexOffset: 10 })?.share).toBeCloseTo(0.5)
    expect(uptimeOf({ ...counters, indexOffset: 0, missed: 0 })).toBeNull()
    expect(uptimeOf({ ...counters, jailed: true })).toBeNull()
    expect(uptimeOf({ ...counters, inSet: false })).toBeNull()
  })
  test('W200: it is of the blocks counted so far, at most of a window, however few were missed', () => {
    for (const missed of [0, 5]) {
      expect(uptimeOf({ ...counters, missed })?.counted).toBe(100)
      expect(uptimeOf({ ...counters, missed, indexOffset: 10 })?.counted).toBe(10)
    }
  })
})

describe('blockSeconds', () => {
  test('W36: of the last thousand heights up to one, as far as they are known', () => {
    const blocks = Array.from({ length: 1_200 }, (_, at) => ({
      height: at + 1,
      at: at < 200 ? at * 9_000 : 200 * 9_000 + (at - 200) * 2_000,
    }))
    const ring = createLetterRing()
    for (const { height, at } of blocks) ring.put(height, new Uint8Array(), at)
    expect(blockSeconds(ring, 1_200)).toBe(2)
    expect(blockSeconds(ring, 200)).toBe(9)
    const holed = createLetterRing()
    holed.put(1, new Uint8Array(), 0)
    holed.put(9, new Uint8Array(), 80_000)
    expect(blockSeconds(holed, 9)).toBeNull()
  })
})

describe('ranksOf', () => {
  test('W37: by tokens, then operator address; every rank once', () => {
    const rows = fc.uniqueArray(
      fc.record({ id: fc.nat(), operatorAddress: fc.string(), tokens: fc.bigInt({ min: 0n, max: 3n }) }),
      { selector: (row) => row.id },
    )
    fc.assert(
      fc.property(rows, (all) => {
        const ranks = ranksOf(all)
        expect([...ranks.values()].sort((a, b) => a - b)).toEqual(all.map((_, i) => i + 1))
        for (const a of all)
          for (const b of all)
            if (a.tokens > b.tokens) expect(ranks.get(a.id)).toBeLessThan(ranks.get(b.id) ?? 0)
      }),
    )
    expect(ranksOf([{ id: 1, operatorAddress: null, tokens: null }]).size).toBe(0)
  })
})

describe('isStateDue', () => {
  const input = { sinceTried: 5_000, failures: 0, urgent: false }
  test('W15: every twenty seconds, within a second where it is urgent, rarer after failures', () => {
    expect(isStateDue({ ...input, sinceTried: null, failures: 3 })).toBe(true)
    expect(isStateDue({ ...input, sinceTried: null })).toBe(true)
    expect(isStateDue(input)).toBe(false)
    expect(isStateDue({ ...input, urgent: true })).toBe(true)
    expect(isStateDue({ ...input, urgent: true, sinceTried: 500 })).toBe(false)
    expect(isStateDue({ ...input, sinceTried: 20_000 })).toBe(true)
    expect(isStateDue({ ...input, failures: 1, sinceTried: 2_000 })).toBe(true)
    expect(isStateDue({ ...input, failures: 3, sinceTried: 2_000, urgent: true })).toBe(false)
  })
})

describe('createPace', () => {
  test('W14: it polls when the next block is expected, whatever the difference of the clocks', () => {
    for (const skew of [-600_000, 0, 600_000]) {
      const pace = createPace()
      const head = { height: 1, time: 1_000_000 }
      expect(pace.next({ head, blockMs: 2_000, now: head.time + skew })).toBe(2_050)
      expect(pace.next({ head, blockMs: 2_000, now: head.time + skew + 1_500 })).toBe(550)
      expect(pace.next({ head, blockMs: 2_000, now: head.time + skew + 2_500 })).toBe(500)
      expect(pace.next({ head, blockMs: 2_000, now: head.time + skew + 90_000 })).toBe(5_000)
    }
  })

  test('W14: a chain of half a second is looked at within its block time', () => {
    const pace = createPace()
    expect(pace.next({ head: { height: 1, time: 0 }, blockMs: 500, now: 0 })).toBe(550)
    expect(pace.next({ head: { height: 1, time: 0 }, blockMs: 500, now: 560 })).toBe(200)
  })
})

describe('stateProblem', () => {
  const set = [{ address: 'AA', keyType: 'x', key: new Uint8Array(), power: 1n }]
  const block = { letters: new Map([['AA', 's']]) } as unknown as BlockObservation
  const validators = [{ status: 'BOND_STATUS_BONDED' }] as unknown as NonNullable<
    ChainState['staking']
  >['validators']
  const staking = { bondedTokens: 1n, bech32Prefix: null, maxValidators: 1, unbondingMs: 1 }
  const state: ChainState = {
    height: 5,
    time: 0,
    source: { assurance: 'SINGLE', host: 'one.example' },
    sources: new Map(),
    set,
    staking: { validators, ...staking },
    slashing: null,
    upgrade: null,
    selfDelegations: new Map(),
  }
  const known = { block, hasStaking: null, hasSlashing: null }
  test('W16: a state must fit its block and what the chain had before', () => {
    expect(stateProblem(state, known)).toBeNull()
    expect(stateProblem({ ...state, staking: null }, { ...known, hasStaking: true })).toMatch(
      /x\/staking was/,
    )
    expect(stateProblem(state, { ...known, hasSlashing: true })).toMatch(/x\/slashing was/)
    expect(stateProblem({ ...state, set: [] }, known)).toMatch(/empty/)
    expect(
      stateProblem(
        { ...state, set: [{ address: 'BB', keyType: 'x', key: new Uint8Array(), power: 1n }] },
        known,
      ),
    ).toMatch(/not that of/)
    expect(stateProblem({ ...state, staking: { validators: [], ...staking } }, known)).toMatch(/no bonded/)
  })
})
