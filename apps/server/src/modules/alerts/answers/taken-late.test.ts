import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { type Calling, createCalling } from '../testing/calling.ts'

const missedThree = 1121
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

const said = (twiml: string | undefined) => spokenIn(twiml ?? '')?.map(({ text }) => text)

test('E325 D318: that it is over is what is said next, with its figures once: those of the end, whichever step rang', async () => {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const alert = await rig.raise(missedThree, who)
  await rig.called(who.phone, 1)
  const { sid, form } = rig.call(who.phone)
  await rig.twilio.report(sid, 'in-progress')
  const name = `ada${/\d+/.exec(who.email)?.[0] ?? ''}`
  expect(said(form['Twiml'])).toEqual([`This is Roundsman. Critical. ${name}, Celestia.`])
  const { db } = rig.site.platform
  // It ends at 12:30:05.
  const began = Date.UTC(2026, 10, 21, 12, 29, 20)
  await db.orm.execute(sql`
    update alert set evidence = evidence || jsonb_build_object('began_at', ${began}::float8) where id = ${alert}`)
  await rig.end(missedThree, who)
  const heard = async () =>
    (said(await rig.twilio.take(sid)) ?? []).map((text) => text.replaceAll('\u00a0', ' '))
  expect(await heard()).toEqual([
    expect.stringMatching(
      /^It is over by now: signing again\. Missing blocks for 45 seconds, November 21 from 12:29 to 12:30\.$/,
    ),
  ])
  // D318: it counts no more.
  const { rows } = await db.orm.execute(
    sql`select spent_at from delivery where channel = 'voice' and reference = ${String(alert)}`,
  )
  expect(rows).toEqual([{ spent_at: null }])
  // Somebody wants an end of another step: it says how many they were.
  await db.orm.execute(sql`
    insert into alert (network_id, setting_id, type, severity, validator_id, validator_keys, at, evidence, occurrence, phones_wait, created_at)
    select network_id, 1142, type, 'INFO', validator_id, validator_keys, at, evidence || jsonb_build_object(
           'missed_since', 45, 'ended_at', ${began + 45_000}::float8), replace(occurrence, '/1121/', '/1142/'), false, created_at
    from alert where id = ${alert}`)
  expect(await heard()).toEqual([
    expect.stringMatching(
      /^It is over by now: signing again\. It missed 45 blocks in 45 seconds, November 21 from 12:29 to 12:30\.$/,
    ),
  ])
})

test('E348: it is over is said once, and what began and ended in one minute has that minute', async () => {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const alert = await rig.raise(missedThree, who)
  await rig.called(who.phone, 1)
  const { sid } = rig.call(who.phone)
  // It ends at 12:30:05.
  const began = Date.UTC(2026, 10, 21, 12, 30, 1)
  await rig.site.platform.db.orm.execute(sql`
    update alert set evidence = evidence || jsonb_build_object('began_at', ${began}::float8) where id = ${alert}`)
  await rig.end(missedThree, who)
  expect((said(await rig.twilio.take(sid)) ?? []).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'It is over by now: signing again. Missing blocks for 4 seconds, November 21 at 12:30.',
  ])
})

test('E349: of two of whom one is over by then, who is left is named at the first saying', async () => {
  const [one, other] = [
    await rig.subscriber([missedThree], ['VOICE']),
    await rig.subscriber([missedThree], ['VOICE']),
  ]
  const alert = await rig.raise(missedThree, one)
  await rig.called(one.phone, 1)
  const { sid } = rig.call(one.phone)
  const beside = await rig.raise(missedThree, other)
  await rig.site.platform.db.orm.execute(sql`
    with call as (
      update delivery set gathers_until = now() where reference = ${String(alert)} and channel = 'voice' returning id)
    insert into delivery_also select id, ${String(beside)} from call`)
  await rig.end(missedThree, one)
  const name = `ada${/\d+/.exec(other.email)?.[0] ?? ''}`
  const [first] = said(await rig.twilio.take(sid)) ?? []
  expect(first).toMatch(new RegExp(`^${name}, Celestia: .*missed`))
  expect(first).toContain('1 of them is over by now.')
})

test('E369: of three of whom one is over by then, the two are named and not counted again', async () => {
  const people = []
  for (const _ of [1, 2, 3]) people.push(await rig.subscriber([missedThree], ['VOICE']))
  const [one, second, third] = people
  if (!one || !second || !third) throw new Error('three')
  const alert = await rig.raise(missedThree, one)
  await rig.called(one.phone, 1)
  const { sid } = rig.call(one.phone)
  const [other, last] = [await rig.raise(missedThree, second), await rig.raise(missedThree, third)]
  await rig.site.platform.db.orm.execute(sql`
    with call as (
      update delivery set gathers_until = now() where reference = ${String(alert)} and channel = 'voice' returning id)
    insert into delivery_also select id, reference from call, unnest(${`{${other},${last}}`}::text[]) as t (reference)`)
  await rig.end(missedThree, one)
  const [first] = said(await rig.twilio.take(sid)) ?? []
  const names = [second, third].map(({ email }) => `ada${/\d+/.exec(email)?.[0] ?? ''}`)
  expect(first).toMatch(new RegExp(`^${names.join(', ')}: .*missed`))
  expect(first).toContain('1 of them is over by now.')
  expect(first).not.toContain('alerts')
})
