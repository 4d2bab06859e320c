import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deciding } from '../deciding.ts'
import {
  decideAll,
  heightsOf,
  lineOf,
  someHeight,
  someReading,
  someState,
  someTick,
  timeOf,
} from '../testing/some-observations.ts'
import {
  type CleanRun,
  cleanBlocksAt,
  cleanRunAfter,
  missedBlocksAt,
  type MissRun,
  missRunAfter,
} from './state.ts'

/** What is reported of a validator that signs once and then has these letters. */
const reported = (letters: string, other: Parameters<typeof heightsOf>[1] = {}) =>
  decideAll(heightsOf(`s${letters}`, { first: 0, ...other })).outcomes.map(lineOf)

const signed = (count: number) => 's'.repeat(count)
const missed = (count: number) => 'm'.repeat(count)

describe('E12: missed in a row', () => {
  test('E12: each begins with its block, once', () => {
    expect(reported(missed(60)).filter((line) => /1\d\d@/.test(line) && / 11/.test(line))).toEqual([
      'BEGAN 111@1',
      'BEGAN 112@3',
      'BEGAN 113@5',
      'BEGAN 114@10',
      'BEGAN 115@50',
    ])
  })
  test('E12: each ends after its own count of signed blocks', () => {
    expect(reported(missed(10) + signed(30))).toEqual([
      ...['BEGAN 111@1', 'BEGAN 112@3', 'BEGAN 113@5', 'BEGAN 114@10'],
      ...['ENDED 111@13', 'ENDED 112@20', 'ENDED 113@20', 'ENDED 114@30'],
    ])
  })
  test('E12: nil votes and proposals count as signed; a miss counts from the beginning', () => {
    expect(reported('mnps')).toEqual(['BEGAN 111@1', 'ENDED 111@4'])
    expect(reported('mssmsss')).toEqual(['BEGAN 111@1', 'ENDED 111@7'])
  })
  test('E12: blocks that nobody knows, or outside the set, neither count nor break the count', () => {
    expect(reported('ms?s-s')).toEqual(['BEGAN 111@1', 'ENDED 111@6'])
  })
})

test('E12: a row of signed blocks is counted like letters, whatever heights are left out', () => {
  const letter = fc.constantFrom('s', 'p', 'n', 's', 's', '-', 'm')
  fc.assert(
    fc.property(fc.array(fc.tuple(letter, fc.constantFrom(1, 1, 1, 2, 50)), { maxLength: 60 }), (blocks) => {
      let run: CleanRun | undefined
      let [height, previous, counted]: [number, number | null, number] = [0, null, 0]
      for (const [value, jump] of blocks) {
        height += jump
        run = cleanRunAfter(run, value === '-' ? null : value, { height, previous, at: 0 })
        counted = value === 'm' ? 0 : counted + Number(value !== '-')
        expect(cleanBlocksAt(run, height)).toBe(counted)
        previous = height
      }
    }),
  )
})

test('E24: missed blocks are counted like letters, whatever heights are left out', () => {
  const letter = fc.constantFrom('s', 'm', 'm', 'm', 'n', '-')
  fc.assert(
    fc.property(fc.array(fc.tuple(letter, fc.constantFrom(1, 1, 1, 2, 50)), { maxLength: 60 }), (blocks) => {
      let run: MissRun | undefined
      let [height, previous, counted]: [number, number | null, number] = [0, null, 0]
      for (const [value, jump] of blocks) {
        height += jump
        const reading = { letter: value === '-' ? null : value, consecutiveMissed: null }
        run = missRunAfter(run, reading, { height, previous, at: height })
        counted += Number(value === 'm')
        expect(run === undefined ? 0 : missedBlocksAt(run, height)).toBe(counted)
        previous = height
      }
    }),
  )
})

test('E24: an end says since when it was so, how many blocks were missed, and since when they are signed again', () => {
  const letters = `s${missed(4)}s${missed(3)}${signed(20)}`
  const { outcomes } = decideAll(heightsOf(letters, { first: 0 }))
  const lines = outcomes.map((one) => [lineOf(one), one.evidence.began_at, one.evidence.missed_since])
  expect(lines).toEqual([
    ['BEGAN 111@1', timeOf(1), undefined],
    ['BEGAN 112@3', timeOf(1), undefined],
    ['ENDED 111@11', timeOf(1), 7],
    ['ENDED 112@18', timeOf(1), 7],
  ])
  expect(outcomes.map(({ evidence }) => evidence.ended_at)).toEqual([
    undefined,
    undefined,
    timeOf(9),
    timeOf(9),
  ])
  const again = decideAll(
    heightsOf(`s${missed(1)}${signed(5)}${missed(1)}${signed(5)}`, { first: 0 }),
  ).outcomes
  expect(again.map(({ evidence }) => evidence.missed_since)).toEqual([undefined, 1, undefined, 1])
})

