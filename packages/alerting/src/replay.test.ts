import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChainRecord, type RecordedBlock, type RecordedEvent, replay } from './replay.ts'
import { createWindowCount } from './replay/observations-of.ts'
import { decideAll, genesis, heightsOf, timeOf } from './testing/some-observations.ts'

const signed = (count: number) => 's'.repeat(count)
const missed = (count: number) => 'm'.repeat(count)
const hour = 3_600_000

function blocksOf(letters: string, other: Partial<RecordedBlock> = {}): RecordedBlock[] {
  return [...letters].map((letter, height) => ({
    height,
    at: timeOf(height),
    letter: letter === '-' ? null : (letter as 's'),
    missedShare: letter === 'm' ? 0.01 : 0,
    signedShare: 1,
    ...other,
  }))
}

type Kept = NonNullable<ChainRecord['validator']>
const kept: Kept = {
  samples: [],
  events: [],
  present: { jailed: false, tombstoned: false, bondStatus: 'BOND_STATUS_BONDED', commissionRate: 0.05 },
  window: 100,
  maxMissed: 50,
}
const event = (kind: string, at: number, other: Partial<RecordedEvent> = {}): RecordedEvent => ({
  ...{
    kind,
    validatorId: 7,
    before: null,
    after: null,
    height: null,
    chainAt: at,
    at,
    assurance: 'SINGLE',
    host: null,
  },
  ...other,
})

/** Heights, or hours, at which a setting would have called. */
function called(settingId: number, record: Partial<ChainRecord>, every = 6_000): number[] | undefined {
  const whole = { from: 0, to: Number.MAX_SAFE_INTEGER, blocks: [], validator: kept, ...record }
  return replay.run(whole, [settingId])[0]?.times.map((at) => (at - genesis) / every)
}

