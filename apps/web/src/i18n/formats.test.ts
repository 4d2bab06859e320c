import { describe, expect, it } from 'vitest'
import { createFormats, knownTimeZone } from './formats.ts'

const of = (language: string, timeZone = 'UTC') =>
  createFormats({
    language,
    timeZone,
    units: {
      day: (value) => `${value} d`,
      hour: (value) => `${value} h`,
      minute: (value) => `${value} min`,
      second: (value) => `${value} s`,
    },
  })
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('numbers', () => {
  it('groups and shortens as the language does', () => {
    expect(of('en').integer(9_412_306)).toBe('9,412,306')
    expect(plain(of('ru').integer(9_412_306))).toBe('9 412 306')
    expect(of('en').tokens('38420117250000', 6)).toBe('38.42M')
    expect(plain(of('uk').tokens('38420117250000', 6))).toBe('38,42 млн')
    expect(of('en').tokens('12500000', 6)).toBe('12.5')
    expect(of('en').rate(0.075)).toBe('7.5%')
  })
  it('P14: never rounds a share up to the whole', () => {
    expect(of('en').percent(0.99999)).toBe('99.99%')
    expect(of('en').percent(1)).toBe('100.00%')
  })
  it('P307: never writes a share that is there as none', () => {
    expect(of('en').percent(0.00004)).toBe('<0.01%')
    expect(of('uk').percent(0.00004)).toBe(`<${of('uk').percent(0.0001)}`)
    expect(of('en').percent(0.00005)).toBe('0.01%')
    expect(of('en').percent(0)).toBe('0.00%')
  })
  it('P14: leaves all other shares as they are', () => {
    expect(of('en').percent(0.9997)).toBe('99.97%')
  })
  it('writes amounts beyond 2^53 in full', () => {
    expect(of('en').tokensInFull('123456789012345678901234567', 18)).toBe('123,456,789.012345')
    expect(of('en').tokensInFull('5', 0)).toBe('5')
  })
})

describe('times', () => {
  it.each([
    [0.4, '0 s'],
    [48, '48 s'],
    [104, '1 min 44 s'],
    [37 * 60, '37 min'],
    [7 * 3600 + 13 * 60 + 5, '7 h 13 min'],
    [2 * 3600, '2 h'],
    [90_000, '25 h'],
    [200_000, '2 d 7 h'],
    [-5, '0 s'],
  ])('E219: %d s is at most two units', (seconds, text) => {
    expect(of('en').duration(seconds)).toBe(text)
  })
  it('P453: a time that is not today has its date, by the day of the user', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const yesterday = '2026-11-20T18:45:50Z'
    expect(of('en').time(yesterday, now)).toBe('Nov\u00a020, 18:45:50')
    expect(of('en').shortTime(yesterday, now)).toBe('Nov\u00a020, 18:45')
    expect(of('ru').time(yesterday, now)).toMatch(/20\u00a0нояб\., 18:45:50/)
    expect(of('uk').shortTime('2026-11-22T02:10:00Z', now)).toMatch(/22\u00a0лист\., 02:10/)
    // It is the 21st there already.
    expect(of('en', 'Asia/Tokyo').time(yesterday, now)).toBe('03:45:50')
    expect(of('en').shortTime('2026-11-21T00:00:00Z', now)).toBe('00:00')
    expect(of('en').shortTime('2026-11-19T18:45:50Z', now)).toBe('Nov\u00a019')
  })
  it('P841: a year is written where it is not the present one, by the day of the user', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(of('en').time('2026-01-01T11:59:07Z', now)).toBe('Jan\u00a01, 11:59')
    expect(of('ru').time('2026-10-22T00:12:00Z', now)).toBe('22\u00a0окт., 00:12')
    expect(of('en').time('2025-12-31T23:59:07Z', now)).toBe('Dec\u00a031, 2025, 23:59')
    expect(of('en', 'Asia/Tokyo').time('2025-12-31T23:59:07Z', now)).toBe('Jan\u00a01, 08:59')
  })
  it('P703: no line ends within a day and its month, before a dash, or within a range of two times', () => {
    const now = Date.parse('2026-11-21T14:00:00Z')
    const range = (language: string, from: string, to: string) => of(language).timeRange(from, to, now)
    const today = ['2026-11-21T12:02:00Z', '2026-11-21T12:19:00Z'] as const
    expect(range('en', ...today)).toMatch(/^\d\d:02\u00a0–\u00a0\d\d:19$/)
    expect(range('ru', ...today)).toMatch(/^\d\d:02\u2060–\u2060\d\d:19$/)
    expect(range('en', '2026-11-18T12:02:00Z', '2026-11-20T12:19:00Z')).toMatch(
      /^Nov\u00a018, \d\d:02\u00a0– Nov\u00a020, \d\d:19$/,
    )
    expect(range('en', '2025-12-30T12:02:00Z', '2026-01-02T12:19:00Z')).toMatch(
      /^Dec\u00a030, 2025, \d\d:02\u00a0– Jan\u00a02, 2026, \d\d:19$/,
    )
  })
  it('shows seconds within a day, in the zone of the user', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(of('en', 'Europe/Kyiv').time('2026-11-21T11:59:07Z', now)).toBe('13:59:07')
    expect(of('en').time('2026-11-01T11:59:07Z', now)).toBe('Nov\u00a01, 11:59')
    expect(knownTimeZone('Nowhere/Atall')).toBe(knownTimeZone(undefined))
  })
})

describe('P888: the time to jail in one unit', () => {
  it.each([
    [86_400 * 2 + 86_400 * 0.39, '2.3 d'],
    [86_400 * 2 - 1, '47.9 h'],
    [6 * 3_600 + 56 * 60, '6.9 h'],
    [7 * 3_600, '7 h'],
    [59 * 60 + 59, '59 min'],
  ])('of %d s is never more than there is: %s', (seconds, expected) => {
    expect(of('en').tersely(seconds)).toBe(expected)
  })
  it('has the point of its language', () => {
    expect(of('ru').tersely(24_960)).toBe('6,9 h')
  })
})
