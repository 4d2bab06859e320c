import { describe, expect, test } from 'vitest'
import { catalogue, type Condition } from '../catalogue.ts'
import { deciding } from '../deciding.ts'
import { someReading } from '../testing/some-observations.ts'
import { recordStake, stakeWithin } from './changes.ts'
import {
  evaluateBridge,
  evaluateNetwork,
  evaluateValidator,
  type NetworkInputs,
  valueOfBridge,
  valueOfValidator,
} from './evaluate.ts'
import type { ValidatorReading } from './observation.ts'

const condition = (id: number): Condition => {
  const found = catalogue.condition(id)
  if (found === null) throw new Error(`there is no condition ${id}`)
  return found
}
const validator = (id: number, reading: Partial<ValidatorReading>, { was = false, clean = 0 } = {}) =>
  evaluateValidator(condition(id), { reading: someReading(reading), clean }, was)

describe('E10: who has no vote, or whose block is not known, neither misses nor signs', () => {
  test.each<[string, Partial<ValidatorReading>]>([
    ['jailed', { jailed: true }],
    ['outside the set', { inSet: false }],
    ['a block that is not known', { letter: null }],
  ])('E10: %s', (_, reading) => {
    const worst = { missedBlocks: 9_999, consecutiveMissed: 60, secondsToJail: 1, ...reading }
    for (const was of [false, true])
      for (const id of [101, 106, 111, 115, 121, 123])
        expect(validator(id, { letter: 'm', ...worst }, { was, clean: 100 })).toBe('UNKNOWN')
  })
  test('E10: a chain that does not say whether it is jailed still has votes', () => {
    expect(validator(111, { jailed: null, letter: 'm', consecutiveMissed: 1 })).toBe('TRUE')
  })
})

describe('E11: missed of the whole window', () => {
  test.each([
    [101, 10, 10_000, 'FALSE'],
    [101, 11, 10_000, 'TRUE'],
    [102, 100, 10_000, 'FALSE'],
    [102, 101, 10_000, 'TRUE'],
    [103, 500, 10_000, 'FALSE'],
    [103, 501, 10_000, 'TRUE'],
    [104, 1_000, 10_000, 'FALSE'],
    [104, 1_001, 10_000, 'TRUE'],
    [105, 2_500, 10_000, 'FALSE'],
    [105, 2_501, 10_000, 'TRUE'],
    [106, 5_000, 10_000, 'FALSE'],
    [106, 5_001, 10_000, 'TRUE'],
    // A small window: one block of a hundred is more than 0.1 %, and not more than 1 %.
    [101, 1, 100, 'TRUE'],
    [102, 1, 100, 'FALSE'],
    [102, 2, 100, 'TRUE'],
    [106, 44_444, 88_888, 'FALSE'],
    [106, 44_445, 88_888, 'TRUE'],
  ])('E11: condition %i at %i of %i is %s', (id, missedBlocks, window, truth) => {
    expect(validator(id, { missedBlocks, window })).toBe(truth)
  })
  test.each([
    [102, 100, 10, 'TRUE'],
    [102, 91, 10, 'TRUE'],
    [102, 90, 10, 'FALSE'],
    [102, 90, 9, 'TRUE'],
    [101, 9, 10, 'FALSE'],
    [101, 10, 50, 'TRUE'],
  ])(
    'E11: condition %i was TRUE; at %i missed after %i signed in a row it is %s',
    (id, missed, clean, truth) => {
      expect(validator(id, { missedBlocks: missed }, { was: true, clean })).toBe(truth)
    },
  )
  test('E11: without counter or window it is UNKNOWN', () => {
    expect(validator(101, { missedBlocks: null })).toBe('UNKNOWN')
    expect(validator(101, { window: null })).toBe('UNKNOWN')
    expect(validator(101, { window: 0 }, { was: true, clean: 10 })).toBe('UNKNOWN')
  })
})

