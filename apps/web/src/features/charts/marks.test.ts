import type { ValidatorEventKind } from '@roundsman/contract/networks/validator-details'
import { describe, expect, it } from 'vitest'
import { isolated } from '../../i18n/formats.ts'
import { markedEvents, marksOf } from './chart-marks.tsx'

const start = Date.parse('2026-11-21T12:00:00Z') / 1_000

describe('P183: marks', () => {
  const event = (id: number, kind: ValidatorEventKind, after: number, validatorId = 7) => ({
    ...{ id, kind, validatorId, height: 5, before: null, after: null, assurance: null },
    at: new Date((start + after) * 1_000).toISOString(),
  })
  it('are what changes whether a shown validator signs, and its commission, within the shown time, oldest first', () => {
    const moved = { ...event(6, 'commission_changed', 950), before: '0.05', after: '0.1' }
    const events = [event(5, 'unjailed', 900), event(4, 'rank_changed', 800), event(3, 'jailed', 300.9)]
    const others = [event(2, 'jailed', -1), event(1, 'jailed', 300, 12)]
    const nothing = { before: null, after: null }
    expect(markedEvents([moved, ...events, ...others], [7, 9], { from: start, to: start + 1_000 })).toEqual([
      { id: 7, kind: 'jailed', tone: 'error', at: start + 300, ...nothing },
      { id: 7, kind: 'unjailed', tone: 'info', at: start + 900, ...nothing },
      { id: 7, kind: 'commission_changed', tone: 'info', at: start + 950, before: '0.05', after: '0.1' },
    ])
  })
  it('are red where a validator was punished, and for nothing else', () => {
    const kinds = ['jailed', 'slashed', 'tombstoned', 'unjailed', 'commission_changed'] as const
    const events = kinds.map((kind, place) => event(place, kind, place))
    const tones = markedEvents(events, [7], { from: start, to: start + 9 }).map(({ tone }) => tone)
    expect(tones).toEqual(['error', 'error', 'error', 'info', 'info'])
  })
  it('P843: of a commission are in its chart alone, without words; all others are in every chart', () => {
    const [moved, jailed] = [
      { at: start, text: 'moved', tone: 'info', metric: 'commission' },
      { at: start, text: 'jailed', tone: 'error', metric: null },
    ] as const
    const said = (metric: 'uptime' | 'power' | 'commission') =>
      marksOf([moved, jailed], metric).map(({ text, silent = false }) => [text, silent])
    expect(said('uptime')).toEqual([['jailed', false]])
    expect(said('power')).toEqual([['jailed', false]])
    expect(said('commission')).toEqual([
      ['moved', true],
      ['jailed', false],
    ])
  })
  it('name whoever has a name of letters that turn the line, and nothing else turns', () => {
    expect(isolated('a\u202Eb')).toBe('\u2068a\u202Eb\u2069')
    // It cannot end what keeps it apart.
    expect(isolated('a\u2069\u202E\u2066b')).toBe('\u2068a\u202Eb\u2069')
  })
})
