import { describe, expect, it } from 'vitest'
import { chosenValidators } from './chosen-validators.ts'

describe('P180: who is not in the list', () => {
  const listed = new Map([[7, 'Lantern']])
  const charts = {
    ...{ blockchain_id: 1, range: '24h' as const, step: '10m' as const },
    ...{ from: '2026-11-20T12:00:00Z', to: '2026-11-21T12:00:00Z' },
    metrics: {
      cosmos_validator_uptime: [
        { validator_id: 7, moniker: 'Lantern', points: [] },
        { validator_id: 9, moniker: null, points: [] },
      ],
    },
  }
  const memberships = (known: Partial<Parameters<typeof chosenValidators>[1]>) =>
    chosenValidators([7, 9, 12], { listed, charts, found: [], ...known }).map(({ name, membership }) => [
      name,
      membership,
    ])
  it('has left where the server knows it, is unknown where the server says so, and else nothing is said', () => {
    expect(memberships({})).toEqual([
      ['Lantern', 'listed'],
      [null, 'left'],
      [null, null],
    ])
    const found = [
      { id: 9, isKnown: true, moniker: 'Old Mill' },
      { id: 12, isKnown: false, moniker: null },
    ]
    expect(memberships({ charts: undefined, found }).slice(1)).toEqual([
      ['Old Mill', 'left'],
      [null, 'unknown'],
    ])
  })
  it('is nothing as long as there is no list', () => {
    expect(memberships({ listed: null }).map(([, membership]) => membership)).toEqual([null, null, null])
  })
})
