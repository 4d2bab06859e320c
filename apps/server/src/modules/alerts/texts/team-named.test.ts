import { expect, test } from 'vitest'
import { english, someFacts as facts } from '../testing/some-facts.ts'
import { alertMessage, roomOfLink } from './alert-message.ts'
import { bundleMessage } from './bundles/bundle-message.ts'
import { partsWithLink, smsParts } from './sms-size.ts'
import type { Reader } from './writing.ts'

const url = 'https://celestia.example.org'
const [missedThree, jailed] = [1121, 2011]
const crew: Reader = { ...english, team: 'Night crew' }
const two = ['Ada', 'Bob'].map((targetName, index) =>
  facts(jailed, { targetName, target: `validator:${index}` }),
)

test('A146: how bad it is stands first, then the team, in an SMS, a call, a mail and a chat, of one and of several', () => {
  const said = (channel: string, reader = crew, change: Parameters<typeof facts>[1] = {}) => {
    const { subject, paragraphs } = alertMessage(channel, facts(jailed, change, reader), reader, url)
    return subject === '' ? paragraphs.join(' ') : subject
  }
  expect(said('sms')).toMatch(/^Critical, Night crew: Ada Staking, Celestia Mainnet: jailed\./)
  expect(said('voice')).toMatch(/^This is Roundsman\. Critical, Night crew\. Ada Staking, Celestia Mainnet/)
  for (const channel of ['email', 'telegram'])
    expect(said(channel)).toBe('[Critical, Night crew] Ada Staking, Celestia Mainnet: jailed')
  expect(said('sms', { ...crew, language: 'ru' }, { targetName: 'Ada', network: 'Haqq' })).toMatch(
    /^Критично, Night crew: Ada, Haqq: в тюрьме\./,
  )
  expect(said('voice', { ...crew, language: 'uk' })).toMatch(/^Це Roundsman\. Критично, Night crew\. /)
  const several = (channel: string) => bundleMessage(channel, two, crew, url)
  expect(several('sms').paragraphs[0]).toMatch(/^Critical, Night crew: Ada, Bob, Celestia Mainnet: jailed\./)
  expect(several('voice').paragraphs.join(' ')).toMatch(/^This is Roundsman\. Critical, Night crew\. /)
  expect(several('email').subject).toBe('[Critical, Night crew] Celestia Mainnet: Ada, Bob: jailed')
})

test('A146: an SMS has as many parts as without it, and leaves it out where it would take one more', () => {
  const names = Array.from({ length: 60 }, (_, index) => 'x'.repeat(index + 1))
  const of = (reader: Reader, targetName: string) =>
    alertMessage('sms', facts(missedThree, { targetName }), reader, url).paragraphs.join(' ')
  const parts = (reader: Reader) => names.map((name) => smsParts(of(reader, name)))
  for (const team of ['Night crew', 'Ночная смена']) {
    const reader = { ...english, team }
    expect(parts(reader)).toEqual(parts(english))
  }
  const named = names.filter((name) => of(crew, name).includes('Night crew'))
  expect(named.length).toBeGreaterThan(40)
})

test('A152: an end that is told at once names its team before how often it came, where there is no room for both', () => {
  const names = Array.from({ length: 40 }, (_, index) => 'x'.repeat(index + 1))
  const address = 'https://x.io'
  const of = (reader: Reader, targetName: string, lateMs = 0) => {
    const { evidence, at } = facts(1122)
    const times = { began_at: at.getTime() - 215_000, ended_at: at.getTime() - 10_000, missed_since: 200 }
    const recurred = { count: 2, since: at.getTime() - 3_000_000, isOver: true }
    const readAt = new Date(at.getTime() + lateMs)
    const change = { targetName, evidence: { ...evidence, ...times }, recurred, readAt }
    return alertMessage('sms', facts(1122, change), reader, address).paragraphs.join(' ')
  }
  const parts = (reader: Reader, lateMs = 0) =>
    names.map((name) => partsWithLink(of(reader, name, lateMs), roomOfLink(address)))
  for (const lateMs of [0, 600_000]) expect(parts(crew, lateMs)).toEqual(parts(english, lateMs))
  const [team, often] = ['Night crew', 'the 2nd time']
  const without = names.map((name) => of(crew, name)).filter((text) => !text.includes(often))
  expect(without.length).toBeGreaterThan(5)
  for (const text of without) expect(text).toContain(team)
  // What was gathered says nothing else.
  for (const name of names) expect(of(crew, name, 600_000)).toContain(often)
})

test('E404: where there is no room for both, the SMS that it signs again names its team rather than when it was', () => {
  const said = (reader: Reader, targetName: string) => {
    const { evidence, at } = facts(1122)
    const times = { began_at: at.getTime() - 215_000, ended_at: at.getTime() - 10_000, missed_since: 200 }
    return alertMessage(
      'sms',
      facts(1122, { targetName, evidence: { ...evidence, ...times }, readAt: at }),
      { ...reader, timezone: 'Europe/Kyiv' },
      'https://celestia.example.org/',
    ).paragraphs.join(' ')
  }
  const [short, longer] = ['Vector Digital', 'Vector Digital Staking One'].map((name) => said(crew, name))
  expect(short).toMatch(/Night crew: Vector Digital, .* 200 blocks missed.*, \d\d:\d\d-\d\d:\d\d/)
  expect(longer).toMatch(
    /^Info, Night crew: Vector Digital Staking One, Celestia Mainnet: signing again\. 200 blocks missed\.$/,
  )
  expect(said(english, 'Vector Digital Staking One')).toMatch(/200 blocks missed.*, \d\d:\d\d/)
})

test('E400: of what is its reader’s own and what is a team’s, the latter is named with the team, in subject and body', () => {
  const mixed = ['kayak', 'Vector Digital'].map((targetName, index) =>
    facts(jailed, {
      ...{ targetName, target: `validator:${index}` },
      ...(index === 1 && { team: 'Night (crew)' }),
    }),
  )
  const mail = bundleMessage('email', mixed, english, url)
  expect(mail.subject).toBe('[Critical] Celestia Mainnet: kayak, Vector Digital (Night crew): jailed')
  expect(mail.paragraphs).toContain('Critical: Vector Digital (Night crew): jailed.')
  expect(mail.paragraphs).toContain('Critical: kayak: jailed.')
  const said = (channel: string, all = mixed) =>
    bundleMessage(channel, all, english, url).paragraphs.join(' ')
  expect(said('sms')).toMatch(/^Critical: kayak, Vector Digital \(Night crew\), Celestia Mainnet: jailed\./)
  expect(said('voice')).toContain('kayak, Vector Digital (Night crew): jailed.')
  // An SMS leaves the team out where it would take one more part.
  const long = mixed.map((one) => ({ ...one, ...(one.team && { team: 'x'.repeat(40) }) }))
  for (const count of [1, 2, 3]) {
    const all = Array.from({ length: count }, (_, index) => ({
      ...long[1],
      target: `validator:${index + 5}`,
    }))
    const some = [
      ...long,
      ...all.map((one, index) => facts(jailed, { ...one, targetName: 'y'.repeat(20 + index) })),
    ]
    expect(smsParts(said('sms', some))).toBe(
      smsParts(
        said(
          'sms',
          some.map((one) => ({ ...one, team: undefined })),
        ),
      ),
    )
  }
})

test('A146: brackets in the name of a team do not end the severity of a subject', () => {
  const { subject } = alertMessage('email', facts(jailed), { ...crew, team: '[Night] crew' }, url)
  expect(subject).toMatch(/^\[Critical, Night crew\] Ada Staking/)
})
