import { describe, expect, test } from 'vitest'
import { eventsBetween, toldAfter } from './events-between.ts'
import type { Between } from './jailings-between.ts'
import { memberFacts } from './model/facts-of-state.ts'
import type { ValidatorFacts, ValidatorMemory } from './model/validator-facts.ts'

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
  toldPower: 1000n,
  toldRank: 10,
  stateAssurance: null,
  stateHost: null,
  absentSince: null,
  removedAt: null,
}
const between: Between = { from: null, to: 0, downtimeJailMs: null, heightAt: () => null }
const kinds = (after: Partial<ValidatorFacts>, before: Partial<Known> = {}) =>
  eventsBetween({ ...known, ...before }, { ...known, ...before, ...after }, between).map(({ kind }) => kind)

describe('eventsBetween', () => {
  test('W21: nothing changed, nothing told', () => {
    expect(kinds({})).toEqual([])
  })

  test('W21: what was or is not known tells nothing', () => {
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

  test('W23: power is reported from one percent on, measured from what was reported last', () => {
    expect(kinds({ power: 1009n })).toEqual([])
    expect(kinds({ power: 1010n })).toEqual(['power_changed'])
    let before: Known = known
    const told: bigint[] = []
    for (let power = 1001n; power <= 1040n; power++) {
      const after = { ...known, power }
      const changes = eventsBetween(before, after, between)
      if (changes.length > 0) told.push(power)
      before = { ...before, ...after, ...toldAfter(before, after, changes) }
    }
    expect(told).toEqual([1010n, 1021n, 1032n])
  })

  test('W23: entering and leaving the set is told by the bond, not as power', () => {
    expect(kinds({ power: 0n })).toEqual([])
    expect(kinds({ power: 900n }, { power: 0n, toldPower: 0n })).toEqual([])
    expect(toldAfter({ ...known, toldPower: 0n }, { ...known, power: 900n }, []).toldPower).toBe(900n)
  })

  test('W24: a rank is told to whom moved itself; whom others moved, from five places on', () => {
    expect(kinds({ rank: 9 })).toEqual([])
    expect(kinds({ rank: 9, tokens: 1_000_500n })).toEqual(['rank_changed'])
    expect(kinds({ rank: 15 })).toEqual(['rank_changed'])
    expect(kinds({ rank: 14 }, { toldRank: 12 })).toEqual([])
  })
})
