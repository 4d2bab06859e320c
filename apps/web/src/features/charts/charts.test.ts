import type { Charts } from '@roundsman/contract/networks/charts'
import { describe, expect, it } from 'vitest'
import { someList, someValidator } from '../../data/testing/some-list.ts'
import { createFormats } from '../../i18n/formats.ts'
import { createChartFormats } from './chart-formats.ts'
import { placesIn, tableText } from './chart-table.tsx'
import { parseChartsSearch } from './charts-search.ts'
import { paceOf, searchOf, viewOf, withValidators } from './charts-view.ts'
import { topValidators } from './chosen-validators.ts'
import { keyAt, powerUnitOf, shownCharts } from './shown-charts.ts'

const start = Date.parse('2026-11-21T12:00:00Z') / 1_000
const points = (...values: (number | null)[]) =>
  values.map((value, index): [number, number | null] => [start + 600 * index, value])
const answer: Charts = {
  blockchain_id: 1,
  ...{ range: '24h', step: '10m', from: '2026-11-20T12:40:00Z', to: '2026-11-21T12:40:00Z' },
  metrics: {
    cosmos_validator_uptime: [
      { validator_id: 7, moniker: 'Lantern', points: points(1, null, null, 0.5, null) },
      { validator_id: 9, moniker: null, points: points(0.9, 0.9, null, null, null) },
    ],
    cosmos_validator_voting_power: [
      { validator_id: 7, moniker: 'Lantern', points: points(5, 5, null, 5, null) },
      { validator_id: 9, moniker: null, points: points(8, 8, null, 8, null) },
    ],
  },
}
const view = viewOf({ validator: ['9', '7'] })
const known = { unit: { scale: 2, symbol: 'TIA' }, nameOf: (id: number) => `validator ${id}` }
const shown = shownCharts(answer, view, known)
const lines = shown?.measured.flatMap((one) => one.lines) ?? []

describe('P171: the address of the charts', () => {
  it('carries the whole view, and comes back as it was', () => {
    const search = {
      ...{ validator: ['9', '7'], metric: 'power', range: '7d', table: '1' },
      ...{ from: '1795262400', to: '1795266000' },
    }
    expect(parseChartsSearch(search)).toEqual(search)
    expect(searchOf(viewOf(search))).toEqual(search)
    expect(searchOf(viewOf({}))).toEqual({})
    expect(parseChartsSearch({ validator: '7', range: '24h' })).toEqual({ validator: ['7'] })
  })
  it('drops what it does not understand', () => {
    const strange = {
      validator: ['1e5', '07', '-1', '7', '7'],
      metric: 'pigeons',
      range: '1y',
      table: 'no',
      x: '1',
    }
    expect(parseChartsSearch(strange)).toEqual({ validator: ['7'] })
    expect(parseChartsSearch({ from: '1795266000', to: '1795262400' })).toEqual({})
    expect(parseChartsSearch({ from: '1795266000' })).toEqual({})
  })
  it('P170: names 100 validators at the most', () => {
    const ids = Array.from({ length: 120 }, (_, id) => String(id))
    expect(parseChartsSearch({ validator: ids }).validator).toHaveLength(100)
    expect(withValidators([1, 2], [2, 3])).toEqual([1, 2, 3])
    expect(withValidators([], ids.map(Number))).toHaveLength(100)
  })
})

describe('P170: the ten with the most tokens', () => {
  it('are those of the first ranks, whatever the order of the list', () => {
    const rows = Array.from({ length: 12 }, (_, i) => someValidator({ id: i + 1, rank: 12 - i }))
    expect(topValidators([someValidator({ id: 99, rank: null }), ...rows])).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ])
  })
})

describe('P172: lines', () => {
  it('follow the order of the view, with holes where nothing was measured', () => {
    expect(shown?.times).toEqual([0, 600, 1_200, 1_800, 2_400].map((after) => start + after))
    expect(shown?.measured[0]).toMatchObject({
      metric: 'uptime',
      lines: [
        { id: 9, styleIndex: 0, name: 'validator 9', values: [0.9, 0.9, null, null, null] },
        { id: 7, styleIndex: 1, name: 'Lantern', values: [1, null, null, 0.5, null] },
      ],
    })
    expect(shown?.measured.map(({ metric }) => metric)).toEqual(['uptime', 'power'])
  })
  it('P181: voting power is in the unit of the network', () => {
    expect(shown?.measured[1]?.lines[1]?.values).toEqual([10, 10, null, 10, null])
    expect(shownCharts(answer, view, { ...known, unit: null })?.measured[1]?.lines[1]?.values[0]).toBe(5)
  })
  it('nothing in between is a gap from the point before to the point after; a newest point may be missing', () => {
    expect(shown?.gaps).toEqual([{ from: start + 600, to: start + 1_800 }])
    expect(shown?.newest).toBe(start + 1_800)
  })
  it('a point between two steps is of no bucket, and a point that was left out is a hole', () => {
    const misaligned = {
      ...answer,
      metrics: {
        cosmos_validator_uptime: [
          {
            validator_id: 7,
            moniker: null,
            points: [...points(1, 1), [start + 700, 5], [start + 1_800, 1]] as [number, number][],
          },
        ],
      },
    }
    expect(shownCharts(misaligned, view, known)?.measured[0]?.lines[0]?.values).toEqual([1, 1, null, 1])
  })
  it('P180: an answer about others, or of another metric, says nothing of whom is chosen now', () => {
    expect(shownCharts(answer, viewOf({ validator: ['12'] }), known)).toBeNull()
    expect(shownCharts(answer, viewOf({ validator: ['7'], metric: 'commission' }), known)).toBeNull()
    expect(shownCharts(answer, viewOf({ validator: ['12', '7'] }), known)?.measured[0]?.lines).toMatchObject([
      { id: 7, styleIndex: 1 },
    ])
    const isOfView = (search: object) =>
      shownCharts(answer, viewOf({ validator: ['9', '7'], metric: 'uptime', ...search }), known)?.isOfView
    expect(isOfView({})).toBe(true)
    for (const other of [{ validator: ['9', '12'] }, { range: '7d' }, { metric: undefined }])
      expect(isOfView(other)).toBe(false)
  })
  it('P176: a zoom that is outside of what was answered is none', () => {
    const zoomed = { ...view, zoom: { from: start, to: start + 1_800 } }
    expect(shownCharts(answer, zoomed, known)).toMatchObject({ isZoomed: true, part: zoomed.zoom })
    expect(shownCharts(answer, { ...zoomed, range: '7d' }, known)?.isZoomed).toBe(false)
    expect(shownCharts(answer, { ...zoomed, zoom: { from: 1, to: 2 } }, known)?.part.to).toBe(start + 2_400)
  })
})

