import type { QuietWindow } from '@roundsman/contract/accounts/quiet-hours'
import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { describe, expect, it } from 'vitest'
import { fieldTime, nextQuiet, weekdayName } from './quiet-plan.ts'

const night: QuietWindow = { days: [...weekdays], from: '22:00', to: '07:00' }
const at = (iso: string) => Date.parse(iso)

describe('P651: when it is quiet next', () => {
  // 2026-11-21 is a Saturday; Kyiv is two hours ahead of UTC then.
  it.each([
    ['2026-11-21T12:00:00Z', 'UTC', 'tonight'],
    ['2026-11-21T21:59:00Z', 'UTC', 'tonight'],
    ['2026-11-21T22:00:00Z', 'UTC', 'now'],
    ['2026-11-22T06:59:00Z', 'UTC', 'now'],
    ['2026-11-22T07:00:00Z', 'UTC', 'tonight'],
    ['2026-11-21T20:30:00Z', 'Europe/Kyiv', 'now'],
    ['2026-11-21T05:30:00Z', 'Europe/Kyiv', 'tonight'],
  ])('at %s in %s is “%s”', (now, zone, when) => {
    expect(nextQuiet([night], zone, at(now))).toMatchObject({ when, from: '22:00', to: '07:00', toDay: null })
  })

  it('is this night also where it begins after midnight', () => {
    const late: QuietWindow = { days: ['SUN'], from: '00:30', to: '07:00' }
    expect(nextQuiet([late], 'UTC', at('2026-11-21T20:00:00Z'))).toMatchObject({
      when: 'tonight',
      day: 'SUN',
    })
  })

  it('is today, tomorrow, or named by its weekday, a week ahead at the most', () => {
    const noon = (day: QuietWindow['days'][number]): QuietWindow => ({
      days: [day],
      from: '13:00',
      to: '14:00',
    })
    const now = at('2026-11-21T12:00:00Z')
    expect(nextQuiet([noon('SAT')], 'UTC', now)?.when).toBe('today')
    expect(nextQuiet([noon('SUN')], 'UTC', now)?.when).toBe('tomorrow')
    expect(nextQuiet([noon('WED')], 'UTC', now)).toMatchObject({ when: 'later', day: 'WED' })
    expect(nextQuiet([noon('SAT')], 'UTC', at('2026-11-21T14:00:00Z'))).toMatchObject({
      when: 'later',
      day: 'SAT',
    })
    expect(nextQuiet([], 'UTC', now)).toBeNull()
  })

  it('takes windows that touch as one, and names the day of a far end', () => {
    const weekend: QuietWindow[] = [
      { days: ['FRI'], from: '20:00', to: '00:00' },
      { days: ['SAT', 'SUN'], from: '00:00', to: '00:00' },
      { days: ['MON'], from: '00:00', to: '07:00' },
    ]
    expect(nextQuiet(weekend, 'UTC', at('2026-11-21T12:00:00Z'))).toMatchObject({
      ...{ when: 'now', to: '07:00', toDay: 'MON' },
    })
    expect(nextQuiet(weekend, 'UTC', at('2026-11-22T12:00:00Z'))).toMatchObject({ when: 'now', toDay: null })
    expect(nextQuiet(weekend, 'UTC', at('2026-11-20T12:00:00Z'))).toMatchObject({
      ...{ when: 'tonight', day: 'FRI', from: '20:00', to: '07:00', toDay: 'MON' },
    })
  })

  it('follows both changes of the clock', () => {
    // Kyiv: 2026-03-29 03:00 → 04:00, 2026-10-25 04:00 → 03:00.
    expect(nextQuiet([night], 'Europe/Kyiv', at('2026-03-29T03:59:00Z'))?.when).toBe('now')
    expect(nextQuiet([night], 'Europe/Kyiv', at('2026-03-29T04:00:00Z'))?.when).toBe('tonight')
    expect(nextQuiet([night], 'Europe/Kyiv', at('2026-10-25T04:59:00Z'))?.when).toBe('now')
    expect(nextQuiet([night], 'Europe/Kyiv', at('2026-10-25T05:00:00Z'))?.when).toBe('tonight')
  })

  it('names days in the language', () => {
    expect(weekdayName('MON', 'en', 'short')).toBe('Mon')
    expect(weekdayName('SUN', 'en', 'long')).toBe('Sunday')
    expect(weekdayName('WED', 'uk', 'long')).toBe('середа')
  })
})

describe('P824: the clock of the sentence', () => {
  it('is that of the fields', () => {
    expect(fieldTime('22:00', 'en', false)).toBe('22:00')
    expect(fieldTime('22:00', 'en', true)).toMatch(/^10:00\sPM$/)
    expect(fieldTime('00:30', 'en', true)).toMatch(/^12:30\sAM$/)
  })
})
