import { languages } from '@roundsman/contract/accounts/users'
import { describe, expect, test } from 'vitest'
import { raiseBlockSize } from '../../testing/governance-alerts.ts'
import { english, someFacts } from '../../testing/some-facts.ts'
import { bundleMessage } from './bundle-message.ts'
import { gsmSize, smsParts } from '../sms-size.ts'

const url = 'https://celestia.example.org'
const [jailed, missedFive, halted, silent] = [2011, 1131, 9021, [7011, 7021, 7031]]
const [jailHour, voteOver] = [1221, 11042]
let serial = 0
const named = (settingId: number, targetName: string) =>
  someFacts(settingId, { targetName, target: `validator:${(serial += 1)}` })
const smsOf = (...alerts: Parameters<typeof bundleMessage>[1]) =>
  bundleMessage('sms', alerts, english, url).paragraphs.join(' ')

describe('E96: a message about several alerts', () => {
  test('names how many and which, the gravest first, the same of several in one', () => {
    const sms = smsOf(named(missedFive, 'Cyd'), named(jailed, 'Ada'), named(jailed, 'Bob'))
    expect(sms).toBe('Critical: Celestia Mainnet: 3 alerts. Ada, Bob: jailed. Cyd: 5 blocks missed in a row.')
    // What to do of the gravest, where it takes no further part (E172).
    const long = ['a', 'b', 'c'].map((letter) => named(jailed, letter.repeat(25)))
    expect(smsOf(...long)).toMatch(
      /c, Celestia Mainnet: jailed\. Fix the cause and let the nodes catch up, then unjail them\.$/,
    )
  })

  test('E140: of what is as grave, what is lost or nearly so comes before what is missed', () => {
    const [missedFifty, tombstoned] = [1151, 3011]
    const all = [missedFifty, jailHour, jailed, tombstoned].map((id) =>
      someFacts(id, { targetName: `v${id}`, target: `validator:${id}`, severity: 'CRITICAL' }),
    )
    const mail = bundleMessage('email', all, english, url)
    const order = mail.paragraphs.slice(1, 1 + all.length).map((one) => /: v(\d+)/.exec(one)?.[1])
    expect(order).toEqual([tombstoned, jailed, jailHour, missedFifty].map(String))
  })

  test('of several steps of one thing only the highest is reported', () => {
    const of = silent.map((id) => someFacts(id, { targetName: 'bridge-1', target: 'bridge:1' }))
    const mail = bundleMessage('email', [...of, named(jailed, 'Ada')], english, url)
    expect(mail.subject).toBe('[Critical] Celestia Mainnet: Ada: jailed. And 1 more')
    expect(mail.paragraphs.filter((one) => one.includes('bridge-1: '))).toHaveLength(1)
  })

  test('of forty the first are named, and how many more there are is said', () => {
    const names = Array.from({ length: 40 }, (_, index) => `validator-number-${index}`)
    const sms = smsOf(...names.map((name) => named(jailed, name)), someFacts(halted))
    expect(sms).toMatch(/^Critical: Celestia Mainnet: halted, no new block for .*-6: jailed\. And 33 more\./)
    const [, more] = /And (\d+) more\./.exec(smsOf(...names.map((name) => named(jailed, name)))) ?? []
    expect(Number(more)).toBe(31)
  })

  test('E168: a sixth is named where that takes no more parts, and always in a call', () => {
    const six = (name: string) => Array.from({ length: 6 }, (_, index) => named(jailed, `${name}${index}`))
    expect(smsOf(...six('val-'))).toBe(
      'Critical: val-0, val-1, val-2, val-3, val-4, val-5, Celestia Mainnet: jailed.',
    )
    // Five of these, “And 1 more.” and the link are two parts of 153 letters, six are three.
    const long = 'v'.repeat(35)
    const longer = smsOf(...six(long))
    expect(longer).toMatch(/And 1 more\.$/)
    expect(bundleMessage('voice', six(long), english, url).paragraphs.join(' ')).toMatch(
      /v5: jailed\. Fix the cause and let the nodes catch up, then unjail them\.$/,
    )
  })

  test('E197: a message about one alone is that of the gravest, with the rest beside it', () => {
    const jailedUntil = new Date(someFacts(jailed).at.getTime() + 600_000)
    const of = (id: number) => someFacts(id, { target: 'validator:1', targetName: 'Ada', jailedUntil })
    const all = [of(4012), of(5211), of(jailed)]
    expect(smsOf(...all)).toMatch(
      /^Critical: Ada, Celestia Mainnet: jailed\. Unjail from 12:40 UTC, in 10 min\. Slashed, lost 500% of its stake\./,
    )
    const mail = bundleMessage('email', all, english, url)
    expect(mail.subject).toBe('[Critical] Ada, Celestia Mainnet: jailed')
    expect(mail.paragraphs.slice(0, 2)).toEqual([
      expect.stringMatching(/^Ada on Celestia Mainnet: jailed\. It can be unjailed from /),
      expect.stringMatching(/^Also: slashed.*; left the active set\.$/),
    ])
    // One event, one advice.
    expect(mail.paragraphs.join(' ')).not.toContain('Check whether')
    const call = bundleMessage('voice', all, english, url).paragraphs.join(' ')
    expect(call).toMatch(/It can be unjailed from .* Also: slashed.*; left the active set\. Fix the cause/)
  })

  test('E197: what began and is over is told as over, and an outage once', () => {
    const at = someFacts(missedFive).at.getTime()
    const of = (id: number, seconds: number) =>
      someFacts(id, { target: 'validator:1', targetName: 'Ada', at: new Date(at + seconds * 1000) })
    expect(smsOf(of(1111, 0), of(1112, 5))).toMatch(/^Info: Ada, Celestia Mainnet: signing again\./)
    expect(smsOf(of(1112, 0), of(1111, 5))).toMatch(
      /^Info: Ada, Celestia Mainnet: 5 blocks missed in a row so far\./,
    )
    expect(smsOf(of(1122, 0), of(1222, 0), named(1112, 'Bob'))).toBe(
      'Info: Celestia Mainnet: 2 alerts. Ada: signing again, no longer heading for jail. Bob: signing again.',
    )
  })

  test('E331: an SMS of several that are alike says what one of them would: since when, the network’s share, no second signer', () => {
    const { evidence, at } = someFacts(jailHour)
    const change = {
      began_at: at.getTime() - 12_000,
      missed_with_you: 0.21,
      seconds_to_jail: 240,
      seconds_to_jail_at_most: 240,
    }
    const of = (targetName: string, extra: Partial<typeof evidence> = {}) =>
      someFacts(jailHour, {
        targetName,
        target: `validator:${targetName}`,
        evidence: { ...evidence, ...change, ...extra },
      })
    expect(smsOf(of('night shift'), of('farol'), of('Überwacht'))).toBe(
      'Critical: night shift, farol, Überwacht, Celestia Mainnet: jail in about 4 min (12:34 UTC). Since 12:29 UTC. 21% of power missed too. Check the node, its signer and its peers. Never start a second signer.',
    )
    // What is not the same of all is not said of all.
    const other = smsOf(of('a'), of('b', { began_at: at.getTime() - 90_000, missed_with_you: 0.4 }))
    expect(other).not.toMatch(/Since|of power/)
    expect(other).toContain('Never start a second signer.')
  })

  test.each([
    [
      'en',
      'Nova: jail in about 25 min (12:55 UTC); Maya: jail in about 32 min (13:02 UTC). Since 12:29 UTC. 15-17% of power missed too.',
      'Nova: jail in about 25 minutes if it keeps missing; Maya: jail in about 32 minutes if it keeps missing. Missing blocks since November 21 at 12:29. 15–17% of power missed too.',
    ],
    [
      'ru',
      'Nova: тюрьма через ~25 мин (12:55 UTC); Maya: тюрьма через ~32 мин (13:02 UTC). С 12:29 UTC. Пропустили ещё 15-17 % голосов.',
      'Nova: тюрьма примерно через 25 минут, если пропуски продолжатся; Maya: тюрьма примерно через 32 минуты, если пропуски продолжатся. Пропуски с 21 ноября в 12:29. Пропустили ещё 15–17 % голосов.',
    ],
    [
      'uk',
      "Nova: в'язниця через ~25 хв (12:55 UTC); Maya: в'язниця через ~32 хв (13:02 UTC). З 12:29 UTC. Пропустили ще 15-17% голосів.",
      'Nova: в’язниця приблизно через 25 хвилин, якщо пропуски триватимуть; Maya: в’язниця приблизно через 32 хвилини, якщо пропуски триватимуть. Пропуски з 21 листопада о 12:29. Пропустили ще 15–17% голосів.',
    ],
  ] as const)(
    'E344, E345: of several who near jail each one’s own time is said, the nearest first, since when, and the share of the others, in %s',
    (language, written, heard) => {
      const reader = { ...english, language }
      const of = (targetName: string, toJail: number, missed_with_you: number) => {
        const { evidence, at } = someFacts(jailHour)
        const change = { began_at: at.getTime() - 12_000, missed_with_you }
        const seconds = { seconds_to_jail: toJail, seconds_to_jail_at_most: toJail }
        return someFacts(
          jailHour,
          { targetName, target: `validator:${targetName}`, evidence: { ...evidence, ...change, ...seconds } },
          reader,
        )
      }
      const all = [of('Maya', 1_930, 0.15), of('Nova', 1_510, 0.17)]
      const textOf = (channel: string) =>
        bundleMessage(channel, all, reader, url).paragraphs.join(' ').replaceAll('\u00a0', ' ')
      expect(textOf('sms')).toContain(written)
      expect(textOf('voice')).toContain(heard)
      const mail = bundleMessage('email', all, reader, url)
      expect(mail.subject).toMatch(/Nova: .*25.*; Maya: .*32/)
      expect(mail.paragraphs[1]).toContain('Nova: ')
    },
  )

  test.each([
    [
      'en',
      'Info: the night shift, Überwacht, Celestia Mainnet: signing again. 34-38 blocks missed, 12:29-12:30 UTC.',
    ],
    [
      'ru',
      'Инфо: the night shift, Überwacht, Celestia Mainnet: подписи снова есть. 34-38 пропусков, 12:29-12:30 UTC.',
    ],
    [
      'uk',
      'Інфо: the night shift, Überwacht, Celestia Mainnet: підписи знову є. 34-38 пропусків, 12:29-12:30 UTC.',
    ],
  ] as const)(
    'E337, E350, E394: an SMS of several ends says how many blocks, from when to when, and that they ended in jail, in %s',
    (language, expected) => {
      const signing = 1122
      const { evidence, at } = someFacts(signing)
      const reader = { ...english, language }
      const of = (
        targetName: string,
        missed: number,
        secondsAgo: number,
        change: Partial<typeof evidence> = {},
      ) =>
        someFacts(
          signing,
          {
            ...{ targetName, target: `validator:${targetName}` },
            evidence: {
              ...{ ...evidence, missed_since: missed, began_at: at.getTime() - secondsAgo * 1000 },
              ...change,
            },
          },
          reader,
        )
      const inSms = (...alerts: Parameters<typeof bundleMessage>[1]) =>
        bundleMessage('sms', alerts, reader, url).paragraphs.join(' ')
      expect(inSms(of('the night shift', 34, 40), of('Überwacht', 38, 44))).toBe(expected)
      // Nor does it want room for figures that are the same of all (E350).
      const long = 'v'.repeat(25)
      const alike = inSms(of(`${long} one`, 34, 40), of(`${long} two`, 34, 40), of(`${long} three`, 34, 40))
      expect(alike).toMatch(/34 (blocks missed|пропуска|пропуски), 12:29-12:30 UTC\.$/)
      const inJail = { ended_in_jail: true as const }
      const jailedBoth = inSms(of('farol', 103, 40, inJail), of('Маяк', 103, 40, inJail))
      expect(jailedBoth).toMatch(
        /103 (blocks missed|пропуска|пропуски), 12:29-12:30 UTC, (ended in jail|затем тюрьма|далі в'язниця)\.$/,
      )
      // Of figures that are far apart a range says nothing of either (E394).
      const apart = inSms(of('the night shift', 4, 40), of('Überwacht', 101, 44))
      expect(apart).toMatch(/ (Up to 101 blocks missed|До 101 пропуска|До 101 пропуску), 12:29-12:30 UTC\.$/)
      expect(inSms(of('a', 1, 40), of('b', 2, 44))).toMatch(/ 1-2 /)
      expect(inSms(of('a', 1, 40), of('b', 25, 44))).toMatch(/ (Up to 25 b|До 25 пропусков|До 25 пропусків)/)
      // Of one alone it is not said of both.
      expect(inSms(of('a', 34, 40), of('b', 38, 44, { ended_in_jail: true }))).not.toMatch(/34/)
    },
  )

  test('E333: what to do is said of whom it is for, where something else is the matter with others; a call says what is left to each', () => {
    const jailedUntil = new Date(someFacts(jailed).at.getTime() + 600_000)
    const forGood = new Date('9999-12-31T23:59:59Z')
    const of = (id: number, targetName: string, until = jailedUntil) =>
      someFacts(id, { targetName, target: `validator:${targetName}`, jailedUntil: until })
    const all = [of(3011, 'the night shift', forGood), of(jailed, 'farol'), of(4012, 'farol')]
    const call = bundleMessage('voice', all, english, url).paragraphs.join(' ')
    expect(call).toMatch(/farol: jailed\. It can be unjailed from November 21 at 12:40, in 10 minutes\./)
    expect(call).toMatch(/the night shift: Stop every node with this key\.$/)
    expect(smsOf(...all)).toMatch(/jailed forever\. Stop every node with this key\. .*farol: jailed\./)
    const mail = bundleMessage('email', all, english, url).paragraphs.join('\n')
    expect(mail).toContain('What to do (Tombstoned: the night shift): This key cannot return.')
    expect(mail).toContain('What to do (Jailed: farol): Fix what made it miss blocks')
    // Of one thing alone nobody has to be named again.
    expect(smsOf(of(jailed, 'a'), of(jailed, 'b'))).not.toMatch(/a, b: Fix/)
  })

  test('E354: what to do about one of several kinds names it once, and the command of a vote beside it takes what room is left', () => {
    const { evidence } = someFacts(jailHour)
    const farol = { targetName: 'farol', target: 'validator:1' }
    const near = someFacts(jailHour, {
      ...farol,
      evidence: { ...evidence, seconds_to_jail: 240, seconds_to_jail_at_most: 240 },
    })
    const notVoted = (title: string) =>
      [1, 2].map((id) =>
        someFacts(11_031, {
          ...{ targetName: `v${id}`, target: `validator:${id}` },
          evidence: { ...evidence, ...raiseBlockSize, title },
        }),
      )
    expect(smsOf(near, ...notVoted('Raise the block size to 32 MB'))).toMatch(/second signer\.$/)
    expect(smsOf(near, ...notVoted('Raise'))).toMatch(
      /farol: Check the node, its signer and its peers\. Never start a second signer\. Vote: celestia-appd tx gov vote 42 <option>\.$/,
    )
    // Where only the second is said, it is that which has the name.
    const long = ['a', 'b', 'c', 'd', 'e'].map((letter) => named(jailed, letter.repeat(17)))
    const all = [near, ...long.map((facts) => ({ ...facts, severity: 'WARNING' as const }))]
    const crowded = smsOf(...all)
    expect(crowded).toMatch(/farol: Never start a second signer\.$/)
    expect(crowded).not.toContain('Check the node')
  })

  test('E198: an SMS says how many it does not name', () => {
    const long = (id: number, letter: string) => named(id, letter.repeat(38))
    const jailedBoth = [long(jailed, 'a'), named(jailed, 'Bob')]
    const sms = smsOf(...jailedBoth, long(missedFive, 'b'), long(2012, 'c'), long(1042, 'd'))
    expect(sms).toMatch(/Bob: jailed\. (b{38}: 5 blocks missed in a row\. And 2 more\.|.*And [13] more\.)/)
  })

  test('E166, E342: a mail says what to do, of each kind once, and the command once', () => {
    const command = 'celestia-appd tx slashing unjail --from <key>'
    const of = (settingId: number, target: string) =>
      someFacts(settingId, { targetName: target, target: `validator:${target}`, unjailCommand: command })
    const one = bundleMessage('email', [of(jailed, 'a'), of(jailed, 'b')], english, url)
    expect(one.paragraphs.slice(1, 4)).toEqual([
      'Critical: a: jailed.',
      'Critical: b: jailed.',
      expect.stringMatching(/^Block 4,711, Nov.21, 12:30.UTC\.$/),
    ])
    expect(one.paragraphs.slice(4)).toEqual([
      'Fix what made them miss blocks and let their nodes catch up before you unjail them; else they are jailed again.',
      `Unjail each with: ${command}`,
      'Proven by the chain’s signatures.',
    ])
    expect(one.commands).toEqual([command])
    const two = bundleMessage('email', [of(missedFive, 'a'), of(jailed, 'b')], english, url)
    expect(two.paragraphs.slice(4).map((text) => text.slice(0, 22))).toEqual([
      'What to do (Jailed: b)',
      'Unjail it with: celest',
      'What to do (5 blocks m',
      'Proven by the chain’s ',
    ])
  })

  test('E227: the subject of a mail says whose the gravest are and what, and how many more there are', () => {
    const subjectOf = (...alerts: Parameters<typeof bundleMessage>[1]) =>
      bundleMessage('email', alerts, english, url).subject
    const some = ['Ada', 'Bob', 'Cyd', 'Eve'].map((name) => named(jailed, name))
    expect(subjectOf(named(missedFive, 'Fay'), ...some)).toBe(
      '[Critical] Celestia Mainnet: Ada, Bob, Cyd: jailed. And 2 more',
    )
    expect(subjectOf(...some.slice(0, 2))).toBe('[Critical] Celestia Mainnet: Ada, Bob: jailed')
  })

  test('E352: the subject of a mail about two things of one validator has both, that of a vote after what is as grave', () => {
    const subjectOf = (...alerts: Parameters<typeof bundleMessage>[1]) =>
      bundleMessage('email', alerts, english, url).subject
    const { evidence } = someFacts(voteOver)
    const over = {
      ...someFacts(voteOver, { targetName: 'farol' }),
      evidence: { ...evidence, proposal_id: 1, title: 'Raise it', voting_end_at: '2026-11-21T12:30:00Z' },
    }
    const signs = someFacts(missedFive + 1, { targetName: 'farol' })
    expect(subjectOf(over, signs)).toBe(
      '[Info] Celestia Mainnet: farol: signing again; voting on proposal 1 “Raise it” is over, no vote was seen',
    )
    expect(subjectOf(over, named(missedFive + 1, 'Ada'))).toBe(
      '[Info] Celestia Mainnet: Ada: signing again. And 1 more',
    )
    // Who has not voted on two proposals is told of both.
    const notVoted = (id: number) => ({
      ...someFacts(11_031, { targetName: 'farol' }),
      evidence: { ...evidence, proposal_id: id, title: 'Raise it', voting_end_at: '2026-11-22T12:30:00Z' },
    })
    expect(subjectOf(notVoted(1), notVoted(2))).toMatch(
      /on proposal 1 “Raise it”; .* on proposal 2 “Raise it”$/,
    )
  })

  test('E226: what is left to several and what to do about them is said of several', () => {
    const jailedUntil = new Date(someFacts(jailed).at.getTime() - 1)
    const of = (target: string) =>
      someFacts(jailed, { targetName: target, target: `validator:${target}`, jailedUntil })
    const call = bundleMessage('voice', [of('a'), of('b')], english, url).paragraphs.join(' ')
    expect(call).toMatch(/a, b: jailed\. They can be unjailed now\. Fix .* then unjail them\.$/)
    // One of these beside another kind is one.
    const other = bundleMessage('voice', [of('a'), named(missedFive, 'b')], english, url).paragraphs.join(' ')
    expect(other).toContain('It can be unjailed now.')
  })

  test('E179: what is left to the gravest is said where it is the same of all of them', () => {
    const jailedUntil = new Date(someFacts(jailed).at.getTime() + 600_000)
    const unjailCommand = 'celestia-appd tx slashing unjail --from <key>'
    const of = (name: string, until = jailedUntil) =>
      someFacts(jailed, { targetName: name, target: `validator:${name}`, jailedUntil: until, unjailCommand })
    const slashed = someFacts(4011, { targetName: 'Bob', target: 'validator:Bob' })
    const [call, sms] = [
      (...alerts: Parameters<typeof bundleMessage>[1]) =>
        bundleMessage('voice', alerts, english, url).paragraphs.join(' '),
      (...alerts: Parameters<typeof bundleMessage>[1]) => smsOf(...alerts, named(missedFive, 'x'.repeat(40))),
    ]
    expect(call(slashed, of('Ada'))).toMatch(
      /: 2 alerts\. Ada: jailed\. It can be unjailed from November 21 at 12:40, in 10 minutes\. Bob: /,
    )
    expect(sms(of('a'.repeat(25)), of('b'.repeat(25)), of('c'.repeat(25)))).toContain(
      ': jailed. Unjail from 12:40 UTC, in 10 min: celestia-appd tx slashing unjail.',
    )
    expect(call(of('Ada'), of('Bob', new Date(jailedUntil.getTime() + 60_000)))).not.toContain(
      'unjailed from',
    )
  })

  test('E177: how they are known is said once, with whose it is where that is not all', () => {
    const single = someFacts(missedFive, { targetName: 'Eve', target: 'validator:eve' })
    const one = { ...single, evidence: { ...single.evidence, assurance: 'SINGLE' as const } }
    const bridge = someFacts(silent[2] ?? 0, { targetName: 'bridge-1', target: 'bridge:1' })
    const last = (...alerts: Parameters<typeof bundleMessage>[1]) =>
      bundleMessage('email', alerts, english, url).paragraphs.filter((text) => /Proven|Reported/.test(text))
    expect(last(named(jailed, 'Ada'), named(missedFive, 'Cyd'))).toEqual([
      'Proven by the chain’s signatures.',
    ])
    expect(last(named(jailed, 'Ada'), bridge)).toEqual(['Proven by the chain’s signatures: Ada.'])
    expect(last(named(jailed, 'Ada'), named(jailed, 'Bob'), one)).toEqual([
      'Proven by the chain’s signatures: Ada, Bob.',
      'Reported by one endpoint only, rpc.example.org: Eve.',
    ])
  })

  test.each(languages.flatMap((language) => [1, 2, 20, 300].map((count) => ({ language, count }))))(
    'an SMS of $count others in $language takes few parts, whatever the names are',
    ({ language, count }) => {
      const reader = { language, timezone: 'Europe/Kyiv' }
      const alerts = Array.from({ length: count }, (_, index) =>
        someFacts(jailed, { targetName: `\u202e€Ż${index}\n`, target: `validator:${index}` }, reader),
      )
      const [text = ''] = bundleMessage(
        'sms',
        [someFacts(missedFive, {}, reader), ...alerts],
        reader,
        url,
      ).paragraphs
      expect(text).not.toMatch(/[\n\u202e]/u)
      expect([text, smsParts(text) <= (gsmSize(text) === null ? 4 : 2)]).toEqual([text, true])
    },
  )

  test('E160: a mail begins with how many there are, names the network there, and lists each with its place; a call says the first of it', () => {
    const alerts = [named(missedFive, 'Cyd'), named(jailed, 'Ada'), someFacts(halted)]
    const mail = bundleMessage('email', alerts, english, url)
    expect(mail.subject).toMatch(/^\[Critical\] Celestia Mainnet: halted, no new block for .*\. And 2 more$/)
    const [first, ...listed] = mail.paragraphs.slice(0, 4)
    expect(first).toBe('Celestia Mainnet: 3 alerts.')
    expect(listed).toHaveLength(3)
    expect(listed.join(' ')).not.toContain('Celestia')
    expect(listed.every((one) => /12:30\u00a0UTC\.|Last block 4,711\./.test(one))).toBe(true)
    expect(mail.paragraphs.at(-1)).toBe('Proven by the chain’s signatures: Ada, Cyd.')
    const call = bundleMessage('voice', alerts, english, url)
    expect(call.paragraphs.slice(0, 3)).toEqual([
      'This is Roundsman.',
      'Critical.',
      'Celestia Mainnet: 3 alerts.',
    ])
    expect(call.paragraphs.length).toBeLessThanOrEqual(8)
    // Some may be over when it is taken: how many are left, and who, is said then (E369).
    expect(call.call?.opening).toEqual(['This is Roundsman.', 'Critical.', 'Celestia Mainnet.'])
    expect(call.call?.rest.slice(0, 2)).toEqual(['3 alerts.', expect.stringMatching(/^halted/)])
  })

  test('E369: a call about several of which one is told names whom when it is taken, once', () => {
    const call = (isOfSeveral: boolean) =>
      bundleMessage('voice', [named(missedFive, 'Ada')], english, url, { isOfSeveral })
    expect(call(true).call?.opening.at(-1)).toBe('Celestia Mainnet.')
    expect(call(true).call?.rest[0]).toBe('Ada: 5 blocks missed in a row.')
    expect(call(false).call?.opening.at(-1)).toBe('Ada, Celestia Mainnet.')
    expect(call(true).paragraphs).toEqual(call(false).paragraphs)
  })

  test('E397: a call says of who is tombstoned the slash behind it, and not that it is jailed, nor its name again', () => {
    const [tombstoned, leftSet, slashed] = [3011, 4012, 5211]
    const of = (settingId: number) => someFacts(settingId, { target: 'validator:1', targetName: 'night' })
    const night = [jailed, leftSet, slashed, tombstoned].map(of)
    const words = (...others: typeof night) =>
      bundleMessage('voice', [...night, ...others], english, url)
        .paragraphs.slice(2)
        .join(' ')
    const begins = 'tombstoned, jailed forever. Also: slashed, lost 500% of its stake.'
    expect(words(named(missedFive, 'Bob'))).toMatch(
      new RegExp(`^Celestia Mainnet: 3 alerts\\. night: ${begins} Bob: 5 blocks missed in a row`),
    )
    expect(words()).toMatch(new RegExp(`^night, Celestia Mainnet: ${begins}`))
    for (const one of [...night].map((_, index) => night.toSpliced(index, 1)))
      expect(
        bundleMessage('sms', one, english, url)
          .paragraphs.join(' ')
          .match(/ jailed/g),
      ).toHaveLength(1)
  })

  test('E397: a call names a fourth thing, of more what they are, and nothing that is of an incident it has named', () => {
    const [slashed, leftSet, raised] = [5211, 4012, 6011]
    const ada = (settingId: number) => someFacts(settingId, { target: 'validator:1', targetName: 'Ada' })
    const said = (...alerts: Parameters<typeof bundleMessage>[1]) =>
      bundleMessage('voice', alerts, english, url).paragraphs.join(' ')
    const two = [named(jailed, 'Bob'), named(missedFive, 'Cyd')]
    expect(said(...two, named(slashed, 'Eve'), named(raised, 'Dan'))).toMatch(
      /Dan: commission raised from .*Cyd: 5 blocks/,
    )
    const five = said(...two, named(slashed, 'Eve'), named(raised, 'Dan'), named(silent[0] ?? 0, 'Fay'))
    expect(five).toMatch(/And 2 more: 5 blocks missed in a row; No update for 1 minute\. /)
    const incident = said(...two, named(slashed, 'Eve'), named(raised, 'Dan'), ada(jailed), ada(leftSet))
    expect(incident).toMatch(/And 1 more: 5 blocks missed in a row\. /)
  })
})
