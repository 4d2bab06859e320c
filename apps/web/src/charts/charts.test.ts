import { describe, expect, it, vi } from 'vitest'
import { darkPalette, lightPalette } from '../ui/theme/palette.ts'
import { contrast } from '../ui/theme/testing/contrast.ts'
import { niceScale, ticksOf, timeTicks } from './axes.ts'
import { type ChartModel, createPointed, gapsOf, nearestIndex, newestOf, pointsOf } from './chart-model.ts'
import { lineColor, lineColors, lineStyleOf, markers } from './line-theme.tsx'
import { drawMarks, shownPoints } from './plot-options.ts'
import { pinched, wholePoints, zoomedIn, zoomedOut } from './zoom.ts'

describe('P175: the styles of lines', () => {
  it.each([
    ['light', lineColors.light, lightPalette],
    ['dark', lineColors.dark, darkPalette],
  ] as const)('every color stands out in the %s scheme', (_scheme, colors, { background }) => {
    for (const color of colors)
      expect(contrast(color, background?.paper ?? ''), color).toBeGreaterThanOrEqual(3)
    expect(colors).toHaveLength(markers.length)
  })
  it('no two of the first twelve lines are alike', () => {
    const styles = Array.from({ length: 12 }, (_, index) => JSON.stringify(lineStyleOf(index)))
    expect(new Set(styles).size).toBe(12)
    expect(lineStyleOf(5).dash).toBeNull()
    expect(lineStyleOf(6)).toEqual({ ...lineStyleOf(0), dash: [6, 4] })
  })
  it('one line alone has a color of its own, and more than twelve have none', () => {
    expect([lineColor(0, 1), lineColor(1, 12), lineColor(1, 13)]).toEqual([
      '--line-only',
      '--line-1',
      '--chart-quiet',
    ])
  })
})

describe('P183: marks', () => {
  it('are drawn in the color of their tone, what went wrong over what only changed', () => {
    const drawn: [x: number, color: string][] = []
    const ctx = {
      strokeStyle: '',
      moveTo: (x: number) => void drawn.push([x, ctx.strokeStyle]),
      ...{ save() {}, restore() {}, setLineDash() {}, beginPath() {}, lineTo() {}, stroke() {} },
    }
    const plot = {
      ctx: ctx as unknown as CanvasRenderingContext2D,
      bbox: { left: 10, top: 0, width: 100, height: 50 },
      valToPos: (at: number) => at,
    }
    const marks = [
      { at: 20, text: '', tone: 'error' },
      { at: 20, text: '', tone: 'info' },
      { at: 30, text: '', tone: 'info' },
      { at: 111, text: '', tone: 'error' },
    ] as const
    drawMarks(plot, { marks }, (tone) => `the color of ${tone}`)
    expect(drawn).toEqual([
      [20, 'the color of info'],
      [30, 'the color of info'],
      [20, 'the color of error'],
    ])
  })
})

describe('P172: points', () => {
  it('stand where there is no line to see a value by, and at the newest one', () => {
    expect(pointsOf([1, 1, null, 2, null, 3, 3, null])).toEqual([3, 6])
    expect(pointsOf([null, 1])).toEqual([1])
    expect(pointsOf([null, null])).toEqual([])
  })
  it('end each line in the part that is shown', () => {
    const values = [1, 1, null, 2, 2]
    const rules = { floor: 0, ceiling: 1, leastSpan: () => 1 }
    const model: ChartModel = {
      ...{
        times: [0, 10, 20, 30, 40],
        lines: [{ id: 7, name: '', styleIndex: 0, values }],
        from: 0,
        to: 20,
        rules,
      },
      ...{ gaps: [], marks: [], gapText: null, tickText: String, timeText: String, cursorText: String },
      ...{ offsetOf: () => 0, letters: 1, direction: 'ltr' },
    }
    expect(shownPoints(model, 0)).toEqual([1])
    expect(shownPoints({ ...model, to: 40 }, 0)).toEqual([4])
  })
})

describe('P172: times in which nothing was measured', () => {
  const times = [0, 10, 20, 30]
  const line = (...values: (number | null)[]) => [{ id: 1, name: '', styleIndex: 0, values }]
  it('are from the point before to the point after, not before the first one, and the newest may be missing', () => {
    expect(gapsOf(line(1, null, null, 2), times)).toEqual([{ from: 0, to: 30 }])
    expect(gapsOf(line(null, 1, null, null), times)).toEqual([{ from: 10, to: 30 }])
    expect(gapsOf(line(null, null, 1, null), times)).toEqual([])
    expect(gapsOf(line(null, null, null, null), times)).toEqual([])
  })
  it('leave what was measured newest', () => {
    expect(newestOf(line(1, 2, null, null), times)).toBe(10)
    expect(newestOf(line(null, null, null, null), times)).toBeNull()
  })
})

