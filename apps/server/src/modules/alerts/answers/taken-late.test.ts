import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deciding } from '@roundsman/alerting/deciding'
import type { Validator } from '@roundsman/contract/networks/validators'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { addValidator } from '../testing/some-validators.ts'
import { worthCallingAgain } from '../telling/stale.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { findAlerts } from '../record/history.store.ts'
import type { LaterFigures } from '../texts/writing.ts'
import { createCallWords } from './call-words.ts'

const [missedThree, jailed] = [1121, 2011]
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

const said = (twiml: string | undefined) => spokenIn(twiml ?? '')?.map(({ text }) => text)

test('E325: of what began minutes before its call was taken, and is over, it does not say that it is over since it began', async () => {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const alert = await rig.raise(missedThree, who)
  await rig.called(who.phone, 1)
  const { sid } = rig.call(who.phone)
  await rig.site.clock.advance(50_000)
  await rig.twilio.report(sid, 'in-progress')
  await rig.site.platform.db.orm.execute(sql`
    update alert set at = at - interval '4 min' where id = ${alert}`)
  await rig.end(missedThree, who)
  const [first] = said(await rig.twilio.take(sid)) ?? []
  expect(first).toMatch(/^It is over by now: signing again\./)
})

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

test('E429: of two validators, both over, the network is named once, and of each how many blocks and how long', async () => {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const validatorKey = `${who.email.split('@')[0]}-other`
  const { db } = rig.site.platform
  const other = { ...who, validator: await addValidator(db.orm, { operator: validatorKey }) }
  await subscribe(db, {
    ...{ email: who.email, settings: [missedThree], channels: ['VOICE'], networkId: 1, validatorKey },
  })
  const began = Date.UTC(2026, 10, 21, 12, 29, 20)
  const alerts = [await rig.raise(missedThree, who), await rig.raise(missedThree, other)]
  await db.orm.execute(sql`
    update alert set evidence = evidence || jsonb_build_object('began_at', ${began}::float8) where id in ${alerts}`)
  await rig.end(missedThree, who)
  await rig.end(missedThree, other)
  await db.orm.execute(sql`
    insert into alert (network_id, setting_id, type, severity, validator_id, validator_keys, at, evidence, occurrence, phones_wait, created_at)
    select network_id, 1142, type, 'INFO', validator_id, validator_keys, at, evidence || jsonb_build_object(
           'missed_since', 45, 'ended_at', ${began + 45_000}::float8), replace(occurrence, '/1121/', '/1142/'), false, created_at
    from alert where id in ${alerts}`)
  const words = createCallWords(
    db,
    { byId: () => testNetwork({ name: 'Celestia' }) },
    { of: () => Promise.resolve(new Map()), validator: () => Promise.resolve(null) },
  )
  const heard = await words({
    ...{
      id: 1,
      channel: 'voice',
      purpose: 'alert',
      userId: who.userId,
      kind: 'alert',
      createdAt: new Date(0),
    },
    ...{ recipient: who.phone, references: [String(alerts[0]), String(alerts[1])] },
  })
  const [mine = '', its] = [who.email.split('@')[0]?.replace('caller', 'ada'), validatorKey]
  const lasted = 'it missed 45 blocks in 45 seconds, November 21 from 12:29 to 12:30.'
  expect(heard?.call?.rest.join(' ').replaceAll('\u00a0', ' ')).toBe(
    `It is over by now: ${mine}: signing again; ${its}: signing again. ${mine}: ${lasted} ${its}: ${lasted}`,
  )
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
  expect(first).toMatch(new RegExp(`^${name}: .*missed`))
  expect(first).not.toMatch(/over by now|alerts/)
})

test('E369: of three of whom one is over by then, the two are counted and named, and nothing is said of the one', async () => {
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
  expect(first).toMatch(new RegExp(`^2 alerts\\. ${names.join(', ')}: .*missed`))
  expect(first).not.toMatch(/over by now|3 alerts/)
})