test('E24: an end of anything else says since when it was so', () => {
  const at = (index: number, jailed: boolean) => someState(index, { values: [someReading({ jailed })] })
  const { outcomes } = decideAll([at(1, false), at(2, true), at(5, false)])
  expect(outcomes.map((one) => [one.kind, one.evidence.began_at])).toEqual([
    ['BEGAN', undefined],
    ['ENDED', timeOf(2)],
  ])
})

test('E10: a jailing ends nothing; what it ends is reported when it signs again', () => {
  const letters = `s${missed(3)}---${signed(10)}`
  const observations = heightsOf(letters, { first: 0 })
  const jailed = [someReading({ letter: null, consecutiveMissed: null, jailed: true, inSet: false })]
  const { outcomes } = decideAll(
    observations.map((one) => (one.height >= 4 && one.height <= 6 ? { ...one, values: jailed } : one)),
  )
  expect(outcomes.map(lineOf)).toEqual(['BEGAN 111@1', 'BEGAN 112@3', 'ENDED 111@9', 'ENDED 112@16'])
})

test('E11: the window begins with the block too many and ends behind its margin, with ten signed in a row', () => {
  const missedOf = [10, 11, 12, ...Array.from({ length: 9 }, () => 10), 10, 9]
  const { outcomes } = decideAll(
    missedOf.map((missedBlocks, index) => someHeight(index, { values: [someReading({ missedBlocks })] })),
  )
  expect(outcomes.map(lineOf)).toEqual(['BEGAN 101@1', 'ENDED 101@13'])
  expect(outcomes[0]?.evidence).toMatchObject({
    value: 1 - 11 / 10_000,
    threshold: 0.999,
    missed_blocks: 11,
    signed_blocks_window: 10_000,
  })
})

describe('E30: what is seen first', () => {
  test('E30: it sets the state and reports nothing; the end of it is reported', () => {
    const { outcomes, state } = decideAll(heightsOf(`m${signed(3)}`))
    expect(outcomes.map(lineOf)).toEqual(['ENDED 111@4'])
    expect(deciding.shown(state, 'validator:7', { id: 112, subject: 'missed_in_a_row' })).toEqual({
      state: 'FALSE',
      since: timeOf(1),
      held: null,
    })
  })
  test('E30: another epoch begins anew, and its first values report nothing', () => {
    const before = decideAll(heightsOf(`s${missed(2)}`))
    const decision = deciding.step(before.state, {
      ...someHeight(1),
      epoch: 2,
      values: [someReading({ id: 8 })],
    })
    expect(decision).toMatchObject({ outcomes: [], closed: ['validator:7'] })
    expect(decision.state.head).toMatchObject({ epoch: 2, height: 1 })
    const late = deciding.step(decision.state, someHeight(50))
    expect(late.state).toBe(decision.state)
  })
})

test('E34: a target that is gone is closed without a word, and is seen for the first time when it comes back', () => {
  const { state } = decideAll([someState(1), ...heightsOf('smm', { first: 2 })])
  const gone = deciding.step(state, someState(5, { values: [null] }))
  expect(gone).toMatchObject({ outcomes: [], closed: ['validator:7'], touched: [] })
  expect(gone.state.targets['validator:7']).toBeUndefined()
  const back = [someReading({ letter: 'm', consecutiveMissed: 4 })]
  expect(deciding.step(gone.state, someHeight(6, { values: back })).outcomes).toEqual([])
})

test('E33: blocks that were decided, and older ones, are repetitions', () => {
  const all = heightsOf(`s${missed(3)}${signed(10)}`)
  const repeated = all.flatMap((one, index) => [...all.slice(Math.max(0, index - 2), index), one, one])
  expect(decideAll(repeated).outcomes).toEqual(decideAll(all).outcomes)
})

