import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calling, createCalling } from '../testing/calling.ts'

const [jailed, outOfJail] = [2011, 2012]
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

test('E170: the received mails of an alert’s beginning and end refer to one id, those of another validator’s to another', async () => {
  const [ada, bob] = [
    await rig.subscriber([jailed, outOfJail], ['EMAIL']),
    await rig.subscriber([jailed, outOfJail], ['EMAIL']),
  ]
  for (const who of [ada, bob])
    for (const setting of [jailed, outOfJail]) await rig.until(await rig.raise(setting, who), ['email SENT'])
  const received = (email: string) =>
    rig.catcher.mails
      .filter(({ to }) => to.includes(email))
      .map(({ mail }) => ({
        id: mail.messageId,
        references: [mail.references ?? []].flat(),
        reply: mail.inReplyTo,
      }))
  const [begin, end] = received(ada.email)
  expect(begin?.references).toHaveLength(1)
  expect([begin?.reply, end?.reply]).toEqual([begin?.references[0], begin?.references[0]])
  expect(end?.references).toEqual(begin?.references)
  expect(end?.id).not.toBe(begin?.id)
  expect(received(bob.email)[0]?.references).not.toEqual(begin?.references)
})
