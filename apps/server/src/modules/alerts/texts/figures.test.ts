import { describe, expect, test } from 'vitest'
import { english as en, someFacts as facts } from '../testing/some-facts.ts'
import { alertMessage } from './alert-message.ts'
import { alertSentences, alertText, heldSince } from './alert-text.ts'
import { bundleMessage } from './bundles/bundle-message.ts'
import type { AlertFacts, Reader } from './writing.ts'

const url = 'https://celestia.example.org'
const missedThree = 1121
const jailNear = 1221
const { evidence } = facts(missedThree)
const read = (text: string) => text.replaceAll('\u00a0', ' ')
const withEvidence = (change: Partial<AlertFacts['evidence']>) => ({ evidence: { ...evidence, ...change } })
const said = (settingId: number, change: Partial<AlertFacts>) =>
  read(alertSentences(facts(settingId, change), en))

const near = { consecutive_missed: 10, missed_blocks: 140, signed_blocks_window: 15_000 }

describe('a figure is that of the page', () => {
  test('E419: a halt is as long in the message of its end as between the times that the history has of it', () => {
    const [halted, over] = [9021, 9022]
    const at = facts(halted).at.getTime()
    // It is looked at every few seconds.
    const began = facts(halted, withEvidence({ value: 304, threshold: 300 }))
    const from = heldSince(began).getTime()
    expect((at - from) / 1_000).toBe(300)
    const end = { at: new Date(at + 53_700), ...withEvidence({ began_at: at, threshold: 300 }) }
    const seconds = Math.floor(end.at.getTime() / 1_000) - Math.floor(from / 1_000)
    expect(seconds).toBe(353)
    expect(said(over, end)).toContain('Halted for 5 min 53 s')
    // From one's own first look nobody knows when it reached that.
    const known = facts(halted, withEvidence({ value: 3_600, threshold: 300 }))
    expect((at - heldSince(known).getTime()) / 1_000).toBe(3_600)
  })

  test('E218: beside a row of later blocks the total is “at least”, where nobody knows which misses left', () => {
    // When it is jailed is known all the same, where every old miss leaves before that.
    const bounds = { seconds_to_jail: 36_300, seconds_to_jail_at_most: 36_300, missed_blocks_exact: false }
    const exact = { ...bounds, missed_blocks_exact: true }
    for (const id of [missedThree, jailNear]) {
      expect(said(id, withEvidence({ ...near, ...bounds }))).toContain(
        'Missed at least 140 of the last 15,000 blocks.',
      )
      expect(said(id, withEvidence({ ...near, ...exact }))).toContain('Missed 140 of the last 15,000 blocks.')
    }
  })

  test.each([
    [21_479.9, 40_000, 'at least 5 h 57 min'],
    [60.9, 60.9, 'about 1 min (12:31 UTC)'],
    [162_599, 162_601, 'at least 45 h 9 min'],
    [162_540, 162_599, 'about 45 h 9 min'],
    [200_000, 201_500, 'about 2 d 7 h'],
  ])('E219: %d s to jail, %d s at most, are “%s”', (least, most, expected) => {
    const bounds = { seconds_to_jail: least, seconds_to_jail_at_most: most }
    expect(said(jailNear, withEvidence({ ...near, ...bounds }))).toContain(
      `Jail in ${expected} if it keeps missing.`,
    )
  })
})

describe('E245: of less than a minute until jail nobody counts the seconds', () => {
  const soon = withEvidence({ ...near, seconds_to_jail: 59.9, seconds_to_jail_at_most: 59.9 })
  const maybe = withEvidence({ ...near, seconds_to_jail: 0, seconds_to_jail_at_most: 9_000 })
  test.each([
    ['en', soon, 'jail any moment now if it keeps missing', 'jail any moment now'],
    ['en', maybe, 'jail possible any moment now if it keeps missing', 'jail possible any moment now'],
    ['ru', soon, 'тюрьма с минуты на минуту, если пропуски продолжатся', 'тюрьма с минуты на минуту'],
    ['ru', maybe, 'тюрьма возможна с минуты на минуту, если пропуски', 'тюрьма возможна с минуты на минуту'],
    ['uk', soon, 'в’язниця з хвилини на хвилину, якщо пропуски триватимуть', 'в’язниця з хвилини на хвилину'],
    ['uk', maybe, 'в’язниця можлива з хвилини на хвилину', 'в’язниця можлива з хвилини на хвилину'],
  ] as const)('%s', (language, evidence, what, inShort) => {
    const text = alertText(facts(jailNear, evidence), { language, timezone: 'UTC' })
    expect(text.what).toContain(what)
    expect(text.whatInShort).toBe(inShort)
  })
})

