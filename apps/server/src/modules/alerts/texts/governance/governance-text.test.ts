import { catalogue } from '@roundsman/alerting/catalogue'
import { languages } from '@roundsman/contract/accounts/users'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../notifications/notifications.public.ts'
import { hostile } from '../../testing/hostile-names.data.ts'
import { raiseBlockSize, votingEnds } from '../../testing/governance-alerts.ts'
import { english, someFacts } from '../../testing/some-facts.ts'
import { alertMessage } from '../alert-message.ts'
import { alertSentences, alertText } from '../alert-text.ts'
import { bundleMessage, whatStands } from '../bundles/bundle-message.ts'
import { smsParts } from '../sms-size.ts'
import type { AlertFacts, Reader } from '../writing.ts'
import { harmlessTitle } from './proposal.ts'

const url = 'https://celestia.example.org/alerts-history?alert=4711'
const [voting, upgradeVoting, passed, rejected] = [10_011, 10_021, 10_111, 10_121]
const [notVoted6h, notVoted1h, hasVoted6h, voted] = [11_031, 11_041, 11_032, 11_111]
const [notSignalled, signalledEnd, scheduled] = [11_211, 11_212, 10_221]
const hour = 3_600_000
const inParis: Reader = { language: 'en', timezone: 'Europe/Paris' }

