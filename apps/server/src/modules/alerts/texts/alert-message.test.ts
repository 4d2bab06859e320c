import { catalogue } from '@roundsman/alerting/catalogue'
import { languages } from '@roundsman/contract/accounts/users'
import { describe, expect, test } from 'vitest'
import { mailContent } from '../../notifications/channels/email/mail-content.ts'
import { hostile } from '../testing/hostile-names.data.ts'
import { english, someFacts } from '../testing/some-facts.ts'
import { alertMessage } from './alert-message.ts'
import { alertSentences, alertText } from './alert-text.ts'
import { type AlertFacts, cleanName, type Reader } from './writing.ts'

const url = 'https://celestia.example.org'
const en = english
const facts = someFacts

test('E141: of what nobody sees, and of blocks that do not come, no message says that a block proves it', () => {
  const [unseen, halted] = [facts(9311, { targetType: 'ANY' }), facts(9021, { targetType: 'ANY' })]
  for (const of of [unseen, halted])
    for (const channel of ['sms', 'voice', 'email'])
      expect(alertMessage(channel, of, en, url).paragraphs.join(' ')).not.toContain('Proven')
})

const missedThree = 1121
const jailNear = 1221
const jailed = 2011
const everySetting = Object.values(catalogue.settings('en')).flat()
const evidence = facts(missedThree).evidence
/** What E176 keeps on one line, as it is read. */
const read = (text: string) => text.replaceAll('\u00a0', ' ')
const said = (settingId: number, change: Partial<AlertFacts> = {}) =>
  read(alertSentences(facts(settingId, change), en))
const withEvidence = (change: Partial<AlertFacts['evidence']>) => ({ evidence: { ...evidence, ...change } })

