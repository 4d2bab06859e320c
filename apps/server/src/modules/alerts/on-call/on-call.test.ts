import type { OnCall, Shift } from '@roundsman/contract/alerts/on-call'
import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { calendarFile } from './calendar-file.ts'

const password = 'a long enough password'
const missing = [404, 'not_found']
let site: TestApp
let serial = 0
let team: number
let owner: Person

interface Person {
  id: number
  email: string
  browser: TestBrowser
}

beforeAll(async () => {
  site = await createTestApp()
  await site.app.prepare()
})
afterAll(() => site.close())
beforeEach(async () => {
  owner = await person()
  team = (await owner.browser.post('/api/teams/', { name: 'Night; watch, “Ω”' })).json<{ id: number }>().id
})

async function person(): Promise<Person> {
  serial += 1
  const email = `watcher${serial}@example.org`
  await site.createUser(email, password)
  const browser = await site.signedIn({ email, password }, { remoteAddress: `10.8.0.${serial}` })
  return { id: (await browser.get('/api/users/profile/')).json<{ id: number }>().id, email, browser }
}
async function joined(role: string): Promise<Person> {
  const one = await person()
  await site.database.db.orm.execute(sql`insert into team_member values (${team}, ${one.id}, ${role}, now())`)
  return one
}

const url = () => `/api/teams/${team}/on-call/`
const said = ({ status, json }: { status: number; json<T>(): T }) => [status, json<{ code: string }>().code]
const nothing: OnCall = {
  time_zone: 'UTC',
  rotation: null,
  overrides: [],
  escalation: { from_severity: 'CRITICAL', steps: [], repeat: 0, ask_again_minutes: null },
}
const weekly = (...members: number[]): Pick<OnCall, 'time_zone' | 'rotation'> => ({
  time_zone: 'Europe/Berlin',
  rotation: { members, every: 'WEEK', hand_over: { day: 'MON', at: '09:00' }, starts_on: '2026-11-23' },
})
const put = (one: Person, change: object, headers: Record<string, string> = {}) =>
  one.browser.put(url(), { ...nothing, ...change }, { headers })
const shifts = async (one: Person, from: string, to: string) =>
  (await one.browser.get(`${url()}shifts/?from=${from}&to=${to}`)).json<{ shifts: Shift[] }>().shifts
async function faults(change: object): Promise<Record<string, string[]>> {
  const answer = await put(owner, change)
  expect(answer.status).toBe(400)
  return answer.json<{ errors: Record<string, string[]> }>().errors
}

test('A87: a team has nothing at first; members read what an owner or an editor set, and nobody else', async () => {
  const editor = await joined('EDITOR')
  const reader = await joined('MEMBER')
  const stranger = await person()
  expect((await reader.browser.get(url())).json()).toEqual(nothing)
  const wish = {
    ...weekly(owner.id, reader.id),
    overrides: [{ user_id: editor.id, from: '2026-11-24T08:00:00Z', to: '2026-11-25T09:00:00+01:00' }],
    escalation: {
      from_severity: 'WARNING',
      steps: [
        { after_minutes: 0, who: 'ON_CALL', channels: ['VOICE', 'SMS', 'VOICE'] },
        { after_minutes: 5, who: { user_id: reader.id }, channels: ['SMS'] },
        { after_minutes: 10, who: 'EVERYONE', channels: ['EMAIL'] },
      ],
      repeat: 5,
      ask_again_minutes: 240,
    },
  }
  const put1 = await put(editor, wish)
  expect(put1.status).toBe(200)
  const view = put1.json<OnCall>()
  expect(view).toEqual({
    ...wish,
    overrides: [
      {
        id: expect.any(Number),
        user_id: editor.id,
        from: '2026-11-24T08:00:00.000Z',
        to: '2026-11-25T08:00:00.000Z',
      },
    ],
    escalation: {
      ...wish.escalation,
      steps: [
        { after_minutes: 0, who: 'ON_CALL', channels: ['SMS', 'VOICE'] },
        ...wish.escalation.steps.slice(1),
      ],
    },
  })
  for (const one of [owner, editor, reader]) expect((await one.browser.get(url())).json()).toEqual(view)
  expect(said(await put(reader, {}))).toEqual([403, 'permission_denied'])
  for (const call of [
    stranger.browser.get(url()),
    put(stranger, {}),
    stranger.browser.post(`${url()}calendar/`),
  ])
    expect(said(await call)).toEqual(missing)
})

test('A87: a change of what another has changed since is refused; what was read can be saved as it is', async () => {
  const editor = await joined('EDITOR')
  const before = await owner.browser.get(url())
  const etag = String(before.headers['etag'])
  const saved = await put(editor, weekly(owner.id), { 'if-match': etag })
  expect(saved.status).toBe(200)
  expect(said(await put(owner, {}, { 'if-match': etag }))).toEqual([412, 'changed_elsewhere'])
  const read = await owner.browser.get(url())
  expect(read.headers['etag']).toBe(saved.headers['etag'])
  const again = await put(owner, read.json<OnCall>(), { 'if-match': String(read.headers['etag']) })
  expect(again.json()).toEqual(read.json())
})

