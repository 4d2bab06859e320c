import { catalogue } from '@roundsman/alerting/catalogue'
import { languages } from '@roundsman/contract/accounts/users'
import { expect, test } from 'vitest'
import { english, someFacts } from '../../testing/some-facts.ts'
import { alertMessage } from '../alert-message.ts'
import { alertSentences, alertText } from '../alert-text.ts'
import { bundleMessage } from '../bundles/bundle-message.ts'
import type { AlertFacts } from '../writing.ts'

const url = 'https://celestia.example.org'
const day = 86_400_000
const [missedThree, tenPercent, jailNear, jailed, tombstoned] = [1121, 1041, 1221, 2011, 3011]
const [unjailed, leftSet, slashed, commission] = [2012, 4012, 5211, 6011]
const read = (text: string) => text.replaceAll('\u00a0', ' ')
const delegated = (settingId: number, change: Partial<AlertFacts> = {}, language = english) =>
  someFacts(
    settingId,
    {
      ...{ watchedAs: 'DELEGATOR', unbondingMs: 21 * day, downtimeSlash: 0.0001 },
      ...{ unjailCommand: 'celestia-appd tx slashing unjail --from <key>', ...change },
    },
    language,
  )
const adviceOf = (settingId: number, change: Partial<AlertFacts> = {}) =>
  read(alertText(delegated(settingId, change), english).advice.join(' '))
const adviceLess = (facts: AlertFacts) => read(alertText(facts, english).left.join(' '))
const smsOf = (facts: AlertFacts) => read(alertMessage('sms', facts, english, url).paragraphs.join(' '))

test('E291: whoever delegates is told what they can do, with this chain’s unbonding time and what it slashes', () => {
  expect(adviceOf(jailed)).toBe(
    'It earns no rewards while jailed. You can redelegate right away (then not again for up to 21 d) or wait until its operator unjails it.',
  )
  expect(adviceOf(tenPercent)).toBe(
    'Its operator has to act. If it is jailed, 0.01% of each delegation is slashed, and there are no rewards until it is back. You can redelegate right away (then not again for up to 21 d).',
  )
  expect(adviceOf(tombstoned)).toBe(
    'It can never come back, and there are no rewards any more. Redelegate (then not again for up to 21 d) or undelegate, which takes 21 d.',
  )
  expect(adviceOf(leftSet)).toContain('Outside the active set it earns no rewards.')
  expect(adviceOf(commission)).toContain('Your rewards are lower from now on.')
  expect(adviceOf(unjailed)).toBe('It earns rewards again once it is in the active set.')
})

test('E291: where the chain’s rules are not known none are made up; what slashes nothing is said to', () => {
  const unknown = { unbondingMs: null, downtimeSlash: null }
  expect(adviceOf(jailed, unknown)).toContain('then not again until the unbonding time is over')
  expect(adviceOf(jailNear, unknown)).toContain('part of each delegation may be slashed')
  expect(adviceOf(jailNear, { downtimeSlash: 0 })).toContain(
    'there are no rewards until it is back; no stake',
  )
  expect(adviceOf(jailNear, { downtimeSlash: 1e-9 })).toContain('part of each delegation may be slashed')
})

test('E291: a call says the spans as words, and an SMS what there is room for', () => {
  const call = read(alertMessage('voice', delegated(tombstoned), english, url).paragraphs.join(' '))
  expect(call).toContain('It can never come back: redelegate or undelegate.')
  expect(smsOf(delegated(tombstoned))).toContain('Redelegate or undelegate.')
  const at = someFacts(jailed).at.getTime()
  expect(smsOf(delegated(jailed, { jailedUntil: new Date(at + 600_000) }))).toContain(
    'jailed. 12:30 UTC. No rewards while in jail: redelegate or wait.',
  )
  expect(adviceLess(delegated(jailed, { jailedUntil: new Date(at + 600_000) }))).toContain(
    'Its operator can unjail it from Nov 21, 12:40 UTC, in 10 min.',
  )
  expect(smsOf(delegated(missedThree))).toContain('Its operator has to act.')
})