describe('E12: missed in a row', () => {
  test.each([
    [111, 1],
    [112, 3],
    [113, 5],
    [114, 10],
    [115, 50],
  ])('E12 E4: condition %i begins at %i', (id, blocks) => {
    expect(validator(id, { letter: 'm', consecutiveMissed: blocks - 1 })).toBe('FALSE')
    expect(validator(id, { letter: 'm', consecutiveMissed: blocks })).toBe('TRUE')
  })
  test.each([
    [111, 3],
    [112, 10],
    [113, 10],
    [114, 20],
    [115, 100],
  ])('E12: condition %i ends after %i signed in a row', (id, blocks) => {
    expect(validator(id, {}, { was: true, clean: blocks - 1 })).toBe('TRUE')
    expect(validator(id, {}, { was: true, clean: blocks })).toBe('FALSE')
  })
})

describe('E13: jail is near', () => {
  test.each([
    [121, 3, 86_400, 'TRUE'],
    [121, 3, 86_401, 'FALSE'],
    [121, 2, 60, 'FALSE'],
    [122, 3, 21_600, 'TRUE'],
    [122, 3, 21_601, 'FALSE'],
    [123, 30, 3_600, 'TRUE'],
    [123, 30, 3_601, 'FALSE'],
    [123, 30, 0, 'TRUE'],
    [123, 3, null, 'UNKNOWN'],
    [123, 0, null, 'FALSE'],
  ])('E13: condition %i after %i misses with %s s left is %s', (id, missed, secondsToJail, truth) => {
    const letter = missed > 0 ? 'm' : 's'
    expect(validator(id, { letter, consecutiveMissed: missed, secondsToJail })).toBe(truth)
  })
  test('E13: it ends after ten signed in a row, whatever the seconds say', () => {
    expect(validator(121, { secondsToJail: null }, { was: true, clean: 9 })).toBe('TRUE')
    expect(validator(121, { secondsToJail: null }, { was: true, clean: 10 })).toBe('FALSE')
    expect(validator(121, { letter: 'm', consecutiveMissed: 1, secondsToJail: 9e9 }, { was: true })).toBe(
      'TRUE',
    )
  })
})

describe('E14, E15: states, shares, rates', () => {
  test.each<[number, Partial<ValidatorReading>, string]>([
    [201, { jailed: true }, 'TRUE'],
    [201, { jailed: false }, 'FALSE'],
    [201, { jailed: null }, 'UNKNOWN'],
    [301, { tombstoned: true }, 'TRUE'],
    [301, { tombstoned: null }, 'UNKNOWN'],
    [401, { bondStatus: 'BOND_STATUS_BONDED' }, 'TRUE'],
    [401, { bondStatus: 'BOND_STATUS_UNBONDING', inSet: true }, 'FALSE'],
    [401, { bondStatus: 'BOND_STATUS_UNBONDED' }, 'FALSE'],
    [401, { bondStatus: 'BOND_STATUS_UNSPECIFIED', inSet: true }, 'TRUE'],
    [401, { bondStatus: 'BOND_STATUS_UNSPECIFIED', inSet: false }, 'FALSE'],
    [401, { bondStatus: null, inSet: true }, 'UNKNOWN'],
    [531, { powerShare: null }, 'UNKNOWN'],
    [531, { powerShare: 0.05 }, 'FALSE'],
    [531, { powerShare: 0.0501 }, 'TRUE'],
    [532, { powerShare: 0.1 }, 'FALSE'],
    [533, { powerShare: 0.3301 }, 'TRUE'],
    [611, { commissionRate: 0.05 }, 'FALSE'],
    [611, { commissionRate: 0.0501 }, 'TRUE'],
    [612, { commissionRate: 0.1 }, 'FALSE'],
    [613, { commissionRate: 0.21 }, 'TRUE'],
    [614, { commissionRate: 0.5 }, 'FALSE'],
    [614, { commissionRate: null }, 'UNKNOWN'],
  ])('E14 E15: condition %i of %o is %s', (id, reading, truth) => {
    expect(validator(id, reading)).toBe(truth)
  })
  test('E15: a share ends a fiftieth below its line, a rate on it', () => {
    expect(validator(533, { powerShare: 0.325 }, { was: true })).toBe('TRUE')
    expect(validator(533, { powerShare: 0.323 }, { was: true })).toBe('FALSE')
    expect(validator(611, { commissionRate: 0.05 }, { was: true })).toBe('FALSE')
  })
  test('E39: the figure of each is what it is about', () => {
    const reading = someReading({ missedBlocks: 50, consecutiveMissed: 4, secondsToJail: 77 })
    const value = (id: number) => valueOfValidator(condition(id), reading)
    expect([101, 111, 121, 531, 611, 201].map(value)).toEqual([0.995, 4, 77, 0.01, 0.05, null])
    expect(deciding.valueOf.validator(condition(111), reading)).toBe(4)
    expect(deciding.valueOf.network(condition(911), { signedShare: 0.9 })).toBe(0.9)
    expect(deciding.valueOf.network(condition(901), { signedShare: 0.9 })).toBeNull()
    expect(
      deciding.valueOf.bridge(condition(801), { id: 3, updateAgeMs: null, lag: 9, stalledMs: null }),
    ).toBe(9)
  })
})

