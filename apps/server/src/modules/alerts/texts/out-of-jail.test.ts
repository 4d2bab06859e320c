import { expect, test } from 'vitest'
import { english, someFacts } from '../testing/some-facts.ts'
import { bundleMessage } from './bundle-message.ts'
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