describe('E37: flaps', () => {
  test('E37: it says how often it began with less than an hour between', () => {
    const { outcomes } = decideAll(heightsOf('smsssmsssmsss'))
    const counts = outcomes.filter(({ kind }) => kind === 'BEGAN').map(({ evidence }) => evidence.flaps)
    expect(counts).toEqual([undefined, { count: 2, since: timeOf(2) }, { count: 3, since: timeOf(2) }])
  })
  test('E37: a row may be longer than an hour', () => {
    const later = [500, 1_000].flatMap((first) => heightsOf('msss', { first }))
    const { outcomes } = decideAll([...heightsOf('smsss'), ...later])
    expect(outcomes.at(-2)?.evidence.flaps).toEqual({ count: 3, since: timeOf(2) })
  })
  test('E37: an hour later it counts from the beginning', () => {
    const later = heightsOf('msss', { first: 700 })
    const { outcomes } = decideAll([...heightsOf('smsss'), ...later])
    expect(outcomes.at(-2)).toMatchObject({ kind: 'BEGAN', height: 700 })
    expect(outcomes.at(-2)?.evidence.flaps).toBeUndefined()
  })
})

test('E256: what did not hold for long enough did not begin', () => {
  const powers = [100, 79, 79, 100, 79, 100, ...Array.from({ length: 9 }, () => 79)]
  const heights = powers.map((signed, index) => someHeight(index + 1, { signedPower: BigInt(signed) }))
  const { outcomes } = decideAll(heights)
  const begun = outcomes.filter(({ kind, conditionId }) => kind === 'BEGAN' && conditionId === 911)
  expect(begun.map(({ evidence }) => evidence.flaps)).toEqual([undefined])
})

test('E254: blocks that were missed before the first look began earlier, and their end does not say when', () => {
  const row = (from: number, before: number) =>
    Array.from({ length: 12 }, (_, index) =>
      someHeight(from + index, {
        values: [someReading({ letter: 'm', consecutiveMissed: before + index + 1 })],
      }),
    )
  const around = (before: number) => {
    const { outcomes } = decideAll([
      ...(before > 0 ? [] : [someHeight(1)]),
      ...row(2, before),
      ...heightsOf(signed(25), { first: 14 }),
    ])
    return outcomes
      .filter(({ conditionId }) => conditionId === 114)
      .map(({ kind, evidence }) => [kind, evidence.began_at, evidence.began_earlier, evidence.missed_since])
  }
  expect(around(4)).toEqual([
    ['BEGAN', timeOf(2), true, undefined],
    ['ENDED', undefined, undefined, undefined],
  ])
  expect(around(0)).toEqual([
    ['BEGAN', timeOf(2), undefined, undefined],
    ['ENDED', timeOf(2), undefined, 12],
  ])
})

describe('E36: names', () => {
  test('E36: each beginning and end has one of its own, the end that of its beginning', () => {
    const { outcomes } = decideAll(heightsOf('smsssmsss'))
    expect(outcomes.map(({ key }) => key)).toEqual([
      '1/validator:7/1111/1@2#2',
      '1/validator:7/1112/1@5#5',
      '1/validator:7/1111/2@6#6',
      '1/validator:7/1112/2@9#9',
    ])
  })
  test('E36 E1: an outcome names its setting, severity, time and height', () => {
    const { outcomes } = decideAll(heightsOf('smsss'))
    expect(outcomes[0]).toMatchObject({
      kind: 'BEGAN',
      settingId: 1111,
      trigger: 'FALSE_TO_TRUE',
      severity: 'INFO',
      height: 2,
      at: timeOf(2),
      since: timeOf(2),
      target: { type: 'VALIDATOR', id: 7 },
    })
    expect(outcomes[1]).toMatchObject({ kind: 'ENDED', settingId: 1112, trigger: 'TRUE_TO_FALSE', height: 5 })
  })
})

