import { catalogue } from '@roundsman/alerting/catalogue'
import { languages } from '@roundsman/contract/users'
import { describe, expect, test } from 'vitest'
import { mailContent } from '../../notifications/channels/email/mail-content.ts'
import { smsText } from '../../notifications/channels/twilio/sms.channel.ts'
import { english, someFacts } from '../testing/some-facts.ts'
import { cleanName } from './alert-message.ts'
import { alertMessage, alertSentences } from './alert-text.ts'
import { fitsSms, gsmName, gsmSize } from './sms-size.ts'
import type { AlertFacts, Reader } from './writing.ts'

const url = 'https://celestia.example.org'
const en = english
const facts = someFacts
const hostile = [
  '<img src=x onerror=alert(1)>',
  '@everyone',
  '=cmd()',
  '\u202egnp.exe\u2066',
  'x'.repeat(10_000),
  'a\r\nBcc: eve@example.org',
  '\ud800 half',
  'Ż̶̢̛͓̮̰̫a̷̧̨̛̱l̸̡̛̖g̵̢̛̩o̶̡̢̖',
  '👩‍👩‍👧‍👦'.repeat(40),
  '€'.repeat(70),
  '',
]

const missedThree = 1121
const everySetting = Object.values(catalogue.settings('en')).flat()

describe('E90: what a message says', () => {
  test('E90: what, which validator, which network, when and at which block, how bad, you or the network, how it is known', () => {
    const mail = alertMessage('email', facts(missedThree), en, url)
    expect(mail.subject).toBe('[Warning] Ada Staking, Celestia Mainnet: 3 blocks missed in a row')
    expect(mail.paragraphs).toEqual([
      'Celestia Mainnet, block 4,711, Nov 21, 12:30 UTC.',
      'Missed in a row: 5. Missed in the last 10,000 blocks: 1,234. Jail in 2 h 5 min if it keeps missing. 3.21% of the voting power missed this block with you.',
      'Proven by the signatures of block 4,711.',
    ])
    expect(mail.link?.url).toBe(url)
    expect(alertSentences(facts(missedThree), en)).toBe(mail.paragraphs.join(' '))
  })

  test('E90: whether it is you or the network, what was before, what to do', () => {
    const { evidence } = facts(missedThree)
    const said = (settingId: number, change: Partial<AlertFacts> = {}) =>
      alertSentences(facts(settingId, change), en)
    expect(said(missedThree, { evidence: { ...evidence, missed_with_you: 0 } })).toContain(
      'Nobody else missed this block',
    )
    expect(said(6011)).toContain('Was 5%, now 10%.')
    expect(said(5011, { evidence: { ...evidence, value: -0.051 } })).toContain('Changed by -5.1%.')
    expect(said(9121)).toContain('Signed by 78% of the voting power.')
    expect(said(9211)).toContain('Upgrade v7 at block 5,000.')
    const until = new Date(Date.UTC(2026, 10, 21, 12, 40))
    expect(said(2011, { jailedUntil: until })).toContain('That is possible from Nov 21, 12:40 UTC.')
    const command = 'celestia-appd tx slashing unjail --from <key> --chain-id celestia'
    expect(said(2011, { unjailCommand: command })).toContain(`Unjail it with: ${command}`)
    expect(said(2012, { unjailCommand: command })).not.toContain('unjail')
    const single = { ...evidence, assurance: 'SINGLE' as const, flaps: { count: 4, since: until.getTime() } }
    expect(said(missedThree, { evidence: single })).toContain(
      'Reported by one endpoint only, rpc.example.org.',
    )
    expect(said(missedThree, { evidence: single })).toContain('It began 4 times since Nov 21, 12:40 UTC.')
    expect(said(missedThree, { heldBack: 'MASS_MISS' })).toContain('Held back: more than a third')
    expect(said(missedThree, { evidence: { ...evidence, held_back: 'UPGRADE' } })).toContain(
      'Held back until now',
    )
  })

  test('E90: it is in the language and the time zone of its reader; an unknown zone is UTC', () => {
    const uk: Reader = { language: 'uk', timezone: 'Europe/Kyiv' }
    const mail = alertMessage('email', facts(missedThree, {}, uk), uk, url)
    expect(mail.subject).toMatch(/^\[Попередження\] Ada Staking, Celestia Mainnet: [А-ЯІЇЄ]/)
    expect(mail.paragraphs[0]).toMatch(/^Celestia Mainnet, блок 4\s711, 21 лист\., 14:30/)
    expect(mail.paragraphs[1]).toContain('2 год 5 хв')
    const ru: Reader = { language: 'ru', timezone: 'No/Where' }
    expect(alertMessage('email', facts(missedThree, {}, ru), ru, url).paragraphs[0]).toContain('12:30 UTC')
  })

  test('E90: a call says what and how bad, and no more', () => {
    expect(alertMessage('voice', facts(missedThree), en, url)).toEqual({
      subject: '',
      paragraphs: [
        'Ada Staking, Celestia Mainnet: 3 blocks missed in a row.',
        'Missed in a row: 5.',
        'Missed in the last 10,000 blocks: 1,234.',
      ],
    })
  })
})

