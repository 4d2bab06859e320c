import { languages } from '@roundsman/contract/accounts/users'
import { expect, test } from 'vitest'
import { someFacts } from '../testing/some-facts.ts'
import { alertMessage } from '../texts/alert-message.ts'
import type { Reader } from '../texts/writing.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { factsOf } from './alert-facts.ts'
import { messageAbout } from './compose.ts'

const network = { name: '0G Testnet', chain_id: '0g', symbol: 'OG' }
const { evidence, at } = someFacts(1121)
const found = {
  ...{
    id: 1,
    networkId: 1,
    chainId: '0g',
    createdAt: at,
    endedAt: null,
    incidentId: null,
    at,
    height: 9,
    evidence,
  },
  ...{ settingId: 1121, severity: 'WARNING' as const, jailedUntil: null, heldBack: null, phonesWait: false },
  ...{ occurrence: '1/validator:7/1121/1@9#1', type: 'UPTIME' as const, validatorId: 7, bridgeId: null },
  bridgeKey: null,
}
const keys = ['0gvaloper1qqqsyqcyq5rqwzqfpg9scrgwpugpzysn', 'C2DA1F0000000000000000000000000000A3F6AB']

test.each(languages)(
  'E221: a validator without a name is called by its short address, in %s in every channel',
  (language) => {
    const reader: Reader = { language, timezone: 'UTC' }
    for (const targetName of [null, ' \u200b'])
      for (const channel of ['email', 'sms', 'voice', 'telegram']) {
        const facts = factsOf({ ...found, targetName, validatorKeys: keys }, network, language)
        const { subject, paragraphs } = alertMessage(
          channel,
          facts ?? someFacts(0),
          reader,
          'https://a.example',
        )
        for (const text of channel === 'sms' || channel === 'voice' ? [] : [subject])
          expect(text).toContain('C2DA1F…A3F6AB, 0G Testnet: ')
        expect(paragraphs.join(' ')).toMatch(/C2DA1F(…|\.\.\.)A3F6AB/)
      }
    const named = factsOf({ ...found, targetName: 'Ada', validatorKeys: keys }, network, language)
    expect(named?.targetName).toBe('Ada')
  },
)

test('E232: a message about what began and is over is that of an end, and offers what is offered for one', () => {
  const written = (settingId: number, id: number) => {
    const facts = someFacts(settingId, { at: new Date(at.getTime() + id * 1_000) })
    return {
      id,
      occurrence: `1/validator:7/${settingId}/1@9#${id}`,
      networkId: 1,
      operator: null,
      incident: 1,
      facts,
    }
  }
  const of = { network: testNetwork(), reader: { language: 'en', timezone: 'UTC' } as const, userId: 1 }
  const [began, ended, other] = [written(1121, 1), written(1122, 2), written(2011, 3)]
  expect(messageAbout('email', [began, ended], of)).toMatchObject({
    isOver: true,
    subject: expect.stringMatching(/^\[Info\] .*: signing again$/),
  })
  expect(messageAbout('email', [began, ended, other], of).isOver).toBe(false)
  expect(messageAbout('email', [began], of).isOver).toBe(false)
})
