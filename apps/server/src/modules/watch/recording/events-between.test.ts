import { describe, expect, test } from 'vitest'
import { memberFacts, type ValidatorFacts, type ValidatorMemory } from '../model/validator-facts.ts'
import { type Between, eventsBetween, reportedAfter } from './events-between.ts'

type Known = ValidatorFacts & ValidatorMemory
const known: Known = {
  ...memberFacts({ address: 'AA', power: 1000n }, undefined),
  operatorAddress: 'val1',
  moniker: 'One',
  jailed: false,
  tombstoned: false,
  tokens: 1_000_000n,
  rank: 10,
  commissionRate: '0.100000000000000000',
  slot: 0,
  reportedTokens: 1_000_000n,
  reportedPower: 1000n,
  reportedRank: 10,
  stateAssurance: null,
  stateHost: null,
  selfDelegationAt: null,
  absentSince: null,
  removedAt: null,
}
const between: Between = { from: null, to: 0, downtimeJailMs: null, heightAt: () => null }
const kinds = (after: Partial<ValidatorFacts>, before: Partial<Known> = {}) =>
  eventsBetween({ ...known, ...before }, { ...known, ...before, ...after }, between).map(({ kind }) => kind)

describe('eventsBetween', () => {
  test('W21: nothing changed, nothing reported', () => {
    expect(kinds({})).toEqual([])
  })

  test('W21: what was or is not known reports nothing', () => {
    expect(kinds({ jailed: true }, { jailed: null })).toEqual([])
    expect(
      kinds({ jailed: null, tombstoned: null, moniker: null, commissionRate: null, rank: null }),
    ).toEqual([])
    expect(kinds({ bondStatus: 'BOND_STATUS_UNSPECIFIED' })).toEqual([])
  })

  test('W20: each kind, with what was and what is', () => {
    expect(kinds({ jailed: true, bondStatus: 'BOND_STATUS_UNBONDING', power: 0n })).toEqual([
      'jailed',
      'unbonding',
    ])
    expect(kinds({ jailed: false }, { jailed: true })).toEqual(['unjailed'])
    expect(kinds({ tombstoned: true })).toEqual(['tombstoned'])
    expect(kinds({ consensusAddress: 'BB' })).toEqual(['key_changed'])
    expect(eventsBetween(known, { ...known, moniker: 'Two' }, between)).toEqual([
      { kind: 'moniker_changed', before: 'One', after: 'Two' },
    ])
  })

  /** What is reported while the stake goes through these tokens, each with as many shares; `=`: what it is measured from. */
  const reportedOf = (states: readonly Partial<ValidatorFacts>[], from: Known = known) => {
    let before = from
    const reported: string[] = []
    for (const state of states) {
      const after = { ...before, ...state }
      const changes = eventsBetween(before, after, between)
      for (const { kind, before: was, after: is } of changes) reported.push(`${kind} ${was} ${is}`)
      before = { ...before, ...after, ...reportedAfter(before, after, changes) }
    }
    return reported
  }

  test('W23: a stake is reported from one percent of its tokens on', () => {
    expect(kinds({ tokens: 1_009_999n })).toEqual([])
    expect(kinds({ tokens: 1_010_000n })).toEqual(['power_changed'])
    expect(kinds({ tokens: 990_001n })).toEqual([])
    expect(eventsBetween(known, { ...known, tokens: 990_000n }, between)).toEqual([
      { kind: 'power_changed', before: '1000000', after: '990000' },
    ])
    // Consensus power is no tokens: who is not in the set has a stake all the same.
    expect(kinds({ power: 2_000n })).toEqual([])
    expect(kinds({ tokens: 500_000n }, { power: 0n, reportedPower: 0n })).toEqual(['power_changed'])
    expect(kinds({ tokens: 0n })).toEqual(['power_changed'])
    expect(kinds({ tokens: 5n }, { tokens: 0n, reportedTokens: 0n })).toEqual(['power_changed'])
  })

  test('W23: drift adds up, however small its steps, and is reported once', () => {
    const steps = Array.from({ length: 40 }, (_, index) => ({ tokens: 1_001_000n + BigInt(index) * 1_000n }))
    expect(reportedOf(steps)).toEqual([
      'power_changed 1000000 1010000',
      'power_changed 1010000 1021000',
      'power_changed 1021000 1032000',
    ])
    // There and back.
    expect(reportedOf([{ tokens: 1_009_000n }, { tokens: 991_000n }, { tokens: 1_000_000n }])).toEqual([])
    const again = [{ tokens: 1_020_000n }, { tokens: 1_020_000n }, { tokens: 1_020_001n }]
    expect(reportedOf(again)).toEqual(['power_changed 1000000 1020000'])
  })

  test('W23: tokens that are or were not known report nothing, and what was reported holds until they are', () => {
    expect(kinds({ tokens: null })).toEqual([])
    expect(kinds({ tokens: 5n }, { tokens: null, reportedTokens: null })).toEqual([])
    const unknown = { ...known, tokens: null, reportedTokens: null, power: 7n, reportedPower: 7n }
    const states = [{ tokens: 1_000_000n, power: 9n }, { tokens: null }, { tokens: 1_009_000n }]
    expect(reportedOf(states, unknown)).toEqual([])
    expect(reportedOf([{ tokens: null }, { tokens: 1_011_000n }])).toEqual(['power_changed 1000000 1011000'])
  })

  test('W23: what a slash takes is reported by it and counts as reported; drift from before it goes on', () => {
    const shares = 10n ** 18n
    const from = { ...known, delegatorShares: 1_000_000n * shares }
    const slashed = { tokens: 950_000n }
    expect(reportedOf([slashed, { tokens: 950_001n }], from)).toEqual(['slashed 1000000 950000'])
    const drift = [{ tokens: 1_006_000n, delegatorShares: 1_006_000n * shares }, { tokens: 1_005_000n }]
    const more = { tokens: 1_009_000n, delegatorShares: 1_010_004n * shares }
    expect(reportedOf([...drift, more], from)).toEqual([
      'slashed 1006000 1005000',
      'power_changed 999000 1009000',
    ])
    // Half of it undelegated, the rest slashed.
    const half = { tokens: 495_000n, delegatorShares: 500_000n * shares }
    expect(reportedOf([half, { tokens: 495_001n }], from)).toEqual([
      'slashed 500000 495000',
      'power_changed 1000000 500000',
    ])
  })

  test('W23: on a chain without tokens it is the consensus power; entering and leaving is reported by the bond', () => {
    const bare = { ...known, tokens: null, reportedTokens: null }
    const kindsOf = (after: Partial<ValidatorFacts>, before: Partial<Known> = {}) =>
      kinds(after, { ...bare, ...before })
    expect(kindsOf({ power: 1009n })).toEqual([])
    expect(kindsOf({ power: 1010n })).toEqual(['power_changed'])
    expect(reportedOf([{ power: 1009n }, { power: 1011n }, { power: 1012n }], bare)).toEqual([
      'power_changed 1000 1011',
    ])
    expect(kindsOf({ power: 0n })).toEqual([])
    expect(kindsOf({ power: 900n }, { power: 0n, reportedPower: 0n })).toEqual([])
    expect(reportedAfter({ ...bare, reportedPower: 0n }, { ...bare, power: 900n }, []).reportedPower).toBe(
      900n,
    )
  })

  test('W23: who joins again begins anew', () => {
    const joined = [{ kind: 'joined', before: null, after: 'One' } as const]
    expect(reportedAfter(known, { ...known, tokens: 5n, power: 6n }, joined)).toMatchObject({
      reportedTokens: 5n,
      reportedPower: 6n,
    })
  })

  test('W24: a rank is reported of whoever moved it; of whom others moved, from five ranks on', () => {
    expect(kinds({ rank: 9 })).toEqual([])
    expect(kinds({ rank: 9, tokens: 1_000_500n })).toEqual(['rank_changed'])
    expect(kinds({ rank: 15 })).toEqual(['rank_changed'])
    expect(kinds({ rank: 14 }, { reportedRank: 12 })).toEqual([])
  })
})
