import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '../testing/alert-rig.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { addValidator } from '../testing/some-validators.ts'
import { acknowledgeAll } from './answer-alert.ts'
import { awaitedOfReminder } from './awaited.ts'

/** Jail within the hour. */
const jailNear = 1221
const second = 1_000
const minute = 60 * second
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** The network is seen, and what an alert is about goes on. */
async function sees({ validator }: Caller, alert: number) {
  const { orm } = rig.site.platform.db
  await orm.execute(sql`
    insert into alert_network (network_id, head) values (1, '{"epoch": 1, "blindSince": null}')
    on conflict (network_id) do nothing`)
  await orm.execute(sql`
    insert into alert_target (network_id, key, state)
    values (1, ${`validator:${validator}`}, '{"conditions": {"122": {"is": 1, "since": 0, "reported": 1}}}')`)
  await orm.execute(
    sql`update alert set occurrence = ${`1/validator:${validator}/${jailNear}/1@9999`} where id = ${alert}`,
  )
}

/** Lets the clock go on until so many seconds after a moment. */
const after = (began: number, seconds: number) =>
  rig.site.clock.advance(began + seconds * second - rig.site.clock.now())

/** Reminded by calls, of what a mail told them, that another validator is jailed in eight minutes. Gives what they were called before. */
async function reminded() {
  const who = await rig.subscriber([jailNear], ['VOICE'])
  const { db } = rig.site.platform
  // A number that was called before.
  const before = await rig.raise(jailNear, who)
  // More than what one message gathers.
  await rig.site.clock.advance(20 * second)
  await rig.called(who.phone, 1)
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(before, ['voice DELIVERED'])
  await rig.end(jailNear, who)
  const validatorKey = `${who.email.split('@')[0]}-other`
  const other = { ...who, validator: await addValidator(db.orm, { operator: validatorKey }) }
  const settings = [jailNear]
  await subscribe(db, { email: who.email, settings, channels: ['EMAIL'], networkId: 1, validatorKey })
  await rig.site.clock.advance(minute)
  const began = rig.site.clock.now()
  const alert = await rig.raise(jailNear, other, 'CRITICAL', {
    observed_at: began,
    ...{ consecutive_missed: 40, seconds_to_jail: 480, seconds_to_jail_at_most: 480 },
  })
  await sees(other, alert)
  await rig.remind(who.userId, alert)
  await db.orm.execute(
    sql`update alert_escalation set due_at = null, ended_by = 'EXHAUSTED' where alert_id = ${alert}`,
  )
  const state = async () => {
    const { rows } = await db.orm.execute<{ state: string }>(sql`
      select state from delivery where kind = 'reminder' and channel = 'voice' and reference = ${`${alert}/1/1`}`)
    return rows[0]?.state
  }
  /** Nobody takes the call that is the so many-th of the reminder. */
  const rings = async (call: number, then: string) => {
    await rig.called(who.phone, 1 + call)
    await rig.eventually(state, 'SENT')
    await rig.twilio.report(rig.call(who.phone).sid, 'no-answer')
    await rig.eventually(state, then)
  }
  for (const [call, pause] of [
    [1, 0],
    [2, 30],
    [3, 60],
  ] as const) {
    await rig.site.clock.advance(pause * second)
    await rings(call, 'QUEUED')
  }
  return { ...other, alert, began, rings, state }
}
const calls = ({ phone }: Caller) => rig.taken('Calls', phone).length - 1

test('D360: so are the calls of a reminder that no other one follows before the jail', async () => {
  const who = await reminded()
  await after(who.began, 230)
  expect(calls(who)).toBe(3)
  await after(who.began, 245)
  await who.rings(4, 'QUEUED')
  await after(who.began, 425)
  await who.rings(5, 'FAILED')
  await rig.site.clock.advance(10 * minute)
  expect(calls(who)).toBe(5)
})

test('D360: where another one follows, or the call about the alert itself is made further, it rings alone', async () => {
  const who = await reminded()
  const { db } = rig.site.platform
  const of = { userId: who.userId, alertIds: [who.alert] }
  const isFurther = () =>
    db.transaction(async (tx) => (await awaitedOfReminder(tx, db.now(), of)).isCalledFurther)
  expect(await isFurther()).toBe(true)
  const next = (minutes: number) =>
    db.orm.execute(sql`
      update alert_escalation set ended_by = null, due_at = ${db.now()} + ${minutes} * interval '1 minute'
      where alert_id = ${who.alert}`)
  await next(3)
  expect(await isFurther()).toBe(false)
  // After the jail.
  await next(30)
  expect(await isFurther()).toBe(true)
  await db.orm.execute(sql`
    insert into delivery_also select id, ${String(who.alert)} from delivery
    where kind = 'alert' and channel = 'voice' and user_id = ${who.userId}`)
  await db.orm.execute(sql`
    update delivery set state = 'QUEUED', due_at = ${db.now()} + interval '1 hour'
    where kind = 'alert' and channel = 'voice' and user_id = ${who.userId}`)
  expect(await isFurther()).toBe(false)
})

test('D360: and they stop where it is acknowledged, or over', async () => {
  const seen = await reminded()
  const { db } = rig.site.platform
  await db.transaction((tx) =>
    acknowledgeAll(tx, db.now(), { userId: seen.userId, alertIds: [seen.alert], via: 'SMS' }),
  )
  await rig.eventually(seen.state, 'SUPPRESSED')
  const over = await reminded()
  await rig.end(jailNear, over)
  await rig.eventually(over.state, 'SUPPRESSED')
  await rig.site.clock.advance(10 * minute)
  expect([calls(seen), calls(over)]).toEqual([3, 3])
})