describe('E16: extremes of a stake', () => {
  const hour = 3_600_000
  /** Samples every ten minutes. */
  function record(samples: readonly (string | null)[], every = hour / 6) {
    let stake: ReturnType<typeof recordStake>
    for (const [index, tokens] of samples.entries())
      stake = recordStake(stake, tokens, {
        at: index * every,
        previousAt: index === 0 ? null : (index - 1) * every,
      })
    return { stake, at: (samples.length - 1) * every }
  }
  const within = (samples: readonly (string | null)[], seconds: number, every?: number) => {
    const { stake, at } = record(samples, every)
    return stake ? stakeWithin(stake, seconds, at) : null
  }
  test('E16: a time is UNKNOWN until it is covered', () => {
    expect(within(['5', '5', '5', '5', '5', '5'], 3_600)).toBeNull()
    expect(within(['5', '5', '5', '5', '5', '5', '5'], 3_600)).toEqual({ highest: '5', lowest: '5' })
    expect(within(['5', '5', '5', '5', '5', '5', '5'], 86_400)).toBeNull()
  })
  test('E16: what is older than the time does not count', () => {
    const values = ['9', '3', '7', '6', '5', '6', '6', '6']
    expect(within(values, 3_600)).toEqual({ highest: '7', lowest: '3' })
    expect(within([...values, '6', '6'], 3_600)).toEqual({ highest: '6', lowest: '5' })
  })
  test('E16: a pause longer than the time begins anew; a shorter one does not', () => {
    expect(within(['5', '5', '4'], 3_600, 2 * hour)).toBeNull()
    expect(within([...Array.from({ length: 13 }, () => '5'), '4'], 86_400, 2 * hour)).toEqual({
      highest: '5',
      lowest: '4',
    })
  })
  test('E16: tokens that are not known are UNKNOWN, and forget nothing', () => {
    expect(within(['9', '8', '8', '8', '8', '8', null], 3_600)).toBeNull()
    expect(within(['9', '8', '8', '8', null, '8', '8'], 3_600)).toEqual({ highest: '9', lowest: '8' })
  })
  test('E16: extremes that were seen last in the same minute are kept as one, the further one', () => {
    const { stake, at } = record(['9', '8', '7', '6', '5'], 10_000)
    expect(stake).toMatchObject({ highs: [[at - 10_000, '9']], lows: [[at - 10_000, '6']] })
  })
  test('E16: amounts beyond 2^53 are kept to the digit', () => {
    const [more, less] = ['123456789012345678901234567', '123456789012345678901234566']
    expect(within([more, more, more, more, more, more, less], 3_600)?.lowest).toBe(less)
  })
})

