import { catalogue } from '@roundsman/alerting/catalogue'
import { languages } from '@roundsman/contract/accounts/users'
import { describe, expect, test } from 'vitest'
import { answerUrlLength } from '../../notifications/channels/answer-link.ts'
import { smsText } from '../../notifications/channels/twilio/sms.channel.ts'
import { hostile } from '../testing/hostile-names.data.ts'
import { english as en, someFacts as facts } from '../testing/some-facts.ts'
import { alertMessage } from './alert-message.ts'
import { fillSms, gsmSize, smsParts, whereRoom } from './sms-size.ts'
import type { AlertFacts, Reader } from './writing.ts'

const url = 'https://celestia.example.org'
const answer = `${url}/a/2n9c-hx3Vd0pQ7sYk`
const [missedThree, jailNear, jailed] = [1121, 1221, 2011]
const everySetting = Object.values(catalogue.settings('en')).flat()
const evidence = facts(missedThree).evidence
const withEvidence = (change: Partial<AlertFacts['evidence']>) => ({ evidence: { ...evidence, ...change } })

describe('E91: an SMS', () => {
  const sms = (settingId: number, reader: Reader, change: Partial<AlertFacts> = {}) =>
    smsText(alertMessage('sms', facts(settingId, change, reader), reader, url), answer)

  test('E91: severity first, the network once, what is left; then as much as costs no further part', () => {
    expect(sms(missedThree, en)).toBe(
      'Warning: Ada Staking, Celestia Mainnet: 5 blocks missed in a row so far. Jail in about 2 h 5 min (14:35 UTC). Few others missed: 3.21% of power. Check the node, its signer and its peers. Never start a second signer. Block 4,711, 12:30 UTC. https://celestia.example.org/a/2n9c-hx3Vd0pQ7sYk',
    )
  })

  test('E330: of what is near the clock says when jail is, the same whenever it is told; where no part is paid for it', () => {
    const at = facts(jailNear).at.getTime()
    const of = (seconds: number, change: Partial<AlertFacts> = {}) =>
      sms(jailNear, en, {
        ...withEvidence({ seconds_to_jail: seconds, seconds_to_jail_at_most: seconds }),
        ...change,
      })
    expect(of(240)).toContain(': jail in about 4 min (12:34 UTC). ')
    expect(of(240, { readAt: new Date(at + 120_000) })).toContain(': jail in about 2 min (12:34 UTC). ')
    // Any moment, hours away, or “at least”: no clock says that.
    for (const seconds of [50, 7 * 3_600]) expect(of(seconds)).not.toMatch(/jail [^.]*\(/)
    const atLeast = withEvidence({ seconds_to_jail: 240, seconds_to_jail_at_most: 600 })
    expect(sms(jailNear, en, atLeast)).toContain('jail in at least 4 min. ')
    const names = Array.from({ length: 60 }, (_, index) => 'x'.repeat(index + 1))
    const parts = names.map((targetName) => smsParts(of(240, { targetName })))
    expect(parts).toEqual(names.map((targetName) => smsParts(of(7 * 3_600, { targetName }))))
    for (const [language, words] of [
      ['ru', /тюрьма через ~4 мин \(12:34 UTC\)/],
      ['uk', /в.язниця через ~4 хв \(12:34 UTC\)/],
    ] as const)
      expect(
        sms(
          jailNear,
          { language, timezone: 'UTC' },
          withEvidence({ seconds_to_jail: 240, seconds_to_jail_at_most: 240 }),
        ),
      ).toMatch(words)
  })

  test('E332: it is read in the order of every message, the second signer last', () => {
    const began = withEvidence({
      began_at: facts(jailNear).at.getTime() - 60_000,
      seconds_to_jail: 240,
      seconds_to_jail_at_most: 240,
    })
    expect(sms(jailNear, en, began)).toMatch(
      /: jail in about 4 min \(12:34 UTC\)\. Since 12:29 UTC\. Few others missed: 3\.21% of power\. Check the node, its signer and its peers\. Never start a second signer\. https/,
    )
  })

  test('E173: of a jailing it says from when and by which command it can be unjailed', () => {
    const at = facts(jailed).at.getTime()
    const unjailCommand = 'celestia-appd tx slashing unjail --from <key> --chain-id celestia'
    const jailedUntil = new Date(at + 600_000)
    const of = (reader: Reader, change: Partial<AlertFacts>) => sms(jailed, reader, change)
    expect(of(en, { jailedUntil, unjailCommand })).toContain(
      ': jailed. Unjail from 12:40 UTC, in 10 min: celestia-appd tx slashing unjail.',
    )
    for (const language of ['ru', 'uk'] as const)
      expect(of({ language, timezone: 'UTC' }, { jailedUntil, unjailCommand })).toMatch(
        /Unjail [сз] 12:40 UTC, через 10 (хв|мин): celestia-appd tx slashing unjail\./,
      )
    expect(of(en, { jailedUntil: new Date(at + 86_400_000), unjailCommand })).toContain(
      'from Nov 22, 12:30 UTC, in 24 h: ',
    )
    expect(of(en, { jailedUntil, readAt: new Date(at + 700_000), unjailCommand })).toContain(
      'Unjail now: celestia-appd tx slashing unjail.',
    )
    expect(of(en, { jailedUntil })).toContain(': jailed. Unjail from 12:40 UTC, in 10 min.')
    expect(of(en, { unjailCommand: `${'x'.repeat(60)} --from a` })).toContain('Fix the cause, then unjail.')
  })

  test('E228: it calls a severity as every other channel does, and says of what a share is', () => {
    const [ru, uk] = (['ru', 'uk'] as const).map((language) => ({ language, timezone: 'UTC' }))
    if (ru === undefined || uk === undefined) throw new Error('no reader')
    for (const reader of [en, ru, uk]) {
      const [word] = /^[^:]+/.exec(sms(missedThree, reader)) ?? []
      const { subject } = alertMessage('email', facts(missedThree, {}, reader), reader, url)
      expect(subject.startsWith(`[${word}] `)).toBe(true)
    }
    expect(sms(missedThree, ru)).toMatch(/^Внимание: .* Пропустили ещё 3,21\s% голосов\./)
    expect(sms(missedThree, uk)).toMatch(/^Увага: .* Пропустили ще 3,21% голосів\./)
  })

  test('E230: it has its time where there is no room for the block, and how often it began before what to do', () => {
    const plain = withEvidence({ missed_with_you: 0.0052, consecutive_missed: 1, seconds_to_jail: null })
    const of = (targetName: string, change: Partial<AlertFacts['evidence']> = {}) =>
      sms(1111, en, { ...plain, evidence: { ...plain.evidence, ...change }, targetName, height: 47_223_558 })
    expect(of('Fern Guard')).toContain(': 1 block missed. 12:30 UTC. Few others missed: 0.52% of power. ')
    const flaps = { count: 9, since: facts(missedThree).at.getTime() - 900_000 }
    const call = alertMessage('voice', facts(1111, { evidence: { ...plain.evidence, flaps } }), en, url)
    expect(call.paragraphs).toContain('For the 9th time since November 21 at 12:15.')
  })

  test('E253: the end of what came several times says which time it was, and a beginning that is over that it is', () => {
    const recurred = { count: 5, since: facts(missedThree).at.getTime() - 900_000, isOver: true }
    const at = facts(jailNear).at.getTime()
    const end = { ...withEvidence({ began_at: at - 60_000, ended_at: at, missed_since: 34 }), recurred }
    expect(sms(1122, en, end)).toContain('That was the 5th time since 12:15')
    const [ru, uk] = (['ru', 'uk'] as const).map((language): Reader => ({ language, timezone: 'UTC' }))
    if (!ru || !uk) throw new Error('two languages')
    expect(sms(1122, ru, end)).toContain('Это был 5-й раз с 12:15')
    expect(sms(1122, uk, end)).toContain('Це був 5-й раз із 12:15')
    expect(sms(7021, en, { recurred })).toContain('Over by now.')
    expect(sms(7021, en, { recurred: { ...recurred, isOver: false } })).not.toContain('Over by now.')
  })

  test('E254: since when is “or earlier” of what was so before it was seen', () => {
    const of = withEvidence({ began_at: facts(jailNear).at.getTime() - 3_600_000, began_earlier: true })
    expect(sms(jailNear, en, of)).toContain('Since 11:30 UTC or earlier.')
    const mail = (reader: Reader) =>
      alertMessage('email', facts(1031, of, reader), reader, url).paragraphs.map((one) =>
        one.replaceAll('\u00a0', ' '),
      )
    expect(mail(en).join(' ')).toContain('11:30 UTC or earlier.')
    expect(mail({ language: 'ru', timezone: 'UTC' }).join(' ')).toContain('11:30 UTC или раньше')
    expect(mail({ language: 'uk', timezone: 'UTC' }).join(' ')).toContain('11:30 UTC або раніше')
  })

  test('E231: what signs again by now says so in place of how long is left until jail', () => {
    for (const isSigning of [true, false]) {
      const text = sms(missedThree, en, { isSigning })
      expect([text.includes(', signing again.'), text.includes('Jail in')]).toEqual([isSigning, !isSigning])
    }
    expect(sms(1122, en, { isSigning: true })).not.toContain('by now')
  })

  test('E240: blocks that were missed for a few minutes are counted with the seconds', () => {
    const at = facts(jailNear).at.getTime()
    const of = (ms: number) => withEvidence({ began_at: at - ms, ended_at: at, missed_since: 34 })
    expect(sms(1122, en, of(88_000))).toContain('34 blocks missed in 1 min 28 s, 12:28-12:30 UTC.')
    expect(sms(1122, en, of(900_000))).toContain('34 blocks missed in 15 min, 12:15-12:30 UTC.')
    const [, said] = alertMessage('voice', facts(1122, of(88_000)), en, url).paragraphs.slice(2)
    expect(said).toContain('It missed 34 blocks in 1 minute 28 seconds')
  })

  test('E178: what began or ended less than a day ago is known by its time alone', () => {
    const at = facts(jailNear).at.getTime()
    const since = (began_at: number) =>
      sms(jailNear, en, { ...withEvidence({ began_at, missed_with_you: 0 }) })
    expect(since(at - 3_600_000)).toContain('Since 11:30 UTC.')
    expect(since(at - 30 * 3_600_000)).toContain('Since Nov 20, 06:30 UTC.')
    const of = { began_at: at - 900_000, ended_at: at, missed_since: 40 }
    expect(sms(1122, en, withEvidence(of))).toContain('40 blocks missed in 15 min, 12:15-12:30 UTC.')
  })

  test('E181: a time is by its reader’s clock, without a zone; where nobody has set one it is UTC, and says so', () => {
    const at = facts(jailed).at.getTime()
    const end = withEvidence({ began_at: at - 900_000, ended_at: at, missed_since: 40 })
    const longAgo = withEvidence({ began_at: at - 30 * 3_600_000, ended_at: at, missed_since: 40 })
    const of = (timezone: string, change: Partial<AlertFacts>) =>
      sms(1122, { language: 'en', timezone }, change)
    expect(of('Europe/Kyiv', end)).toContain(', 14:15-14:30. ')
    expect(of('Europe/Kyiv', longAgo)).toContain(', Nov 20, 08:30 - Nov 21, 14:30. ')
    for (const zone of ['UTC', 'Etc/UTC', 'No/Where']) expect(of(zone, end)).toContain(', 12:15-12:30 UTC. ')
    for (const { id } of everySetting)
      expect(sms(id, { language: 'en', timezone: 'Europe/Kyiv' }, longAgo)).not.toContain('GMT')
  })

  test('E180: there is room for its own link, and no more', () => {
    const room = answerUrlLength(url) + 1
    expect(answerUrlLength(url)).toBe(answer.length + 2)
    const text = 'a'.repeat(160 - room - 2)
    expect(fillSms([[text, ...whereRoom(0, ['b'])]], room)).toBe(`${text} b`)
    expect(fillSms([[text, ...whereRoom(0, ['bb'])]], room)).toBe(text)
    expect(fillSms([[text, 'bb'], [text]], room)).toBe(text)
    expect(fillSms([[text, 'b'], [text]], room)).toBe(`${text} b`)
    // What matters more has the room; it is read in its place.
    expect(fillSms([[...whereRoom(1, ['c']), text, ...whereRoom(0, ['b'])]], room)).toBe(`${text} b`)
    expect(fillSms([[...whereRoom(1, ['c']), text, ...whereRoom(0, ['b'])]], room - 2)).toBe(`c ${text} b`)
  })

  test.each(['ru', 'uk'] as const)(
    'E185: in %s an alert about one takes two parts, where it is about missed blocks, jail, votes, a bridge that stands or is far behind three',
    (language) => {
      const reader: Reader = { language, timezone: 'Europe/Kyiv' }
      const at = facts(jailed).at.getTime()
      const change = {
        targetName: 'Granite Cloud',
        jailedUntil: new Date(at + 600_000),
        unjailCommand: 'celestia-appd tx slashing unjail --from <key>',
        ...withEvidence({ began_at: at - 900_000, threshold: 0.33 }),
      }
      // Missed blocks, jailed, tombstoned, a bridge that stands or is far behind; votes, which have a title.
      const isDear = /^(?:1\d{3}|2011|3011|8031|8111|1[01]\d{3})$/
      for (const { id } of everySetting) {
        const text = sms(id, reader, change)
        expect([text, smsParts(text)]).toEqual([text, isDear.test(String(id)) ? smsParts(text) : 2])
        expect([text, smsParts(text) <= 3]).toEqual([text, true])
      }
    },
  )

  test('E193: what is CRITICAL says in every language that no second signer may sign, whatever that costs', () => {
    const words = {
      en: 'Never start a second signer.',
      ru: 'Второй сайнер не запускайте.',
      uk: 'Другий сайнер не запускайте.',
    }
    for (const language of languages) {
      const reader: Reader = { language, timezone: 'UTC' }
      for (const id of [jailNear, 1061, 1151])
        expect(sms(id, reader, { targetName: 'x'.repeat(40) })).toContain(words[language])
      const network = withEvidence({ missed_with_you: 0.4 })
      expect(sms(jailNear, reader, network)).not.toContain(words[language])
    }
  })

  test('E336: that a bridge stands, behind or not, says in every language what to do, whatever that costs', () => {
    const { evidence } = facts(8031)
    const bridge = { updated_at: 0, height: 1, lag: 106, version: null, still_since: evidence.observed_at }
    for (const [reader, words] of [
      [en, 'Check its consensus node, then restart it.'],
      [{ language: 'ru', timezone: 'UTC' }, 'Проверьте узел консенсуса, потом перезапустите бридж.'],
      [{ language: 'uk', timezone: 'UTC' }, 'Перевірте вузол консенсусу, потім перезапустіть бридж.'],
    ] as const)
      for (const id of [8031, 8111])
        expect(sms(id, reader, { targetName: 'x'.repeat(40), ...withEvidence({ bridge }) })).toContain(words)
  })

  test('D324: that a bridge is behind says in every language since when and what to do, whatever that costs', () => {
    const { evidence } = facts(8031)
    const began_at = evidence.observed_at - 600_000
    const bridge = { updated_at: 0, height: 1, lag: 142, version: null }
    for (const [reader, words] of [
      [en, '142 blocks behind since 12:20 UTC. Check its consensus node and disk.'],
      [
        { language: 'ru', timezone: 'UTC' },
        'отставание 142 блока с 12:20 UTC. Проверьте узел консенсуса и диск.',
      ],
      [
        { language: 'uk', timezone: 'UTC' },
        'відставання 142 блоки з 12:20 UTC. Перевірте вузол консенсусу й диск.',
      ],
    ] as const) {
      const of = { targetName: 'x'.repeat(40), ...withEvidence({ bridge, began_at, value: 142 }) }
      expect(sms(8031, reader, of)).toContain(words)
    }
  })

  test('D325: an end that is told late says in every language since when it is over', () => {
    const at = facts(1131).at.getTime()
    const late = new Date(at + 16 * 60_000)
    for (const [reader, words] of [
      [
        en,
        [
          'signing again since 12:30',
          'caught up with the network since 12:30',
          'producing blocks again since 12:30',
        ],
      ],
      [
        { language: 'ru', timezone: 'UTC' },
        ['подписи снова есть с 12:30', 'отставания нет с 12:30', 'блоки снова выходят с 12:30'],
      ],
      [
        { language: 'uk', timezone: 'UTC' },
        ['підписи знову є з 12:30', 'відставання немає з 12:30', 'блоки знову виходять з 12:30'],
      ],
    ] as const)
      for (const [index, id] of [1132, 8032, 9022].entries()) {
        const said = sms(id, reader, { readAt: late, ...withEvidence({ began_at: at - 60_000 }) })
        expect(said).toContain(words[index])
        const soon = { readAt: new Date(at + 119_000), ...withEvidence({ began_at: at - 60_000 }) }
        expect(sms(id, reader, soon)).not.toMatch(/(since|с|з) 12:30/)
      }
  })

  test('E338: what a jailing slashed is said in every language, whatever that costs; the block is not', () => {
    const at = facts(jailed).at.getTime()
    const of = (id: number) => ({
      ...{ targetName: 'Nova Forge', target: 'validator:7', jailedUntil: new Date(at + 600_000) },
      ...{
        unjailCommand: 'celestia-appd tx slashing unjail --from <key> --chain-id celestia',
        height: 3_709,
      },
      ...(id === jailed ? {} : withEvidence({ value: -0.0001 })),
    })
    for (const [reader, words] of [
      [en, 'Slashed, lost 0.01% of its stake.'],
      [{ language: 'ru', timezone: 'UTC' }, 'Слэшинг 0,01 % стейка.'],
      [{ language: 'uk', timezone: 'UTC' }, 'Слешинг 0,01% стейку.'],
    ] as const)
      for (const targetName of ['Nova Forge', 'x'.repeat(40)]) {
        const [jailing, slash] = [jailed, 5211].map((id) => facts(id, { ...of(id), targetName }, reader))
        if (!jailing || !slash) throw new Error('no alerts')
        const text = smsText(alertMessage('sms', jailing, reader, url, { also: [slash] }), answer)
        expect(text).toContain(words)
        expect([text, smsParts(text) <= (targetName === 'Nova Forge' ? 3 : 4)]).toEqual([text, true])
      }
  })

  test('E186: a tombstoning says that no node may sign with the key, whatever that costs', () => {
    for (const [reader, words] of [
      [en, 'Stop every node with this key.'],
      [{ language: 'ru', timezone: 'UTC' }, 'Остановите все узлы с этим ключом.'],
      [{ language: 'uk', timezone: 'UTC' }, 'Зупиніть усі вузли з цим ключем.'],
    ] as const)
      expect(sms(3011, reader, { targetName: 'x'.repeat(40) })).toContain(words)
  })

  test.each(languages)(
    'E91: in %s every setting of every name is whole and takes few parts: two of GSM letters, three of others, of the strangest names four',
    (language) => {
      const reader: Reader = { language, timezone: 'America/Argentina/Buenos_Aires' }
      for (const { id } of everySetting)
        for (const targetName of [...hostile, 'Ada Staking', null]) {
          const text = sms(id, reader, { targetName })
          const most = gsmSize(text) !== null ? 2 : targetName === 'Ada Staking' ? 3 : 4
          expect([text, smsParts(text) <= most]).toEqual([text, true])
        }
    },
  )

  test('E91: a name in another script stays as it is', () => {
    expect(sms(jailed, en, { targetName: 'Валидатор №1 火' })).toContain(
      'Валидатор №1 火, Celestia Mainnet: jailed.',
    )
  })

  test('E91: parts are counted as networks count them', () => {
    expect([gsmSize('a'.repeat(160)), gsmSize('{}€'), gsmSize('Я')]).toEqual([160, 6, null])
    const parts = [
      'a'.repeat(160),
      'a'.repeat(161),
      'a'.repeat(307),
      'Я'.repeat(70),
      'Я'.repeat(71),
      'Я'.repeat(135),
    ]
    expect(parts.map(smsParts)).toEqual([1, 2, 3, 1, 2, 3])
  })
})
