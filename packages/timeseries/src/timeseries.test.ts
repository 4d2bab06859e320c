import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketOf, bucketsBetween, isClosed, ladder, pointsBetween } from './ladder.ts'
import { bucketOfSample, dueRollUps, rollUp, type Sample, type Slots } from './roll-up.ts'

describe('ladder', () => {
  test('S2: every step divides the next one and is kept at least as long as a bucket above it needs', () => {
    for (const [i, tier] of ladder.entries()) {
      const above = ladder[i + 1]
      if (above === undefined) continue
      expect(above.step % tier.step).toBe(0)
      expect(tier.keep).toBeGreaterThanOrEqual(2 * above.step)
    }
  })
})

describe('bucket', () => {
  test('S1: a bucket starts at a multiple of its step', () => {
    expect(bucketOf(1_700_000_024, 25)).toBe(1_700_000_000)
    expect(bucketOf(1_700_000_025, 25)).toBe(1_700_000_025)
    expect(isClosed(100, 25, 124)).toBe(false)
    expect(isClosed(100, 25, 125)).toBe(true)
  })

  test('S6: every multiple in (from, to] is there, once, in order', () => {
    expect(bucketsBetween(100, 175, 25)).toEqual([125, 150, 175])
    fc.assert(
      fc.property(fc.nat(2e9), fc.nat(5_000), fc.constantFrom(25, 600, 3600), (from, length, step) => {
        const buckets = bucketsBetween(from, from + length, step)
        expect(buckets.length).toBe(Math.floor((from + length) / step) - Math.floor(from / step))
        expect(buckets.every((at) => at % step === 0 && at > from && at <= from + length)).toBe(true)
      }),
    )
  })
})

const sample = (value: number | null): Sample => ({
  uptime: [value],
  power: [value],
  commission: [value],
  tokens: [value],
})
const rollUpSamples = (samples: readonly Sample[]) => rollUp(samples.map(bucketOfSample))

describe('rollUp', () => {
  test('S3: uptime keeps its lowest value and its mean, power, commission and tokens their last', () => {
    expect(rollUpSamples([sample(0.75), sample(0.25), sample(null), sample(0.5)])).toEqual({
      uptime: [0.25],
      uptimeMean: [0.5],
      uptimeSamples: [3],
      power: [0.5],
      commission: [0.5],
      tokens: [0.5],
    })
  })

  test('S4: a validator that came later has null before it; arrays may differ in length', () => {
    const early: Sample = { uptime: [1], power: [5], commission: [0], tokens: [] }
    const late: Sample = { uptime: [1, 0.5], power: [6, 7], commission: [0, 0.1], tokens: [null, 9] }
    expect(rollUpSamples([early, late])).toEqual({
      uptime: [1, 0.5],
      uptimeMean: [1, 0.5],
      uptimeSamples: [2, 1],
      power: [6, 7],
      commission: [0, 0.1],
      tokens: [null, 9],
    })
    const nothing = { uptime: [], uptimeMean: [], uptimeSamples: [], power: [], commission: [], tokens: [] }
    expect(rollUp([])).toEqual(nothing)
  })

  test('S3: a mean weighs each part by its samples; a part without a mean has no weight', () => {
    const parts = [
      { ...sample(0.5), uptimeMean: [1], uptimeSamples: [3] },
      { ...sample(0.5), uptimeMean: [0.5], uptimeSamples: [1] },
    ]
    // Rolled up before means were kept: its lowest value is not its mean.
    const old = { ...sample(0.1), uptimeMean: [], uptimeSamples: [] }
    const whole = { uptime: [0.1], uptimeMean: [0.875], uptimeSamples: [4] }
    expect(rollUp([old, ...parts])).toMatchObject(whole)
    expect(rollUp([...parts, old])).toMatchObject(whole)
    expect(rollUp([old])).toMatchObject({ uptime: [0.1], uptimeMean: [], uptimeSamples: [] })
  })

  const slots = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 5 })
  const samples = fc.array(fc.record({ uptime: slots, power: slots, commission: slots, tokens: slots }), {
    maxLength: 12,
  })

  test('S3 S5: rolling up in two steps gives what one step gives', () => {
    fc.assert(
      fc.property(samples, fc.nat(12), (all, cut) => {
        const { uptimeMean, ...once } = rollUpSamples(all)
        const parts = [rollUpSamples(all.slice(0, cut)), rollUpSamples(all.slice(cut))]
        const { uptimeMean: meanInTwo, ...twice } = rollUp(parts)
        expect(twice).toEqual(once)
        expectNear(meanInTwo, uptimeMean)
      }),
    )
  })

  test('S3: the mean is the sum of the samples by their number, and as many as it says', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const { uptimeMean, uptimeSamples } = rollUpSamples(all)
        const known = uptimeMean.map((_mean, slot) => all.flatMap(({ uptime }) => uptime[slot] ?? []))
        expect(uptimeSamples).toEqual(known.map((values) => values.length))
        const plain = known.map((values) =>
          values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
        )
        expectNear(uptimeMean, plain)
      }),
    )
  })
})

/** The same but for the rounding of floats. */
function expectNear(found: Slots, wanted: Slots): void {
  expect(found.map((value) => value === null)).toEqual(wanted.map((value) => value === null))
  for (const [slot, value] of found.entries()) expect(value ?? 0).toBeCloseTo(wanted[slot] ?? 0, 12)
}

describe('dueRollUps', () => {
  test('S5: only closed buckets that are not there yet, oldest first; a hole stays a hole', () => {
    const lower = [575, 600, 625, 1200, 1800, 2400]
    expect(dueRollUps({ lower, lastRolled: 0, step: 600, now: 2425 })).toEqual([600, 1200, 1800])
    expect(dueRollUps({ lower, lastRolled: null, step: 600, now: 1199 })).toEqual([0])
  })
})

describe('pointsBetween', () => {
  test('S6: a bucket without a sample is null', () => {
    const recorded = new Map([[150, 0.5]])
    expect(pointsBetween(recorded, { from: 100, to: 175, step: 25 })).toEqual([
      [125, null],
      [150, 0.5],
      [175, null],
    ])
  })
})
