import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '../testing/alert-rig.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { addValidator } from '../testing/some-validators.ts'

const [jailed, missedThree, missedTen] = [2011, 1121, 1141]
const second = 1_000
const minute = 60 * second
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** Another validator of somebody who is called about it. */
async function another(who: Caller, name: string): Promise<Caller> {
  const operator = `${who.email.split('@')[0]}-${name}`
  const validator = await addValidator(rig.site.platform.db.orm, { operator })
  const { db } = rig.site.platform
  await subscribe(db, {
    email: who.email,
    settings: [jailed, missedThree],
    channels: ['VOICE'],
    networkId: 1,
    validatorKey: operator,
  })
  return { ...who, validator }
}

/** Called in vain about a validator that is jailed, so often. */
async function calledInVain(times = 1, status = 'completed') {
  const who = await rig.subscriber([jailed], ['VOICE'])
  const first = await rig.raise(jailed, who)
  for (let call = 1; call <= times; call += 1) {
    if (call > 1) await rig.site.clock.advance(2 * minute)
    await rig.called(who.phone, call)
    await rig.until(first, ['voice SENT'])
    await rig.twilio.report(rig.call(who.phone).sid, status)
    await rig.until(first, ['voice QUEUED'])
  }
  return { who, first, calls: times }
}

const heard = async (phone: string) =>
  (spokenIn((await rig.twilio.take(rig.call(phone).sid)) ?? '') ?? []).map(({ text }) => text).join(' ')
const detailOf = async (alert: number) => {
  const { rows } = await rig.site.platform.db.orm.execute<{ detail: string | null }>(
    sql`select detail from delivery where channel = 'voice' and reference = ${String(alert)}`,
  )
  return rows[0]?.detail
}
const isAcknowledged = async (alert: number) => {
  const { rows } = await rig.site.platform.db.orm.execute<{ seen: boolean }>(
    sql`select acknowledged_at is not null as seen from alert_recipient where alert_id = ${alert}`,
  )
  return rows[0]?.seen
}

test('E406 D350: what began while a graver one waits to be called again is called before that is due, with it', async () => {
  const { who, first } = await calledInVain()
  const other = await another(who, 'other')
  const begun = await rig.raise(missedThree, other)
  await rig.site.clock.advance(16 * second)
  expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  await rig.site.clock.advance(5 * second)
  await rig.called(who.phone, 2)
  await rig.until(begun, ['voice SENT'])
  const words = await heard(who.phone)
  expect(words).toMatch(/jailed.*-other.*missed/)
  // It goes on with the other; what it came to is kept.
  await rig.until(first, ['voice SUPPRESSED'])
  expect(await detailOf(first)).toMatch(/; told_already$/)
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.until(begun, ['voice DELIVERED'])
  expect([await isAcknowledged(first), await isAcknowledged(begun)]).toEqual([true, true])
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.site.clock.advance(6 * minute)
  expect(rig.taken('Calls', who.phone)).toHaveLength(2)
})

test('E406: the joint call in vain is made again for all of it, as often as that of the new one', async () => {
  const { who, first } = await calledInVain(2, 'no-answer')
  const other = await another(who, 'other')
  const begun = await rig.raise(missedThree, other)
  for (const [calls, pause] of [
    [3, 0],
    [4, 2],
    [5, 5],
  ] as const) {
    await rig.site.clock.advance(pause * minute)
    await rig.called(who.phone, calls)
    await rig.until(begun, ['voice SENT'])
    expect(await heard(who.phone)).toMatch(/jailed.*-other.*missed/)
    await rig.twilio.report(rig.call(who.phone).sid, 'no-answer')
  }
  await rig.until(begun, ['voice FAILED'])
  await rig.eventually(() => rig.taken('Messages', who.phone).length, 1)
  await rig.until(first, ['sms SENT', 'voice SUPPRESSED'])
  expect(rig.taken('Messages', who.phone)[0]?.form['Body']).toMatch(/jailed.*missed/s)
})

test('E406: a call that is made again tells what waits behind it, and that is not called by itself', async () => {
  const { who, first } = await calledInVain(1, 'no-answer')
  const other = await another(who, 'other')
  await rig.site.clock.advance(2 * minute - 500)
  const { db } = rig.site.platform
  // Both are due: the graver one is made.
  const begun = await rig.raise(missedThree, other)
  await db.orm.execute(sql`update delivery set due_at = ${db.now()}
    where reference in (${String(first)}, ${String(begun)})`)
  await rig.called(who.phone, 2)
  const words = await heard(who.phone)
  expect(words).toMatch(/jailed.*-other.*missed/)
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.site.clock.advance(6 * minute)
  expect(rig.taken('Calls', who.phone)).toHaveLength(2)
  expect([await isAcknowledged(first), await isAcknowledged(begun)]).toEqual([true, true])
})

test('E406: not what is over, or acknowledged: that stops by itself', async () => {
  const { who, first } = await calledInVain()
  const other = await another(who, 'other')
  const { orm } = rig.site.platform.db
  await orm.execute(sql`
    update alert_recipient set acknowledged_at = now(), acknowledged_via = 'PAGE' where alert_id = ${first}`)
  const begun = await rig.raise(missedThree, other)
  await rig.called(who.phone, 2)
  await rig.until(begun, ['voice SENT'])
  expect(await heard(who.phone)).not.toMatch(/jailed/)
  await rig.until(first, ['voice QUEUED'])
})