test('E220: subject, body and reasons of what is sent at once have one figure; later it is what is left', () => {
  const near = facts(jailNear, withEvidence({ seconds_to_jail: 3_605, seconds_to_jail_at_most: 3_605 }))
  const sentAfter = (seconds: number) =>
    alertMessage('email', { ...near, readAt: new Date(near.evidence.observed_at + seconds * 1_000) }, en, url)
  expect([3, 29, 31].map((seconds) => read(sentAfter(seconds).paragraphs[0] ?? ''))).toEqual(
    ['1 h', '1 h', '59 min'].map((left) => expect.stringContaining(`jail in about ${left} (13:30 UTC) if`)),
  )
  expect(read(sentAfter(3).subject)).toContain('jail in about 1 h (13:30 UTC) if')
})

test('E235: who is less than an hour from jail is told that first, with its severity', () => {
  const { evidence } = facts(missedThree)
  const near = { evidence: { ...evidence, seconds_to_jail: 252 } }
  for (const settingId of [missedThree, 1031]) {
    const mail = alertMessage('email', facts(settingId, near), en, url)
    expect(read(mail.subject)).toBe(
      '[Critical] Ada Staking, Celestia Mainnet: jail in about 4 min (12:34 UTC) if it keeps missing',
    )
    expect(mail.severity).toBe('CRITICAL')
    expect(mail.paragraphs.join(' ')).toContain('Missed 5 in a row.')
  }
  const single = { evidence: { ...near.evidence, consecutive_missed: 1 } }
  expect(alertMessage('email', facts(1031, single), en, url).subject).not.toContain('jail')
  expect(alertMessage('email', facts(missedThree), en, url).subject).not.toContain('jail')
})

test.each([
  [
    'en',
    '[Info] Ada Staking, Celestia Mainnet: 5 blocks missed, signing again',
    '5 blocks missed, signing again.',
  ],
  [
    'ru',
    '[Информация] Ada Staking, Celestia Mainnet: пропущено 5 блоков, подписи возобновились',
    '5 пропусков, подписи снова есть.',
  ],
  [
    'uk',
    '[Інформація] Ada Staking, Celestia Mainnet: пропущено 5 блоків, підписи відновилися',
    '5 пропусків, підписи знову є.',
  ],
] as const)(
  'E399, E396: in %s a blip that is over as it is told says so first, for information',
  (language, subject, short) => {
    const reader: Reader = { language, timezone: 'UTC' }
    const { evidence } = facts(missedThree)
    const near = { evidence: { ...evidence, seconds_to_jail: 252, began_at: evidence.observed_at } }
    const of = (settingId: number, channel: string, change = {}) =>
      alertMessage(channel, facts(settingId, { ...near, isSigning: true, ...change }, reader), reader, url)
    for (const settingId of [missedThree, jailNear])
      for (const channel of ['email', 'telegram', 'sms']) {
        const { severity, subject: title, paragraphs } = of(settingId, channel)
        const text = [title, ...paragraphs].map(read).join('\n')
        expect(severity).toBe('INFO')
        if (channel !== 'sms') expect(read(title)).toBe(subject)
        expect(text).toContain(channel === 'sms' ? short : subject.replace(/^.*: /, ''))
        expect(text).not.toMatch(/sign\w* responds|сайнер/)
        expect(text).not.toMatch(
          /jail in|тюрьма через|тюрьма примерно|в’язниця приблизно|в'язниця через|since|\bС \d|\bЗ \d/i,
        )
      }
    // A share of the window goes on while it signs, and a call has said how bad it is by then.
    expect(of(1031, 'email').severity).toBe(facts(1031).severity)
    expect(of(1031, 'email').subject).not.toContain(subject.replace(/^.*, /, ''))
    expect(of(jailNear, 'voice').severity).toBe('CRITICAL')
    // Of a blip that is over there is nothing to acknowledge (E396).
    expect([of(jailNear, 'voice').asksNothing, of(1031, 'voice').asksNothing]).toEqual([true, undefined])
    // Of who is in jail by now nobody says that it signs.
    const jailedUntil = new Date(evidence.observed_at + 600_000)
    expect(of(missedThree, 'email', { jailedUntil }).subject).not.toContain(subject.replace(/^.*, /, ''))
  },
)

