import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNetworks } from '../../networks/networks.public.ts'
import { createReminderComposer } from '../escalation/remind.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { type Calling, createCalling } from '../testing/calling.ts'
import { raiseBlockSize } from '../testing/governance-alerts.ts'
import { addValidator } from '../testing/some-validators.ts'

const [missedThree, oneHourToVote, jailed] = [1121, 11_041, 2011]
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
async function hungUp(secondsToJail = 300) {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const first = await rig.raise(missedThree, who, 'CRITICAL', jailIn(secondsToJail))
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

const heard = async (phone: string) =>
  (spokenIn((await rig.twilio.take(rig.call(phone).sid)) ?? '') ?? []).map(({ text }) => text).join(' ')

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
  expect(await heard(who.phone)).toMatch(/missed.*voted|jail.*voted/)
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

test('D350: a jailing that the call told of rings 20 s after it; one that is new at once', async () => {
  const told = await rig.subscriber([missedThree, jailed], ['VOICE'])
  const first = await rig.raise(missedThree, told, 'CRITICAL', jailIn(300))
  await rig.called(told.phone, 1)
  await rig.until(first, ['voice SENT'])
  const jailing = await rig.raise(jailed, told)
  const { db } = rig.site.platform
  await db.orm.execute(sql`update alert set at = ${db.now()} where id = ${jailing}`)
  await rig.site.clock.advance(20 * second)
  const endedAt = rig.site.clock.now()
  await rig.twilio.report(rig.call(told.phone).sid, 'completed')
  const detailOf = async () => {
    const { rows } = await db.orm.execute(
      sql`select detail from delivery where channel = 'voice' and reference = ${String(jailing)}`,
    )
    return rows[0]?.['detail']
  }
  await rig.eventually(detailOf, 'waiting: this number was called a moment ago')
  expect(rig.taken('Calls', told.phone)).toHaveLength(1)
  await rig.site.clock.advance(endedAt + 21 * second - rig.site.clock.now())
  await rig.called(told.phone, 2)
  await rig.until(jailing, ['voice SENT'])

  const who = await rig.subscriber([missedThree, jailed], ['VOICE'])
  const before = await rig.raise(missedThree, who, 'CRITICAL', jailIn(300))
  await rig.called(who.phone, 1)
  await rig.until(before, ['voice SENT'])
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(before, ['voice QUEUED'])
  await rig.site.clock.advance(second)
  await rig.raise(jailed, who)
  await rig.site.clock.advance(3 * second)
  await rig.called(who.phone, 2)
})

/** And of the other one they are to be reminded, of which a mail told them, while the first is called again in a minute and a half. */
async function toBeReminded() {
  const who = await hungUp(1_500)
  const { db, config } = rig.site.platform
  await db.orm.execute(sql`update alert_entry set channels = '{EMAIL}' where validator_key like '%-other'`)
  const other = await rig.raise(missedThree, who.other, 'CRITICAL', jailIn(3_600))
  await rig.until(other, ['email SENT'])
  await rig.remind(who.userId, other)
  const compose = createReminderComposer(db, createNetworks(config), { of: async () => new Map() })
  /** What the call that reminds of it says, were it made now. */
  const reminding = (agoMs = 0) =>
    compose({
      ...{ channel: 'voice', recipient: who.phone, userId: who.userId, language: 'en' },
      ...{ createdAt: new Date(rig.site.clock.now() - agoMs), hasWaited: false, waitedBeside: null },
      ...{ isRepeated: false, references: [`${other}/1/1`] },
    })
  const acknowledge = () =>
    db.orm.execute(sql`
      update alert_recipient set acknowledged_at = ${db.now()}, acknowledged_via = 'PAGE' where alert_id = ${who.first}`)
  return { ...who, alert: other, reminding, acknowledge }
}
const dueOf = async (reference: string) => {
  const { rows } = await rig.site.platform.db.orm.execute<{ ms: number }>(sql`
    select extract(epoch from due_at)::float8 * 1000 as ms from delivery where channel = 'voice' and reference = ${reference}`)
  return rows[0]?.ms
}

test('E387: what somebody is to be reminded of is told by the call that waits to be made again, 20 s after the last one', async () => {
  const who = await toBeReminded()
  await rig.site.clock.advance(17 * second)
  expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  await rig.site.clock.advance(4 * second)
  await rig.called(who.phone, 2)
  expect(await heard(who.phone)).toMatch(/ada\d.*-other|-other.*ada\d/)
  await rig.until(who.first, ['voice SENT'])
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.site.clock.advance(10 * 60 * second)
  expect(rig.taken('Calls', who.phone)).toHaveLength(2)
})

test('E387: where that is acknowledged meanwhile, or is not made for 40 s, the reminder calls', async () => {
  const { reminding, acknowledge, first } = await toBeReminded()
  const now = rig.site.clock.now()
  expect(await reminding()).toBe('NOT_YET')
  expect(await dueOf(String(first))).toBe(now)
  await acknowledge()
  expect(await reminding()).toHaveProperty('paragraphs')
  const late = await toBeReminded()
  const { db } = rig.site.platform
  await db.orm.execute(sql`
    update delivery set claimed_at = ${db.now()} - interval '101 s', lifted_at = ${db.now()} - interval '61 s'
    where channel = 'voice' and reference = ${String(late.first)}`)
  expect(await late.reminding(39 * second)).toBe('NOT_YET')
  expect(await late.reminding(41 * second)).toHaveProperty('paragraphs')
})