const reminderOf = async (alert: number) => {
  const { rows } = await rig.site.platform.db.orm.execute(
    sql`select state, detail from delivery where kind = 'reminder' and reference = ${`${alert}/1/1`}`,
  )
  return rows[0]
}

test('E407: what somebody is to be reminded of goes into a call about something else, and rings no more', async () => {
  const { who, first } = await calledInVain(1, 'no-answer')
  const other = await another(who, 'other')
  // Told by mail alone.
  const { db } = rig.site.platform
  await db.orm.execute(sql`update alert_entry set channels = '{EMAIL}' where validator_key like '%-other'`)
  const begun = await rig.raise(missedThree, other)
  await rig.site.clock.advance(110 * second)
  // Due by one statement: either could be called before the other one is due.
  await rig.remind(who.userId, begun, 600)
  await db.orm.execute(sql`
    update delivery set due_at = ${db.now()} where channel = 'voice' and reference in (${String(first)}, ${`${begun}/1/1`})`)
  await rig.called(who.phone, 2)
  expect(await heard(who.phone)).toMatch(/jailed.*-other.*missed/)
  await rig.twilio.report(rig.call(who.phone).sid, 'no-answer')
  await rig.eventually(() => reminderOf(begun), { state: 'SUPPRESSED', detail: 'told_already' })
  expect(rig.taken('Calls', who.phone)).toHaveLength(2)
  await rig.site.clock.advance(5 * minute)
  await rig.called(who.phone, 3)
  expect(await heard(who.phone)).toMatch(/jailed.*-other.*missed/)
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.eventually(() => isAcknowledged(begun), true)
})

/** Called in vain three times about missed blocks; the next step of them came while the last call was heard. */
async function roundOver(next: number) {
  const who = await rig.subscriber([missedThree, missedTen, jailed], ['VOICE'])
  const first = await rig.raise(missedThree, who)
  for (const [call, pause] of [
    [1, 0],
    [2, 2],
    [3, 5],
  ] as const) {
    await rig.site.clock.advance(pause * minute)
    await rig.called(who.phone, call)
    await rig.until(first, ['voice SENT'])
    if (call === 3) break
    await rig.twilio.report(rig.call(who.phone).sid, 'completed')
    await rig.until(first, ['voice QUEUED'])
  }
  await rig.site.clock.advance(5 * second)
  const later = await rig.raise(next, who)
  await rig.site.platform.db.orm.execute(sql`update alert set incident_id = ${first} where id = ${later}`)
  await rig.site.clock.advance(5 * second)
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(first, ['sms SENT', 'voice FAILED'])
  return who
}

test('E408: the next step of an outage calls no sooner than a minute after a call in vain about it', async () => {
  const { phone } = await roundOver(missedTen)
  await rig.site.clock.advance(35 * second)
  expect(rig.taken('Calls', phone)).toHaveLength(3)
  await rig.site.clock.advance(30 * second)
  await rig.called(phone, 4)
})

test('E408: a call is made again no sooner than a minute after one that reminded of its outage', async () => {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const alert = await rig.raise(missedThree, who)
  await rig.called(who.phone, 1)
  await rig.until(alert, ['voice SENT'])
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(alert, ['voice QUEUED'])
  await rig.site.clock.advance(105 * second)
  await rig.remind(who.userId, alert)
  await rig.called(who.phone, 2)
  await rig.twilio.report(rig.call(who.phone).sid, 'no-answer')
  // It would have been due.
  await rig.site.clock.advance(40 * second)
  expect(rig.taken('Calls', who.phone)).toHaveLength(2)
  await rig.site.clock.advance(30 * second)
  await rig.called(who.phone, 3)
  await rig.until(alert, ['voice SENT'])
  await rig.twilio.press(rig.call(who.phone).sid, '1')
})

test('E408: the jailing that it ends in calls at once', async () => {
  const { phone } = await roundOver(jailed)
  await rig.site.clock.advance(3 * second)
  await rig.called(phone, 4)
})

test('E409: a call says at its end when whoever presses no key is called again, and the last one does not', async () => {
  const who = await rig.subscriber([jailed], ['VOICE'])
  const alert = await rig.raise(jailed, who)
  const said = []
  for (const [call, pause] of [
    [1, 0],
    [2, 2],
    [3, 5],
  ] as const) {
    await rig.site.clock.advance(pause * minute)
    await rig.called(who.phone, call)
    await rig.until(alert, ['voice SENT'])
    said.push(/If you press no key.*/.exec(await heard(who.phone))?.[0])
    if (call < 3) await rig.twilio.report(rig.call(who.phone).sid, 'completed')
    if (call < 3) await rig.until(alert, ['voice QUEUED'])
  }
  const again = 'If you press no key, you will be called again within a few minutes.'
  expect(said).toEqual([again, again, undefined])
  await rig.twilio.press(rig.call(who.phone).sid, '1')
})
