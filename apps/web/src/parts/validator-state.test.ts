import type { ValidatorState } from '@roundsman/contract/networks/validator-state'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import en from '../i18n/en.json'
import { createFormats } from '../i18n/formats.ts'
import { stateText } from './validator-state.tsx'

const texts = createInstance()
void texts.init({ lng: 'en', initAsync: false, resources: { en: { translation: en } } })
const unit = (sign: string) => (value: string) => `${value} ${sign}`
const formats = createFormats({
  language: 'en',
  timeZone: 'UTC',
  units: { day: unit('d'), hour: unit('h'), minute: unit('min'), second: unit('s') },
})
const now = Date.parse('2026-11-21T11:00:00Z')
const textsOf = (state: ValidatorState, halted = false) => stateText(state, { now, halted }, texts.t, formats)
const text = (state: ValidatorState, halted = false) => textsOf(state, halted).text

describe('P10: a state in words', () => {
  it.each([
    ['2026-11-21T11:09:00Z', 'Jailed until 11:09'],
    ['2026-11-23T11:09:00Z', 'Jailed until Nov\u00a023'],
    ['2026-11-21T10:59:00Z', 'Jailed · can unjail now'],
    ['2026-03-14T08:00:00Z', 'Jailed since Mar\u00a014'],
    ['2023-03-14T08:00:00Z', 'Jailed since 2023'],
    ['1970-01-01T00:00:00Z', 'Jailed'],
    ['not a time', 'Jailed'],
    [null, 'Jailed'],
  ])('of one that is in jail until %s', (until, words) => {
    expect(text({ kind: 'jailed', until })).toBe(words)
  })
  it('says that there may be more missed blocks, until the block before them is known', () => {
    const missing = { kind: 'missing', blocks: 1_211, seconds: null, secondsAtMost: null } as const
    expect(text({ ...missing, exact: false })).toBe('Missing 1,211 or more')
    expect(text({ ...missing, exact: true })).toBe('Missing blocks · 1,211 in a row')
  })
  it('P888: gives the time to jail whenever it is known, in one unit, and never more than there is', () => {
    const missing = {
      kind: 'missing',
      blocks: 12,
      exact: true,
      seconds: 25_980,
      secondsAtMost: 25_980,
    } as const
    expect(textsOf(missing)).toEqual({
      text: 'Jail in 7.2 h · missing 12',
      full: 'Missing blocks · 12 in a row, 7 h 13 min to jail if it keeps missing',
    })
    expect(text({ ...missing, exact: false })).toBe('Jail in 7.2 h · missing 12+')
    expect(textsOf({ ...missing, exact: false }).full).toContain('12 or more')
    expect(text({ kind: 'risk', blocks: 500, exact: true, seconds: 2_220, secondsAtMost: 2_220 })).toBe(
      'At risk · 37 min',
    )
  })
  it('P451: says “at least” where old misses may leave the window sooner or later', () => {
    const risk = { kind: 'risk', blocks: 500, exact: true, seconds: 2_220, secondsAtMost: 9_000 } as const
    expect(textsOf(risk)).toEqual({
      text: 'At risk · ≥\u00a037 min',
      full: 'Missing blocks · 500 in a row, at least 37 min and at most 2 h 30 min to jail if it keeps missing',
    })
    expect(text({ ...risk, kind: 'missing', seconds: 90_000, secondsAtMost: 93_600 })).toBe(
      'Jail in ≥\u00a025 h · missing 500',
    )
    // A difference that is not written is none.
    expect(text({ ...risk, secondsAtMost: 2_225 })).toBe('At risk · 37 min')
  })
  it('P887: of less than a minute nobody counts the seconds', () => {
    const risk = { kind: 'risk', blocks: 500, exact: true, seconds: 59.9, secondsAtMost: 59.9 } as const
    expect(textsOf(risk)).toEqual({
      text: 'Jail any moment',
      full: 'Missing blocks · 500 in a row, jail any moment now if it keeps missing',
    })
  })
  it('P934: says that jail is possible any moment where it may take much longer', () => {
    const risk = { kind: 'risk', blocks: 500, exact: true, seconds: 30, secondsAtMost: 10_800 } as const
    const full =
      'Missing blocks · 500 in a row, jail possible any moment, in 3 h at most, if it keeps missing'
    expect(textsOf(risk)).toEqual({ text: 'Jail possible now', full })
    expect(textsOf({ ...risk, kind: 'missing' })).toEqual({ text: 'Jail possible now', full })
  })
  it('P13: counts no time to jail while there are no blocks', () => {
    expect(text({ kind: 'risk', blocks: 500, exact: true, seconds: 2_220, secondsAtMost: 2_220 }, true)).toBe(
      'At risk · paused',
    )
    expect(
      text({ kind: 'missing', blocks: 12, exact: true, seconds: 25_980, secondsAtMost: 25_980 }, true),
    ).toBe('Missing blocks · 12 in a row')
  })
})