describe('E90: what a message says', () => {
  test('E90: how bad, who, what, how long until jail; figures; this validator or the network; what to do; how it is known', () => {
    const mail = alertMessage('email', facts(missedThree), en, url)
    expect(mail.subject).toBe('[Warning] Ada Staking, Celestia Mainnet: 5 blocks missed in a row so far')
    expect(mail.paragraphs.map(read)).toEqual([
      'Ada Staking on Celestia Mainnet: 5 blocks missed in a row so far. Jail in about 2 h 5 min (14:35 UTC) if it keeps missing.',
      'Missed 1,234 of the last 10,000 blocks. Block 4,711, Nov 21, 12:30 UTC.',
      'Only 3.21% of the voting power missed this block as well: it’s most likely this validator, not the network.',
      'Check that the node is running and in sync, that its signer responds and that it has peers. Never start a second signer with the same key: that is double signing.',
      'Proven by the chain’s signatures.',
    ])
    expect(mail.link).toEqual({ label: 'Open this alert', url })
    const [, ...rest] = mail.paragraphs.map(read)
    expect(said(missedThree)).toBe(
      `5 blocks missed in a row so far. Jail in about 2 h 5 min (14:35 UTC) if it keeps missing. ${rest.join(' ')}`,
    )
  })

  test('E90: what is above the threshold is said so that it is no mistake, what is not counted whole too', () => {
    expect(said(missedThree, withEvidence({ consecutive_missed: 3 }))).toContain('3 blocks missed in a row.')
    expect(said(missedThree, withEvidence({ consecutive_missed_exact: false }))).toContain(
      'At least 5 blocks missed in a row.',
    )
    expect(said(1111, withEvidence({ consecutive_missed: 1 }))).toContain('1 block missed.')
  })

  test('E90: the time to jail is what is left when the message is composed; of one or two missed blocks it is none', () => {
    const readAt = new Date(evidence.observed_at + 5 * 60_000)
    expect(said(missedThree, { readAt })).toContain('Jail in about 2 h (14:35 UTC) if it keeps missing.')
    expect(alertMessage('sms', facts(jailNear, { readAt }), en, url).paragraphs[0]).toMatch(
      /^Critical: Ada Staking, Celestia Mainnet: jail in about 2 h \(14:35 UTC\)\. Few others missed: /,
    )
    expect(said(1111, withEvidence({ consecutive_missed: 1 }))).not.toContain('Jail')
  })

  test('E90: who else missed the block decides what is said of the cause, and what to do', () => {
    const cause = (missed_with_you: number) => said(missedThree, withEvidence({ missed_with_you }))
    expect(cause(0)).toContain('Nobody else missed this block: it’s this validator, not the network.')
    expect(cause(0.12)).toContain(
      '12% of the voting power missed this block as well: others have trouble, too.',
    )
    expect(cause(0.4)).toContain('it’s the network, not this validator alone.')
    expect(cause(0.4)).toContain('Keep your node running')
    expect(cause(0.4)).not.toContain('Check that the node is running')
  })

  test('E90 D280: jailed: from when it can be unjailed and how; what changed from what to what', () => {
    const at = facts(jailed).at.getTime()
    const jailedUntil = new Date(at + 10 * 60_000)
    expect(said(jailed, { jailedUntil })).toContain('It can be unjailed from Nov 21, 12:40 UTC, in 10 min.')
    expect(said(jailed, { jailedUntil, readAt: new Date(at + 11 * 60_000) })).toContain(
      'It can be unjailed now.',
    )
    const command = 'celestia-appd tx slashing unjail --from <key> --chain-id celestia'
    expect(said(jailed, { unjailCommand: command })).toContain(`Unjail it with: ${command}`)
    expect(said(2012, { unjailCommand: command })).not.toContain('unjail')
    // D280: nothing stands behind it that could be typed along.
    expect(said(jailed, { unjailCommand: command })).toMatch(
      /Proven by the chain’s signatures\. .*--chain-id celestia$/,
    )
    const { commands } = alertMessage('email', facts(jailed, { unjailCommand: command }), en, url)
    expect(commands).toEqual([command])
    expect(said(6011)).toContain('Commission raised from 5% to 10%.')
    expect(said(5011, withEvidence({ value: -0.051 }))).toContain('Stake down 5.1% within 1 h.')
    expect(said(9121)).toContain('Only 78% of the voting power is signing.')
    expect(said(9211, withEvidence({ value: 3_300 }))).toContain(
      'Upgrade v7 in about 55 min, at block 5,000.',
    )
  })

  test('E171: how long it lasted is what lies between the times beside it', () => {
    const ended = Date.UTC(2026, 10, 21, 14, 20, 50)
    const began_at = Date.UTC(2026, 10, 21, 14, 0, 10)
    const lasted = said(9122, withEvidence({ began_at, ended_at: ended, threshold: 0.7 }))
    expect(lasted).toContain('Below 70% for 20 min, Nov 21, 14:00 – 14:20 UTC.')
    expect(said(9122, withEvidence({ began_at: ended - 45_000, ended_at: ended, threshold: 0.7 }))).toContain(
      'Below 70% for 45 s,',
    )
  })

  test('E165: a message names its block once', () => {
    expect(said(missedThree).match(/4,711/g)).toHaveLength(1)
  })

  test('E167: the end of an upgrade’s notice names the upgrade, where it is known', () => {
    expect(said(9212, { height: null })).toContain('Upgrade v7 is done, canceled or moved.')
    expect(said(9212, withEvidence({ upgrade: null }))).toContain('The upgrade is done, canceled or moved.')
  })

  test('E195: it says whether the block of the upgrade came, and names it once', () => {
    const reached = said(9212, { height: 5_000 })
    expect(reached).toMatch(/^Upgrade v7 reached its block 5,000\. Nov 21, 12:30 UTC\./)
    expect(said(9212, { height: 4_999 })).toMatch(/^Upgrade v7 was canceled or moved\. Block 4,999, /)
  })

  test('E90, E240: an end says what it was: how many blocks, from when to when, how long', () => {
    const ended = facts(1122).at.getTime()
    const of = { began_at: ended - 17 * 60_000, ended_at: ended, missed_since: 40 }
    expect(said(1122, withEvidence(of))).toContain(
      'Signing again. It missed 40 blocks in 17 min, Nov 21, 12:13 – 12:30 UTC.',
    )
    expect(said(9022, withEvidence({ began_at: ended - 60_000 }))).toContain('Halted for 1 min 3 s,')
  })

  test.each(languages)(
    'E191: in %s an end names what lasted, not what is good again, in every channel',
    (language) => {
      const reader: Reader = { language, timezone: 'UTC' }
      const began_at = facts(jailed).at.getTime() - 960_000
      const ends = everySetting.filter(
        ({ id, type, trigger }) =>
          trigger === 'TRUE_TO_FALSE' &&
          catalogue.isEnd(id) &&
          ![9202, 9212, 9222].includes(id) &&
          // What was voted, and when, is what such an end says (V47).
          type !== 'GOVERNANCE',
      )
      expect(ends.length).toBeGreaterThan(20)
      for (const { id, name } of ends)
        for (const channel of ['email', 'sms', 'voice']) {
          const { paragraphs } = alertMessage(
            channel,
            facts(id, withEvidence({ began_at }), reader),
            reader,
            url,
          )
          expect([name, read(paragraphs.join(' '))]).toEqual([name, expect.stringMatching(/16 |12:14/)])
          expect(paragraphs.join(' ')).not.toMatch(/It lasted|Длилось|Было \d|Тривало|Було \d/)
        }
    },
  )

  test('E192: an end has no block beside its times, a halt its last one, and what no block says none', () => {
    const at = facts(1122).at.getTime()
    const times = withEvidence({ began_at: at - 960_000, ended_at: at - 60_000, missed_since: 40 })
    for (const id of [1122, 2012, 9022, 7032]) expect(said(id, times)).not.toContain('lock 4,711')
    expect(said(9021)).toContain('Last block 4,711. Keep your node running')
    for (const id of [9311, 7031, 8031]) expect(said(id)).not.toContain('lock 4,711')
  })

  test('E196: how long it has been so is as of when the message is made', () => {
    const readAt = new Date(evidence.observed_at + 120_000)
    for (const [id, words] of [
      [7031, 'No data for 17 min.'],
      [8111, 'Height stuck for 17 min.'],
      [9021, 'no new block for 17 min.'],
      [9311, 'answered for 17 min.'],
    ] as const) {
      const text = said(id, { readAt, ...withEvidence({ value: 900 }) })
      expect(text).toContain(words)
      expect(text).toContain('Since Nov 21, 12:15 UTC.')
    }
  })

  test('E199: of a few blocks in some seconds an end gives no seconds, of a share how much is missed now', () => {
    const at = facts(1112).at.getTime()
    const few = withEvidence({ began_at: at - 4_000, ended_at: at, missed_since: 2 })
    expect(said(1112, few)).toContain('Signing again. It missed 2 blocks, Nov 21, 12:30 UTC.')
    expect(said(1062, few)).toContain('Missed 1,234 of the last 10,000 blocks.')
    expect(alertMessage('sms', facts(1112, few), en, url).paragraphs[0]).toContain(
      '2 blocks missed, 12:30 UTC.',
    )
  })

  test('E194: a stake that changed says from what to what, a slash what was lost, where the unit is known', () => {
    const unit = { symbol: 'TIA', decimals: 6 }
    const change = withEvidence({ value: -0.2667, before: '30000000000000', after: '22000000000000' })
    expect(said(5011, { ...change, unit })).toContain('From 30M TIA to 22M TIA.')
    expect(said(5011, change)).not.toContain('From')
    const slash = withEvidence({ value: -0.0001, before: '30000000000000', after: '29997000000000' })
    expect(said(5211, { ...slash, unit })).toContain('3K TIA lost.')
    const call = alertMessage('voice', facts(5011, { ...change, unit }), en, url).paragraphs.join(' ')
    expect(read(call)).toContain('From 30 million TIA to 22 million TIA.')
  })

  test('E90: of a bridge its last data, height, lag and version; no block proves anything of it', () => {
    const bridge = { updated_at: evidence.observed_at - 900_000, height: 4_000, lag: 711, version: 'v0.29.1' }
    const text = said(7031, { targetName: 'bridge-1', ...withEvidence({ value: 900, bridge }) })
    expect(text).toBe(
      'No data for 15 min. Since Nov 21, 12:15 UTC. Height 4,000. 711 blocks behind. Version v0.29.1. Check that the bridge node is running and that its metrics exporter points to this site with a valid token.',
    )
  })

  test('E90: that it comes again and again, late, or not at all; and on whose word', () => {
    const since = Date.UTC(2026, 10, 21, 12, 40)
    const single = withEvidence({ assurance: 'SINGLE', flaps: { count: 4, since } })
    expect(said(missedThree, single)).toContain('Reported by one endpoint only, rpc.example.org.')
    expect(said(missedThree, single)).toContain('For the 4th time since Nov 21, 12:40 UTC.')
    expect(said(missedThree, { heldBack: 'MASS_MISS' })).toContain('If it persists, you’ll be notified.')
    expect(said(missedThree, withEvidence({ held_back: 'UPGRADE' }))).toContain(
      'Sent late: the network was upgrading.',
    )
  })

  test('E150: the time to jail is “at least” where misses may leave the window before', () => {
    const range = withEvidence({ seconds_to_jail: 3_540, seconds_to_jail_at_most: 25_680 })
    const words = { en: 'in at least 59 min', ru: 'не раньше чем через 59 мин', uk: 'щонайменше через 59 хв' }
    for (const language of languages)
      for (const setting of [jailNear, missedThree]) {
        const reader: Reader = { language, timezone: 'UTC' }
        expect(read(alertSentences(facts(setting, range, reader), reader))).toContain(words[language])
      }
    const exact = withEvidence({ seconds_to_jail: 3_540, seconds_to_jail_at_most: 3_540 })
    expect(said(jailNear, exact)).toContain('in about 59 min')
  })

  test('E90: midnight is 00:05, in every language', () => {
    const at = new Date(Date.UTC(2026, 10, 21, 0, 5))
    for (const language of languages)
      expect(alertSentences(facts(missedThree, { at }), { language, timezone: 'UTC' })).toContain('00:05')
  })

  test('E90: it is in the language and the time zone of its reader; an unknown zone is UTC', () => {
    const uk: Reader = { language: 'uk', timezone: 'Europe/Kyiv' }
    const mail = alertMessage('email', facts(missedThree, {}, uk), uk, url)
    expect(mail.subject).toMatch(/^\[Увага\] Ada Staking, Celestia Mainnet: уже пропущено 5 блоків/)
    expect(read(mail.paragraphs[0] ?? '')).toContain('2 год 5 хв')
    expect(mail.paragraphs[1]).toMatch(/Блок 4\s711, 21\sлист\., 14:30/)
    const ru: Reader = { language: 'ru', timezone: 'No/Where' }
    expect(read(alertMessage('email', facts(missedThree, {}, ru), ru, url).paragraphs[1] ?? '')).toContain(
      '12:30 UTC',
    )
  })

  test('E90: a call begins with who calls and how bad it is, and speaks units as words', () => {
    const beside = [
      'Jail in about 2 hours 5 minutes if it keeps missing.',
      'Only 3.21% of the voting power missed this block as well: it’s most likely this validator, not the network.',
      'Check the node, its signer and its peers.',
      'Never start a second signer with the same key.',
    ]
    const begins = ['This is Roundsman.', 'Warning.']
    expect(alertMessage('voice', facts(missedThree), en, url)).toEqual({
      severity: 'WARNING',
      subject: '',
      paragraphs: [...begins, 'Ada Staking, Celestia Mainnet: 5 blocks missed in a row so far.', ...beside],
      // D290
      call: {
        opening: [...begins, 'Ada Staking, Celestia Mainnet.'],
        rest: ['5 blocks missed in a row so far.', ...beside],
      },
      choice:
        'Press 1 to acknowledge, 2 to mute missed blocks for one hour. Jail within an hour is not muted.',
    })
    const ru: Reader = { language: 'ru', timezone: 'UTC' }
    const toJail = facts(jailNear, withEvidence({ seconds_to_jail: 61 * 60 }), ru)
    expect(alertMessage('voice', toJail, ru, url).paragraphs[2]).toContain('примерно через 1 час 1 минуту')
  })
})

