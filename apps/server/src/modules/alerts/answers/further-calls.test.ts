import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delivery } from '../../notifications/ledger/delivery.schema.ts'
import { deliveryView } from '../history/read-history.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { acknowledgeAll } from './answer-alert.ts'

/** Jail within the hour. */
const jailNear = 1221
const second = 1_000
const minute = 60 * second
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** The network is seen, and what an alert is about goes on; or nobody knows. */
async function sees({ validator }: Caller, alert: number, isSeen = true) {
  const { orm } = rig.site.platform.db
  const state = { conditions: { 122: { is: 1, since: 0, reported: 1 } } }
  await orm.execute(sql`
    insert into alert_network (network_id, head) values (1, '{"epoch": 1, "blindSince": null}')
    on conflict (network_id) do nothing`)
  await orm.execute(sql`
    insert into alert_target (network_id, key, state) values (1, ${`validator:${validator}`}, ${JSON.stringify(isSeen ? state : { conditions: {} })}::jsonb)
    on conflict (network_id, key) do update set state = excluded.state`)
  await orm.execute(
    sql`update alert set occurrence = ${`1/validator:${validator}/${jailNear}/1@9999`} where id = ${alert}`,
  )
}

/** Called three times in vain about a validator that is jailed in eight minutes. Gives when it was called first. */
async function roundInVain() {
  const who = await rig.subscriber([jailNear], ['VOICE'])
  const began = rig.site.clock.now()
  const alert = await rig.raise(jailNear, who, 'CRITICAL', {
    observed_at: began,
    ...{ consecutive_missed: 40, seconds_to_jail: 480, seconds_to_jail_at_most: 480 },
  })
  await sees(who, alert)
  for (const [calls, pause] of [
    [1, 0],
    [2, 30],
    [3, 60],
  ] as const) {
    await rig.site.clock.advance(pause * second)
    await rig.called(who.phone, calls)
    await rig.until(alert, ['voice SENT'])
    if (calls < 3) await inVain(who, alert, ['voice QUEUED'])
  }
  const calledAgain = await heard(who.phone)
  await inVain(who, alert, ['sms SENT', 'voice QUEUED'])
  return { ...who, alert, began, calledAgain }
}
const heard = async (phone: string) =>
  (spokenIn((await rig.twilio.take(rig.call(phone).sid)) ?? '') ?? []).map(({ text }) => text).join(' ')
async function inVain({ phone }: Caller, alert: number, lines: readonly string[]) {
  await rig.twilio.report(rig.call(phone).sid, 'completed')
  await rig.until(alert, lines)
}
/** Lets the clock go on until so many seconds after a moment. */
const after = (began: number, seconds: number) =>
  rig.site.clock.advance(began + seconds * second - rig.site.clock.now())
async function shown(alert: number) {
  const rows = await rig.site.platform.db.orm
    .select()
    .from(delivery)
    .where(sql`${delivery.channel} = 'voice' and ${delivery.reference} = ${String(alert)}`)
  return rows.flatMap((row) => deliveryView(row))[0]
}

test('D337: after three calls in vain one more is made when half, and one when an eighth of the time to jail is left', async () => {
  const who = await roundInVain()
  const { alert, began, phone } = who
  expect(who.calledAgain).toMatch(/called again within a few minutes/)
  // The history says when.
  const next = Date.parse((await shown(alert))?.waits_until ?? '') - began
  expect(Math.abs(next - 240 * second)).toBeLessThan(2 * second)
  await after(began, 235)
  expect(rig.taken('Calls', phone)).toHaveLength(3)
  await after(began, 242)
  await rig.called(phone, 4)
  expect(await heard(phone)).toMatch(/jail/)
  await inVain(who, alert, ['sms SENT', 'voice QUEUED'])
  await after(began, 415)
  expect(rig.taken('Calls', phone)).toHaveLength(4)
  await after(began, 422)
  await rig.called(phone, 5)
  await inVain(who, alert, ['sms SENT', 'voice FAILED'])
  await rig.site.clock.advance(10 * minute)
  expect(rig.taken('Calls', phone)).toHaveLength(5)
  expect(rig.taken('Messages', phone)).toHaveLength(1)
})

test('E427: the next call comes within what the one before it says, also where nobody hangs up', async () => {
  const who = await rig.subscriber([jailNear], ['VOICE'])
  const alert = await rig.raise(jailNear, who, 'CRITICAL', {
    observed_at: rig.site.clock.now(),
    ...{ consecutive_missed: 40, seconds_to_jail: 480, seconds_to_jail_at_most: 480 },
  })
  await sees(who, alert)
  const keyWait = 10 * second
  let promised = { by: Infinity }
  for (const [calls, pause, says, within] of [
    [1, 0, 'within a minute', minute],
    [2, 30 * second, 'within two minutes', 2 * minute],
    [3, minute, 'within a few minutes', 5 * minute],
    [4, 150 * second, 'within a few minutes', 5 * minute],
  ] as const) {
    await rig.site.clock.advance(pause)
    await rig.called(who.phone, calls)
    expect(rig.site.clock.now()).toBeLessThan(promised.by)
    await rig.until(alert, calls > 3 ? ['sms SENT', 'voice SENT'] : ['voice SENT'])
    expect(await heard(who.phone)).toContain(`If you press no key, you will be called again ${says}.`)
    promised = { by: rig.site.clock.now() + within }
    await rig.site.clock.advance(keyWait)
    await inVain(who, alert, calls > 2 ? ['sms SENT', 'voice QUEUED'] : ['voice QUEUED'])
  }
})

test('D337: not where it is acknowledged, or over', async () => {
  const seen = await roundInVain()
  const { db } = rig.site.platform
  await db.transaction((tx) =>
    acknowledgeAll(tx, db.now(), { userId: seen.userId, alertIds: [seen.alert], via: 'SMS' }),
  )
  await rig.until(seen.alert, ['sms SENT', 'voice SUPPRESSED'])
  const over = await roundInVain()
  await rig.end(jailNear, over)
  await rig.until(over.alert, ['sms SENT', 'voice SUPPRESSED'])
  await rig.site.clock.advance(10 * minute)
  for (const { phone } of [seen, over]) expect(rig.taken('Calls', phone)).toHaveLength(3)
})

test('D337: while nobody knows whether it goes on it waits, and is made when that is known', async () => {
  const who = await roundInVain()
  await sees(who, who.alert, false)
  await after(who.began, 300)
  expect(rig.taken('Calls', who.phone)).toHaveLength(3)
  await sees(who, who.alert)
  await rig.site.clock.advance(16 * second)
  await rig.called(who.phone, 4)
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.until(who.alert, ['sms SENT', 'voice DELIVERED'])
})

test('D337: what begins after those three calls is called about at once, with it', async () => {
  const who = await roundInVain()
  const { orm } = rig.site.platform.db
  await orm.execute(sql`
    insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
    select user_id, network_id, validator_key, 2011, channels, created_at from alert_entry where user_id = ${who.userId}`)
  await rig.site.clock.advance(20 * second)
  const jailed = await rig.raise(2011, who)
  await rig.called(who.phone, 4)
  expect(await heard(who.phone)).toMatch(/jailed/)
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.until(jailed, ['voice DELIVERED'])
})