/** What a call about these says while the validators that it is about miss so many blocks in a row; and of later figures, these. */
async function heardOf(who: Caller, ids: readonly number[], inARow: number, later: LaterFigures | null) {
  const row = { consecutive_missed: inARow } as Validator
  const now = { row, height: 1, at: new Date(0), isLive: true, missedWithIt: null }
  const words = createCallWords(
    rig.site.platform.db,
    { byId: () => testNetwork({ name: 'Celestia' }) },
    {
      of: (alerts, again = new Set()) => {
        const of = alerts.filter(({ id }) => later !== null && again.has(id))
        return Promise.resolve(new Map(of.map(({ id }) => [id, later ?? 'SAME'])))
      },
      validator: () => Promise.resolve(now),
    },
  )
  const asked = { id: 1, channel: 'voice', purpose: 'alert', userId: who.userId, kind: 'alert' } as const
  const references = ids.map(String)
  const [first = '', ...rest] = references
  const said = await words({
    ...asked,
    recipient: who.phone,
    references: [first, ...rest],
    createdAt: new Date(0),
  })
  return { isOver: said?.isOver === true, text: said?.paragraphs.join(' ').replaceAll('\u00a0', ' ') ?? '' }
}

/** A blip with eight minutes left until jail, that is over. */
async function blipOf(who: Caller): Promise<number> {
  const left = { consecutive_missed: 3, seconds_to_jail: 480, seconds_to_jail_at_most: 480 }
  const blip = await rig.raise(missedThree, who, 'CRITICAL', left)
  await rig.end(missedThree, who)
  return blip
}

test('E379: missed blocks that are over, while the validator misses blocks again, are told with the figures of now or not at all', async () => {
  const who = await rig.subscriber([missedThree, jailed], ['EMAIL'])
  const blip = await blipOf(who)
  const { db } = rig.site.platform
  const [asDecided] = await findAlerts(db.orm, db.now(), [blip])
  const observed = (asDecided?.evidence.observed_at ?? 0) + Math.max(0, asDecided?.ageMs ?? 0)
  const soon = { seconds_to_jail: 65, seconds_to_jail_at_most: 65 }
  const evidence = { consecutive_missed: 400, observed_at: observed, ...soon }
  const later = { at: new Date(observed), height: 400, evidence }
  const alone = await heardOf(who, [blip], 400, later)
  expect(alone.text).toContain('jail in about 1 minute')
  expect(alone.text).not.toContain('8 minutes')
  const other = await rig.raise(jailed, who)
  // One or two blocks are nothing to tell beside it.
  const few = { consecutive_missed: 1, seconds_to_jail: null, seconds_to_jail_at_most: null }
  for (const unclear of [{ ...later, evidence: { ...evidence, ...few } }, 'UNKNOWN'] as const) {
    const { text } = await heardOf(who, [blip, other], 1, unclear)
    expect(text).toMatch(/jailed/i)
    expect(text).not.toMatch(/missed|missing|8 minutes/)
  }
  // Told in the same call, the outage of now says it.
  const outage = { consecutive_missed: 400, seconds_to_jail: 130, seconds_to_jail_at_most: 130 }
  const running = await rig.raise(missedThree, who, 'CRITICAL', outage)
  const { text } = await heardOf(who, [blip, running], 400, later)
  expect(text).toContain('jail in about 2 minutes')
  expect(text).not.toMatch(/8 minutes|about 1 minute/)
})

/** The network is not seen, and the condition of the missed blocks has not been decided since. */
async function blind(who: Caller, alert: number): Promise<void> {
  const { orm } = rig.site.platform.db
  const at = rig.site.clock.now()
  const head = { ...deciding.begin(1).head, at, height: 9_000, blindSince: at }
  const state = { conditions: { 112: { is: 1, since: at, reported: 1, unknown: at } } }
  await orm.execute(sql`delete from alert_network`)
  await orm.execute(
    sql`insert into alert_network (network_id, head) values (1, ${JSON.stringify(head)}::jsonb)`,
  )
  await orm.execute(sql`
    insert into alert_target (network_id, key, state)
    values (1, ${`validator:${who.validator}`}, ${JSON.stringify(state)}::jsonb)
    on conflict (network_id, key) do update set state = excluded.state`)
  await orm.execute(sql`
    update alert set occurrence = regexp_replace(occurrence, '/\d+@', '/1@') where id = ${alert}`)
}

