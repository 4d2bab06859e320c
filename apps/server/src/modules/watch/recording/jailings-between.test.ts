import type { ChainState, SigningInfo, StakingValidator } from '@roundsman/cometbft/domain'
import { describe, expect, test } from 'vitest'
import { consensusKeys, type ValidatorRecord } from '../model/validator-facts.ts'
import { info, member, staking, stateAt } from '../testing/some-state.ts'
import { reconcile } from './reconcile.ts'

const jailMs = 600_000
const one = 10n ** 18n

/** A state at a height, a second of chain time for each, of one validator. */
function at(
  height: number,
  validator: Partial<StakingValidator> = {},
  signing: Partial<SigningInfo> | null = {},
): ChainState {
  const params = { signedBlocksWindow: 10, minSignedPerWindow: '0.5', downtimeJailMs: jailMs }
  const infos = signing === null ? [] : [{ ...info('AA', height), ...signing }]
  return stateAt(height, [staking('val1', 'AA', validator)], [member('AA')], { slashing: { infos, params } })
}
const inJail = { jailed: true, status: 'BOND_STATUS_UNBONDING' } as const
/** What x/slashing keeps after a jailing in the block of a height. */
const jailedIn = (height: number) => ({ jailedUntil: height * 1_000 + jailMs })

/** What the second of two states shows, by a process that knows the times of blocks up to `knownUpTo`. */
function eventsOf(states: readonly [ChainState, ChainState], knownUpTo = Number.POSITIVE_INFINITY) {
  const compare = (known: readonly ValidatorRecord[], state: ChainState, since: number | null) =>
    reconcile({
      known,
      state,
      first: since === null,
      keys: consensusKeys(known, []),
      now: 1,
      since,
      heightAt: (time) => (time / 1_000 <= knownUpTo ? time / 1_000 : null),
    })
  const [before, after] = states
  const known = compare([], before, null).changed.map((record) => ({ ...record, id: 1 }))
  return compare(known, after, before.time).events.map(
    ({ kind, height, chainAt, before: was, after: is }) => ({
      kind,
      height,
      chainAt,
      was,
      is,
    }),
  )
}
const kindsOf = (...states: readonly [ChainState, ChainState]) => eventsOf(states).map(({ kind }) => kind)

describe('jailings between two states', () => {
  test('W25: jailed and un-jailed in between: both are reported, the jailing with its own block and time', () => {
    const after = at(2_000, {}, jailedIn(1_200))
    expect(eventsOf([at(1_000), after])).toEqual([
      { kind: 'jailed', height: 1_200, chainAt: 1_200_000, was: 'false', is: 'true' },
      { kind: 'unjailed', height: 2_000, chainAt: 2_000_000, was: 'true', is: 'false' },
    ])
    // Which block it was is not known here: its time is.
    expect(eventsOf([at(1_000), after], 1_100)[0]).toMatchObject({ height: null, chainAt: 1_200_000 })
  })

  test('W25: one that both or one of the states show is reported once', () => {
    expect(kindsOf(at(1_000), at(1_300, inJail, jailedIn(1_200)))).toEqual(['jailed', 'unbonding'])
    expect(kindsOf(at(1_300, inJail, jailedIn(1_200)), at(1_400, inJail, jailedIn(1_200)))).toEqual([])
    expect(kindsOf(at(1_300, inJail, jailedIn(1_200)), at(2_000, {}, jailedIn(1_200)))).toEqual([
      'unjailed',
      'bonded',
    ])
    expect(kindsOf(at(2_000, {}, jailedIn(1_200)), at(2_100, {}, jailedIn(1_200)))).toEqual([])
  })

  test('W25: a second jailing while the first was known, or after it', () => {
    const [first, second] = [jailedIn(1_200), jailedIn(2_500)]
    expect(kindsOf(at(1_300, inJail, first), at(3_500, inJail, second))).toEqual(['unjailed', 'jailed'])
    expect(kindsOf(at(1_300, inJail, first), at(3_500, {}, second))).toEqual([
      'unjailed',
      'jailed',
      'unjailed',
      'bonded',
    ])
    expect(kindsOf(at(2_000, {}, first), at(3_500, {}, second))).toEqual(['jailed', 'unjailed'])
  })

  test('W25: who is jailed and then found to have signed twice was not free in between', () => {
    const forever = { jailedUntil: Date.UTC(9999, 11, 31, 23, 59, 59), tombstoned: true }
    expect(kindsOf(at(1_300, inJail, jailedIn(1_200)), at(1_400, inJail, forever))).toEqual(['tombstoned'])
    expect(eventsOf([at(1_300), at(1_400, inJail, forever)])[1]).toMatchObject({
      kind: 'jailed',
      height: 1_400,
      chainAt: 1_400_000,
    })
  })

  test('W25: an old jailing that is said again, as after a key was rotated, is none', () => {
    expect(kindsOf(at(2_000, {}, null), at(2_100, {}, jailedIn(1_200)))).toEqual([])
    expect(kindsOf(at(2_000, {}, jailedIn(1_200)), at(2_100, {}, null))).toEqual([])
  })

  test('W26: a slash is what makes each share worth less; delegations that come and go are none', () => {
    const [before, slashed] = [
      { tokens: 1_000_000n, delegatorShares: 1_000_000n * one },
      { tokens: 990_000n },
    ]
    expect(eventsOf([at(1_000, before), at(2_000, { ...before, ...slashed }, jailedIn(1_200))])).toEqual([
      { kind: 'jailed', height: 1_200, chainAt: 1_200_000, was: 'false', is: 'true' },
      { kind: 'unjailed', height: 2_000, chainAt: 2_000_000, was: 'true', is: 'false' },
      { kind: 'slashed', height: 1_200, chainAt: 1_200_000, was: '1000000', is: '990000' },
    ])
    // Half of it undelegated, the rest slashed by a hundredth.
    const half = { tokens: 495_000n, delegatorShares: 500_000n * one }
    expect(eventsOf([at(1_000, before), at(1_001, half)])).toMatchObject([
      { kind: 'slashed', was: '500000', is: '495000', height: 1_001 },
      { kind: 'power_changed', was: '1000000', is: '500000', height: 1_001 },
    ])
    const slashesOf = (...states: readonly [ChainState, ChainState]) =>
      kindsOf(...states).filter((kind) => kind === 'slashed')
    for (const tokens of [1n, 999_999n, 2_000_000n])
      expect(slashesOf(at(1_000, before), at(1_001, { tokens, delegatorShares: tokens * one }))).toEqual([])
    // The last token of an undelegation is rounded down in favour of who stays.
    expect(
      slashesOf(at(1_000, before), at(1_001, { tokens: 333_334n, delegatorShares: 333_333n * one })),
    ).toEqual([])
    expect(slashesOf(at(1_000, before), at(1_001, { tokens: 0n, delegatorShares: 0n }))).toEqual([])
  })
})