test('A88: what names somebody else, no zone, or no span is refused at its field, and nothing changes', async () => {
  const other = await person()
  const override = { user_id: owner.id, from: '2026-11-24T08:00:00Z', to: '2026-11-25T08:00:00Z' }
  const step = { after_minutes: 5, who: 'EVERYONE', channels: ['EMAIL'] }
  expect(
    Object.keys(
      await faults({
        time_zone: 'Europe/Nowhere',
        rotation: { ...weekly(owner.id, other.id).rotation },
        overrides: [
          { ...override, user_id: other.id },
          { ...override, to: override.from },
          { ...override, to: '2028-01-01T00:00:00Z' },
        ],
        escalation: {
          ...nothing.escalation,
          steps: [
            { ...step, who: { user_id: other.id } },
            { ...step, after_minutes: 0 },
          ],
        },
      }),
    ).sort(),
  ).toEqual([
    'escalation.steps.0.who',
    'escalation.steps.1.after_minutes',
    'overrides.0.user_id',
    'overrides.1.to',
    'overrides.2.to',
    'rotation.members',
    'time_zone',
  ])
  for (const change of [
    { escalation: { ...nothing.escalation, repeat: 6 } },
    { escalation: { ...nothing.escalation, steps: [{ ...step, channels: [] }] } },
    { rotation: { ...weekly(owner.id).rotation, starts_on: '2026-02-30' } },
    { rotation: { ...weekly(owner.id).rotation, hand_over: { at: '24:00' } } },
  ])
    await faults(change)
  expect((await owner.browser.get(url())).json()).toEqual(nothing)
})

test('15.2.2 A141: times of another age are refused at their field, and hold nobody up', async () => {
  const rotation = { ...weekly(owner.id).rotation, every: 'DAY' }
  const odd = ['0000-01-01', '0050-06-01', '1000-06-01', '9999-12-31']
  for (const starts_on of odd)
    expect([starts_on, Object.keys(await faults({ rotation: { ...rotation, starts_on } }))]).toEqual([
      starts_on,
      ['rotation.starts_on'],
    ])
  const times = [
    '0000-01-01T00:00:00Z',
    '0000-01-01T00:00:00+23:59',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59-23:59',
  ]
  for (const from of times) {
    const override = { user_id: owner.id, from, to: '2026-12-01T00:00:00Z' }
    expect(Object.keys(await faults({ overrides: [override] }))).toContain('overrides.0.from')
  }
  expect((await put(owner, { time_zone: 'Europe/Kyiv', rotation })).status).toBe(200)
  // One of these took seconds of the whole process: there is no moment in year 50 by which a turn could be reckoned.
  const asked = await owner.browser.get(`${url()}shifts/?from=0050-01-01T00:00:00Z&to=0050-12-31T00:00:00Z`)
  expect([asked.status, Object.keys(asked.json<{ errors: object }>().errors)]).toEqual([400, ['from', 'to']])
})

test('A88: an override keeps its id as long as it is sent with it; one of another team is a new one', async () => {
  const day = (date: string) => ({
    user_id: owner.id,
    from: `2026-11-${date}T00:00:00.000Z`,
    to: `2026-11-${date}T12:00:00.000Z`,
  })
  const first = (await put(owner, { overrides: [day('24'), day('25')] })).json<OnCall>().overrides
  const [one, two] = first.map(({ id }) => id)
  const next = (await put(owner, { overrides: [{ id: two, ...day('26') }, day('27')] })).json<OnCall>()
    .overrides
  expect(next[0]).toEqual({ id: two, ...day('26') })
  expect([one, two]).not.toContain(next[1]?.id)
  const mine = team
  team = (await owner.browser.post('/api/teams/', { name: 'Other' })).json<{ id: number }>().id
  const stolen = (await put(owner, { overrides: [{ id: two, ...day('28') }] })).json<OnCall>().overrides
  expect(stolen[0]?.id).not.toBe(two)
  team = mine
  expect((await owner.browser.get(url())).json<OnCall>().overrides).toEqual(next)
})

test('A89 D196: who left is not in it any more, and takes no turn; their step asks everyone', async () => {
  const reader = await joined('MEMBER')
  await put(owner, {
    ...weekly(owner.id, reader.id),
    overrides: [{ user_id: reader.id, from: '2026-11-24T00:00:00Z', to: '2026-11-25T00:00:00Z' }],
    escalation: {
      ...nothing.escalation,
      steps: [{ after_minutes: 5, who: { user_id: reader.id }, channels: ['SMS'] }],
    },
  })
  expect((await reader.browser.delete(`/api/teams/${team}/members/${reader.id}/`)).status).toBe(204)
  expect(
    said(await reader.browser.get(`${url()}shifts/?from=2026-11-24T00:00:00Z&to=2026-11-25T00:00:00Z`)),
  ).toEqual(missing)
  const view = (await owner.browser.get(url())).json<OnCall>()
  expect(view.rotation?.members).toEqual([owner.id])
  expect(view.overrides).toEqual([])
  expect(view.escalation.steps).toEqual([{ after_minutes: 5, who: 'EVERYONE', channels: ['SMS'] }])
  const all = await shifts(owner, '2026-11-23T08:00:00Z', '2026-12-14T08:00:00Z')
  expect(all.map(({ user_id }) => user_id)).toEqual([owner.id, owner.id, owner.id])
})