describe('P174: the key', () => {
  it('has the highest first, and last those of whom nothing is known', () => {
    const ids = (place: number) => keyAt(lines.slice(0, 2), place).map(({ line, value }) => [line.id, value])
    expect(ids(0)).toEqual([
      [7, 1],
      [9, 0.9],
    ])
    expect(ids(3)).toEqual([
      [7, 0.5],
      [9, null],
    ])
  })
})

describe('P173: the pace', () => {
  it('is a tenth of the step, and not faster than samples', () => {
    expect((['h1', '24h', '7d', '30d'] as const).map(paceOf)).toEqual([25, 60, 360, 1_440])
  })
})

describe('P181: the unit of voting power', () => {
  const rows = [
    someValidator({ id: 1, tokens: '38420000999999', voting_power: '38420000' }),
    someValidator({ id: 2, tokens: '5', voting_power: '0' }),
  ]
  it('is what the list gives as tokens and power', () => {
    expect(powerUnitOf(someList(rows))).toEqual({ scale: 1, symbol: 'TIA' })
    const large = [
      someValidator({ id: 1, tokens: '38420000000000000000000000', voting_power: '38420000000000' }),
    ]
    expect(powerUnitOf(someList(large, { unit: { symbol: 'IP', decimals: 18 } }))?.scale).toBeCloseTo(1e-6)
  })
  it('is not known without tokens, unit or a power of ten between them', () => {
    expect(powerUnitOf(someList(rows, { unit: null }))).toBeNull()
    expect(powerUnitOf(someList([someValidator({ id: 1, tokens: null })]))).toBeNull()
    expect(powerUnitOf(someList([someValidator({ id: 1, tokens: '3000', voting_power: '2' })]))).toBeNull()
  })
})

describe('P178: the table as text', () => {
  it('has the newest first, names without tabs or formulas', () => {
    const times = [start, start + 600, start + 1_200]
    expect(placesIn(times, { from: start + 600, to: start + 1_200 })).toEqual([2, 1])
    const line = { id: 7, styleIndex: 0, name: '+a\tb', values: [1, null, 0.5] }
    const texts = {
      head: 'Time',
      timeText: String,
      valueText: (value: number) => `${value * 100}%`,
      none: '',
    }
    expect(tableText([line], times, [2, 1], texts)).toBe(
      `Time\t'+a b\n${start + 1_200}\t50%\n${start + 600}\t`,
    )
  })
})

describe('P182: values and times', () => {
  const units = { day: String, hour: String, minute: String, second: String }
  const formats = createChartFormats(
    'en',
    'Asia/Kolkata',
    createFormats({ language: 'en', timeZone: 'Asia/Kolkata', units }),
  )
  it('are written in the zone of the user, as far as their range needs', () => {
    expect(formats.offsetOf(start)).toBe(5.5 * 3_600)
    expect(formats.moment(start, 'h1')).toBe('17:30:00')
    expect(formats.moment(start, '24h')).toBe('17:30')
    expect(formats.moment(start, '30d')).toBe('Nov 21, 17:30')
    expect(formats.time(start, 86_400)).toBe('Nov 21')
    expect(formats.full(start)).toBe('2026-11-21 17:30:00')
  })
  it('P181: as the list writes them, and at the axis as short as they can be', () => {
    expect([formats.value('uptime', 0.99996), formats.tick('uptime', 0.995)]).toEqual(['99.99%', '99.5%'])
    expect([formats.value('power', 38_420_000), formats.tick('power', 40_000_000)]).toEqual(['38.42M', '40M'])
    expect([formats.value('commission', 0.075), formats.tick('commission', 0.2)]).toEqual(['7.5%', '20%'])
  })
})
