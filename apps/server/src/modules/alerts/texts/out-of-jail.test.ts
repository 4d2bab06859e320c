import { describe, expect, test } from 'vitest'
import { english, someFacts } from '../testing/some-facts.ts'
import { bundleMessage } from './bundles/bundle-message.ts'
import { signingSince } from './out-of-jail.ts'
import type { AlertFacts, Reader } from './writing.ts'

const url = 'https://celestia.example.org/alerts-history?alert=4711'
const [outOfJail, entered, lessMissed, signing] = [2012, 4011, 1042, 1122]
const at = new Date('2026-11-27T04:44:23Z')

function ended(settingId: number): AlertFacts {
  const facts = someFacts(settingId, { at, targetName: 'Nova Forge' })
  const jail = { began_at: at.getTime() - 90_000, ended_at: at.getTime() }
  return settingId === outOfJail ? { ...facts, evidence: { ...facts.evidence, ...jail } } : facts
}
const said = (channel: string, settings: readonly number[], reader: Reader = english) =>
  bundleMessage(channel, settings.map(ended), reader, url).paragraphs.join(' ').replaceAll('\u00a0', ' ')

test('E367: an SMS that a validator is out of jail says that it signs, or else to look at that, before how long it was in jail', () => {
  expect(said('sms', [outOfJail])).toMatch(/out of jail\. Was in jail .* Check that it signs\.$/)
  expect(said('sms', [outOfJail, entered, lessMissed])).toMatch(/ Check that it signs\./)
  const whole = said('sms', [outOfJail, entered, lessMissed, signing])
  expect(whole).toMatch(/ Signing again\./)
  expect(whole).not.toContain('Check that')
})

test('E367: what comes with leaving jail stands in the order in which it comes', () => {
  expect(said('email', [lessMissed, signing, outOfJail, entered])).toMatch(
    /Also: entered the active set; signing again; (back|no longer|less)/,
  )
})

test('E370: as many blocks missed by each of several are said of each', () => {
  const jointly = (language: Reader['language']) =>
    bundleMessage(
      'email',
      [1, 2, 3].map((id) => {
        const facts = ended(signing)
        const evidence = { ...facts.evidence, began_at: at.getTime() - 60_000, missed_since: 60 }
        return { ...facts, target: `validator:${id}`, targetName: `Nova ${id}`, evidence }
      }),
      { language, timezone: 'UTC' },
      url,
    )
      .paragraphs.join(' ')
      .replaceAll('\u00a0', ' ')
  expect(jointly('en')).toMatch(/ They each missed 60 blocks in 1 min, /)
  expect(jointly('ru')).toMatch(/ У каждого пропущено 60 блоков за 1 мин, /)
  expect(jointly('uk')).toMatch(/ У кожного пропущено 60 блоків за 1 хв, /)
})

describe('E401: an SMS of ends of a jailing', () => {
  const began = at.getTime() - 600_000
  const of = (targetName: string, settingId: number, missed = 503) => {
    const facts = ended(settingId)
    const row = { began_at: began, ended_at: at.getTime() - 90_000, ended_in_jail: true as const }
    const evidence =
      settingId === outOfJail ? facts.evidence : { ...facts.evidence, ...row, missed_since: missed }
    return { ...facts, target: `validator:${targetName}`, targetName, evidence }
  }
  const write = (channel: string, all: readonly AlertFacts[], reader: Reader = english) =>
    bundleMessage(channel, all, reader, url).paragraphs.join(' ').replaceAll('\u00a0', ' ')
  const both = [
    ...[of('Маяк', outOfJail), of('Маяк', lessMissed), of('farol', outOfJail), of('farol', lessMissed)],
    ...[of('farol', signing, 491), of('Маяк', signing)],
  ]

  test('E401: says of several that they sign again beside that they are out of jail, and nothing of a window that the jail has emptied', () => {
    const latin = both.map((one) => (one.targetName === 'Маяк' ? { ...one, targetName: 'Mayak' } : one))
    expect(write('sms', latin)).toBe(
      'Info: Mayak, farol, Celestia Mainnet: out of jail. Signing again. 491-503 blocks missed.',
    )
    const sms = write('sms', both, { language: 'uk', timezone: 'UTC' })
    expect(sms).toMatch(/^Інфо: Маяк, farol, Celestia Mainnet: більше не у в.язниці\. Підписи знову є\./)
    expect(sms).not.toMatch(/10%|І ще/)
    expect(write('email', both)).toContain('10%')
  })

  test('E401: who does not sign yet is said apart, with what to look at', () => {
    const all = [of('farol', outOfJail), of('kayak', outOfJail), of('farol', signing)]
    const sms = write(
      'sms',
      all.map((one) => ({ ...one, network: 'Haqq' })),
    )
    expect(sms).toMatch(/farol, kayak: out of jail\. farol: signing again\. .*kayak: Check that it signs\.$/)
  })

  test('E401: of one it says how many blocks were missed', () => {
    const sms = write('sms', [of('farol', outOfJail), of('farol', lessMissed), of('farol', signing)])
    expect(sms).toMatch(/out of jail\. .*Signing again\. 503 blocks missed/)
    expect(sms).not.toContain('10%')
  })

  test('E401: a share of the window that no jail has emptied is told', () => {
    const plain = { ...ended(lessMissed), target: 'validator:a' }
    const row = { ...ended(signing), target: 'validator:a' }
    expect(write('sms', [plain, row])).toMatch(/10%/)
  })
})

