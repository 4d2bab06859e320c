import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Escalation } from '@roundsman/contract/alerts/escalation'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { createNetworks } from '../../networks/networks.public.ts'
import type { Composer } from '../../notifications/notifications.public.ts'
import { createComposer } from '../messages/compose.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import type { LaterFigures } from '../texts/writing.ts'
import { createReminderComposer } from './remind.ts'

const [jailed, missed] = [2011, 1121]
const minute = 60_000
const url = '/api/users/escalation/'
const password = 'a long enough password'
let rig: Calling
/** Nothing newer is told. */
const noFigures = { of: async () => new Map() }
let serial = 0
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

type Reminded = Caller & { browser: TestBrowser }

const callMe: Escalation = {
  from_severity: 'CRITICAL',
  steps: [
    { after_minutes: 5, who: 'EVERYONE', channels: ['VOICE'] },
    { after_minutes: 10, who: 'EVERYONE', channels: ['SMS', 'EMAIL'] },
  ],
  repeat: 0,
}

/** Somebody who is mailed of a validator's alerts, signed in, with these reminders. */
async function reminded(escalation: Escalation | null = callMe, setting = jailed): Promise<Reminded> {
  serial += 1
  const email = `caller${serial}@example.org`
  await rig.site.createUser(email, password)
  const who = await rig.subscriber([setting], ['EMAIL'])
  expect(who.email).toBe(email)
  const browser = await rig.site.signedIn({ email, password })
  expect((await browser.put(url, { escalation })).status).toBe(200)
  return { ...who, browser }
}

