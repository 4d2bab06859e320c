import type { Charts } from '@roundsman/contract/networks/charts'
import { describe, expect, it } from 'vitest'
import { chartsCsv, chartsFileName } from './charts-actions.ts'
import { viewOf } from './charts-view.ts'
import { shownCharts } from './shown-charts.ts'

const start = Date.parse('2026-11-21T12:00:00Z') / 1_000
const points = (...values: (number | null)[]) =>
  values.map((value, index): [number, number | null] => [start + 600 * index, value])

describe('P179: the file', () => {
  it('has a row for each point and validator in the words of the contract, and no formula', () => {
    const measured = (metric: 'uptime' | 'commission', ...values: (number | null)[]) => ({
      metric,
      lines: [{ id: 7, name: '=cmd()' }],
      series: [{ validator_id: 7, moniker: '=cmd()', points: points(...values) }],
    })
    const csv = chartsCsv(
      [start, start + 600],
      [0, 1],
      [measured('uptime', 1, null), measured('commission', 0.05, 0.05)],
    )
    expect(csv.split('\r\n')).toEqual([
      'time,validator_id,moniker,cosmos_validator_uptime,cosmos_validator_commission_rate',
      "2026-11-21T12:00:00Z,7,'=cmd(),1,0.05",
      "2026-11-21T12:10:00Z,7,'=cmd(),,0.05",
      '',
    ])
    expect(chartsFileName('a.example', '24h', start * 1_000, 'csv')).toBe(
      'a.example-charts-24h-2026-11-21T120000Z.csv',
    )
  })
})

describe('P179: voting power in the file', () => {
  it('is that of the contract, also where the screen has it in the unit of the network', () => {
    const large = { unit: { scale: 1e-6, symbol: 'IP' }, nameOf: String }
    const power: Charts = {
      ...{ blockchain_id: 1, range: '24h', step: '10m' },
      ...{ from: '2026-11-20T12:40:00Z', to: '2026-11-21T12:40:00Z' },
      metrics: {
        cosmos_validator_voting_power: [
          { validator_id: 7, moniker: 'Lantern', points: points(38_420_000_000_001, null) },
        ],
      },
    }
    const { times, measured } = shownCharts(power, viewOf({ validator: ['7'] }), large) ?? {
      ...{ times: [], measured: [] },
    }
    expect(measured[0]?.lines[0]?.values[0]).toBeCloseTo(38_420_000.000001)
    expect(chartsCsv(times, [0, 1], measured).split('\r\n')).toEqual([
      'time,validator_id,moniker,cosmos_validator_voting_power',
      '2026-11-21T12:00:00Z,7,Lantern,38420000000001',
      '2026-11-21T12:10:00Z,7,Lantern,',
      '',
    ])
  })
})