describe('E411: that a validator that is out of jail signs is the last thing that an SMS leaves out', () => {
  const began = at.getTime() - 160_000
  const of = (targetName: string, settingId: number) => {
    const facts = ended(settingId)
    const row = { began_at: began, ended_at: at.getTime() - 30_000, missed_since: 503 }
    return {
      ...{ ...facts, target: `validator:${targetName}`, targetName },
      evidence: {
        ...facts.evidence,
        ...row,
        ...(settingId === signing ? { ended_in_jail: true as const } : {}),
      },
    }
  }
  const write = (all: readonly AlertFacts[], reader: Partial<Reader>) =>
    bundleMessage('sms', all, { ...english, ...reader }, `${url}${'x'.repeat(4)}`)
      .paragraphs.join(' ')
      .replaceAll('\u00a0', ' ')
  const signs = { en: 'Signing again.', ru: 'Подписи снова есть.', uk: 'Підписи знову є.' }

  test.each(['en', 'ru', 'uk'] as const)('E411: of one, whatever the names are, in %s', (language) => {
    for (const name of ['Маяк', 'Nova Forge', 'Vector Digital', 'Überwacht', 'v'.repeat(38), 'я'.repeat(30)])
      for (const team of [undefined, 'Night crew'])
        for (const all of [
          [outOfJail, signing],
          [outOfJail, entered, lessMissed, signing],
        ]) {
          const sms = write(
            all.map((id) => of(name, id)),
            { language, team },
          )
          expect(sms).toContain(signs[language])
        }
  })

  test('E411: the times leave it the room, and the blocks where they fit stand behind it', () => {
    const sms = write(
      [outOfJail, signing].map((id) => of('Маяк', id)),
      { language: 'ru' },
    )
    expect(sms).toBe('Инфо: Маяк, Celestia Mainnet: больше не в тюрьме. Подписи снова есть. 503 пропуска.')
  })

  test('E411: beside others, too, who are counted', () => {
    const others = ['kayak', 'b'.repeat(30)].map((name) => of(name, entered))
    const all = [of('farol', outOfJail), of('kayak', outOfJail), of('farol', signing), ...others]
    const sms = write(all, { language: 'ru' })
    expect(sms).toMatch(/farol, kayak: больше не в тюрьме\. farol: подписи снова есть\./)
  })
})

test('P1047: an end of missed blocks says since when its validator signs, which a jail comes before', () => {
  const [jailedAt, signedAt] = [at.getTime() - 90_000, at.getTime() - 10_000]
  const of = (change: Partial<AlertFacts['evidence']>, settingId = signing) => {
    const facts = ended(settingId)
    return signingSince({ ...facts, evidence: { ...facts.evidence, ...change } })?.getTime()
  }
  expect(of({ ended_at: jailedAt, ended_in_jail: true, signed_at: signedAt })).toBe(signedAt)
  // Of before the two were told apart.
  expect(of({ ended_at: jailedAt, ended_in_jail: true })).toBe(at.getTime())
  expect(of({ ended_at: signedAt })).toBe(signedAt)
  expect(of({ ended_at: signedAt }, outOfJail)).toBeUndefined()
})