test('E415: of a share of the window that is missed while it signs again nothing is said of others, nor what to do', () => {
  const { evidence } = facts(missedThree)
  const shared = { ...evidence, missed_with_you: 0.07, consecutive_missed: 201 }
  for (const channel of ['email', 'sms', 'voice'])
    for (const isSigning of [true, false]) {
      const { paragraphs } = alertMessage(
        channel,
        facts(1041, { evidence: shared, isSigning, jailedUntil: null }),
        en,
        url,
      )
      const text = paragraphs.map(read).join(' ')
      expect(text.includes('Signing again by now.')).toBe(isSigning)
      expect(/7%|others/i.test(text)).toBe(!isSigning)
      if (channel !== 'sms') expect(/the node/i.test(text)).toBe(!isSigning)
    }
})

test('E238: the end of a share says what is missed now, not the blocks of an outage that does not make it', () => {
  const { evidence, at } = facts(missedThree)
  const of = (missed_since: number) => ({
    evidence: {
      ...evidence,
      ...{ threshold: 0.9, missed_blocks: 9, signed_blocks_window: 100, missed_since },
      ...{ began_at: at.getTime() - 34_000, ended_at: at.getTime() },
    },
  })
  const said = (missed: number) =>
    alertMessage('email', facts(1042, of(missed)), en, url).paragraphs.join(' ')
  expect(said(3)).not.toContain('It missed')
  expect(said(3)).toContain('Missed 9 of the last 100 blocks.')
  expect(said(11)).toContain('It missed 11 blocks')
})

test.each([
  ['en', 'It missed 40 blocks in 17 min, Nov 21, 12:13 – 12:30 UTC, ended in jail.', 'ended in jail'],
  ['ru', 'Пропущено 40 блоков за 17 мин, 21 нояб., 12:13–12:30 UTC, затем тюрьма.', 'затем тюрьма'],
  ['uk', 'Пропущено 40 блоків за 17 хв, 21 лист., 12:13–12:30 UTC, далі в’язниця.', "далі в'язниця"],
] as const)('E313: in %s an end says that the outage ended in jail', (language, written, short) => {
  const ended = facts(1122).at.getTime()
  const of = {
    began_at: ended - 17 * 60_000,
    ended_at: ended,
    missed_since: 40,
    ended_in_jail: true as const,
  }
  const reader: Reader = { language, timezone: 'UTC' }
  const textOf = (channel: string) =>
    alertMessage(channel, facts(1122, withEvidence(of)), reader, 'https://a.example/')
      .paragraphs.join(' ')
      .replace(/\s/g, ' ')
  expect(textOf('email')).toContain(written)
  expect(textOf('sms')).toContain(`12:13-12:30 UTC, ${short}.`)
})

test.each(['en', 'ru', 'uk'] as const)(
  'E347: after a jail nobody is told in %s that old misses count: the window has started over',
  (language) => {
    const reader: Reader = { language, timezone: 'UTC' }
    const ended = facts(1222).at.getTime()
    const of = { began_at: ended - 17 * 60_000, ended_at: ended, missed_since: 503 }
    const counts = /until they leave the window|Missed blocks still count|окн|вікн|учит|врахов/
    const textOf = (channel: string, watchedAs: 'OPERATOR' | 'DELEGATOR', ended_in_jail: boolean) => {
      const change = withEvidence(ended_in_jail ? { ...of, ended_in_jail } : of)
      const told = { ...facts(1222, change), watchedAs }
      const text = alertMessage(channel, told, reader, 'https://a.example/').paragraphs.join(' ')
      return read(text).replace(
        /Missed .* of the last .*? blocks\.|(Пропущено|Не подписано).*?из последних.*?\./,
        '',
      )
    }
    for (const who of ['OPERATOR', 'DELEGATOR'] as const) {
      for (const channel of ['email', 'sms', 'voice']) expect(textOf(channel, who, true)).not.toMatch(counts)
      expect(textOf('email', who, false)).toMatch(counts)
    }
  },
)