test('A90 D195 D197: shifts of which a part lies between two moments, whole; more than a year is refused', async () => {
  const reader = await joined('MEMBER')
  await put(owner, {
    ...weekly(owner.id, reader.id),
    overrides: [{ user_id: reader.id, from: '2026-11-24T00:00:00Z', to: '2026-11-25T00:00:00Z' }],
  })
  expect(await shifts(reader, '2026-11-24T12:00:00Z', '2026-12-01T09:00:00%2B01:00')).toEqual([
    {
      user_id: reader.id,
      from: '2026-11-24T00:00:00.000Z',
      to: '2026-11-25T00:00:00.000Z',
      is_override: true,
    },
    {
      user_id: owner.id,
      from: '2026-11-25T00:00:00.000Z',
      to: '2026-11-30T08:00:00.000Z',
      is_override: false,
    },
    {
      user_id: reader.id,
      from: '2026-11-30T08:00:00.000Z',
      to: '2026-12-07T08:00:00.000Z',
      is_override: false,
    },
  ])
  for (const [from, to] of [
    ['2026-11-24T00:00:00Z', '2026-11-24T00:00:00Z'],
    ['2026-11-24T00:00:00Z', '2027-11-26T00:00:00Z'],
    ['yesterday', '2026-11-24T00:00:00Z'],
  ])
    expect((await owner.browser.get(`${url()}shifts/?from=${from}&to=${to}`)).status).toBe(400)
})

/** What a program reads that has no session. */
async function subscribed(address: string) {
  const { pathname, search } = new URL(address)
  const answer = await site.browser().get(`${pathname}${search}`)
  return { status: answer.status, type: answer.headers['content-type'], text: answer.text }
}
const calendarOf = async (one: Person) =>
  (await one.browser.post(`${url()}calendar/`)).json<{ url: string }>().url

test('A91: the address of a member gives the shifts as a calendar, to the moment, over the change of the clocks', async () => {
  const reader = await joined('MEMBER')
  await put(owner, { ...weekly(owner.id, reader.id) })
  const { status, type, text } = await subscribed(await calendarOf(reader))
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Night\\; watch\\, “Ω”: on call')
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  const names = new Map([owner, reader].map(({ id, email }) => [id, email.split('@')[0] ?? '']))
  const from = new Date(site.clock.now() - 31 * 86_400_000).toISOString()
  const to = new Date(site.clock.now() + 330 * 86_400_000).toISOString()
  const planned = await shifts(owner, from, to)
  expect(planned.length).toBeGreaterThan(40)
  expect(
    events
      .slice(0, planned.length)
      .map(({ startDate, endDate, summary }) => [
        startDate.toJSDate().toISOString(),
        endDate.toJSDate().toISOString(),
        summary,
      ]),
  ).toEqual(planned.map((one) => [one.from, one.to, `On call: ${names.get(one.user_id)}`]))
  // In Berlin it is nine o'clock, in winter and in summer.
  expect(new Set(events.map(({ startDate }) => startDate.toJSDate().getUTCHours()))).toEqual(new Set([7, 8]))
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
})

test('A91: a new address takes the place of the old one of whoever asks; without the membership it is gone', async () => {
  const reader = await joined('MEMBER')
  await put(owner, { ...weekly(owner.id, reader.id) })
  const [first, others] = [await calendarOf(reader), await calendarOf(owner)]
  const second = await calendarOf(reader)
  expect((await subscribed(first)).status).toBe(404)
  expect((await subscribed(others)).status).toBe(200)
  expect((await subscribed(second)).status).toBe(200)
  const token = new URL(second).searchParams.get('token') ?? ''
  const { rows } = await site.database.db.orm.execute<{ hash: Buffer }>(sql`
    select token_hash as hash from alert_on_call_calendar where user_id = ${reader.id}`)
  expect(Buffer.from(rows[0]?.hash ?? '')).toEqual(tokenHash(token))
  await reader.browser.delete(`/api/teams/${team}/members/${reader.id}/`)
  expect((await subscribed(second)).status).toBe(404)
  expect((await subscribed(second.replace(token, 'invented'))).status).toBe(404)
})

test('A91: names of any letters and signs come out as they went in, and no line is longer than 75 octets', () => {
  const summary = `${'Ω𝔄n; "a", \\n b'.repeat(9)}\u0007`
  const name = 'one\ntwo'
  const event = { uid: '1', from: Date.UTC(2026, 10, 24), to: Date.UTC(2026, 10, 25), summary }
  const text = calendarFile(name, [event], 0)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('one\\ntwo')
  const [found] = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  expect(found?.summary).toBe(summary.replace('\u0007', ' '))
})
