import { describe, expect, test } from 'vitest'
import { deciding } from '../deciding.ts'
import type { BridgeReading, Observation, Outcome } from '../deciding.ts'
import {
  decideAll,
  genesis,
  heightsOf,
  lineOf,
  someHeight,
  someReading,
  someState,
  someTick,
  timeOf,
} from '../testing/some-observations.ts'

const about = (outcomes: readonly Outcome[], type: 'ANY' | 'VALIDATOR') =>
  outcomes.filter(({ target }) => target.type === type).map(lineOf)

const halted = (seconds: number, age: number) => someTick(seconds, { state: 'HALTED', headAgeMs: age * 1000 })

describe('E19: halted', () => {
  test('E19: it begins when the newest block is so old, and ends when blocks come', () => {
    const { outcomes } = decideAll([
      ...heightsOf('s'),
      ...[someTick(7), halted(60, 54), halted(66, 60), halted(306, 300), halted(307, 301), someTick(400)],
    ])
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 901@1', 'BEGAN 902@1', 'ENDED 901@1', 'ENDED 902@1'])
    expect(outcomes[0]).toMatchObject({ at: genesis + 66_000, evidence: { value: 60, assurance: 'AGREED' } })
  })
  test('E270: its last block is the newest that there is, whose commit no block has', () => {
    const at = (seconds: number) => ({ ...halted(seconds, seconds - 6) })
    const stands = (seconds: number) => {
      const tick = at(seconds)
      return { ...tick, network: { ...tick.network, headHeight: 2 } }
    }
    const { outcomes } = decideAll([...heightsOf('s'), someTick(7), stands(66)])
    expect(outcomes.map(({ height }) => height)).toEqual([2])
    // One that was not read: the newest with a commit.
    expect(decideAll([...heightsOf('s'), someTick(7), at(66)]).outcomes.map(({ height }) => height)).toEqual([
      1,
    ])
  })
  test('E19 E31: when nobody sees it any more nothing ends', () => {
    const gone = someTick(200, { state: 'UNREACHABLE', headAgeMs: null, unseenMs: 31_000 })
    const { outcomes } = decideAll([...heightsOf('s'), someTick(7), halted(66, 60), gone, halted(300, 290)])
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 901@1'])
  })
})

describe('E20: power that signs', () => {
  const power = (height: number, signed: bigint | null) =>
    someHeight(height, { signedPower: signed, totalPower: 100n })
  const run = (...signed: (bigint | null)[]) =>
    decideAll(signed.map((one, index) => power(index, one))).outcomes.map(lineOf)

  test('E20 E32: less than 80 % counts when it has held for 30 s of the chain, less than 70 % at once', () => {
    expect(run(100n, 75n, 75n, 75n, 75n, 75n, 75n)).toEqual(['BEGAN 911@6'])
    expect(run(100n, 69n)).toEqual(['BEGAN 912@1'])
  })
  test('E32: what does not hold begins again from nothing', () => {
    expect(run(100n, 75n, 75n, 75n, 75n, 75n, 85n, 75n, 75n)).toEqual([])
  })
  test('E32 E31: UNKNOWN neither ends a hold nor counts as one', () => {
    expect(run(100n, 75n, null, null, null, null, null)).toEqual([])
    expect(run(100n, 75n, null, null, null, null, 75n)).toEqual(['BEGAN 911@6'])
  })
  test('E32: an end holds as long, behind its margin', () => {
    const low = [100n, 75n, 75n, 75n, 75n, 75n, 75n]
    expect(run(...low, 81n, 81n, 81n, 81n, 81n, 81n, 81n)).toEqual(['BEGAN 911@6'])
    expect(run(...low, 90n, 90n, 90n, 90n, 90n, 90n)).toEqual(['BEGAN 911@6', 'ENDED 911@12'])
  })
  test('E32: clocks of ours do not count', () => {
    const uneven = [100n, 75n, 75n, 75n].map((one, index) => ({
      ...power(index, one),
      now: 10 ** 15 * (index % 2),
    }))
    expect(decideAll(uneven).outcomes).toEqual([])
  })
  test('E32: a header that is older than the one before it does not turn the time of the chain back', () => {
    const at = (height: number, seconds: number, signed: bigint) => ({
      ...power(height, signed),
      at: genesis + seconds * 1000,
    })
    expect(decideAll([at(1, 100, 100n), at(2, 50, 75n), at(3, 81, 75n)]).outcomes).toEqual([])
    expect(decideAll([at(1, 100, 100n), at(2, 50, 75n), at(3, 130, 75n)]).outcomes.map(lineOf)).toEqual([
      'BEGAN 911@3',
    ])
  })
  test('E32: a state of the tip shortens no hold of blocks that are read behind it', () => {
    const tip = someState(600, { values: [] })
    const [low, high] = [75n, 100n]
    const caughtUp = (blocks: readonly bigint[], from: number) =>
      blocks.map((one, at) => power(from + at, one))
    const begun = caughtUp([low, low, low, low, low], 2)
    expect(decideAll([power(0, high), power(1, low), tip, ...begun.slice(0, 4)]).outcomes).toEqual([])
    const ended = [
      ...caughtUp([high, high], 7),
      someState(700, { values: [] }),
      ...caughtUp([high, high, high], 9),
    ]
    const { outcomes } = decideAll([power(0, high), power(1, low), tip, ...begun, ...ended, power(12, high)])
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 911@6', 'ENDED 911@12'])
  })
  test('E32: since is when it began to hold', () => {
    const { outcomes } = decideAll(
      [100n, 75n, 75n, 75n, 75n, 75n, 75n].map((one, index) => power(index, one)),
    )
    expect(outcomes[0]).toMatchObject({
      since: timeOf(1),
      at: timeOf(6),
      evidence: { signed_power_share: 0.75 },
    })
  })
})