test('E343: a mail says neither a time nor a count twice: the block alone where since when is of its minute, no row that is all that was missed', () => {
  const { observed_at: at } = evidence
  const text = said(missedThree, withEvidence({ ...near, began_at: at - 3_000 }))
  expect(text).toContain('Since Nov 21, 12:30 UTC. Missed 140 of the last 15,000 blocks. Block 4,711. ')
  expect(said(missedThree, withEvidence({ ...near, began_at: at - 90_000 }))).toContain(
    'Block 4,711, Nov 21, 12:30 UTC. ',
  )
  expect(said(jailNear, withEvidence({ ...near, missed_blocks: 10 }))).not.toContain('in a row')
  expect(said(jailNear, withEvidence(near))).toContain(
    'Missed 10 in a row. Missed 140 of the last 15,000 blocks.',
  )
})

test('E339: how long it has been so is cut, so that a mail and its subject say the same until a minute is over', () => {
  const of = (seconds: number) => {
    const { at } = facts(9311)
    const readAt = new Date(at.getTime() + seconds * 1_000)
    return alertMessage('email', facts(9311, { ...withEvidence({ value: 300 }), readAt }), en, url)
  }
  for (const seconds of [0, 29, 40, 59]) {
    expect(read(of(seconds).subject)).toMatch(/for 5 min$/)
    expect(read(of(seconds).paragraphs[0] ?? '')).toMatch(/for 5 min\./)
  }
  expect(read(of(61).paragraphs[0] ?? '')).toMatch(/for 6 min\./)
})

test.each([
  ['en', '106 blocks behind the network, height stuck since 12:15 UTC.'],
  ['ru', 'Отставание от сети 106 блоков, высота не растёт с 12:15 UTC.'],
  ['uk', 'Відставання від мережі 106 блоків, висота не зростає з 12:15 UTC.'],
] as const)(
  'E335: a bridge that is behind because its height stands says so, since when, and what then helps: %s',
  (language, first) => {
    const still_since = evidence.observed_at - 900_000
    const bridge = { updated_at: evidence.observed_at, height: 4_000, lag: 106, version: null, still_since }
    const text = read(
      alertSentences(facts(8031, withEvidence({ value: 106, bridge })), { language, timezone: 'UTC' }),
    )
    expect(text.replaceAll('\u00a0', ' ')).toContain(first)
    expect(text).toMatch(/restart the bridge node|перезапустите узел бриджа|перезапустіть вузол бриджа/)
    expect(text).not.toMatch(/More than 100|Больше 100|Більше 100/)
    const { still_since: _still, ...rises } = bridge
    expect(said(8031, withEvidence({ value: 106, bridge: rises }))).not.toMatch(/stuck|restart/)
  },
)

test('E425: of two of whom one signs again, what to do is said of the other alone', () => {
  const { evidence } = facts(missedThree)
  const near = { ...evidence, seconds_to_jail: 360, seconds_to_jail_at_most: 360 }
  const down = facts(missedThree, { evidence: near, target: 'validator:1', targetName: 'Cobalt' })
  const back = facts(missedThree, {
    evidence: { ...near, consecutive_missed: 120 },
    isSigning: true,
    target: 'validator:2',
    targetName: 'Pebble',
  })
  for (const channel of ['voice', 'email', 'sms']) {
    const { paragraphs } = bundleMessage(channel, [down, back], en, url)
    const text = read(paragraphs.join(' '))
    expect(text).toContain('Pebble: 120 blocks missed, signing again')
    expect(text).not.toMatch(/Cobalt, Pebble|Pebble: Check|missed in a row, signing/)
  }
})