describe('E172: a call says what to do', () => {
  const advised = everySetting.filter(({ id }) => alertText(facts(id), en).advice.length > 0)

  test.each(languages)(
    'E172: in %s, of everything that a mail has advice about, last and in at most 100 letters',
    (language) => {
      const reader: Reader = { language, timezone: 'UTC' }
      expect(advised.length).toBeGreaterThan(20)
      for (const { id } of advised) {
        const { adviceInShort } = alertText(facts(id, {}, reader), reader)
        expect(adviceInShort.join(' ').length).toBeGreaterThan(10)
        expect(adviceInShort.join(' ').length).toBeLessThanOrEqual(100)
        const { paragraphs } = alertMessage('voice', facts(id, {}, reader), reader, url)
        expect(paragraphs.slice(-adviceInShort.length)).toEqual(adviceInShort)
      }
    },
  )

  test('E172: where it is the network, that is what the advice is about; of what is over for good, the key', () => {
    const call = (id: number, change: Partial<AlertFacts>) =>
      alertMessage('voice', facts(id, change), en, url).paragraphs.at(-1)
    expect(call(missedThree, withEvidence({ missed_with_you: 0.4 }))).toMatch(/^Keep your node running/)
    expect(call(jailed, { jailedUntil: new Date(253_402_300_799_000) })).toMatch(/^Stop every node/)
  })

  test('E172: it speaks no words in brackets, and times from one to another as words', () => {
    const at = facts(1122).at.getTime()
    const words = {
      en: 'November 21 from 12:13 to 12:30',
      ru: '21 ноября с 12:13 до 12:30',
      uk: '21 листопада з 12:13 до 12:30',
    }
    for (const language of languages) {
      const reader: Reader = { language, timezone: 'UTC' }
      const call = (id: number, change: Partial<AlertFacts> = {}) =>
        alertMessage('voice', facts(id, change, reader), reader, url).paragraphs.join(' ')
      expect(call(jailed, { jailedUntil: new Date(at + 600_000) })).not.toContain('(')
      expect(call(3011)).not.toContain('(')
      expect(call(1122, withEvidence({ began_at: at - 17 * 60_000, ended_at: at }))).toContain(
        words[language],
      )
    }
    expect(
      alertMessage('voice', facts(1122, withEvidence({ began_at: at - 86_400_000 })), en, url).paragraphs[3],
    ).toContain('from November 20 at 12:30 to November 21 at 12:30')
  })
})

