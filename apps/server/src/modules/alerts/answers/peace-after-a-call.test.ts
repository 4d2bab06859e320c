import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '../testing/alert-rig.ts'
import { type Calling, createCalling } from '../testing/calling.ts'
import { raiseBlockSize } from '../testing/governance-alerts.ts'
import { addValidator } from '../testing/some-validators.ts'

const [missedThree, oneHourToVote] = [1121, 11_041]
const second = 1_000
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** Missed blocks, as of now, that lead to jail in so many seconds. */
const jailIn = (seconds: number) => ({
  observed_at: rig.site.clock.now(),
  ...{ consecutive_missed: 40, seconds_to_jail: seconds, seconds_to_jail_at_most: seconds },
})

/** Somebody who has hung up without a key on a call about a validator that is near jail; and another one of theirs. */
async function hungUp() {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const first = await rig.raise(missedThree, who, 'CRITICAL', jailIn(300))
  const validatorKey = `${who.email.split('@')[0]}-other`
  const { db } = rig.site.platform
  const validator = await addValidator(db.orm, { operator: validatorKey })
  const settings = [missedThree, oneHourToVote]
  await subscribe(db, { email: who.email, settings, channels: ['VOICE'], networkId: 1, validatorKey })
  await rig.called(who.phone, 1)
  await rig.until(first, ['voice SENT'])
  // More than what one message gathers.
  await rig.site.clock.advance(20 * second)
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(first, ['voice QUEUED'])
  return { ...who, first, other: { ...who, validator } }
}

test('D350 D351: a vote is told with the jail that is near, in one call 20 s after the last one', async () => {
  const who = await hungUp()
  const vote = await rig.raise(oneHourToVote, who.other, 'CRITICAL', {
    ...raiseBlockSize,
    proposal_id: 42,
    voting_end_at: new Date(rig.site.clock.now() + 1_800_000).toISOString(),
  })
  await rig.site.clock.advance(17 * second)
  expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  await rig.site.clock.advance(3 * second)
  await rig.called(who.phone, 2)
  const { sid } = rig.call(who.phone)
  const words = (spokenIn((await rig.twilio.take(sid)) ?? '') ?? []).map(({ text }) => text).join(' ')
  expect(words).toMatch(/missed.*voted|jail.*voted/)
  await rig.twilio.press(sid, '1')
  await rig.twilio.report(sid, 'completed')
  await rig.until(vote, ['voice SUPPRESSED'])
  expect(rig.taken('Calls', who.phone)).toHaveLength(2)
})

test('D350: another validator that is jailed in less than two minutes rings at once', async () => {
  const who = await hungUp()
  await rig.raise(missedThree, who.other, 'CRITICAL', jailIn(90))
  await rig.site.clock.advance(2 * second)
  await rig.called(who.phone, 2)
})
