import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '../testing/alert-rig.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { addValidator } from '../testing/some-validators.ts'

const jailed = 2011
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** Somebody with two validators, called about one of them; the other is jailed while that call rings. */
async function twoAtOnce() {
  const who = await rig.subscriber([jailed], ['VOICE'])
  const operator = `${who.email.split('@')[0]}-other`
  const validator = await addValidator(rig.site.platform.db.orm, { operator })
  await subscribe(rig.site.platform.db, {
    email: who.email,
    settings: [jailed],
    channels: ['VOICE'],
    networkId: 1,
    validatorKey: operator,
  })
  const first = await rig.raise(jailed, who)
  await rig.called(who.phone, 1)
  await rig.until(first, ['voice SENT'])
  const second = await rig.raise(jailed, { ...who, validator })
  // More than what one message gathers.
  await rig.site.clock.advance(20_000)
  await rig.until(second, ['voice QUEUED'])
  await waitsForLine(second)
  expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  return { ...who, first, second, operator }
}

const waitsForLine = (alert: number) =>
  rig.eventually(
    async () => {
      const { rows } = await rig.site.platform.db.orm.execute(sql`
        select detail, attempts, spent_at from delivery
        where channel = 'voice' and reference = ${String(alert)}`)
      return rows[0]
    },
    { detail: 'waiting: another call to this number is under way', attempts: 0, spent_at: null },
  )

/** The second one was made, once, and says what it is about. */
async function isCalledAboutOther({
  phone,
  second,
  operator,
}: Caller & { second: number; operator: string }) {
  await rig.called(phone, 2)
  await rig.until(second, ['voice SENT'])
  expect(await rig.twilio.take(rig.call(phone).sid)).toContain(operator)
  await rig.site.clock.advance(10_000)
  expect(rig.taken('Calls', phone)).toHaveLength(2)
}

test('D310: what comes while a phone rings is called right after it was acknowledged and hung up', async () => {
  const who = await twoAtOnce()
  const { sid } = rig.call(who.phone)
  await rig.twilio.press(sid, '1')
  await rig.until(who.first, ['voice DELIVERED'])
  // What the key did is still being said.
  await rig.site.clock.advance(5_000)
  expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  await rig.twilio.report(sid, 'completed')
  await isCalledAboutOther(who)
  await rig.until(who.first, ['voice DELIVERED'])
})

test('D310 E406: and right after nobody took it, with that, which goes on with it', async () => {
  const who = await twoAtOnce()
  await rig.twilio.report(rig.call(who.phone).sid, 'no-answer')
  await isCalledAboutOther(who)
  await rig.until(who.first, ['voice SUPPRESSED'])
  await rig.twilio.press(rig.call(who.phone).sid, '1')
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.site.clock.advance(120_000)
  expect(rig.taken('Calls', who.phone)).toHaveLength(2)
})

test('D310: one of which nothing more is heard holds up the next for three minutes', async () => {
  const who = await twoAtOnce()
  await rig.site.clock.advance(130_000)
  expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  await rig.site.clock.advance(40_000)
  await isCalledAboutOther(who)
})