describe('E21: upgrades', () => {
  const upgrade = { name: 'v2', height: 20_000 }
  test('E21: each notice once, and its end when the upgrade is done', () => {
    const { outcomes } = decideAll([
      someState(1),
      someHeight(5_000),
      someState(5_001, { upgrade }),
      someHeight(5_700),
      someState(5_701, { upgrade }),
      someHeight(19_500),
      someState(19_501, { upgrade }),
      someState(19_502, { upgrade: undefined }),
      someHeight(20_000),
      someState(20_001, { upgrade: null }),
    ])
    expect(outcomes.map(lineOf)).toEqual([
      'BEGAN 920@5001',
      'BEGAN 921@5701',
      'BEGAN 922@19501',
      'ENDED 920@20001',
      'ENDED 921@20001',
      'ENDED 922@20001',
    ])
    expect(outcomes[1]?.evidence).toMatchObject({ upgrade, value: 85_800 })
    // E167: its end is of the upgrade that was planned.
    expect(outcomes.map(({ evidence }) => evidence.upgrade)).toEqual(Array(6).fill(upgrade))
  })
  test.each(['AGREED', 'SINGLE'] as const)(
    'E21: of a plan that is %s in a proven state, that is reported',
    (assurance) => {
      const upgradeBasis = { assurance, host: 'one.example' }
      const { outcomes } = decideAll([
        someState(1),
        someHeight(19_500),
        someState(19_501, { upgrade, upgradeBasis }),
      ])
      expect(outcomes.map(lineOf)).toEqual(['BEGAN 920@19501', 'BEGAN 921@19501', 'BEGAN 922@19501'])
      for (const { evidence, phone } of outcomes) {
        expect(evidence).toMatchObject(upgradeBasis)
        expect(phone).toBe(assurance === 'SINGLE' ? 'AFTER_CONFIRMED' : 'NOW')
      }
    },
  )
  test('E21: the same at a tick, and what else a network is notified of keeps its own basis', () => {
    const upgradeBasis = { assurance: 'SINGLE' as const, host: 'one.example' }
    const { outcomes } = decideAll([
      someState(1),
      someHeight(19_500),
      someTick(117_000, { upgrade: null }),
      someTick(117_070, { upgrade, upgradeBasis, state: 'HALTED', headAgeMs: 70_000, assurance: 'AGREED' }),
    ])
    const notices = [920, 921, 922]
    const known = outcomes.map(({ conditionId, evidence }) => [conditionId, evidence.assurance])
    expect(known).toContainEqual([922, 'SINGLE'])
    expect(known.filter(([id]) => !notices.includes(Number(id))).map(([, assurance]) => assurance)).toEqual([
      'AGREED',
    ])
  })
})

