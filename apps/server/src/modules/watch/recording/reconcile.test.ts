import type { Assurance, ChainState } from '@roundsman/cometbft/domain'
import { describe, expect, test } from 'vitest'
import {
  consensusKeys,
  memberFacts,
  newRecord,
  type OldKey,
  type ValidatorRecord,
} from '../model/validator-facts.ts'
import { info, member, staking, stateAt } from '../testing/some-state.ts'
import { reconcile, type ReconcileRequest } from './reconcile.ts'

/** Nothing is known of what lay between the states. */
const unknownBetween: Pick<ReconcileRequest, 'since' | 'heightAt'> = { since: null, heightAt: () => null }

/** What the database knows after each of these states, as a watcher that compares them one after the other. */
function follow(states: readonly ChainState[], persisted: readonly OldKey[] = []) {
  const known: ValidatorRecord[] = []
  const events: string[] = []
  const old = [...persisted]
  let signing: readonly unknown[] = []
  for (const [at, state] of states.entries()) {
    const found = reconcile({
      known,
      state,
      first: at === 0,
      keys: consensusKeys(known, old),
      now: state.time,
      ...unknownBetween,
    })
    for (const record of found.changed) {
      const before = known[record.slot]
      if (before && before.consensusAddress !== record.consensusAddress)
        old.push({ address: before.consensusAddress, slot: record.slot })
      known[record.slot] = { ...record, id: record.slot + 1 }
    }
    events.push(...found.events.map(({ slot, kind }) => `${kind} ${slot}`))
    expect(new Set(found.changed.map(({ slot }) => slot)).size).toBe(found.changed.length)
    signing = found.signing
  }
  return { known, events, signing, old }
}

describe('a rotated consensus key', () => {
  const other = staking('val2', 'BB')
  const before = stateAt(10, [staking('val1', 'AA'), other], [member('AA'), member('BB', 7n)])
  const between = stateAt(11, [staking('val1', 'NEW'), other], [member('AA'), member('BB', 7n)])
  const after = stateAt(13, [staking('val1', 'NEW'), other], [member('NEW'), member('BB', 7n)])

  test('W58: while the set still holds the old key it stays one row with its operator and its power, and nobody joins', () => {
    const { known, events, signing } = follow([before, between])
    expect(known).toHaveLength(2)
    expect(known[0]).toMatchObject({
      operatorAddress: 'val1',
      consensusAddress: 'NEW',
      power: 10n,
      removedAt: null,
    })
    expect(known[1]).toMatchObject({ operatorAddress: 'val2', consensusAddress: 'BB', power: 7n })
    expect(events).toEqual(['key_changed 0'])
    expect(signing).toEqual([
      [1, 11, 0],
      [1, 11, 0],
    ])
  })

  test('W58: when the set takes the new key nothing more happens, however often it is read in between', () => {
    const again = { ...between, height: 12 }
    const { known, events } = follow([before, between, again, after])
    expect(known).toHaveLength(2)
    expect(known[0]).toMatchObject({ consensusAddress: 'NEW', power: 10n })
    expect(events).toEqual(['key_changed 0'])
  })

  test('W58: a watcher that has just begun knows the old key from the timeline', () => {
    const { known, old } = follow([before, between])
    const { changed, events } = reconcile({
      known,
      state: { ...between, height: 12 },
      first: false,
      keys: consensusKeys(known, old),
      now: 12_000,
      ...unknownBetween,
    })
    expect(events).toEqual([])
    expect(changed).toEqual([])
  })

  test('W58: the counters are those of the old key where x/slashing has not moved them yet', () => {
    const slashing = between.slashing && { ...between.slashing, infos: [info('AA', 99), info('BB', 11)] }
    expect(follow([before, { ...between, slashing }]).signing[0]).toEqual([1, 99, 0])
  })

  test('W58: a row of letters alone, of blocks that came while no state could be read, is the same validator’s and goes', () => {
    const { known, old } = follow([before])
    known.push({ ...newRecord(memberFacts({ address: 'NEW', power: 10n }, undefined), 2, 12_000), id: 3 })
    const found = reconcile({
      known,
      state: after,
      first: false,
      keys: consensusKeys(known, old),
      now: 13_000,
      ...unknownBetween,
    })
    for (const record of found.changed) known[record.slot] = record
    expect(found.events.map(({ slot, kind }) => `${kind} ${slot}`)).toEqual(['key_changed 0'])
    expect(known[0]).toMatchObject({ operatorAddress: 'val1', consensusAddress: 'NEW', removedAt: null })
    expect(known[2]).toMatchObject({ operatorAddress: null, power: 0n, rank: null, removedAt: 13_000 })
    expect(consensusKeys(known, old).slotOf('NEW')).toBe(0)
    expect(found.signing.map((tuple) => tuple !== null)).toEqual([true, true, false])
  })

  test('W58: a key that another validator has today is that one’s', () => {
    const taken = stateAt(
      20,
      [staking('val1', 'NEW'), other, staking('val3', 'AA')],
      [member('NEW'), member('BB', 7n), member('AA', 3n)],
    )
    const { known } = follow([before, between, after, taken])
    expect(known[0]).toMatchObject({ operatorAddress: 'val1', power: 10n })
    expect(known[2]).toMatchObject({ operatorAddress: 'val3', consensusAddress: 'AA', power: 3n })
  })
})