test('E292: nothing that is sent tells a delegator to run a command or to look after a node, in any language or channel', () => {
  const ofOperator = Object.values(catalogue.settings('en'))
    .flat()
    .filter(({ target_type }) => target_type !== 'BRIDGE')
  const forbidden =
    /celestia-appd|signer|key\b|Fix |Keep your node|Check the node|новый бинарник|новий бінарник|усуньте причину|устраните причину|второй подписант|зупиняйте|останавливайте|Проверьте узел|Перевірте вузол/i
  for (const language of languages)
    for (const { id } of ofOperator)
      for (const missed_with_you of [0, 0.6])
        for (const jailedUntil of [
          null,
          new Date(Date.UTC(2026, 10, 21, 13)),
          new Date(Date.UTC(9999, 11, 31)),
        ]) {
          const reader = { language, timezone: 'UTC' }
          const { evidence } = someFacts(id)
          const facts = delegated(id, { jailedUntil, evidence: { ...evidence, missed_with_you } }, reader)
          for (const channel of ['sms', 'voice', 'email', 'telegram']) {
            const { paragraphs, commands = [] } = alertMessage(channel, facts, reader, url)
            expect([id, language, paragraphs.join(' ')]).not.toEqual([
              id,
              language,
              expect.stringMatching(forbidden),
            ])
            expect(commands).toEqual([])
          }
          expect(alertSentences(facts, reader)).not.toMatch(forbidden)
        }
})

test('E292: whatever has advice for an operator has some for a delegator, but what has no other one', () => {
  for (const language of languages)
    for (const { id, target_type } of Object.values(catalogue.settings('en')).flat()) {
      if (target_type === 'BRIDGE') continue
      const reader = { language, timezone: 'UTC' }
      const [own, theirs] = [someFacts(id, {}, reader), delegated(id, {}, reader)].map((facts) =>
        alertText(facts, reader),
      )
      if ((own?.advice.length ?? 0) > 0) expect([id, theirs?.advice.length]).toEqual([id, 1])
    }
})

test('E293: of a slash a delegator is told what share of each delegation was lost, not what the whole validator did', () => {
  const change = { unit: { symbol: 'TIA', decimals: 6 } }
  const evidence = {
    ...someFacts(slashed).evidence,
    value: -0.01,
    before: '48376000000',
    after: '47892240000',
  }
  expect(read(alertSentences(someFacts(slashed, { ...change, evidence }), english))).toContain(
    '483.76 TIA lost.',
  )
  const theirs = read(alertSentences(delegated(slashed, { ...change, evidence }), english))
  expect(theirs).toContain('Slashed, each delegation lost 1%.')
  expect(theirs).not.toContain('TIA')
  expect(smsOf(delegated(slashed, { ...change, evidence }))).toContain('slashed, each delegation lost 1%.')
  const beside = [delegated(jailed), delegated(slashed, { ...change, evidence })]
  expect(bundleMessage('email', beside, english, url).paragraphs.map(read)).toContain(
    'Also: slashed, each delegation lost 1%.',
  )
})

test('E294: where the network is to blame a delegator is told that redelegating does not help', () => {
  const evidence = { ...someFacts(tenPercent).evidence, missed_with_you: 0.5 }
  expect(adviceOf(tenPercent, { evidence })).toBe(
    'Redelegating does not help, since others miss blocks as well. Wait until the network recovers.',
  )
})

test('E295: one message about validators that its reader runs and delegates to says whose each advice is; a phone that of the one they run', () => {
  const own = someFacts(jailed, { targetName: 'Ada', target: 'validator:1', unjailCommand: 'unjail' })
  const other = delegated(jailed, { targetName: 'Bob', target: 'validator:2' })
  const third = delegated(jailed, { targetName: 'Cyd', target: 'validator:3' })
  const mail = bundleMessage('email', [other, own, third], english, url).paragraphs.map(read)
  expect(mail).toContain(
    'What to do (Jailed: Ada): Fix what made it miss blocks and let the node catch up before you unjail it; else it is jailed again.',
  )
  expect(mail.join(' ')).toContain(
    'What to do (Jailed: Bob, Cyd): They earn no rewards while jailed. You can redelegate right away',
  )
  const [call, sms] = ['voice', 'sms'].map((channel) =>
    bundleMessage(channel, [other, own, third], english, url).paragraphs.map(read).join(' '),
  )
  expect(call).toContain('Ada: Fix the cause and let the node catch up, then unjail it.')
  expect(sms).not.toContain('redelegate')
  const alone = bundleMessage('email', [other, third], english, url).paragraphs.map(read).join(' ')
  expect(alone).toContain('They earn no rewards while jailed.')
  expect(alone).not.toContain('What to do')
})