describe('E91: an SMS', () => {
  const sms = (settingId: number, reader: Reader, change: Partial<AlertFacts> = {}) =>
    smsText(alertMessage('sms', facts(settingId, change, reader), reader, url))

  test('E91: says the weightiest in one part', () => {
    expect(sms(missedThree, en)).toBe(
      'Ada Staking, Celestia Mainnet: 3 blocks missed in a row. Celestia Mainnet, block 4,711, Nov 21, 12:30 UTC. Missed in a row: 5.',
    )
  })

  test.each(languages)(
    'E91: in %s every setting of every name fits one part of GSM letters or two of others',
    (language) => {
      const reader: Reader = { language, timezone: 'America/Argentina/Buenos_Aires' }
      for (const { id } of everySetting)
        for (const targetName of [...hostile, 'Ada Staking', null]) {
          const text = sms(id, reader, { targetName })
          const size = gsmSize(text)
          expect([text, size === null ? text.length <= 134 : size <= 160]).toEqual([text, true])
          // The title is whole, however long the name.
          expect(text).toContain(
            facts(id, {}, reader).title.replaceAll('’', "'").replaceAll('\u00a0', ' ').slice(0, 12),
          )
          if (language === 'en') expect([text, size !== null]).toEqual([text, true])
        }
    },
  )

  test('E91: letters are counted as GSM does', () => {
    expect(gsmSize('a'.repeat(160))).toBe(160)
    expect(gsmSize('{}€')).toBe(6)
    expect(gsmSize('Я')).toBeNull()
    expect([fitsSms('a'.repeat(161)), fitsSms('Я'.repeat(134)), fitsSms('Я'.repeat(135))]).toEqual([
      false,
      true,
      false,
    ])
    expect(gsmName('Ada – “Staking” 🚀🚀 Ж')).toBe('Ada - "Staking" ? ?')
  })
})

describe('E92: a hostile name', () => {
  test.each(hostile)('E92: %j is one short line of text in every channel', (name) => {
    const shown = cleanName(name)
    expect([...shown].length).toBeLessThanOrEqual(40)
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    for (const channel of ['email', 'sms', 'voice']) {
      const message = alertMessage(channel, facts(missedThree, { targetName: name, network: name }), en, url)
      const all = [message.subject, ...message.paragraphs]
      for (const one of all)
        expect(one).not.toMatch(
          /[\r\n\u202a-\u202e\u2066-\u2069\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])/,
        )
      const { html, subject } = mailContent(message, 'en')
      expect(html).not.toContain('<img')
      expect(subject).not.toMatch(/[\r\n]/)
    }
  })

  test('E92: a name of nothing visible is said to be none', () => {
    expect(
      alertMessage('email', facts(missedThree, { targetName: '\u200b\u202e ' }), en, url).subject,
    ).toContain('Validator without a name')
  })
})