describe('what operators have staked themselves', () => {
  const one = staking('val1', 'AA')
  const read = (height: number, own: bigint | null, assurance: Assurance = 'PROVEN') => {
    const found =
      own === null ? [] : [['val1', { tokens: own, source: { assurance, host: 'one.example' } }] as const]
    return stateAt(height, [one], [member('AA')], { selfDelegations: new Map(found) })
  }
  const known = (states: readonly ChainState[]) => follow(states).known[0]

  test('W93: it has the time at which it was read, and keeps both while others are asked', () => {
    expect(known([read(10, null)])).toMatchObject({ selfDelegation: null, selfDelegationAt: null })
    const since = [read(10, null), read(20, 7n)]
    expect(known(since)).toMatchObject({ selfDelegation: 7n, selfDelegationAt: 20_000 })
    expect(known([...since, read(30, null)])).toMatchObject({ selfDelegation: 7n, selfDelegationAt: 20_000 })
    const gone = { ...read(40, null), staking: null, set: [] }
    expect(known([...since, gone])).toMatchObject({ selfDelegation: 7n, selfDelegationAt: 20_000 })
  })

  test('W93 W38: the same read again is newer, and no change of the validator', () => {
    expect(known([read(10, 7n), read(20, 7n)])).toMatchObject({ selfDelegationAt: 20_000, changedAt: 10_000 })
    expect(known([read(10, 7n), read(20, 8n)])).toMatchObject({ selfDelegationAt: 20_000, changedAt: 20_000 })
  })

  test('W27 W93: how it is known is kept with it, and knowing it better is no change of the validator', () => {
    const agreed = { selfDelegationAssurance: 'AGREED', selfDelegationHost: 'one.example' }
    expect(known([read(10, 7n, 'AGREED')])).toMatchObject(agreed)
    expect(known([read(10, null), read(20, 7n, 'AGREED'), read(30, null)])).toMatchObject(agreed)
    expect(known([read(10, 7n, 'AGREED'), read(20, 7n)])).toMatchObject({
      ...{ selfDelegationAssurance: 'PROVEN', selfDelegationAt: 20_000, changedAt: 10_000 },
    })
  })
})