describe('E22: not seen', () => {
  test('E22: it begins after five minutes without a usable answer, and ends with one', () => {
    const blind = (seconds: number) => someTick(seconds, { state: 'UNREACHABLE', unseenMs: seconds * 1000 })
    const { outcomes } = decideAll([someTick(1), blind(299), blind(300), blind(301), someTick(400)])
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 931@null', 'ENDED 931@null'])
  })
  test('E310: after a quarter of an hour it is critical, and both steps end with an answer', () => {
    const blind = (seconds: number) => someTick(seconds, { state: 'UNREACHABLE', unseenMs: seconds * 1000 })
    const { outcomes } = decideAll([someTick(1), blind(300), blind(899), blind(900), someTick(1_000)])
    expect(outcomes.map((one) => [lineOf(one), one.severity])).toEqual([
      ['BEGAN 931@null', 'WARNING'],
      ['BEGAN 932@null', 'CRITICAL'],
      ['ENDED 931@null', 'INFO'],
      ['ENDED 932@null', 'INFO'],
    ])
  })
})

describe('E23: bridges', () => {
  const bridge = (seconds: number, other: Partial<BridgeReading>) =>
    someTick(seconds, {}, { bridges: [{ id: 3, updateAgeMs: 1_000, lag: 0, stalledMs: 0, ...other }] })
  test('E23: without observations nothing is ever reported', () => {
    const some = { updateAgeMs: null, lag: null, stalledMs: null }
    expect(decideAll([bridge(1, some), bridge(2, some)]).outcomes).toEqual([])
  })
  test('E335: what is reported of a bridge says since when its height stands, by three of its reports', () => {
    const last = { updatedAt: 900_000, height: 7, version: null }
    const behind = (stalledMs: number | null) => [
      ...[2, 12].flatMap((height) => [someHeight(height), bridge(height * 6, { lag: 60, stalledMs, last })]),
    ]
    const saidOf = (stalledMs: number | null) =>
      decideAll([someHeight(1), bridge(6, {}), ...behind(stalledMs)]).outcomes[0]?.evidence.bridge
    expect(saidOf(20_000)).toEqual({
      updated_at: 900_000,
      height: 7,
      lag: 60,
      version: null,
      still_since: 880_000,
    })
    for (const rises of [null, 0, 10_000]) expect(saidOf(rises)).not.toHaveProperty('still_since')
  })
  describe('one incident of a bridge that stands', () => {
    const stoodFrom = genesis + 25_000
    /** It stands from then on; reports are some seconds old when they are looked at. */
    const stands = (block: number) => {
      const updatedAt = timeOf(block) - 3_000
      const last = { updatedAt, height: 60, version: null }
      const reading = { lag: 3 * (block - 4), stalledMs: updatedAt - stoodFrom, last }
      return [someHeight(block), bridge(block * 6, reading)]
    }
    const told = (end: (block: number) => Observation[]) => {
      const blocks = Array.from({ length: 65 }, (_, index) => 5 + index)
      return decideAll([someHeight(1), bridge(6, {}), ...blocks.flatMap(stands), ...end(70)]).outcomes
    }
    const synced = (block: number) => [someHeight(block), bridge(block * 6, { lag: 2 })]

    test('D320: the lag ends at once where the bridge is synced, and after a minute where it is near that', () => {
      expect(
        told(synced)
          .filter(({ kind }) => kind === 'ENDED')
          .map(lineOf),
      ).toEqual([...['ENDED 801@70', 'ENDED 802@70', 'ENDED 803@70', 'ENDED 811@70']])
      const near = (block: number) => [someHeight(block), bridge(block * 6, { lag: 20 })]
      expect(
        told(near)
          .filter(({ kind }) => kind === 'ENDED')
          .map(lineOf),
      ).toEqual(['ENDED 811@70'])
    })
    test('D321: every step and every end of it has the same times, those since its height stands', () => {
      const outcomes = told(synced)
      expect(outcomes.map(lineOf).filter((line) => line.startsWith('BEGAN'))).toHaveLength(4)
      const minutes = (id: number, kind: string) => {
        const of = outcomes.find((one) => one.conditionId === id && one.kind === kind)
        return [of?.evidence.began_at, of?.evidence.ended_at ?? of?.at]
      }
      for (const id of [801, 802, 803]) {
        expect(minutes(id, 'BEGAN')[0]).toBe(stoodFrom)
        expect(minutes(id, 'ENDED')).toEqual([stoodFrom, timeOf(70)])
      }
      // That it stood for five minutes began five minutes later (E158).
      expect(minutes(811, 'BEGAN')[0]).toBe(stoodFrom)
      expect(minutes(811, 'ENDED')).toEqual([stoodFrom + 300_000, timeOf(70)])
    })
  })

  test('E23: silence and stalling are reported by their age, lagging when it holds for a minute of the chain', () => {
    const behind = (height: number) => [someHeight(height), bridge(height * 6, { lag: 60 })]
    const { outcomes } = decideAll([
      ...[someHeight(1), bridge(6, {}), ...behind(2), ...behind(11), ...behind(12)],
      ...[bridge(80, { updateAgeMs: 61_000, lag: 60 }), bridge(90, { stalledMs: 300_000, lag: 60 })],
      bridge(91, { lag: 60 }),
    ])
    expect(outcomes.map(lineOf)).toEqual([
      ...['BEGAN 801@12', 'BEGAN 802@12', 'BEGAN 701@12', 'ENDED 701@12'],
      ...['BEGAN 811@12', 'ENDED 811@12'],
    ])
    // E174: since when it lags, which is a minute before it is reported; what is reported at once says it by its time.
    expect(outcomes.slice(0, 3).map(({ at, evidence }) => at - (evidence.began_at ?? at))).toEqual([
      60_000, 60_000, 0,
    ])
  })
  test('E34: a bridge that is gone is closed without a word', () => {
    const { state } = decideAll([bridge(1, {}), bridge(2, { updateAgeMs: 61_000 })])
    const gone = deciding.step(state, someTick(3, {}, { bridges: [] }))
    expect(gone).toMatchObject({ outcomes: [], closed: ['bridge:3'] })
    expect(deciding.step(state, someTick(3)).closed).toEqual([])
  })
})

