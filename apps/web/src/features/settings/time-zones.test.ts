import { describe, expect, it, vi } from 'vitest'
import { placeOf, presentName, zonesBeside, zoneText } from './time-zones.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const zonesOf = (kept: string) => zonesBeside(kept).regions.flatMap(([, zones]) => zones)

describe('P849: time zones', () => {
  it('have the names that the tz database has today, also where the browser lists older ones', () => {
    const spy = vi
      .spyOn(Intl, 'supportedValuesOf')
      .mockReturnValue(['Asia/Calcutta', 'Asia/Rangoon', 'Europe/Kiev'])
    expect(zonesOf('UTC').filter((zone) => zone !== 'UTC')).toEqual([
      ...['Asia/Kolkata', 'Asia/Yangon', 'Europe/Kyiv'],
    ])
    spy.mockRestore()
    for (const old of ['Europe/Kiev', 'Asia/Saigon', 'Asia/Katmandu', 'America/Godthab', 'Pacific/Truk'])
      expect(zonesOf('UTC')).not.toContain(old)
  })
  it('are each listed once, whatever name one was kept by', () => {
    for (const kept of ['Europe/Kiev', 'Europe/Kyiv'])
      expect(zonesOf(kept).filter((zone) => /Ki|Ky/.test(zone))).toEqual([
        ...zonesOf('UTC').filter((zone) => /Ki|Ky/.test(zone)),
      ])
    expect([presentName('Europe/Kiev'), presentName('Mars/Olympus')]).toEqual([
      ...['Europe/Kyiv', 'Mars/Olympus'],
    ])
  })
  it('keep a name whose successor the browser does not know', () => {
    const known = Intl.DateTimeFormat
    const spy = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (language, options) {
      if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone')
      return known(language, options)
    })
    expect(presentName('Europe/Kiev')).toBe('Europe/Kiev')
    spy.mockRestore()
  })
  it.each([
    ['Europe/Kiev', 'en', 'Kyiv (UTC+2)'],
    ['America/Argentina/Buenos_Aires', 'en', 'Buenos Aires (UTC-3)'],
    ['UTC', 'ru', 'UTC'],
    ['Europe/Kiev', 'ru', 'Украина, Kyiv (UTC+2)'],
    ['Europe/Kiev', 'uk', 'Україна, Kyiv (UTC+2)'],
    ['Asia/Yekaterinburg', 'ru', 'Екатеринбург (UTC+5)'],
    ['America/New_York', 'uk', 'Нью-Йорк (UTC-5)'],
  ])('%s is in %s written %s', (zone, language, text) => {
    expect(zoneText(zone, now, language)).toBe(text)
    expect(text.startsWith(placeOf(zone, now, language))).toBe(true)
  })
})
