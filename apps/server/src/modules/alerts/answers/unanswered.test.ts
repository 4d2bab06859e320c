import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acknowledgeAll } from './answer-alert.ts'
import { type Calling, createCalling } from '../testing/calling.ts'

const jailed = 2011
const missed = 1121
/** With an hour left. */
const notVoted = 11_041
const minute = 60_000
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

async function ringing() {
  const who = await rig.subscriber([jailed], ['VOICE'])
  const alert = await rig.raise(jailed, who)
  await rig.called(who.phone, 1)
  await rig.until(alert, ['voice SENT'])
  return { ...who, alert }
}

describe('D22: a call that nobody takes', () => {
  test('is made again after 2 and 5 minutes, then it failed and the text goes by SMS, and that by mail', async () => {
    const { phone, alert, email } = await ringing()
    await rig.twilio.report(rig.call(phone).sid, 'busy')
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.clock.advance(1.5 * minute)
    expect(rig.taken('Calls', phone)).toHaveLength(1)
    await rig.site.clock.advance(0.5 * minute)
    await rig.called(phone, 2)
    await rig.until(alert, ['voice SENT'])
    await rig.twilio.report(rig.call(phone).sid, 'no-answer')
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.clock.advance(4.5 * minute)
    expect(rig.taken('Calls', phone)).toHaveLength(2)
    await rig.site.clock.advance(0.5 * minute)
    await rig.called(phone, 3)
    await rig.until(alert, ['voice SENT'])
    await rig.twilio.report(rig.call(phone).sid, 'no-answer')
    await rig.until(alert, ['sms SENT', 'voice FAILED'])
    expect(rig.taken('Calls', phone)).toHaveLength(3)
    const [sms] = rig.taken('Messages', phone)
    expect(sms?.form['Body']).toMatch(/^Critical: ada\d+, Celestia: /)
    await rig.twilio.report(sms?.sid ?? '', 'undelivered', { errorCode: '30003' })
    await rig.until(alert, ['email SENT', 'sms FAILED', 'voice FAILED'])
    expect(rig.catcher.mails.filter(({ to }) => to.includes(email))).toHaveLength(1)
    // D26: each state that one of them came to.
    const metrics = await rig.site.platform.metrics.metrics()
    for (const line of ['voice",state="UNANSWERED"} 2', 'voice",state="FAILED"} 1', 'sms",state="FAILED"} 1'])
      expect(metrics).toContain(`roundsman_delivery_outcomes_total{channel="${line}`)
  })

  test('E200: is not made again once its alert is over', async () => {
    const { phone, alert } = await ringing()
    await rig.twilio.report(rig.call(phone).sid, 'no-answer')
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.platform.db.orm.execute(sql`update alert set ended_at = now() where id = ${alert}`)
    await rig.site.clock.advance(2 * minute)
    await rig.until(alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', phone)).toHaveLength(1)
  })

  test('D331: stops waiting to be made again as soon as its alert is over', async () => {
    const who = await ringing()
    await rig.twilio.report(rig.call(who.phone).sid, 'busy')
    await rig.until(who.alert, ['voice QUEUED'])
    await rig.end(jailed, who)
    // Well before the two minutes.
    await rig.until(who.alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
    // E243: it rang in vain, and did not wait for the end of quiet hours.
    const { rows } = await rig.site.platform.db.orm.execute(sql`
      select detail from delivery where reference = ${String(who.alert)} and channel = 'voice'`)
    expect(rows).toEqual([{ detail: 'Twilio: busy; over' }])
  })

  /** Somebody whom one call told of two things, and who did not take it. */
  async function rungForTwo() {
    const who = await ringing()
    const { orm } = rig.site.platform.db
    await orm.execute(sql`
      insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at)
      select user_id, network_id, validator_key, ${missed}, '{EMAIL}', created_at from alert_entry
      where user_id = ${who.userId}`)
    const other = await rig.raise(missed, who)
    await orm.execute(sql`
      insert into delivery_also select id, ${String(other)} from delivery
      where reference = ${String(who.alert)} and channel = 'voice'`)
    await rig.twilio.report(rig.call(who.phone).sid, 'busy')
    await rig.until(who.alert, ['voice QUEUED'])
    return { ...who, other }
  }

  test('D287: of several things it stops waiting when the last of them is over, whenever the others were', async () => {
    const who = await rungForTwo()
    await rig.end(jailed, who)
    await rig.until(who.alert, ['voice QUEUED'])
    await rig.end(missed, who)
    // Well before the two minutes.
    await rig.until(who.alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  })

  test('D287: or acknowledged, where the others are over', async () => {
    const who = await rungForTwo()
    await rig.end(jailed, who)
    const { db } = rig.site.platform
    await db.transaction((tx) =>
      acknowledgeAll(tx, db.now(), { userId: who.userId, alertIds: [who.other], via: 'SMS' }),
    )
    await rig.until(who.alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  })

  test('D287: or over, where the others are acknowledged', async () => {
    const who = await rungForTwo()
    await rig.site.platform.db.orm.execute(sql`
      update alert_recipient set acknowledged_at = now(), acknowledged_via = 'PAGERDUTY'
      where user_id = ${who.userId} and alert_id = ${who.other}`)
    await rig.end(jailed, who)
    await rig.until(who.alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  })

  test('E97: is not made again once its alert was acknowledged on the page', async () => {
    const { phone, alert, email } = await ringing()
    await rig.twilio.report(rig.call(phone).sid, 'busy')
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.platform.db.orm.execute(sql`
      update alert_recipient r set acknowledged_at = now(), acknowledged_via = 'PAGE'
      from user_account u where u.id = r.user_id and u.email = ${email} and r.alert_id = ${alert}`)
    await rig.site.clock.advance(2 * minute)
    await rig.until(alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', phone)).toHaveLength(1)
  })

  test('E234: stops waiting to be made again as soon as its alert is acknowledged', async () => {
    const { phone, alert, userId } = await ringing()
    await rig.twilio.report(rig.call(phone).sid, 'busy')
    await rig.until(alert, ['voice QUEUED'])
    const { db } = rig.site.platform
    await db.transaction((tx) => acknowledgeAll(tx, db.now(), { userId, alertIds: [alert], via: 'SMS' }))
    // Well before the two minutes.
    await rig.until(alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', phone)).toHaveLength(1)
  })

  test('E216: about an end is not made again', async () => {
    const who = await rig.subscriber([2012], ['VOICE'])
    const alert = await rig.raise(2012, who)
    await rig.called(who.phone, 1)
    await rig.until(alert, ['voice SENT'])
    await rig.twilio.report(rig.call(who.phone).sid, 'no-answer')
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.clock.advance(2 * minute)
    await rig.until(alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  })

  test('E216: waits while the condition is on its way back, and is made when it is not', async () => {
    const { phone, alert, validator } = await ringing()
    await rig.twilio.report(rig.call(phone).sid, 'no-answer')
    await rig.until(alert, ['voice QUEUED'])
    const { orm } = rig.site.platform.db
    const state = (pending: object) => ({ conditions: { 201: { is: 1, since: 0, reported: 1, ...pending } } })
    const back = state({ pending: { at: 1, chainAt: 1, height: 1 } })
    await orm.execute(sql`
      insert into alert_network (network_id, head) values (1, '{"epoch": 1, "blindSince": null}')
      on conflict (network_id) do update set head = excluded.head`)
    await orm.execute(sql`
      insert into alert_target (network_id, key, state) values (1, ${`validator:${validator}`}, ${JSON.stringify(back)}::jsonb)
      on conflict (network_id, key) do update set state = excluded.state`)
    await orm.execute(
      sql`update alert set occurrence = ${`1/validator:${validator}/2011/1@9999`} where id = ${alert}`,
    )
    await rig.site.clock.advance(4 * minute)
    await rig.until(alert, ['voice QUEUED'])
    expect(rig.taken('Calls', phone)).toHaveLength(1)
    await orm.execute(sql`
      update alert_target set state = ${JSON.stringify(state({}))}::jsonb where key = ${`validator:${validator}`}`)
    await rig.site.clock.advance(minute)
    await rig.called(phone, 2)
    await rig.until(alert, ['voice SENT'])
    // Else it would be asked what became of it, in the midst of the tests after this one (D24).
    await rig.twilio.press(rig.call(phone).sid, '1')
    await rig.until(alert, ['voice DELIVERED'])
  })

  test('what is reported late of the call that is over does not touch the next one', async () => {
    const { phone, alert } = await ringing()
    const first = rig.call(phone).sid
    await rig.twilio.report(first, 'busy')
    for (const late of ['initiated', 'busy', 'completed', 'failed']) await rig.twilio.report(first, late)
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.clock.advance(2 * minute)
    await rig.called(phone, 2)
    await rig.until(alert, ['voice SENT'])
    for (const late of ['busy', 'failed', 'completed']) await rig.twilio.report(first, late)
    await rig.until(alert, ['voice SENT'])
    await rig.twilio.press(rig.call(phone).sid, '1')
    await rig.until(alert, ['voice DELIVERED'])
  })

  test('F17: whose answer is lost takes its own call for its own, never the one that is over', async () => {
    const { phone, alert } = await ringing()
    await rig.twilio.report(rig.call(phone).sid, 'busy')
    await rig.until(alert, ['voice QUEUED'])
    rig.twilio.mishaps.push('refused', 'lost')
    await rig.site.clock.advance(2 * minute)
    // The second request never came to Twilio, and the third one's answer not back: it is found and not made again.
    await rig.called(phone, 2)
    // The longest pause after a third attempt.
    await rig.site.clock.advance(30_000)
    await rig.until(alert, ['voice SENT'])
    expect(rig.taken('Calls', phone)).toHaveLength(2)
    await rig.twilio.press(rig.call(phone).sid, '1')
    await rig.until(alert, ['voice DELIVERED'])
  })

  test('D276: taken and hung up without a key, as a voicemail does, it is made again, then goes by SMS', async () => {
    const { phone, alert } = await ringing()
    for (const status of ['initiated', 'ringing', 'in-progress', 'completed'])
      await rig.twilio.report(rig.call(phone).sid, status)
    await rig.until(alert, ['voice QUEUED'])
    // Reported twice, it is the same call.
    await rig.twilio.report(rig.call(phone).sid, 'completed')
    for (const [calls, pause] of [
      [2, 2],
      [3, 5],
    ] as const) {
      await rig.site.clock.advance(pause * minute)
      await rig.called(phone, calls)
      await rig.until(alert, ['voice SENT'])
      await rig.twilio.report(rig.call(phone).sid, 'completed')
      if (calls === 2) await rig.until(alert, ['voice QUEUED'])
    }
    await rig.until(alert, ['sms SENT', 'voice FAILED'])
    expect(rig.taken('Calls', phone)).toHaveLength(3)
  })

  test('D276: a key ends it, and so does an answer given elsewhere while it was heard', async () => {
    const byKey = await ringing()
    await rig.twilio.press(rig.call(byKey.phone).sid, '1')
    await rig.twilio.report(rig.call(byKey.phone).sid, 'completed')
    await rig.until(byKey.alert, ['voice DELIVERED'])
    const onPage = await ringing()
    const { db } = rig.site.platform
    const { userId, alert } = onPage
    await db.transaction((tx) => acknowledgeAll(tx, db.now(), { userId, alertIds: [alert], via: 'PAGE' }))
    await rig.twilio.report(rig.call(onPage.phone).sid, 'completed')
    await rig.until(alert, ['voice DELIVERED'])
    await rig.site.clock.advance(10 * minute)
    for (const { phone } of [byKey, onPage]) expect(rig.taken('Calls', phone)).toHaveLength(1)
  })

  test('D276: what is not CRITICAL, or is over, is heard when somebody takes the call', async () => {
    const { phone, alert } = await ringing()
    const { orm } = rig.site.platform.db
    await orm.execute(sql`update alert set severity = 'WARNING' where id = ${alert}`)
    await rig.twilio.report(rig.call(phone).sid, 'completed')
    await rig.until(alert, ['voice DELIVERED'])
    const other = await ringing()
    await orm.execute(sql`update alert set ended_at = now() where id = ${other.alert}`)
    await rig.twilio.report(rig.call(other.phone).sid, 'completed')
    await rig.until(other.alert, ['voice DELIVERED'])
  })

  test('D276: a vote that is missing is heard when somebody takes the call', async () => {
    const who = await rig.subscriber([notVoted], ['VOICE'])
    const alert = await rig.raise(notVoted, who)
    await rig.called(who.phone, 1)
    await rig.until(alert, ['voice SENT'])
    await rig.twilio.report(rig.call(who.phone).sid, 'completed')
    await rig.until(alert, ['voice DELIVERED'])
  })

  test('E384: of who left the active set nobody is called again once it is back, and a call that is taken then says so', async () => {
    const [entered, left] = [4011, 4012]
    const leaves = async () => {
      const who = await rig.subscriber([left], ['VOICE'])
      const alert = await rig.raise(left, who)
      await rig.called(who.phone, 1)
      await rig.until(alert, ['voice SENT'])
      return { ...who, alert }
    }
    const waiting = await leaves()
    await rig.twilio.report(rig.call(waiting.phone).sid, 'no-answer')
    await rig.until(waiting.alert, ['voice QUEUED'])
    await rig.raise(entered, waiting, 'INFO')
    await rig.until(waiting.alert, ['voice SUPPRESSED'])
    const ringing = await leaves()
    await rig.twilio.report(rig.call(ringing.phone).sid, 'in-progress')
    await rig.raise(entered, ringing, 'INFO')
    expect(spokenIn((await rig.twilio.take(rig.call(ringing.phone).sid)) ?? '')?.[0]?.text).toMatch(
      /^It is over by now: entered the active set\.$/,
    )
    await rig.twilio.report(rig.call(ringing.phone).sid, 'completed')
    await rig.until(ringing.alert, ['voice DELIVERED'])
  })

  test('D277: eight minutes before jail a call that nobody took is made again after half a minute, then after one', async () => {
    const jailNear = 1221
    const who = await rig.subscriber([jailNear], ['VOICE'])
    const alert = await rig.raise(jailNear, who)
    await rig.called(who.phone, 1)
    await rig.until(alert, ['voice SENT'])
    const inSeconds = async (seconds: number) =>
      rig.site.platform.db.orm.execute(sql`
        update alert set evidence = evidence || jsonb_build_object('seconds_to_jail', ${seconds}::int,
          'observed_at', ${rig.site.clock.now()}::float8) where id = ${alert}`)
    await inSeconds(8 * 60)
    await rig.twilio.report(rig.call(who.phone).sid, 'no-answer')
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.clock.advance(20_000)
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
    await rig.site.clock.advance(10_000)
    await rig.called(who.phone, 2)
    await rig.until(alert, ['voice SENT'])
    await inSeconds(6 * 60)
    await rig.twilio.report(rig.call(who.phone).sid, 'completed')
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.clock.advance(50_000)
    expect(rig.taken('Calls', who.phone)).toHaveLength(2)
    await rig.site.clock.advance(10_000)
    await rig.called(who.phone, 3)
    await rig.until(alert, ['voice SENT'])
    await rig.twilio.press(rig.call(who.phone).sid, '1')
    await rig.until(alert, ['voice DELIVERED'])
  })

  test('E95: no second SMS where one goes anyway', async () => {
    const who = await rig.subscriber([jailed], ['SMS', 'VOICE'])
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, ['sms SENT', 'voice SENT'])
    await rig.twilio.report(rig.call(who.phone).sid, 'failed')
    await rig.until(alert, ['sms SENT', 'voice FAILED'])
    expect(rig.taken('Messages', who.phone)).toHaveLength(1)
  })
})

describe('D24: a receipt that does not come', () => {
  test('is asked for after two minutes, later and later, until it is known', async () => {
    const { phone, alert } = await ringing()
    const item = rig.call(phone)
    const asked = () => rig.twilio.requests.filter((one) => one === 'GET one of Calls').length
    const before = asked()
    await rig.site.clock.advance(1.5 * minute)
    await rig.until(alert, ['voice SENT'])
    expect(asked()).toBe(before)
    await rig.site.clock.advance(0.7 * minute)
    await rig.eventually(asked, before + 1)
    await rig.until(alert, ['voice SENT'])
    // Nobody reports it.
    item.status = 'no-answer'
    await rig.site.clock.advance(4.2 * minute)
    await rig.until(alert, ['voice QUEUED'])
    await rig.site.clock.advance(2 * minute)
    await rig.called(phone, 2)
  })
})