describe('E40: the network itself', () => {
  const mass = (height: number, missed: number) =>
    someHeight(height, {
      values: [
        someReading({ letter: 'm', consecutiveMissed: missed, powerShare: 0.1 }),
        someReading({ id: 8, letter: 'm', consecutiveMissed: missed, powerShare: 0.3 }),
      ],
    })
  const well = (height: number, missed: number) =>
    someHeight(height, {
      values: [
        someReading({ letter: missed > 0 ? 'm' : 's', consecutiveMissed: missed, powerShare: 0.1 }),
        someReading({ id: 8, powerShare: 0.3 }),
      ],
    })
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

  test('E40: where more than a third missed the same block, conditions about misses are held back, once', () => {
    const { outcomes, state } = decideAll([well(1, 0), mass(2, 1), mass(3, 2), mass(4, 3)])
    expect(outcomes.map((one) => `${lineOf(one)} ${one.target.key}`)).toEqual([
      'HELD 111@2 validator:7',
      'HELD 111@2 validator:8',
      'HELD 112@4 validator:7',
      'HELD 112@4 validator:8',
    ])
    expect(deciding.shown(state, 'validator:7', { id: 111, subject: 'missed_in_a_row' })).toEqual({
      state: 'TRUE',
      since: timeOf(2),
      held: 'MASS_MISS',
    })
  })
  test('E41: what is still so after ten ordinary blocks is reported then, with why it was held back', () => {
    const { outcomes } = decideAll([
      ...[well(1, 0), mass(2, 1)],
      ...range(3, 12).map((height) => well(height, height - 1)),
    ])
    const own = outcomes.filter(({ target }) => target.id === 7).map(lineOf)
    expect(own).toEqual([
      ...['HELD 111@2', 'HELD 112@4', 'HELD 113@6', 'HELD 114@11'],
      ...['BEGAN 111@12', 'BEGAN 112@12', 'BEGAN 113@12', 'BEGAN 114@12'],
    ])
    expect(outcomes.at(-1)).toMatchObject({ since: timeOf(11), evidence: { held_back: 'MASS_MISS' } })
    expect(outcomes.filter(({ target, kind }) => target.id === 8 && kind !== 'HELD')).toEqual([])
  })
  test('E41: a block with too many missing counts from the beginning', () => {
    const blocks = [well(1, 0), mass(2, 1), ...range(3, 11).map((h) => well(h, h - 1)), mass(12, 11)]
    const { outcomes } = decideAll([...blocks, ...range(13, 21).map((h) => well(h, h - 1))])
    expect(outcomes.filter(({ kind }) => kind === 'BEGAN')).toEqual([])
  })
  test('E40: exactly a third is not more than one', () => {
    const third = someHeight(2, {
      values: [someReading({ letter: 'm', consecutiveMissed: 1, powerShare: 1 / 3 })],
    })
    expect(decideAll([well(1, 0), third]).outcomes.map(lineOf)).toEqual(['BEGAN 111@2'])
  })
  test('E40: a halted network holds them back, makes one alert of its own, and lets go by itself', () => {
    const after = (height: number, missed: number) => ({
      ...well(height, missed),
      at: timeOf(height) + 600_000,
    })
    const { outcomes } = decideAll([
      ...[well(1, 0), someTick(7), halted(90, 80), after(2, 1)],
      ...[someTick(620), ...range(3, 11).map((height) => after(height, height - 1))],
    ])
    expect(about(outcomes, 'ANY')).toEqual(['BEGAN 901@1', 'ENDED 901@2'])
    expect(about(outcomes, 'VALIDATOR')).toEqual([
      ...['HELD 111@2', 'HELD 112@4', 'HELD 113@6', 'HELD 114@11'],
    ])
    // The header of the first block after a halt is of before it; the one above shows that the chain stood still.
    const { outcomes: later } = decideAll([
      ...[well(1, 0), someTick(7), halted(90, 80), { ...well(2, 1), at: timeOf(2) }],
      ...range(3, 13).map((height) => after(height, height - 1)),
    ])
    expect(about(later, 'VALIDATOR').filter((line) => line.startsWith('BEGAN'))[0]).toBe('BEGAN 111@13')
  })
  test('E40: blocks far apart show that a chain stood still, though nobody looked', () => {
    const late = (height: number, missed: number) => ({
      ...well(height, missed),
      at: timeOf(height) + 3_600_000,
    })
    expect(decideAll([someState(1), well(1, 0), late(2, 1)]).outcomes.map(lineOf)).toEqual(['HELD 111@2'])
    // A height that nobody keeps between them shows nothing.
    expect(decideAll([someState(1), well(1, 0), late(3, 1)]).outcomes.map(lineOf)).toEqual(['BEGAN 111@3'])
    // Nor do ten block times of a slow chain, which a state that does not know them leaves as they are.
    const slow = { ...well(2, 1), at: timeOf(1) + 59_000 }
    const forgetful = someState(2, { blockSeconds: null })
    for (const before of [[someState(1)], [someState(1), { ...forgetful, at: timeOf(1) }]])
      expect(decideAll([...before, well(1, 0), slow]).outcomes.map(lineOf)).toEqual(['BEGAN 111@2'])
  })
  test('E42: an upgrade holds them back from the block before it, and its halt says that it is one', () => {
    const upgrade = { name: 'v2', height: 3 }
    const observations: Observation[] = [
      ...[well(1, 0), someState(1, { upgrade, values: well(1, 0).values }), well(2, 1)],
      ...[
        someTick(20, { upgrade }),
        someTick(90, { state: 'HALTED', headAgeMs: 80_000, upgrade }),
        well(3, 2),
      ],
    ]
    const { outcomes, state } = decideAll(observations)
    expect(about(outcomes, 'VALIDATOR')).toEqual(['HELD 111@2'])
    expect(state.head.trouble).toMatchObject({ reason: 'UPGRADE', calm: 0 })
    const halt = outcomes.find(({ conditionId, kind }) => conditionId === 901 && kind === 'BEGAN')
    expect(halt?.evidence).toMatchObject({ upgrade })
  })
  test('E43: what the chain did to a validator is reported all the same', () => {
    const values = [someReading({ jailed: true, letter: null, inSet: false })]
    const { outcomes } = decideAll([someState(1), well(1, 0), mass(2, 1), someState(3, { values })])
    expect(outcomes.filter(({ target }) => target.id === 7).map(lineOf)).toEqual([
      'HELD 111@2',
      'BEGAN 201@3',
    ])
  })
})