describe('how a change is known', () => {
  const one = staking('val1', 'AA')
  const jailed = staking('val1', 'AA', { jailed: true, status: 'BOND_STATUS_UNBONDING' })
  const proven = new Map([['val1', { assurance: 'PROVEN', host: 'two.example' } as const]])

  test('W57: events and rows say it of the validator where it was looked at by itself, else of the lists', () => {
    const agreed = { source: { assurance: 'AGREED', host: 'one.example' } } as const
    const { known } = follow([stateAt(10, [one], [member('AA')], agreed)])
    expect(known[0]).toMatchObject({ stateAssurance: 'AGREED', stateHost: 'one.example' })
    const read = (sources: ChainState['sources']) =>
      reconcile({
        known,
        state: stateAt(11, [jailed], [member('CC')], { sources }),
        first: false,
        keys: consensusKeys(known, []),
        now: 5,
        ...unknownBetween,
      })
    const found = read(proven)
    expect(found.changed[0]).toMatchObject({ stateAssurance: 'PROVEN', stateHost: 'two.example' })
    expect(found.events[0]).toMatchObject({ kind: 'jailed', assurance: 'PROVEN', host: 'two.example', at: 5 })
    expect(found.events[0]).toMatchObject({ height: 11, chainAt: 11_000 })
    expect(read(new Map()).events[0]).toMatchObject({
      kind: 'jailed',
      assurance: 'SINGLE',
      host: 'one.example',
    })
  })

  test('W57: what was looked at and has not changed is known better, not observed anew', () => {
    const { known } = follow([
      stateAt(10, [one], [member('AA')]),
      stateAt(11, [one], [member('AA')], { sources: proven }),
    ])
    expect(known[0]).toMatchObject({ stateAssurance: 'PROVEN', changedAt: 10_000 })
    const { changed } = reconcile({
      known,
      state: stateAt(12, [one], [member('AA')], { sources: proven }),
      first: false,
      keys: consensusKeys(known, []),
      now: 12_000,
      ...unknownBetween,
    })
    expect(changed).toEqual([])
  })

  describe('W94: a change of what one host alone has said is known no better than that, unless the chain dates it', () => {
    const two = staking('val2', 'BB')
    const wrong = stateAt(10, [{ ...one, jailed: true, commissionRate: '0.9' }, two], [member('BB')])
    const after = (state: ChainState, before: ChainState) => {
      const { known } = follow([before])
      const keys = consensusKeys(known, [])
      const heightAt = () => null
      return reconcile({ known, state, first: false, keys, now: 5, since: 10_000, heightAt })
    }

    test('it is corrected, and not reported as a proven change of the chain', () => {
      const right = stateAt(11, [one, two], [member('BB')], { sources: proven })
      const { events, changed } = after(right, wrong)
      const reported = { assurance: 'SINGLE', host: 'one.example' }
      expect(events).toMatchObject([
        { kind: 'unjailed', ...reported },
        { kind: 'commission_changed', ...reported },
      ])
      const values = { jailed: false, commissionRate: '0.1' }
      expect(changed[0]).toMatchObject({ ...values, stateAssurance: 'PROVEN', stateHost: 'two.example' })
    })

    test('the same of who is proven not to be there', () => {
      const gone = (height: number) => stateAt(height, [two], [member('BB')], { sources: proven })
      const { known } = follow([wrong, gone(11)])
      const keys = consensusKeys(known, [])
      const { events } = reconcile({ known, state: gone(12), first: false, keys, now: 5, ...unknownBetween })
      expect(events).toMatchObject([{ kind: 'removed', assurance: 'SINGLE' }])
    })

    test('a jailing that the chain itself dates after it is proven', () => {
      const state = stateAt(12, [jailed, two], [member('BB')], { sources: proven })
      const infos = [{ ...info('AA', 12), jailedUntil: 11_501 }, info('BB', 12)]
      const slashing = state.slashing && { ...state.slashing, infos }
      const { events } = after({ ...state, slashing }, stateAt(10, [one, two], [member('BB')]))
      expect(events[0]).toMatchObject({
        kind: 'jailed',
        chainAt: 11_500,
        assurance: 'PROVEN',
        host: 'two.example',
      })
    })

    test('what two hosts have said changes as the new value is known', () => {
      const agreed = { ...wrong, source: { assurance: 'AGREED', host: 'one.example' } } as const
      const right = stateAt(11, [one, two], [member('BB')], { sources: proven })
      expect(after(right, agreed).events[0]).toMatchObject({ kind: 'unjailed', assurance: 'PROVEN' })
    })
  })
})