test('E174, E183: of a lag every message says since when, of low power since when it is past the threshold', () => {
  const began_at = facts(8031).at.getTime() - 60_000
  for (const [id, over] of [
    [8031, /Behind since /],
    [9111, /Less than \d+% since /],
    [9121, /Less than \d+% since /],
  ] as const) {
    expect(said(id, withEvidence({ began_at }))).toMatch(new RegExp(`${over.source}Nov 21, 12:29 UTC\\.`))
    expect(said(id)).toMatch(new RegExp(`${over.source}Nov 21, 12:30 UTC\\.`))
    const call = alertMessage('voice', facts(id), en, url).paragraphs.join(' ')
    expect(call).toMatch(new RegExp(`${over.source}November 21 at 12:30\\.`))
  }
})

test('E223: since when blocks are missed is no time of a share of the window', () => {
  const began_at = Date.UTC(2026, 10, 21, 7, 44)
  const many = withEvidence({ began_at, consecutive_missed: 40 })
  expect(said(1061, many)).toContain('Missing blocks since Nov 21, 07:44 UTC. Missed 40 in a row. ')
  expect(said(missedThree, withEvidence({ began_at }))).toMatch(/\. Since Nov 21, 07:44 UTC\. /)
  expect(said(jailNear, withEvidence({ began_at }))).toContain('Missing blocks since Nov 21, 07:44 UTC. ')
})

