import { languages } from '@roundsman/contract/accounts/users'
import { expect, test } from 'vitest'
import { english, someFacts } from '../../testing/some-facts.ts'
import type { AlertFacts, Reader } from '../writing.ts'
import { bundleMessage } from './bundle-message.ts'

const url = 'https://celestia.example.org/a/4711'
const [jailed, tombstoned, nearJail, missedFifty] = [2011, 3011, 1221, 1151]
const [left, entered, raised, signing, voted] = [4012, 4011, 6011, 1122, 1112]
const write = (alerts: readonly AlertFacts[], reader: Reader = english) =>
  bundleMessage('sms', alerts, reader, url).paragraphs.join(' ')
const of = (settingId: number, targetName: string, change: Partial<AlertFacts> = {}, reader = english) =>
  someFacts(settingId, { targetName, target: `validator:${targetName}`, ...change }, reader)
const some = (settingId: number, count: number, name: string, length = 0) =>
  Array.from({ length: count }, (_, index) => of(settingId, `${name}${index}`.padEnd(length, 'x')))

test('E393: what is CRITICAL is named, whatever that costs, and nothing that is less grave while it is counted', () => {
  const near = of(nearJail, 'Gale Vault of the northern shore', { severity: 'CRITICAL' })
  const long = some(jailed, 5, 'a', 38)
  const sms = write([...some(raised, 2, 'c', 38), ...long, near])
  expect(sms).toMatch(/Gale Vault of the northern shore: jail in about 2 h 5 min/)
  expect(sms).toMatch(/And [12] more\./)
})

/** Of so many of each, what is said in each language; the names are all different. */
const mixtures = [1, 3, 5, 6, 7, 12].flatMap((first) =>
  [0, 1, 4, 6].flatMap((second) => [1, 7].map((third) => [first, second, third] as const)),
)
test.each(languages)(
  'E393: of any mixture in %s nothing is named that is less grave than what is counted',
  (language) => {
    const reader: Reader = { language, timezone: 'UTC' }
    const kinds = [
      [missedFifty, 'CRITICAL'],
      [raised, 'WARNING'],
      [entered, 'INFO'],
    ] as const
    let counted = 0
    for (const counts of mixtures) {
      const names = kinds.map(([id], kind) =>
        Array.from({ length: counts[kind] ?? 0 }, (_, at) =>
          `v${id}n${at}e`.padEnd(7 + ((at * 7) % 19), 'y'),
        ),
      )
      const alerts = kinds.flatMap(([id, severity], kind) =>
        (names[kind] ?? []).map((name) => of(id, name, { severity }, reader)),
      )
      const sms = write(alerts, reader)
      const said = names.map((own) => own.filter((name) => sms.includes(name)).length)
      const isLess = said.some(
        (one, kind) => one > 0 && said.slice(0, kind).some((n, k) => n < (counts[k] ?? 0)),
      )
      expect([counts, sms, isLess]).toEqual([counts, sms, false])
      expect(said[0]).toBeGreaterThanOrEqual(Math.min(5, counts[0]))
      const more = [...sms.matchAll(/(?:And|И ещё|І ще) (\d+)(?: more)?\./g)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      )
      // Whoever is not named is counted, once.
      expect([sms, said.reduce((a, b) => a + b) + more]).toEqual([sms, alerts.length])
      counted += more
    }
    expect(counted).toBeGreaterThan(0)
  },
)

test('E395: nobody is left out for whom there is room', () => {
  expect(write(some(jailed, 8, 'val-'))).toBe(
    'Critical: val-0, val-1, val-2, val-3, val-4, val-5, val-6, val-7, Celestia Mainnet: jailed.',
  )
  // Of others beside a jailing, too.
  const beside = write([of(tombstoned, 'farol'), ...some(signing, 6, 'v')])
  expect(beside).toContain('v0, v1, v2, v3, v4, v5: signing again')
  expect(beside).not.toContain('more.')
  // Of one kind some, where not all fit, and one with a short name where a long one has no room.
  const found = Array.from({ length: 38 }, (_, length) => {
    const gravest = some(jailed, 3, 'a', length)
    const others = [...some(left, 5, 'b', 38), of(raised, 'Kim')]
    const sms = write([...gravest, ...others.map((one) => ({ ...one, severity: 'WARNING' as const }))])
    return sms.includes('Kim: ') && sms.includes('And 5 more.')
  })
  expect(found).toContain(true)
})

test('E395: the name of a team takes the room of nobody', () => {
  let isNamed = 0
  for (let length = 2; length < 60; length += 1) {
    const alerts = [
      of(nearJail, 'Kim'),
      of(jailed, 'farol'),
      of(raised, 'c'.repeat(38)),
      of(voted, 'v'.repeat(length)),
    ]
    const plain = write(alerts)
    const named = write(alerts, { ...english, team: 'Night crew of the north' })
    const ofOne = write(alerts.map((one, index) => (index === 0 ? { ...one, team: 'Night crew' } : one)))
    const counted = (text: string) => Number(/And (\d)/.exec(text)?.[1] ?? 0)
    expect([named, counted(named), counted(ofOne)]).toEqual([named, counted(plain), counted(plain)])
    if (named.includes('Night crew')) isNamed += 1
  }
  expect(isNamed).toBeGreaterThan(0)
})