describe('E38: what rests on one source', () => {
  const single = { assurance: 'SINGLE' } as const
  test('E38: a phone waits until the next block says so too', () => {
    const { outcomes } = decideAll(heightsOf('smm', single))
    expect(outcomes.map((one) => [lineOf(one), one.phone])).toEqual([
      ['BEGAN 111@2', 'AFTER_CONFIRMED'],
      ['CONFIRMED 111@3', 'NOW'],
    ])
    expect(outcomes[1]?.key).toBe(outcomes[0]?.key)
  })
  test('E38: not by the same block looked at again, nor by one of which nothing is known', () => {
    const [first, second] = heightsOf('sm', single)
    if (!first || !second) throw new Error('there are two')
    const { values } = second
    const unknown = heightsOf('?', { first: 3, ...single })
    const { outcomes } = decideAll([first, second, second, someState(2, { values, ...single }), ...unknown])
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 111@2'])
  })
  test.each(['PROVEN', 'AGREED'] as const)('E38: what is %s rings at once', (assurance) => {
    const { outcomes } = decideAll(heightsOf('smm', { assurance }))
    expect(outcomes.map((one) => [lineOf(one), one.phone])).toEqual([['BEGAN 111@2', 'NOW']])
  })
  test('E38: an end is confirmed as an end; what nobody vouches for is like one source', () => {
    const { outcomes } = decideAll(heightsOf('smssss', { assurance: null }))
    expect(outcomes.map((one) => [lineOf(one), one.trigger])).toEqual([
      ['BEGAN 111@2', 'FALSE_TO_TRUE'],
      ['CONFIRMED 111@3', 'FALSE_TO_TRUE'],
      ['ENDED 111@5', 'TRUE_TO_FALSE'],
      ['CONFIRMED 111@6', 'TRUE_TO_FALSE'],
    ])
  })
})

test('E39: it says what part of the power missed with you, without your own', () => {
  const values = [
    someReading({ letter: 'm', consecutiveMissed: 1, powerShare: 0.1 }),
    someReading({ id: 8, letter: 'm', consecutiveMissed: 1, powerShare: 0.125 }),
    someReading({ id: 9, powerShare: 0.775 }),
  ]
  const first = someHeight(1, {
    values: values.map((one) => ({ ...one, letter: 's', consecutiveMissed: 0 })),
  })
  const { outcomes } = decideAll([first, someHeight(2, { values, signedPower: 775n, totalPower: 1_000n })])
  expect(outcomes.map(({ evidence }) => [evidence.missed_power_share, evidence.missed_with_you])).toEqual([
    [0.225, 0.125],
    [0.225, 0.1],
  ])
  expect(outcomes[0]?.evidence).toMatchObject({
    signed_power_share: 0.775,
    consecutive_missed: 1,
    assurance: 'PROVEN',
  })
})

describe('E31: UNKNOWN', () => {
  test('E31: it neither ends nor clears what is TRUE, and is shown with its time', () => {
    const { outcomes, state } = decideAll(heightsOf(`sm${'?'.repeat(50)}`))
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 111@2'])
    const missing = { id: 111, subject: 'missed_in_a_row' }
    expect(deciding.shown(state, 'validator:7', missing)).toEqual({
      state: 'UNKNOWN',
      since: timeOf(3),
      held: null,
    })
    const after = decideAll(heightsOf('s', { first: 60 }), { from: state })
    expect(deciding.shown(after.state, 'validator:7', missing)).toEqual({
      state: 'TRUE',
      since: timeOf(2),
      held: null,
    })
  })
  test('E31: what was never known is UNKNOWN since nobody knows when', () => {
    const { state } = decideAll(heightsOf('??'))
    expect(deciding.shown(state, 'validator:7', { id: 111, subject: 'missed_in_a_row' })).toEqual({
      state: 'UNKNOWN',
      since: null,
      held: null,
    })
  })
  test('E44: while nobody sees the network everything but that is shown as UNKNOWN', () => {
    const { state, outcomes } = decideAll([
      ...heightsOf('sm'),
      someTick(100, { state: 'UNREACHABLE', unseenMs: 40_000 }),
    ])
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 111@2'])
    const missing = { id: 111, subject: 'missed_in_a_row' }
    expect(deciding.shown(state, 'validator:7', missing)).toMatchObject({
      state: 'UNKNOWN',
      since: timeOf(0) + 100_000,
    })
    expect(deciding.shown(state, 'network', { id: 931, subject: 'unseen' }).state).toBe('FALSE')
    const seen = decideAll(heightsOf('s', { first: 3 }), { from: state })
    expect(deciding.shown(seen.state, 'validator:7', missing).state).toBe('TRUE')
  })
})

test('E35: a state of another version is refused, with what to do', () => {
  const { state } = decideAll(heightsOf('sm'))
  expect(deciding.read(JSON.parse(JSON.stringify(state)))).toEqual(state)
  const other = { ...state, head: { ...state.head, version: 3 } }
  expect(() => deciding.read(other)).toThrow(/version 3, this program knows 2: run the program that wrote it/)
})