test('E223: a share that came of single misses has neither since when nor how many in a row', () => {
  const single = withEvidence({ consecutive_missed: 1, missed_blocks: 11, signed_blocks_window: 100 })
  for (const text of [
    said(1061, single),
    alertMessage('sms', facts(1061, single), en, url).paragraphs.join(' '),
  ])
    expect(text).not.toMatch(/since|in a row/i)
})

describe('E182: the end of what led to jail', () => {
  const end = withEvidence({ missed_blocks: 4_400, signed_blocks_window: 5_000 })

  test('E182: says that it signs, how much of the window is missed, and that this still counts', () => {
    expect(said(1222, end)).toMatch(
      /^Signing again, no longer heading for jail\. Missed 4,400 of the last 5,000 blocks\./,
    )
    expect(said(1222, end)).toContain('another outage leads to jail sooner')
  })

  test.each(languages)('E182: in %s it never says that jail is far', (language) => {
    const reader: Reader = { language, timezone: 'UTC' }
    for (const channel of ['email', 'sms', 'voice']) {
      const { paragraphs } = alertMessage(channel, facts(1222, end, reader), reader, url)
      expect(paragraphs.join(' ')).not.toMatch(/no longer near|не грозит|не загрожує/)
    }
  })
})

test.each(languages)(
  'E184: in %s whoever holds too much power or takes too much is told what to do',
  (language) => {
    const reader: Reader = { language, timezone: 'UTC' }
    const subjects = ['power_share', 'commission_above']
    const of = everySetting.filter(
      ({ id, trigger }) =>
        trigger === 'FALSE_TO_TRUE' && subjects.includes(catalogue.meaning(id)?.condition.subject ?? ''),
    )
    expect(of.length).toBeGreaterThan(5)
    for (const { id } of of) {
      const { advice, adviceInShort } = alertText(facts(id, {}, reader), reader)
      expect([id, advice.length, adviceInShort.length]).toEqual([id, 1, 1])
    }
  },
)