describe('P181: axes of values', () => {
  const share = { floor: 0, ceiling: 1, leastSpan: () => 0.01 }
  it('have round steps, and end at a whole one', () => {
    const scale = niceScale(0.0874, 1, share)
    expect(scale).toEqual({ min: 0, max: 1, step: 0.25 })
    expect(ticksOf(scale)).toEqual([0, 0.25, 0.5, 0.75, 1])
  })
  it('do not blow up noise, nor go where no value can be', () => {
    expect(niceScale(0.9996, 0.9997, share)).toMatchObject({ min: 0.99, max: 1 })
    const power = { floor: 0, ceiling: Number.MAX_VALUE, leastSpan: (high: number) => high / 5 }
    const { min, max } = niceScale(38_400_000, 38_420_000, power)
    expect(max - min).toBeGreaterThanOrEqual(7_000_000)
    expect(niceScale(0, 0, { ...power, leastSpan: () => 1 })).toMatchObject({ min: 0, max: 1 })
  })
  it('are there where nothing was measured', () => {
    expect(niceScale(null, null, share).max).toBeGreaterThan(0)
  })
})

describe('P182: ticks of time', () => {
  const at = (iso: string) => Date.parse(iso) / 1_000
  it('stand at round hours of the zone', () => {
    const part = { from: at('2026-11-21T10:40:00Z'), to: at('2026-11-22T10:40:00Z') }
    const { ticks, step } = timeTicks(part, 7, () => 5.5 * 3_600)
    expect(step).toBe(4 * 3_600)
    expect(ticks[0]).toBe(at('2026-11-21T14:30:00Z'))
    expect(ticks.every((one) => (one + 5.5 * 3_600) % step === 0)).toBe(true)
    expect(ticks).toHaveLength(6)
  })
  it('stay at midnight when the clocks change', () => {
    const change = at('2026-10-25T01:00:00Z')
    const offsetOf = (moment: number) => (moment < change ? 7_200 : 3_600)
    const part = { from: at('2026-10-23T12:00:00Z'), to: at('2026-10-27T12:00:00Z') }
    expect(timeTicks(part, 5, offsetOf).ticks).toEqual(
      ['2026-10-23T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z', '2026-10-26T23:00Z'].map(at),
    )
  })
})

describe('P176: zoom', () => {
  const times = Array.from({ length: 13 }, (_, index) => 1_000 + 10 * index)
  it('has whole points, four of them at the least', () => {
    expect(wholePoints({ from: 1_014, to: 1_052 }, times)).toEqual({ from: 1_020, to: 1_050 })
    expect(wholePoints({ from: 1_014, to: 1_042 }, times)).toBeNull()
    expect(wholePoints({ from: 5_000, to: 6_000 }, times)).toBeNull()
  })
  it('halves around the cursor, inside of what is shown, and goes back', () => {
    const whole = { from: 1_000, to: 1_120 }
    expect(zoomedIn(whole, 1_120, times)).toEqual({ from: 1_060, to: 1_120 })
    expect(zoomedIn(whole, 1_060, times)).toEqual({ from: 1_030, to: 1_090 })
    expect(zoomedIn({ from: 1_030, to: 1_060 }, 1_040, times)).toBeNull()
    expect(zoomedOut({ from: 1_060, to: 1_090 }, times)).toEqual({ from: 1_050, to: 1_100 })
    expect(zoomedOut({ from: 1_030, to: 1_120 }, times)).toBeNull()
  })
  it('by two fingers keeps the times under them', () => {
    const whole = { from: 1_000, to: 1_120 }
    const apart = pinched(whole, { before: [0.25, 0.5], after: [0, 1] }, times)
    expect(apart).toEqual({ from: 1_030, to: 1_060 })
    expect(pinched({ from: 1_030, to: 1_060 }, { before: [0, 1], after: [0.25, 0.5] }, times)).toEqual(whole)
    // The other way round too, and aside.
    expect(pinched(whole, { before: [0.5, 0.25], after: [1, 0] }, times)).toEqual(apart)
    const aside = { before: [0.2, 0.8], after: [0, 0.6] } as const
    expect(pinched({ from: 1_020, to: 1_080 }, aside, times)).toEqual({ from: 1_032, to: 1_092 })
  })
  it('by two fingers does not go beyond what there is, nor below four points, nor by fingers that cross', () => {
    const whole = { from: 1_000, to: 1_120 }
    expect(pinched(whole, { before: [0.2, 0.8], after: [0.4, 0.6] }, times)).toEqual(whole)
    for (const after of [[0, 10] as const, [0.6, 0.4] as const, [0.5, 0.51] as const])
      expect(pinched(whole, { before: [0.4, 0.6], after }, times)).toBeNull()
    expect(pinched(whole, { before: [0.4, 0.6], after: [0, 1] }, [])).toBeNull()
  })
})

describe('P174: what somebody points at', () => {
  it('is told when it is another, and to those who listen', () => {
    const pointed = createPointed()
    const listener = vi.fn()
    const stop = pointed.subscribe(listener)
    pointed.point({ at: 5 })
    pointed.point({ at: 5 })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(pointed.get()).toEqual({ at: 5, line: null })
    stop()
    pointed.point({ line: 2 })
    expect(listener).toHaveBeenCalledTimes(1)
  })
  it('is the nearest point', () => {
    expect(nearestIndex([100, 110, 120], 114)).toBe(1)
    expect(nearestIndex([100, 110, 120], 999)).toBe(2)
    expect(nearestIndex([], 1)).toBeNull()
  })
})
