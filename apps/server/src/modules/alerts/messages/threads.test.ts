import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calling, createCalling } from '../testing/calling.ts'
import { raiseBlockSize } from '../testing/governance-alerts.ts'
import { someFacts } from '../testing/some-facts.ts'
import { threadOf } from './compose.ts'

const [jailed, outOfJail] = [2011, 2012]
const [entered, left] = [4011, 4012]
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
        subject: mail.subject ?? '',
        text: mail.text ?? '',
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

test('E175: the mail of an end is called what is so now, in the thread of its beginning', async () => {
  const mailsOf = (email: string) => rig.catcher.mails.filter(({ to }) => to.includes(email))
  const cyd = await rig.subscriber([jailed, outOfJail], ['EMAIL'])
  for (const setting of [jailed, outOfJail]) await rig.until(await rig.raise(setting, cyd), ['email SENT'])
  const [begin, end] = mailsOf(cyd.email).map(({ mail }) => mail)
  expect(begin?.subject).toMatch(/^\[Critical\] .*, Celestia: jailed$/)
  expect(end?.subject).toMatch(/^\[\w+\] .*, Celestia: out of jail$/)
  expect(end?.text).toMatch(/^\w+\n\n.* on Celestia: out of jail\./)
  expect(end?.inReplyTo).toBe(begin?.inReplyTo)
})

test('E189: the mail about leaving the active set is no reply to that about entering it, and waits for an answer', async () => {
  const eve = await rig.subscriber([entered, left], ['EMAIL'])
  for (const setting of [entered, left]) await rig.until(await rig.raise(setting, eve), ['email SENT'])
  const [begin, end] = rig.catcher.mails.filter(({ to }) => to.includes(eve.email)).map(({ mail }) => mail)
  expect(end?.subject).toMatch(/^\[Critical\] .*, Celestia: left the active set$/)
  expect([end?.references].flat()).not.toEqual([begin?.references].flat())
  expect(end?.text).toContain('Acknowledge or mute:')
  expect(begin?.text).not.toContain('Acknowledge')
})

test('V49: mails about one proposal of one validator are one thread, also anew after its expedited vote; each step in a chat is its own', () => {
  const [sixHours, oneHour, ended, voted] = [11_031, 11_041, 11_042, 11_111]
  const thread = (settingId: number, channel: string, about = 'validator:7:42:t5k2o0', proposal = 42) => {
    const facts = someFacts(settingId)
    const evidence = { ...facts.evidence, ...raiseBlockSize, proposal_id: proposal }
    const occurrence = `1/${about}/${settingId}/1@2461200#77`
    return threadOf({ networkId: 1, occurrence, incident: 1, facts: { ...facts, evidence } }, channel)
  }
  const mails = [sixHours, oneHour, ended, voted].map((settingId) => thread(settingId, 'email'))
  expect(new Set([...mails, thread(sixHours, 'email', 'validator:7:42:u6m3p1')]).size).toBe(1)
  expect(thread(sixHours, 'email', 'validator:7:43:t5k2o0', 43)).not.toBe(mails[0])
  const chats = [sixHours, oneHour, voted].map((settingId) => thread(settingId, 'telegram'))
  expect(new Set(chats).size).toBe(3)
  // An end takes the place of its beginning there.
  expect(thread(ended, 'telegram')).toBe(chats[1])
  expect(thread(sixHours, 'telegram', 'validator:7:43:t5k2o0', 43)).not.toBe(chats[0])
})