describe('E50: the same step over what is kept', () => {
  test('E50: letters say what they reported when they were new', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('s', 's', 's', 'm', 'm', 'n', 'p', '-'), { maxLength: 150 }),
        (all) => {
          // What it began with is E132.
          const letters = `s${all.join('')}`
          const { outcomes } = decideAll(heightsOf(letters, { first: 0, reading: { window: 1e9 } }))
          for (const setting of [1111, 1112, 1121, 1122, 1131, 1132, 1141]) {
            const then = outcomes.filter(({ settingId }) => settingId === setting).map(({ height }) => height)
            expect(called(setting, { blocks: blocksOf(letters) })).toEqual(then)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
  test('E50: the window, once letters fill it', () => {
    const blocks = blocksOf(signed(100) + missed(3) + signed(120))
    expect(called(1021, { blocks })).toEqual([101])
    expect(called(1022, { blocks })).toEqual([202])
    expect(called(1021, { blocks: blocksOf(signed(90) + missed(3)) })).toEqual([])
  })
  test('E50: a jailing clears the window, so that it is known from there on', () => {
    const blocks = blocksOf(`${signed(50)}${missed(6)}-----${signed(5)}${missed(2)}${signed(5)}`)
    const events = [event('jailed', timeOf(55) + 1), event('unjailed', timeOf(60) + 1)]
    expect(called(1021, { blocks, validator: { ...kept, events } })).toEqual([67])
  })
  test('E50: jail is near, at the earliest', () => {
    const blocks = blocksOf(signed(100) + missed(10))
    // After three misses 48 more are needed, of six seconds each.
    expect(called(1231, { blocks })).toEqual([102])
    expect(called(1231, { blocks, validator: { ...kept, maxMissed: 5_000 } })).toEqual([])
    // An hour is six hundred blocks: with four missed of a limit of 603, the 600th from there jails.
    const long = blocksOf(signed(1_000) + missed(10))
    expect(called(1231, { blocks: long, validator: { ...kept, window: 1_000, maxMissed: 603 } })).toEqual([
      1_003,
    ])
  })
  test('E50: what a clock would have seen: a halt, and what it held back', () => {
    const later = blocksOf(signed(5)).map((block) => ({
      ...block,
      height: block.height + 5,
      at: timeOf(block.height + 155),
    }))
    const record = { blocks: [...blocksOf(signed(5)), ...later], validator: null }
    expect(called(9011, record)).toEqual([14])
    expect(called(9021, record)).toEqual([54])
    expect(called(9031, record)).toEqual([154])
    expect(called(9012, record)).toEqual([155])
    const gone = later.map((block) => ({ ...block, letter: 'm' as const }))
    expect(called(1111, { blocks: [...blocksOf(signed(5)), ...gone] })).toEqual([])
    // Heights that nobody kept show no halt.
    const gap = later.map((block) => ({ ...block, height: block.height + 1 }))
    expect(called(9011, { blocks: [...blocksOf(signed(5)), ...gap], validator: null })).toEqual([])
  })
  test('E50: others who missed the same block', () => {
    const mass = blocksOf(signed(3) + missed(1) + signed(3)).map((block) => ({
      ...block,
      missedShare: block.letter === 'm' ? 0.34 : 0,
    }))
    expect(called(1111, { blocks: mass })).toEqual([])
  })
  test('E50: of a miss the block says how much power it was, not the last sample', () => {
    const alone = blocksOf(signed(3) + missed(1) + signed(3)).map((block) => ({
      ...block,
      missedShare: block.letter === 'm' ? 0.3 : 0,
    }))
    const sample = { at: genesis, uptime: 1, tokens: 1, powerShare: 0.4, commissionRate: 0 }
    expect(called(1111, { blocks: alone, validator: { ...kept, samples: [sample] } })).toEqual([3])
  })
  test('E50: power that signed', () => {
    const blocks = blocksOf(signed(10)).map((block) => ({
      ...block,
      signedShare: block.height < 2 ? 1 : 0.75,
    }))
    expect(called(9111, { blocks, validator: null })).toEqual([7])
  })
  test('E50: events of the timeline, with what was before the first of them', () => {
    const at = (hours: number) => genesis + hours * hour
    const events = [
      event('unjailed', at(1)),
      event('jailed', at(2)),
      event('slashed', at(2), { before: '100', after: '99' }),
    ]
    const present = { ...kept.present, jailed: true }
    const samples = [0, 0.5, 3].map((hours) => ({
      ...{ at: at(hours), uptime: 1, tokens: 1_000, powerShare: 0.01, commissionRate: 0.05 },
    }))
    const record = { validator: { ...kept, events, present, samples } }
    expect(called(2011, record, hour)).toEqual([2])
    expect(called(2012, record, hour)).toEqual([1])
    expect(called(5211, record, hour)).toEqual([2])
    const unbonding = event('unbonding', at(2), {
      before: 'BOND_STATUS_BONDED',
      after: 'BOND_STATUS_UNBONDING',
    })
    const bonded = event('bonded', at(3), { before: 'BOND_STATUS_UNBONDING', after: 'BOND_STATUS_BONDED' })
    const left = { validator: { ...kept, samples, events: [unbonding, bonded, event('tombstoned', at(4))] } }
    expect(called(4012, left, hour)).toEqual([2])
    expect(called(4011, left, hour)).toEqual([3])
  })
  test('E50: the first event counts where nothing was sampled before it', () => {
    const validator = {
      ...kept,
      events: [event('jailed', genesis)],
      present: { ...kept.present, jailed: true },
    }
    expect(called(2011, { validator }, hour)).toEqual([0])
  })
  test('E50: samples report stake, share and commission', () => {
    const samples = Array.from({ length: 30 }, (_, index) => ({
      at: genesis + index * hour,
      uptime: 1,
      tokens: index < 26 ? 1_000 : 940,
      powerShare: index < 27 ? 0.04 : 0.06,
      commissionRate: index < 28 ? 0.05 : 0.07,
    }))
    const record = { validator: { ...kept, samples } }
    expect(called(5021, record, hour)).toEqual([26])
    expect(called(5061, record, hour)).toEqual([26])
    expect(called(5311, record, hour)).toEqual([27])
    expect(called(6011, record, hour)).toEqual([28])
  })
})

describe('E51: what was asked', () => {
  const blocks = blocksOf('smsssmsss')
  test('E51: only calls within the time, and only settings that exist', () => {
    const record = { blocks, validator: kept, from: timeOf(2), to: timeOf(6) }
    expect(replay.run(record, [1111, 999, 1112])).toEqual([
      { settingId: 1111, times: [timeOf(5)], held: true, since: timeOf(2) },
      { settingId: 1112, times: [timeOf(4)], held: false, since: timeOf(2) },
    ])
  })
  test('E51: it says since when what is kept can say, and what it cannot', () => {
    const samples = [{ at: timeOf(3), uptime: 1, tokens: 1, powerShare: 0.1, commissionRate: 0.1 }]
    const record = { blocks, validator: { ...kept, samples }, from: genesis - hour, to: timeOf(9) }
    const since = (settingId: number, of: ChainRecord = record) => replay.run(of, [settingId])[0]?.since
    expect([1011, 1111, 1211].map((id) => since(id))).toEqual([genesis, genesis, genesis])
    expect([5011, 5311, 6011, 6111].map((id) => since(id))).toEqual(Array(4).fill(timeOf(3)))
    expect([2011, 3011, 4011, 5211].map((id) => since(id))).toEqual(Array(4).fill(genesis - hour))
    expect([7011, 8011, 9211, 9311, 9321].map((id) => since(id))).toEqual(Array(5).fill(null))
    expect(since(9011, { ...record, validator: null })).toBe(genesis)
    expect(since(1111, { ...record, blocks: [] })).toBeNull()
    expect(since(1111, { ...record, validator: null })).toBeNull()
  })
})

describe('E130: what held already when the time begins', () => {
  const ofSetting = (settingId: number, record: Partial<ChainRecord>) => {
    const whole = { from: 0, to: Number.MAX_SAFE_INTEGER, blocks: [], validator: kept, ...record }
    const [one] = replay.run(whole, [settingId])
    return one && { ...one, times: one.times.map((at) => (at - genesis) / 6_000) }
  }
  test('E130: a streak that had begun before the time that is asked for', () => {
    const record = { blocks: blocksOf(`ss${missed(6)}${signed(12)}`), from: timeOf(3) }
    expect(ofSetting(1111, record)).toMatchObject({ held: true, times: [] })
    expect(ofSetting(1121, record)).toMatchObject({ held: false, times: [4] })
    expect(ofSetting(1112, record)).toMatchObject({ held: false, times: [10] })
    expect(ofSetting(1121, { ...record, from: timeOf(2) })).toMatchObject({ held: false, times: [4] })
    expect(ofSetting(1111, { ...record, from: timeOf(1) })).toMatchObject({ held: false, times: [2] })
    expect(ofSetting(1111, { ...record, from: timeOf(11) })).toMatchObject({ held: false, times: [] })
  })
  test('E130: nor is a network forgotten that stood still before, or of whose time nothing is kept', () => {
    const later = blocksOf(signed(3)).map((block) => ({
      ...block,
      height: block.height + 5,
      at: block.at + hour,
    }))
    const blocks = [...blocksOf(signed(5)), ...later]
    const record = { blocks, validator: null, from: timeOf(4) + 120_000 }
    expect(ofSetting(9011, record)).toMatchObject({ held: true, times: [] })
    expect(ofSetting(9021, record)).toMatchObject({ held: false, times: [54] })
    const jailed = { ...kept, events: [event('jailed', genesis)], present: { ...kept.present, jailed: true } }
    expect(ofSetting(2011, { validator: jailed, from: genesis + hour })).toMatchObject({
      held: true,
      times: [],
    })
  })
  test('E132: a streak that what is kept cuts fires nothing that it may have reached before, and what it reaches later', () => {
    const record = { blocks: blocksOf(`${missed(4)}${signed(12)}${missed(5)}`) }
    for (const id of [1111, 1121])
      expect(ofSetting(id, record)).toMatchObject({ held: true, times: [id === 1111 ? 16 : 18] })
    expect(ofSetting(1131, record)).toMatchObject({ held: false, times: [20] })
    expect(ofSetting(1122, record)).toMatchObject({ held: false, times: [13] })
  })
})

test('E50: a window is counted as x/slashing counts it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (votes, window) => {
        const count = createWindowCount(window)
        for (const [index, isMissed] of votes.entries()) {
          count.vote(isMissed)
          const last = votes.slice(Math.max(0, index + 1 - window), index + 1)
          expect(count.missed()).toBe(index + 1 >= window ? last.filter(Boolean).length : null)
        }
        count.clear()
        expect(count.missed()).toBe(0)
        count.vote(true)
        expect(count.missed()).toBe(1)
      },
    ),
  )
})
