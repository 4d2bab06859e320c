import { languages } from '@roundsman/contract/users'
import { describe, expect, test } from 'vitest'
import { english, someFacts } from '../testing/some-facts.ts'
import { bundleMessage } from './bundle-message.ts'
import { fitsSms, gsmSize } from './sms-size.ts'

const url = 'https://celestia.example.org'
const [jailed, missedFive, halted] = [2011, 1131, 9021]
const named = (settingId: number, targetName: string) => someFacts(settingId, { targetName })
const smsOf = (...told: Parameters<typeof bundleMessage>[1]) =>
  bundleMessage('sms', told, english, url).paragraphs.join(' ')

describe('E96: a message about several alerts', () => {
  test('names how many and which, the gravest first, the same of several in one', () => {
    const sms = smsOf(named(missedFive, 'Cyd'), named(jailed, 'Ada'), named(jailed, 'Bob'))
    expect(sms).toBe('Celestia Mainnet: 3 alerts. Jailed: Ada, Bob. 5 blocks missed in a row: Cyd.')
  })

  test('an SMS has as many as there is room for, and says how many it leaves out', () => {
    const names = Array.from({ length: 40 }, (_, index) => `validator-number-${index}`)
    const sms = smsOf(...names.map((name) => named(jailed, name)), someFacts(halted))
    expect(sms).toMatch(/^Celestia Mainnet: 41 alerts\./)
    const [, left] = /And (\d+) more\.$/.exec(sms) ?? []
    expect(Number(left) + (sms.match(/validator-number-/g) ?? []).length + 1).toBe(41)
    expect(gsmSize(sms)).toBeGreaterThan(100)
  })

  test.each(languages.flatMap((language) => [1, 2, 20, 300].map((count) => ({ language, count }))))(
    'an SMS of $count others in $language fits, whatever the names are',
    ({ language, count }) => {
      const reader = { language, timezone: 'Europe/Kyiv' }
      const told = Array.from({ length: count }, (_, index) =>
        someFacts(jailed, { targetName: `\u202e€Ż${index}\n` }, reader),
      )
      const [text = ''] = bundleMessage(
        'sms',
        [someFacts(missedFive, {}, reader), ...told],
        reader,
        url,
      ).paragraphs
      expect(text).not.toMatch(/[\n\u202e]/u)
      expect(fitsSms(text)).toBe(true)
    },
  )

  test('a mail lists each with its place and basis; a call says the first of it', () => {
    const told = [named(missedFive, 'Cyd'), named(jailed, 'Ada'), someFacts(halted)]
    const mail = bundleMessage('email', told, english, url)
    expect(mail.subject).toBe('[Critical] Celestia Mainnet: 3 alerts')
    expect(mail.paragraphs).toHaveLength(3)
    expect(mail.paragraphs.every((one) => one.includes('Proven by the signatures of block 4,711.'))).toBe(
      true,
    )
    const call = bundleMessage('voice', told, english, url)
    expect(call.paragraphs[0]).toBe('Celestia Mainnet: 3 alerts.')
    expect(call.paragraphs.length).toBeLessThanOrEqual(5)
  })
})