test('E380: what a jailing has ended goes on no more once it is out of jail, also while nobody sees the network', async () => {
  const who = await rig.subscriber([missedThree], ['VOICE'])
  const left = { consecutive_missed: 3, seconds_to_jail: 30, seconds_to_jail_at_most: 30 }
  const alert = await rig.raise(missedThree, who, 'CRITICAL', left)
  await rig.called(who.phone, 1)
  await blind(who, alert)
  const { db } = rig.site.platform
  const worth = async () => {
    const found = await worthCallingAgain(db.orm, await findAlerts(db.orm, db.now(), [alert]))
    return found === 'NOT_YET' ? found : found.map(({ id }) => id)
  }
  const heard = async () => (said(await rig.twilio.take(rig.call(who.phone).sid)) ?? [])[0] ?? ''
  // E216: what is UNKNOWN is called about.
  expect(await worth()).toEqual([alert])
  expect(await heard()).toMatch(/^Jail any moment now/)
  const happened = (kind: string, seq: number) =>
    db.orm.execute(sql`
      insert into watch_event (network_id, epoch, validator_id, at, chain_at, height, kind, seq)
      select network_id, 1, validator_id, t.ms, t.ms, 9, ${kind}, ${seq}
      from alert, lateral (select extract(epoch from at) * 1000 + ${seq * 1_000} as ms) t where id = ${alert}`)
  await happened('jailed', 200)
  await db.orm.execute(sql`
    update watch_validator set jailed = true, jailed_until = extract(epoch from ${db.now()}) * 1000 + 600000
    where id = ${who.validator}`)
  expect(await worth()).toEqual([alert])
  expect(await heard()).toMatch(/jailed/i)
  await happened('unjailed', 400)
  await db.orm.execute(sql`update watch_validator set jailed = false where id = ${who.validator}`)
  expect(await worth()).toEqual([])
  expect(await heard()).toBe('It is over by now: out of jail.')
})

/** It signs again, which its conditions do not count as over yet: that was its outage. */
async function signsAgain({ validator }: Caller, alert: number, missed: number): Promise<void> {
  const { orm } = rig.site.platform.db
  const at = rig.site.clock.now()
  const head = { ...deciding.begin(1).head, at, height: 9_000 }
  const pending = { at, chainAt: at, height: 9_000 }
  const outage = { at: at - missed * second, before: 7 }
  const state = {
    conditions: {
      111: { is: 1, since: outage.at, reported: 1, outage, pending },
      112: { is: 1, since: outage.at, reported: 1, outage },
    },
    clean: { plus: 0, from: 8_998, at },
    misses: { plus: missed + 7, from: null, streak: null },
  }
  await orm.execute(sql`delete from alert_network`)
  await orm.execute(
    sql`insert into alert_network (network_id, head) values (1, ${JSON.stringify(head)}::jsonb)`,
  )
  await orm.execute(sql`
    insert into alert_target (network_id, key, state)
    values (1, ${`validator:${validator}`}, ${JSON.stringify(state)}::jsonb)
    on conflict (network_id, key) do update set state = excluded.state`)
  await orm.execute(sql`
    update alert set occurrence = regexp_replace(occurrence, '/\d+@', '/1@'), evidence = evidence || jsonb_build_object('began_at', ${outage.at}::float8)
    where id = ${alert}`)
}
const second = 1_000

describe('E426: a call about missed blocks that is taken while their validator signs again, before that is decided', () => {
  test('says that it is over, with the blocks of the outage, asks for no key and announces no call', async () => {
    const who = await rig.subscriber([missedThree], ['VOICE'])
    const alert = await rig.raise(missedThree, who, 'CRITICAL', { consecutive_missed: 3 })
    await rig.called(who.phone, 1)
    const { sid } = rig.call(who.phone)
    await rig.twilio.report(sid, 'in-progress')
    await signsAgain(who, alert, 4)
    expect((said(await rig.twilio.take(sid)) ?? []).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringMatching(/^It is over by now: signing again\. It missed 4 blocks, November 21 .*\.$/),
    ])
    // Where it misses blocks again as the phone is taken, that is told.
    const evidence = { consecutive_missed: 5, observed_at: rig.site.clock.now() }
    const again = await heardOf(who, [alert], 5, {
      at: new Date(rig.site.clock.now()),
      height: 9_001,
      evidence,
    })
    expect(again).toMatchObject({ isOver: false, text: expect.stringContaining('5 blocks missed') })
  })

  test('tells of those that still miss blocks alone, and names them alone for what to do', async () => {
    const who = await rig.subscriber([missedThree], ['VOICE'])
    const other = await rig.subscriber([missedThree], ['VOICE'])
    const over = await rig.raise(missedThree, who, 'CRITICAL', { consecutive_missed: 3 })
    const going = await rig.raise(missedThree, other, 'CRITICAL', { consecutive_missed: 3 })
    await signsAgain(who, over, 120)
    const { text, isOver } = await heardOf(who, [over, going], 0, null)
    expect(isOver).toBe(false)
    expect(text).toContain(`ada${/\d+/.exec(other.email)?.[0] ?? ''}`)
    expect(text).not.toMatch(/signing again|120/)
    expect(text.match(/ada\d+/g)).not.toContain(`ada${/\d+/.exec(who.email)?.[0] ?? ''}`)
  })
})
