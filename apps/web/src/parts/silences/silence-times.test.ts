import { describe, expect, it } from 'vitest'
import { type ChosenTimes, fieldTime, spanOf, timeProblems } from './silence-times.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const chosen: ChosenTimes = { later: false, from: '', end: 'hour', to: '' }
const text = (at: number) => new Date(at).toISOString()

describe('P655: the time of a silence', () => {
  it.each([
    ['minutes30', '2026-11-21T12:30:00.000Z'],
    ['hour', '2026-11-21T13:00:00.000Z'],
    ['hours4', '2026-11-21T16:00:00.000Z'],
    ['morning', '2026-11-22T09:00:00.000Z'],
  ] as const)('begins now and ends by “%s”', (end, to) => {
    const span = spanOf({ ...chosen, end }, now, 'UTC')
    expect([span.from, text(span.to)]).toEqual([now, to])
  })

  it('is by the clocks of the user: a morning, and what fields say', () => {
    // In Auckland it is already 01:00 of the 22nd.
    expect(text(spanOf({ ...chosen, end: 'morning' }, now, 'Pacific/Auckland').to)).toBe(
      '2026-11-22T20:00:00.000Z',
    )
    const later = spanOf(
      { later: true, from: '2026-11-21T16:00', end: 'custom', to: '2026-11-21T18:30' },
      now,
      'Europe/Kyiv',
    )
    expect([text(later.from), text(later.to)]).toEqual([
      '2026-11-21T14:00:00.000Z',
      '2026-11-21T16:30:00.000Z',
    ])
    expect(fieldTime(now, 'Europe/Kyiv')).toBe('2026-11-21T14:00')
  })

  it('counts from a later beginning', () => {
    const later = { ...chosen, later: true, from: '2026-12-01T22:00' }
    expect(text(spanOf(later, now, 'UTC').to)).toBe('2026-12-01T23:00:00.000Z')
    expect(text(spanOf({ ...later, end: 'morning' }, now, 'UTC').to)).toBe('2026-12-02T09:00:00.000Z')
  })
})

describe('P657: times that cannot be', () => {
  const problems = (part: Partial<ChosenTimes>) => {
    const times = { ...chosen, ...part }
    return timeProblems(spanOf(times, now, 'UTC'), times, now)
  }
  it.each([
    [{}, null, null],
    [{ end: 'custom' }, null, 'missing'],
    [{ end: 'custom', to: '2026-11-21T11:00' }, null, 'past'],
    [{ end: 'custom', to: '2026-12-21T12:00' }, null, null],
    [{ end: 'custom', to: '2026-12-21T12:01' }, null, 'tooLong'],
    [{ later: true }, 'missing', null],
    [{ later: true, from: '2026-11-21T12:00' }, 'past', null],
    [{ later: true, from: '2027-11-22T12:00' }, 'tooFar', null],
    [{ later: true, from: '2026-11-22T12:00', end: 'custom', to: '2026-11-22T12:00' }, null, 'order'],
  ] as const)('%o', (part, from, to) => {
    expect(problems(part)).toEqual({ from, to })
  })
})