test('E175: what a mail is called is as of the alert, however late it is made', () => {
  const late = facts(jailNear, { readAt: new Date(evidence.observed_at + 600_000) })
  const mail = alertMessage('email', late, en, url)
  expect(mail.subject).toBe(alertMessage('email', facts(jailNear), en, url).subject)
  expect(read(mail.subject)).toContain('in about 2 h 5 min')
  expect(read(mail.paragraphs[0] ?? '')).toContain('in about 1 h 55 min')
})

test('E176: no line ends between a figure and its unit', () => {
  for (const language of languages) {
    const reader: Reader = { language, timezone: 'UTC' }
    const { paragraphs } = alertMessage('email', facts(missedThree, {}, reader), reader, url)
    expect(paragraphs[0]).toMatch(/2\u00a0\S+ 5\u00a0\S+/)
    expect(paragraphs[1]).toMatch(/, \S+\u00a0\S+, 12:30\u00a0UTC\./)
  }
})

describe('what real alerts have taught', () => {
  const began = facts(jailed).at.getTime()

  test('E155: who is jailed for good is not told how to come back, by no channel', () => {
    const forGood = { jailedUntil: new Date(253_402_300_799_000), unjailCommand: 'x tx slashing unjail' }
    for (const channel of ['sms', 'voice', 'email'] as const) {
      const text = alertMessage(channel, facts(jailed, forGood), en, url).paragraphs.join(' ')
      expect(text).toContain('It cannot be unjailed: it signed twice.')
      expect(text).not.toMatch(/9999|Unjail it|before you unjail/)
    }
    expect(said(jailed, forGood)).toContain('Stop every node that signs with it')
  })

  test('E156: a call reads numbers without separators and months as words, in every language', () => {
    const words = {
      en: 'from November 21 at 12:40, in',
      ru: 'с 21 ноября в 12:40',
      uk: 'з 21 листопада о 12:40',
    }
    const jailedUntil = new Date(began + 600_000)
    for (const language of languages) {
      const reader: Reader = { language, timezone: 'UTC' }
      const call = (id: number, change: Partial<AlertFacts>) =>
        alertMessage('voice', facts(id, change, reader), reader, url).paragraphs.join(' ')
      expect(call(jailed, { jailedUntil })).toContain(words[language])
      expect(call(1061, withEvidence({ missed_blocks: 5_010 }))).toMatch(/5010.*10000/)
    }
  })

  test('E157: a silent bridge says once since when; other bridges when they last pushed', () => {
    const bridge = { updated_at: began - 900_000, height: 4_000, lag: null, version: null }
    expect(said(7031, withEvidence({ value: 900, bridge })).match(/12:15/g)).toHaveLength(1)
    expect(said(8031, withEvidence({ value: 112, bridge }))).toContain('Last data Nov 21, 12:15 UTC.')
  })

  test('E158: the end of a silence or a halt says all of it, not what came after the threshold', () => {
    const of = { began_at: began - 60_000, ended_at: began }
    expect(said(7032, withEvidence({ ...of, threshold: 900 }))).toContain(
      'No data for 16 min, Nov 21, 12:14 – 12:30 UTC.',
    )
    expect(said(9022, withEvidence({ ...of, threshold: 300 }))).toContain('Halted for 6 min,')
    expect(said(8032, withEvidence(of))).toContain('Behind for 1 min,')
    expect(said(9212, withEvidence(of))).not.toContain('1 min')
    const night = said(1122, withEvidence({ began_at: began - 86_400_000, ended_at: began, missed_since: 9 }))
    expect(night).toContain('Nov 20, 12:30 – Nov 21, 12:30 UTC.')
  })

  test('E159: what is said of one in Russian and Ukrainian can be said of several', () => {
    for (const language of ['ru', 'uk'] as const) {
      const reader: Reader = { language, timezone: 'UTC' }
      for (const id of [jailed, 2012, 3011, 4011, 4012, 8032, 1122]) {
        const [sms = ''] = alertMessage('sms', facts(id, {}, reader), reader, url).paragraphs
        expect(sms).not.toMatch(/(попал|вышел|вошёл|выбыл|догнал|исключён|подписывает)[ .(]/)
        expect(sms).not.toMatch(/(потрапив|вийшов|увійшов|вибув|наздогнав|виключений|підписує)[ .(]/)
      }
    }
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
    const nameless = { targetName: '\u200b\u202e ' }
    expect(alertMessage('email', facts(missedThree, nameless), en, url).subject).toContain(
      'Validator without a name',
    )
    expect(alertMessage('email', facts(7031, nameless), en, url).subject).toContain('Bridge without a name')
  })
})