/** An alert of a vote, so many hours before it ends. */
function voteFacts(
  settingId: number,
  hoursBefore: number,
  evidence: Partial<AlertFacts['evidence']> = {},
  change: Partial<AlertFacts> = {},
): AlertFacts {
  const at = new Date(votingEnds - hoursBefore * hour)
  const known: AlertFacts['evidence'] = {
    ...{ assurance: 'PROVEN', host: null, observed_at: at.getTime(), value: null, threshold: null },
    ...raiseBlockSize,
    ...evidence,
  }
  return someFacts(settingId, { at, evidence: known, targetName: 'Granite Cloud', ...change })
}
/** No line ends within a figure and its unit (E176): here that is a blank like any other. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const plainMail = ({ paragraphs, ...message }: Message) => ({ ...message, paragraphs: paragraphs.map(plain) })
const mail = (facts: AlertFacts, reader = english) => plainMail(alertMessage('email', facts, reader, url))
const sms = (facts: AlertFacts, reader = english) =>
  alertMessage('sms', facts, reader, url).paragraphs.join(' ')
const said = (facts: AlertFacts) => mail(facts).paragraphs.join(' ')

describe('what is voted on', () => {
  test('V41: a message says the number, the title, and when voting ends in the reader’s zone, with what is left', () => {
    const facts = voteFacts(notVoted6h, 5 + 50 / 60)
    expect(sms(facts, inParis)).toBe(
      'Warning: Granite Cloud, Celestia Mainnet: has not voted on proposal 42 "Raise the block size to 32 MB". Voting ends 13:00, in 5 h 50 min. Vote: celestia-appd tx gov vote 42 <option>. Turnout so far 21.43%, quorum 33.4%.',
    )
    expect(mail(facts, inParis).paragraphs[0]).toBe(
      'Granite Cloud on Celestia Mainnet: has not voted on proposal 42 “Raise the block size to 32 MB”. Voting ends Nov 27, 13:00 GMT+1, in 5 h 50 min.',
    )
  })

  test('V41 V50: what is told later says what is left then, and what is told at the end that voting has ended', () => {
    const later = voteFacts(notVoted1h, 1, {}, { readAt: new Date(votingEnds - hour / 3) })
    expect(said(later)).toContain('in 20 min.')
    const over = voteFacts(notVoted1h, 1, {}, { readAt: new Date(votingEnds + 1_000) })
    for (const channel of ['email', 'sms', 'voice']) {
      const text = alertMessage(channel, over, english, url)
      expect([text.paragraphs.join(' '), text.commands ?? []]).toEqual([
        expect.stringContaining('Voting has ended.'),
        [],
      ])
      expect(text.paragraphs.join(' ')).not.toMatch(/, in \d|tx gov vote|Vote before/)
    }
  })

  test('V42: a title cannot leave its line, turn the text, lead away or call anybody', () => {
    expect(harmlessTitle('Claim at https://evil.example/airdrop, now')).toBe(
      'Claim at evil[.]example/airdrop, now',
    )
    expect(harmlessTitle('www.evil．com 10.0.0.1 t.me/x')).toBe('www[.]evil[.]com 10[.]0[.]0[.]1 t[.]me/x')
    expect(harmlessTitle('@everyone mail bob@evil.example')).toBe('@ everyone mail bob@ evil[.]example')
    expect(harmlessTitle('Upgrade to v4.0.2-rc.1 (e.g. soon)')).toBe('Upgrade to v4.0.2-rc.1 (e.g. soon)')
    expect(harmlessTitle('a “b” «c» "d"')).toBe('a ’b’ ’c’ ’d’')
    for (const title of [...hostile, 'x'.repeat(500)])
      for (const reader of languages.map((language): Reader => ({ language, timezone: 'UTC' }))) {
        const facts = voteFacts(notVoted6h, 6, { title })
        for (const channel of ['email', 'sms', 'voice']) {
          const { paragraphs, subject } = alertMessage(channel, facts, reader, url)
          const text = [subject, ...paragraphs].join(' ')
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
          expect(text).not.toMatch(/:\/\/|@\S/)
          expect(text.length).toBeLessThan(900)
        }
      }
  })

  test('V42: one without a title has its number alone', () => {
    expect(said(voteFacts(voting, 100, { title: '' }))).toMatch(
      /^Celestia Mainnet: proposal 42 is open for voting\./,
    )
  })

  test('V43: how others voted is said with its block: shares, turnout and quorum, and nothing that is not known', () => {
    expect(mail(voteFacts(notVoted6h, 6)).paragraphs).toContain(
      'Turnout so far 21.43%, quorum 33.4%. Yes 80%, No 12%, No with veto 3%, Abstain 5%. Block 4,711, Nov 27, 06:00 UTC.',
    )
    const nobody = { yes: '0', no: '0', no_with_veto: '0', abstain: '0' }
    // Votes are counted now and then: by when this is told somebody may have voted.
    expect(said(voteFacts(voting, 6, { turnout: 0, tally: nobody }))).not.toMatch(/Turnout|quorum|Nobody|Yes/)
    const unknown = said(voteFacts(voting, 6, { turnout: null, quorum: null, tally: null }))
    expect(unknown).not.toMatch(/Turnout|quorum|Nobody|Yes/)
    expect(said(voteFacts(voting, 6, { quorum: null }))).toContain('Turnout so far 21.43%. Yes')
  })

  test('V43: of what has ended it is said where the quorum was not reached', () => {
    expect(said(voteFacts(rejected, 0))).toContain('Turnout 21.43%, quorum 33.4% not reached.')
    expect(said(voteFacts(passed, 0, { turnout: 0.5 }))).toContain('Turnout 50%, quorum 33.4%. Yes')
  })

  test('V48: an expedited proposal is said to be one, in an SMS too; one that starts over that everyone votes again', () => {
    const expedited = voteFacts(notVoted1h, 1, { is_expedited: true })
    expect(sms(expedited)).toContain('has not voted on expedited proposal 42')
    expect(said(expedited)).toContain('if it fails, voting starts over, and everyone has to vote again.')
    const again = voteFacts(voting, 100, { was_expedited: true, turnout: 0, tally: null })
    expect(said(again)).toContain('voting on proposal 42 “Raise the block size to 32 MB” has started over')
    expect(said(again)).toContain('votes cast until then no longer count: everyone has to vote again.')
    expect(sms(again)).toContain('Earlier votes no longer count: vote again.')
  })
})

describe('what to do', () => {
  test('V45: the command stands in a mail as one, and in none to a delegator', () => {
    const facts = voteFacts(notVoted6h, 6)
    expect(mail(facts).commands).toEqual([raiseBlockSize.vote_command])
    expect(mail(facts).paragraphs).toContain(`Vote with: ${raiseBlockSize.vote_command}`)
    const unknown = mail(voteFacts(notVoted6h, 6, { vote_command: null }))
    expect([unknown.commands, unknown.paragraphs.join(' ')]).toEqual([
      [],
      expect.stringContaining('Vote before the end: yes, no, no_with_veto or abstain.'),
    ])
    const delegator = mail({ ...facts, watchedAs: 'DELEGATOR' })
    expect([delegator.commands, delegator.paragraphs.join(' ')]).toEqual([
      [],
      expect.not.stringContaining('tx gov vote'),
    ])
    // In the history nothing stands behind what is to be typed (D280).
    expect(alertSentences(facts, english)).toMatch(/--chain-id celestia$/)
  })

  test('V46: a delegator is told that they may vote themselves, and that their own vote counts', () => {
    for (const setting of [voting, upgradeVoting, notVoted6h])
      expect(said({ ...voteFacts(setting, 6), watchedAs: 'DELEGATOR' })).toMatch(
        /You can vote yourself before the end.*(your own vote counts|the vote of your validator counts)/,
      )
    for (const language of languages) {
      const { adviceInShort } = alertText(
        { ...voteFacts(notVoted6h, 6), watchedAs: 'DELEGATOR' },
        { language, timezone: 'UTC' },
      )
      expect(adviceInShort).toHaveLength(1)
    }
  })
})

describe('what was voted', () => {
  const yes = [{ option: 'YES', weight: 1 }]

  test('V47: the end says what was voted, and how long before the end that was', () => {
    expect(said(voteFacts(hasVoted6h, 2, { vote: yes }))).toMatch(
      /^Granite Cloud on Celestia Mainnet: voted Yes on proposal 42 “Raise the block size to 32 MB” 2 h before the end\./,
    )
    expect(said(voteFacts(hasVoted6h, 0, { vote: null }))).toMatch(
      /: voting on proposal 42 “Raise the block size to 32 MB” is over, no vote was seen\./,
    )
    // Cancelled, or out of the active set.
    expect(said(voteFacts(hasVoted6h, 3, { vote: null }))).toContain('no longer has to vote on proposal 42')
  })

  test('D347: an SMS that voting is over has the time when it was, whenever that was known', () => {
    const facts = voteFacts(hasVoted6h, 0, { vote: null })
    const timeOf = (of: AlertFacts) => alertText(of, { language: 'en', timezone: 'UTC' }).timeInShort
    const later = { ...facts, at: new Date(facts.at.getTime() + 120_000) }
    expect(timeOf(later)).toEqual(timeOf(facts))
    // When it was cast, or nobody had to cast it any more.
    for (const [hours, evidence] of [
      [2, { vote: yes }],
      [3, { vote: null }],
    ] as const) {
      const one = voteFacts(hasVoted6h, hours, evidence)
      expect(timeOf({ ...one, at: new Date(one.at.getTime() + 120_000) })).not.toEqual(timeOf(one))
    }
  })

  test('V47: a split vote is said with its parts, an abstention as one, a changed vote as changed', () => {
    const split = [
      { option: 'NO', weight: 0.3 },
      { option: 'YES', weight: 0.7 },
    ]
    expect(said(voteFacts(voted, 2, { vote: split }))).toContain(
      'split its vote on proposal 42 “Raise the block size to 32 MB”: Yes 70%, No 30%, 2 h before the end',
    )
    expect(said(voteFacts(voted, 2, { vote: [{ option: 'ABSTAIN', weight: 1 }] }))).toContain('abstained on')
    expect(said(voteFacts(voted, 2, { vote: yes, before: 'NO' }))).toContain(
      'changed its vote on proposal 42',
    )
    const [inRussian, inUkrainian] = (['ru', 'uk'] as const).map(
      (language) => alertText(voteFacts(voted, 2, { vote: split }), { language, timezone: 'UTC' }).what,
    )
    expect(inRussian).toBe(
      'голос разделён по предложению №\u00a042 «Raise the block size to 32 MB»: за 70\u00a0%, против 30\u00a0%, за 2\u00a0ч до конца',
    )
    expect(inUkrainian).toBe(
      'голос розділено щодо пропозиції №\u00a042 «Raise the block size to 32 MB»: за 70%, проти 30%, за 2\u00a0год до кінця',
    )
  })
})

describe('several at once', () => {
  const of = (facts: AlertFacts, validator: number, targetName: string): AlertFacts => ({
    ...facts,
    targetName,
    target: `validator:${validator}`,
  })
  const other = {
    ...{ proposal_id: 43, title: 'Fund the relayers' },
    vote_command: 'celestia-appd tx gov vote 43 <option> --from <key> --chain-id celestia',
  }

  test('V44: two proposals of one validator are both said, each with its end and its command', () => {
    const later = new Date(votingEnds + hour).toISOString()
    const both = [voteFacts(notVoted6h, 6), voteFacts(notVoted6h, 6, { ...other, voting_end_at: later })]
    const message = plainMail(bundleMessage('email', both, english, url))
    expect(message.commands).toEqual([raiseBlockSize.vote_command, other.vote_command])
    const text = message.paragraphs.join('\n')
    expect(text).toMatch(/proposal 42 “.*Voting ends Nov 27, 12:00 UTC, in 6 h\./)
    expect(text).toMatch(/proposal 43 “.*Voting ends Nov 27, 13:00 UTC, in 7 h\./)
    expect(bundleMessage('sms', both, english, url).paragraphs[0]).toMatch(/proposal 42 .*proposal 43 /)
  })

  test('V44: several validators on one proposal are one sentence, that they have not voted', () => {
    const all = ['Ada', 'Bob', 'Cyd'].map((name, index) => of(voteFacts(notVoted6h, 6), index, name))
    const [message, subject] = [
      bundleMessage('sms', all, english, url).paragraphs[0],
      bundleMessage('email', all, english, url).subject,
    ]
    expect(message).toContain(
      'Ada, Bob, Cyd, Celestia Mainnet: have not voted on proposal 42 "Raise the block size to 32 MB". Voting ends 12:00 UTC, in 6 h.',
    )
    expect(subject).toContain('Ada, Bob, Cyd: have not voted on proposal 42')
  })

  test('V44: of one proposal the last step is said, and once it is voted or decided only that', () => {
    const yes = [{ option: 'YES', weight: 1 }]
    const settings = (all: readonly AlertFacts[]) => whatStands(all).map(({ settingId }) => settingId)
    expect(settings([voteFacts(notVoted6h, 6), voteFacts(notVoted1h, 1)])).toEqual([notVoted1h])
    expect(settings([voteFacts(voting, 100), voteFacts(upgradeVoting, 100)])).toEqual([upgradeVoting])
    expect(
      settings([
        voteFacts(notVoted6h, 6),
        voteFacts(hasVoted6h, 2, { vote: yes }),
        voteFacts(voted, 2, { vote: yes }),
      ]),
    ).toEqual([voted])
    expect(settings([voteFacts(voting, 100), voteFacts(passed, 0)])).toEqual([passed])
    expect(settings([voteFacts(voting, 100, other), voteFacts(passed, 0)])).toEqual([voting, passed])
  })
})

describe('signals', () => {
  const about = (settingId: number, evidence: Partial<AlertFacts['evidence']>) =>
    someFacts(settingId, {
      signalCommand: 'celestia-appd tx signal signal 8 --from <key> --chain-id celestia',
      evidence: {
        ...{ assurance: 'PROVEN', host: null, observed_at: votingEnds, value: null, threshold: 0.5 },
        ...{ version: 8, power_share: 0.5214, ...evidence },
      },
    })

  test('V51: who has not signalled is told which version, what part of the power has, and the command', () => {
    const message = mail(about(notSignalled, {}))
    expect(message.paragraphs[0]).toBe(
      'Ada Staking on Celestia Mainnet: has not signaled version 8, 52.14% of the voting power has.',
    )
    expect(message.commands).toEqual(['celestia-appd tx signal signal 8 --from <key> --chain-id celestia'])
    expect(said(about(signalledEnd, { has_signalled: true }))).toContain(': signaled version 8.')
    expect(said(about(signalledEnd, {}))).toContain(': no longer has to signal version 8.')
  })

  test('V51: a scheduled upgrade is told with its block, and about when that is', () => {
    const facts = about(scheduled, {
      upgrade: { name: 'v8', height: 2_500_000 },
      upgrade_at: '2026-11-28T18:00:00.000Z',
    })
    expect(said(facts)).toMatch(
      /^Celestia Mainnet: upgrade to version 8 is scheduled for block 2,500,000\. About Nov 28, 18:00 UTC, in 7 d 5 h\./,
    )
  })
})

test('V40: every setting of votes and upgrades has words in every language and channel, an SMS of three parts at most', () => {
  const settings = catalogue.settings('en').GOVERNANCE
  expect(settings.length).toBeGreaterThan(15)
  for (const { id } of settings)
    for (const language of languages)
      for (const channel of ['sms', 'voice', 'email']) {
        const reader: Reader = { language, timezone: 'Europe/Kyiv' }
        const facts = voteFacts(id, 6, { version: 8, vote: [{ option: 'NO_WITH_VETO', weight: 1 }] })
        const { paragraphs, subject } = alertMessage(channel, facts, reader, url)
        expect(`${subject} ${paragraphs.join(' ')}`).not.toMatch(/undefined|NaN|null|: \.|  /)
        if (channel === 'sms') expect(smsParts(`${paragraphs[0]} ${'x'.repeat(48)}`)).toBeLessThanOrEqual(3)
      }
})
