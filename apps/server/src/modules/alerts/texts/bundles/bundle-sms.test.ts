import { describe, expect, test } from 'vitest'
import { raiseBlockSize } from '../../testing/governance-alerts.ts'
import { english, someFacts } from '../../testing/some-facts.ts'
import { bundleMessage } from './bundle-message.ts'
import { smsParts } from '../sms-size.ts'
import type { AlertFacts, Reader } from '../writing.ts'

const url = 'https://celestia.example.org/a/4711'
const [jailed, left, slashed, signing, tombstoned, halted] = [2011, 4012, 5211, 1122, 3011, 9021]
const { at } = someFacts(jailed)
const jailedUntil = new Date(at.getTime() + 58_000)
const unjailCommand = 'celestia-appd tx slashing unjail --from <key> --chain-id celestia'
const of = (settingId: number, targetName: string, change: Partial<AlertFacts> = {}) =>
  someFacts(settingId, { targetName, target: `validator:${targetName}`, ...change })
const ofJail = (who: string) =>
  [jailed, left, slashed].map((id) => of(id, who, { jailedUntil, unjailCommand, height: null }))
const write = (alerts: readonly AlertFacts[], reader: Reader = english) =>
  bundleMessage('sms', alerts, reader, url).paragraphs.join(' ')

describe('E405: an SMS of a jailing with others', () => {
  test('E405: it is that of the jailing, with what belongs to it, and then the others', () => {
    const alone = write(ofJail('farol'))
    const sms = write([...ofJail('farol'), of(signing, 'Überwacht')])
    expect(alone).toMatch(
      /^Critical: farol, Celestia Mainnet: jailed\. Unjail from 12:31 UTC, in 58 s: celestia-appd/,
    )
    expect(sms).toMatch(
      /^Critical: farol, Celestia Mainnet: jailed\. Unjail from 12:31 UTC, in 58 s: celestia-appd tx slashing unjail\. .* Überwacht: signing again\.$/,
    )
    expect(sms).not.toMatch(/alerts|more\./)
  })

  test.each(['ru', 'uk'] as const)('E405: in %s, too', (language) => {
    const sms = write([...ofJail('farol'), of(signing, 'Überwacht')], { language, timezone: 'UTC' })
    expect(sms).toMatch(/^Критично: farol, .* celestia-appd tx slashing unjail\. .* Überwacht: .+\.$/)
  })

  test('E405: who is not named for room is counted, without what belongs to the jailing', () => {
    const others = [4011, 1112, 1042, 1131, 2012, 3011].map((id) => of(id, `${id}`.repeat(12)))
    const sms = write([...ofJail('farol'), ...others.slice(0, 5)])
    expect(sms).toMatch(/And [1-4] more\.$/)
    expect(sms).toContain('Unjail from 12:31 UTC, in 58 s: celestia-appd tx slashing unjail.')
    expect(smsParts(sms)).toBeLessThanOrEqual(smsParts(write(ofJail('farol'))) + 1)
  })

  test('E405: so is that of a tombstone and of a halt, and a jailing beside it says from when it can be unjailed', () => {
    const both = write([of(tombstoned, 'farol'), of(jailed, 'kayak', { jailedUntil, unjailCommand })])
    expect(both).toMatch(
      /^Critical: farol, Celestia Mainnet: tombstoned.* kayak: jailed\. Unjail from 12:31 UTC, in 58 s: celestia-appd tx slashing unjail\.$/,
    )
    expect(write([of(halted, 'x', { target: 'network' }), of(signing, 'farol')])).toMatch(
      /^Critical: Celestia Mainnet: halted, .* farol: signing again\.$/,
    )
  })

  test.each([
    [
      'en',
      'Critical: farol, kayak, Celestia Mainnet: jailed. Unjail from 12:31 UTC, in 58 s: celestia-appd tx slashing unjail. Slashed, lost 500% of its stake.',
    ],
    [
      'ru',
      'Критично: farol, kayak, Celestia Mainnet: в тюрьме. Unjail с 12:31 UTC, через 58 с: celestia-appd tx slashing unjail. Слэшинг 500 % стейка.',
    ],
    [
      'uk',
      "Критично: farol, kayak, Celestia Mainnet: у в'язниці. Unjail з 12:31 UTC, через 58 с: celestia-appd tx slashing unjail. Слешинг 500% стейку.",
    ],
  ] as const)(
    'D352 E430: in %s several who are jailed alike are no more alerts for their slashes, nor since they have left the active set; it says how to unjail them',
    (language, expected) => {
      const reader: Reader = { language, timezone: 'UTC' }
      const both = ['farol', 'kayak'].flatMap((who) =>
        [jailed, left, slashed].map((id) =>
          someFacts(
            id,
            { targetName: who, target: `validator:${who}`, jailedUntil, unjailCommand, height: null },
            reader,
          ),
        ),
      )
      expect(write(both, reader)).toContain(expected)
      // E430: one jailed alone has it, and whoever runs both needs it as much.
      const alone = write(
        both.filter(({ subject }) => subject === 'jailed'),
        reader,
      )
      expect(alone).toContain('celestia-appd tx slashing unjail.')
      // Beside others they are counted, but for the active set, of which the jailing says enough.
      const more = write([...both, of(signing, 'Nova')], reader)
      expect(more).toMatch(/: 5 (alerts|оповещений|сповіщень)\./)
      expect(more).not.toMatch(/active set|наборе|наборі/)
    },
  )

  test.each([
    ['en', 'Also validator two-thirds: signing again.', 'Also validators two-thirds, Nova: signing again.'],
    [
      'ru',
      'Также валидатор two-thirds: подписи снова есть.',
      'Также валидаторы two-thirds, Nova: подписи снова есть.',
    ],
    [
      'uk',
      'Також валідатор two-thirds: підписи знову є.',
      'Також валідатори two-thirds, Nova: підписи знову є.',
    ],
  ] as const)(
    'V61: in %s an end beside votes says that it is of a validator, and is no end of the votes',
    (language, one, two) => {
      const reader: Reader = { language, timezone: 'UTC' }
      const { evidence } = someFacts(11_031)
      const vote = of(11_031, 'farol', { evidence: { ...evidence, ...raiseBlockSize, title: 'Raise it' } })
      expect(write([vote, of(signing, 'two-thirds')], reader)).toContain(` ${one}`)
      expect(write([vote, of(signing, 'two-thirds'), of(signing, 'Nova')], reader)).toContain(` ${two}`)
      // Beside what is no vote nothing has to be told apart.
      expect(write([of(1111, 'farol'), of(signing, 'two-thirds')], reader)).toContain('. two-thirds: ')
    },
  )

  test('E405: several who are jailed alike say from when they can be unjailed, whatever it costs', () => {
    const sms = write([...ofJail('farol'), ...ofJail('kayak'), of(signing, 'Überwacht')])
    expect(sms).toMatch(
      /farol, kayak: jailed\. Unjail from 12:31 UTC, in 58 s: celestia-appd tx slashing unjail\./,
    )
  })
})