describe('E19, E20, E21, E22: networks', () => {
  const reach = (
    state: 'LIVE' | 'HALTED' | 'UNREACHABLE' | 'SYNCING' | 'NOT_FOLLOWED',
    seconds: number | null,
  ) => ({
    reach: { state, headAgeMs: seconds && seconds * 1000, unseenMs: seconds && seconds * 1000 },
  })
  const plan = (left: number | null, height: number | null = 100) => ({
    plan: { upgrade: left === null ? null : { name: 'v2', height: 100 + left }, height, blockSeconds: 6 },
  })
  test.each<[number, NetworkInputs, boolean, string]>([
    [901, reach('HALTED', 59.9), false, 'FALSE'],
    [901, reach('HALTED', 60), false, 'TRUE'],
    [902, reach('HALTED', 299), false, 'FALSE'],
    [903, reach('HALTED', 900), false, 'TRUE'],
    [901, reach('LIVE', 70), true, 'FALSE'],
    [901, reach('UNREACHABLE', 900), true, 'UNKNOWN'],
    [901, reach('HALTED', null), true, 'UNKNOWN'],
    [931, reach('UNREACHABLE', 299.9), false, 'FALSE'],
    [931, reach('UNREACHABLE', 300), false, 'TRUE'],
    [931, reach('SYNCING', 300), false, 'TRUE'],
    [932, reach('UNREACHABLE', 899.9), false, 'FALSE'],
    [932, reach('UNREACHABLE', 900), false, 'TRUE'],
    [931, reach('HALTED', 900), true, 'FALSE'],
    [931, reach('NOT_FOLLOWED', 900), false, 'UNKNOWN'],
    [911, { signedShare: 0.8 }, false, 'FALSE'],
    [911, { signedShare: 0.799 }, false, 'TRUE'],
    [911, { signedShare: 0.819 }, true, 'TRUE'],
    [911, { signedShare: 0.82 }, true, 'FALSE'],
    [912, { signedShare: 0.7 }, false, 'FALSE'],
    [912, { signedShare: 0.69 }, false, 'TRUE'],
    [912, { signedShare: null }, true, 'UNKNOWN'],
    [921, plan(14_400), false, 'TRUE'],
    [921, plan(14_401), false, 'FALSE'],
    [921, plan(15_840), true, 'TRUE'],
    [921, plan(15_841), true, 'FALSE'],
    [922, plan(600), false, 'TRUE'],
    [922, plan(601), false, 'FALSE'],
    [922, plan(null), true, 'FALSE'],
    [922, plan(1, 101), true, 'FALSE'],
    [922, plan(1, null), true, 'UNKNOWN'],
    [922, { plan: { upgrade: undefined, height: 1, blockSeconds: 6 } }, true, 'UNKNOWN'],
    [922, { plan: { upgrade: { name: 'v2', height: 9 }, height: 1, blockSeconds: null } }, true, 'UNKNOWN'],
  ])('E19 E20 E21 E22: condition %i of %o (was %s) is %s', (id, moment, was, truth) => {
    expect(evaluateNetwork(condition(id), moment, was)).toBe(truth)
  })
})

describe('E23: bridges', () => {
  const some = { id: 3, updateAgeMs: null, lag: null, stalledMs: null }
  test.each([
    [701, { updateAgeMs: 59_999 }, false, 'FALSE'],
    [701, { updateAgeMs: 60_000 }, false, 'TRUE'],
    [703, { updateAgeMs: 900_000 }, false, 'TRUE'],
    [701, { updateAgeMs: 600_000, observedSilenceMs: 59_999 }, true, 'UNKNOWN'],
    [701, { updateAgeMs: 600_000, observedSilenceMs: 60_000 }, false, 'TRUE'],
    [701, { updateAgeMs: 600_000, observedSilenceMs: null }, true, 'UNKNOWN'],
    [701, { updateAgeMs: 59_000, observedSilenceMs: null }, true, 'FALSE'],
    [801, { lag: 10 }, false, 'FALSE'],
    [801, { lag: 11 }, false, 'TRUE'],
    [801, { lag: 6 }, true, 'TRUE'],
    [801, { lag: 5 }, true, 'FALSE'],
    [811, { stalledMs: 299_999 }, false, 'FALSE'],
    [811, { stalledMs: 300_000 }, false, 'TRUE'],
  ])('E23 E4: condition %i of %o (was %s) is %s', (id, reading, was, truth) => {
    expect(evaluateBridge(condition(id), { ...some, ...reading }, was)).toBe(truth)
  })
  test('E23: nothing is known of one that nobody observed', () => {
    for (const id of [701, 702, 703, 801, 802, 803, 811]) {
      expect(evaluateBridge(condition(id), some, true)).toBe('UNKNOWN')
      expect(valueOfBridge(condition(id), some)).toBeNull()
    }
  })
})