async function itemOf({ browser }: Reminded): Promise<AlertHistoryItem> {
  const [item] = (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
  if (!item) throw new Error('nothing is in the history')
  return item
}
const inMinutes = (minutes: number) => new Date(rig.site.clock.now() + minutes * minute).toISOString()
const mailsTo = ({ email }: Reminded) => rig.catcher.mails.filter(({ to }) => to.includes(email))
const said = (twiml: string | undefined) => spokenIn(twiml ?? '')?.map(({ text }) => text)

/** The figure of a text, which has to be so. The clock goes on while a busy machine sends. */
function minutesIn(pattern: RegExp, text: string): number {
  const [, minutes] = pattern.exec(text) ?? []
  if (minutes === undefined) throw new Error(`not so: ${text}`)
  return Number(minutes)
}

/** What became of the reminders of an alert, in order. */
async function reminders(alert: number): Promise<string[]> {
  const { rows } = await rig.site.platform.db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', channel, state, detail) as line from delivery
    where kind = 'reminder' and reference like ${`${alert}/%`} order by 1`)
  return rows.map(({ line }) => line)
}

/** Somebody whose phone rings since they did not acknowledge for five minutes. */
async function ringing(escalation = callMe): Promise<{ who: Reminded; alert: number }> {
  const who = await reminded(escalation)
  const alert = await rig.raise(jailed, who)
  await rig.until(alert, ['email SENT'])
  await rig.site.clock.advance(5 * minute)
  await rig.called(who.phone, 1)
  return { who, alert }
}

describe('what a reminder says', () => {
  test('D255, D189 D190: it begins with how long nobody has acknowledged, by each channel; the history shows how it stands', async () => {
    const who = await reminded()
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, ['email SENT'])
    const first = await itemOf(who)
    expect(first.escalation).toMatchObject({ step: 0, ended_by: null })
    await rig.site.clock.advance(5 * minute)
    await rig.called(who.phone, 1)
    const call = rig.call(who.phone)
    const [opening = ''] = said(call.form['Twiml']) ?? []
    const begins = /^This is Roundsman\. Not acknowledged for (\d+) minutes\. Critical\. ada\d+, Celestia\.$/
    expect(minutesIn(begins, opening)).toBeGreaterThanOrEqual(5)
    const [text, choice] = said(await rig.twilio.take(call.sid)) ?? []
    expect(text).toMatch(/^Jailed\./)
    expect(choice).toBe('Press 1 to acknowledge, 2 to mute these alerts for one hour.')
    const rung = await itemOf(who)
    expect(rung.escalation).toMatchObject({ step: 1, ended_by: null })
    expect(
      Date.parse(rung.escalation?.next_at ?? '') - Date.parse(first.escalation?.next_at ?? ''),
    ).toBeGreaterThanOrEqual(10 * minute)
    expect(rung.deliveries.map(({ channel }) => channel)).toEqual(['EMAIL', 'VOICE'])
    await rig.site.clock.advance(10 * minute)
    await rig.eventually(() => rig.taken('Messages', who.phone).length, 1)
    const [sms] = rig.taken('Messages', who.phone)
    expect(
      minutesIn(
        /^Not acknowledged for (\d+) min\. Critical: ada\d+, Celestia: jailed\./,
        sms?.form['Body'] ?? '',
      ),
    ).toBeGreaterThanOrEqual(15)
    await rig.eventually(() => mailsTo(who).length, 2)
    const [begun, again] = mailsTo(who)
    expect(again?.mail.subject).toBe(begun?.mail.subject?.replace('] ', '] Reminder: '))
    expect(minutesIn(/Not acknowledged for (\d+)\smin\./, again?.mail.text ?? '')).toBeGreaterThanOrEqual(15)
    expect(again?.mail.references).toEqual(begun?.mail.references)
    expect((await itemOf(who)).escalation).toEqual({ step: 2, next_at: null, ended_by: 'EXHAUSTED' })
  })

  test('D188: one that goes to every contact says why, and the history shows what reached nobody', async () => {
    const who = await reminded({
      ...callMe,
      steps: [{ after_minutes: 5, who: 'EVERYONE', channels: ['TELEGRAM'] }],
    })
    const alert = await rig.raise(jailed, who)
    await rig.until(alert, ['email SENT'])
    await rig.site.clock.advance(5 * minute)
    await rig.called(who.phone, 1)
    expect(said(rig.call(who.phone).form['Twiml'])?.[0]).toContain(
      'None of the channels of this step reaches you any more, so it was sent to all your contacts.',
    )
    await rig.eventually(() => mailsTo(who).length, 2)
    expect(mailsTo(who)[1]?.mail.text).toContain('None of the channels of this step reaches you')
    const { deliveries } = await itemOf(who)
    expect(deliveries.filter(({ detail }) => detail === 'no_contact')).toMatchObject([
      { channel: 'TELEGRAM', to: '' },
    ])
  })
})

test('D193: for programs it is the same beginning once more, and no change of the first message', async () => {
  const { who, alert } = await ringing()
  const { db, config } = rig.site.platform
  const networks = createNetworks(config)
  const of = {
    recipient: '',
    userId: who.userId,
    language: 'en',
    createdAt: new Date(0),
    hasWaited: false,
    waitedBeside: null,
    isRepeated: false,
  } as const
  const about = async (channel: string, compose: Composer, reference: string) => {
    const message = await compose({ ...of, channel, references: [reference] })
    if (message === null || typeof message === 'string' || !('subject' in message))
      throw new Error('no message')
    return message
  }
  const first = await about('webhook', createComposer(db, networks, noFigures), String(alert))
  const again = await about('webhook', createReminderComposer(db, networks, noFigures), `${alert}/1/1`)
  expect(again.notices?.map(({ type, incident }) => [type, incident])).toEqual([
    ['alert.began', first.notices?.[0]?.incident],
  ])
  expect([first.thread === undefined, again.thread]).toEqual([false, undefined])
  // What is void says nothing.
  const late = { ...of, channel: 'webhook', references: [`${alert}/2/1`] } as const
  expect(await createReminderComposer(db, networks, noFigures)(late)).toBeNull()
})

test.each([
  ['email', /^\[Critical\] Reminder: ada\d+, Celestia: 731 blocks missed in a row \| .*: 731 blocks missed/],
  [
    'telegram',
    /^\[Critical\] Reminder: ada\d+, Celestia: 731 blocks missed in a row \| .*: 731 blocks missed/,
  ],
  ['sms', /: 731 blocks missed in a row/],
  ['voice', /: 731 blocks missed in a row/],
])(
  'E244: by %s a reminder has the figures of its sending; where nobody knows them, it says of when they are',
  async (channel, text) => {
    const who = await reminded(callMe, missed)
    const alert = await rig.raise(missed, who)
    await rig.until(alert, ['email SENT'])
    await rig.site.clock.advance(5 * minute)
    await rig.called(who.phone, 1)
    const { db, config } = rig.site.platform
    const said = async (later: LaterFigures) => {
      const figures = { of: async () => new Map([[alert, later]]) }
      const compose = createReminderComposer(db, createNetworks(config), figures)
      const of = {
        channel,
        recipient: '',
        userId: who.userId,
        language: 'en',
        createdAt: new Date(0),
      } as const
      const message = await compose({
        ...of,
        references: [`${alert}/1/1`],
        hasWaited: false,
        waitedBeside: null,
        isRepeated: false,
      })
      if (message === null || typeof message === 'string' || !('paragraphs' in message))
        throw new Error('no message')
      return [message.subject, ...message.paragraphs].join(' | ').replaceAll('\u00a0', ' ')
    }
    const evidence = { consecutive_missed: 731, consecutive_missed_exact: true }
    const known = await said({ at: new Date(rig.site.clock.now()), height: 9_000, evidence })
    expect(known).toMatch(text)
    expect(known).not.toContain('As of')
    expect(await said('UNKNOWN')).toMatch(/As of .*12:30.*: nothing newer is known\./)
  },
)

test('E380: nobody is reminded of missed blocks that a jailing has ended, though nobody has decided their end', async () => {
  const who = await reminded(callMe, missed)
  const alert = await rig.raise(missed, who)
  await rig.until(alert, ['email SENT'])
  await rig.site.clock.advance(5 * minute)
  await rig.called(who.phone, 1)
  const { db, config } = rig.site.platform
  const compose = createReminderComposer(db, createNetworks(config), { of: async () => new Map() })
  const of = {
    channel: 'sms',
    recipient: '',
    userId: who.userId,
    language: 'en',
    createdAt: new Date(0),
  } as const
  const how = { hasWaited: false, waitedBeside: null, isRepeated: false }
  const said = () => compose({ ...of, ...how, references: [`${alert}/1/1`] })
  expect(await said()).not.toBeNull()
  await db.orm.execute(sql`
    insert into watch_event (network_id, epoch, validator_id, at, height, kind, seq)
    select network_id, 1, validator_id, extract(epoch from at) * 1000 + t.seq, 9, t.kind, t.seq
    from alert, (values ('jailed', 200), ('unjailed', 400)) t (kind, seq) where id = ${alert}`)
  expect(await said()).toBeNull()
})

describe('how one is answered', () => {
  test('D183: by a key of the call that reminds, which acknowledges the alert and ends the reminders', async () => {
    const { who, alert } = await ringing()
    const { sid } = rig.call(who.phone)
    await rig.twilio.report(sid, 'in-progress')
    await rig.twilio.press(sid, '1')
    const item = await itemOf(who)
    expect(item).toMatchObject({ id: alert, acknowledged_via: 'CALL' })
    expect(item.escalation).toEqual({ step: 1, next_at: null, ended_by: 'ACKNOWLEDGED' })
    await rig.site.clock.advance(30 * minute)
    expect(await reminders(alert)).toHaveLength(1)
  })

  test('D183: a mute by the call, on the page, of the entries, and planned work silence it', async () => {
    const { who } = await ringing()
    const { sid } = rig.call(who.phone)
    await rig.twilio.report(sid, 'in-progress')
    await rig.twilio.press(sid, '2')
    // A mute acknowledges, too.
    expect((await itemOf(who)).escalation).toMatchObject({ ended_by: 'ACKNOWLEDGED' })

    const muting = await reminded()
    const alert = await rig.raise(jailed, muting)
    const mute = { alert_ids: [alert], mute: true }
    expect((await muting.browser.post('/api/alerts/mute-conditions/', mute)).status).toBe(200)
    expect((await itemOf(muting)).escalation).toEqual({ step: 0, next_at: null, ended_by: 'SILENCED' })

    const all = await reminded()
    await rig.raise(jailed, all)
    const { entries } = (await all.browser.get('/api/alerts/user-settings/1/')).json<{
      entries: { id: number }[]
    }>()
    const body = { entry_ids: entries.map(({ id }) => id), until: '2099-01-01T00:00:00Z' }
    expect((await all.browser.post('/api/alerts/mute/', body)).status).toBe(200)
    expect((await itemOf(all)).escalation).toMatchObject({ ended_by: 'SILENCED' })

    const working = await reminded({ ...callMe, from_severity: 'WARNING' }, missed)
    await rig.raise(missed, working)
    const silence = { blockchain_id: 1, to: inMinutes(60), reason: 'Upgrade' }
    expect((await working.browser.post('/api/alerts/silences/', silence)).status).toBe(201)
    expect((await itemOf(working)).escalation).toMatchObject({ ended_by: 'SILENCED' })
  })

  test.each([
    [
      'it is acknowledged',
      async ({ browser }: Reminded, alert: number) => {
        await browser.post('/api/alerts/acknowledge/', { alert_ids: [alert] })
      },
    ],
    ['its alert is over', (who: Reminded) => rig.end(jailed, who)],
  ])('D287: a call of one that nobody took stops waiting as soon as %s', async (_name, over) => {
    const { who, alert } = await ringing()
    await rig.twilio.report(rig.call(who.phone).sid, 'busy')
    await rig.eventually(async () => (await reminders(alert))[0]?.startsWith('voice QUEUED'), true)
    await over(who, alert)
    // Well before the two minutes.
    await rig.eventually(async () => (await reminders(alert))[0]?.startsWith('voice SUPPRESSED'), true)
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  })

  test('D183, E243: acknowledged on the page between the step and its sending, the phone stays silent', async () => {
    const { who, alert } = await ringing()
    await rig.twilio.report(rig.call(who.phone).sid, 'busy')
    await rig.eventually(() => reminders(alert), ['voice QUEUED Twilio: busy'])
    expect((await who.browser.post('/api/alerts/acknowledge/', { alert_ids: [alert] })).status).toBe(204)
    await rig.site.clock.advance(2 * minute)
    await rig.eventually(() => reminders(alert), ['voice SUPPRESSED Twilio: busy; nothing to say any more'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  })
})

test('E239: nobody is reminded of missed blocks once the validator is in jail', async () => {
  const who = await reminded(callMe, missed)
  const alert = await rig.raise(missed, who)
  await rig.until(alert, ['email SENT'])
  await rig.site.platform.db.orm.execute(sql`
    update watch_validator set jailed = true, jailed_until = ${rig.site.clock.now() + 10 * minute}
    where id = ${who.validator}`)
  await rig.site.clock.advance(5 * minute)
  const states = async () => (await reminders(alert)).map((line) => line.split(' ').slice(0, 2).join(' '))
  await rig.eventually(states, ['voice SUPPRESSED'])
  expect(rig.taken('Calls', who.phone)).toEqual([])
})

describe('D194: what a person chooses', () => {
  test('nothing at first; what is put is given back, each channel once, with a tag that a later change needs', async () => {
    const { browser } = await reminded(null)
    const none = await browser.get(url)
    expect([none.status, none.json()]).toEqual([200, { escalation: null }])
    const twice = { ...callMe, steps: [{ ...callMe.steps[0], channels: ['EMAIL', 'VOICE', 'VOICE'] }] }
    const put = await browser.put(
      url,
      { escalation: twice },
      { headers: { 'if-match': String(none.headers['etag']) } },
    )
    const kept = { escalation: { ...callMe, steps: [{ ...callMe.steps[0], channels: ['VOICE', 'EMAIL'] }] } }
    expect([put.status, put.json()]).toEqual([200, kept])
    const read = await browser.get(url)
    expect(read.json()).toEqual(kept)
    expect(read.headers['etag']).toBe(put.headers['etag'])
    const late = await browser.put(
      url,
      { escalation: null },
      { headers: { 'if-match': String(none.headers['etag']) } },
    )
    expect(late.status).toBe(412)
    expect((await browser.get(url)).json()).toEqual(kept)
    expect((await browser.put(url, { escalation: null })).json()).toEqual({ escalation: null })
  })

  test('the owner may be named, and nobody else; every bound is one', async () => {
    const { browser, userId } = await reminded(null)
    const [step] = callMe.steps
    const put = (over: object) => browser.put(url, { escalation: { ...callMe, ...over } })
    expect((await put({ steps: [{ ...step, who: { user_id: userId } }] })).status).toBe(200)
    const other = await put({ steps: [step, { ...step, who: { user_id: userId + 1 } }] })
    expect([other.status, Object.keys(other.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['escalation.steps.1.who'],
    ])
    for (const over of [
      { steps: [] },
      { steps: Array.from({ length: 11 }, () => step) },
      { steps: [{ ...step, after_minutes: 0 }] },
      { steps: [{ ...step, after_minutes: 1_441 }] },
      { steps: [{ ...step, who: 'ON_CALL' }] },
      { steps: [{ ...step, channels: [] }] },
      { steps: [{ ...step, channels: ['PIGEON'] }] },
      { repeat: 6 },
      { repeat: -1 },
      { from_severity: 'GRAVE' },
    ])
      expect((await put(over)).status, JSON.stringify(over)).toBe(400)
    expect(
      (await put({ steps: Array.from({ length: 10 }, () => ({ ...step, after_minutes: 1_440 })), repeat: 5 }))
        .status,
    ).toBe(200)
  })

  test('D190: the export has what was chosen, and what became of it', async () => {
    const who = await reminded()
    await rig.raise(jailed, who)
    const data = (await who.browser.get('/api/users/export/')).json<{
      escalation: unknown
      alerts: unknown[]
    }>()
    expect(data.escalation).toEqual(callMe)
    expect(data.alerts).toMatchObject([{ escalation: { step: 0, next_at: inMinutes(5), ended_by: null } }])
  })
})
