import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import { type Contact, mostContacts } from '@roundsman/contract/accounts/contacts'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createDiscord,
  createGotify,
  createNtfy,
  createPagerduty,
  createSlack,
} from '../../../testing/providers/chat-providers.ts'
import { createPeople, password, type Person } from '../../accounts/testing/some-team.ts'
import { type Calling, createCalling } from '../testing/calling.ts'
import { addValidator } from '../testing/some-validators.ts'

const [jailed, unjailed] = [2011, 2012]
const path = contactEndpoints.contacts.path
const denied = [403, 'permission_denied']
const missing = [404, 'not_found']
let rig: Calling
let people: ReturnType<typeof createPeople>
let slack: Awaited<ReturnType<typeof createSlack>>
let discord: Awaited<ReturnType<typeof createDiscord>>
let ntfy: Awaited<ReturnType<typeof createNtfy>>
let gotify: Awaited<ReturnType<typeof createGotify>>
let pagerduty: Awaited<ReturnType<typeof createPagerduty>>
let owner: Person
let team: number
let validator: number
let serial = 0

beforeAll(async () => {
  ;[slack, discord, ntfy, gotify] = await Promise.all([
    createSlack(),
    createDiscord(),
    createNtfy(),
    createGotify(),
  ])
  pagerduty = await createPagerduty()
  rig = await createCalling({ config: { outboundAllow: ['127.0.0.1'], pagerdutyUrl: pagerduty.origin } })
  people = createPeople(rig.site)
})
afterAll(async () => {
  await rig.close()
  await Promise.all([slack, discord, ntfy, gotify, pagerduty].map((one) => one.close()))
})
beforeEach(async () => {
  serial += 1
  owner = await people.person()
  team = await people.team(owner)
  validator = await addValidator(rig.site.database.db.orm, { operator: `team${serial}` })
})

const bodies = () => ({
  SLACK: { url: slack.url },
  DISCORD: { url: discord.url },
  NTFY: { url: ntfy.url, token: ntfy.token },
  GOTIFY: { url: gotify.origin, token: gotify.token },
  PAGERDUTY: { routing_key: pagerduty.key },
})
type Given = keyof ReturnType<typeof bodies>
const join = (role: string) => people.join(team, owner, role)
const add = ({ browser }: Person, channel: Given, of: number | null = team) =>
  browser.post(path, { channel, name: `Our ${channel}`, team_id: of, ...bodies()[channel] })
async function given(channel: Given, by = owner): Promise<Contact> {
  const answer = await add(by, channel)
  expect(answer.status).toBe(201)
  return answer.json<Contact>()
}
const listed = async ({ browser }: Person, query = '') =>
  (await browser.get(`${path}${query}`))
    .json<{ contacts: Contact[] }>()
    .contacts.filter((one) => one.id !== null)
const said = ({ status, json }: { status: number; json<T>(): T }) => [status, json<{ code: string }>().code]
const want = (
  { browser }: Person,
  channels: readonly string[],
  of: number | null = team,
  settings = [jailed],
) =>
  browser.post('/api/alerts/user-settings/manage/', {
    ...{ blockchain_id: 1, blockchain_validator_id: validator, team_id: of },
    entries: settings.map((setting_id) => ({ setting_id, channels })),
  })
const raise = (settingId = jailed) => rig.raise(settingId, { userId: 0, email: '', phone: '', validator })
/** What was written of an alert, to whom: of teams by their negated id. */
async function written(alert: number): Promise<string[]> {
  const { rows } = await rig.site.database.db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', user_id, channel, state, detail) as line from delivery
    where kind = 'alert' and reference = ${String(alert)} order by 1`)
  return rows.map(({ line }) => line)
}
/** Of the newest alert of somebody: whether it is acknowledged, how and by whom. */
const seen = async ({ browser }: Person) => {
  const [item] = (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
  return [item?.acknowledged_via, item?.acknowledged_by]
}

describe('A104: a team’s contacts', () => {
  test('A104: owners and editors add, rename, test and remove them, every member sees them, nobody else does', async () => {
    const editor = await join('EDITOR')
    const reader = await join('MEMBER')
    const stranger = await people.person()
    const { id, ...made } = await given('SLACK', editor)
    expect(made).toMatchObject({ channel: 'SLACK', name: 'Our SLACK', state: 'CONFIRMED', team_id: team })
    const own = (await add(reader, 'GOTIFY', null)).json<Contact>()
    expect((await listed(reader)).map((one) => [one.id, one.team_id])).toEqual([
      [own.id, null],
      [id, team],
    ])
    expect(await listed(reader, `?team_id=${team}`)).toEqual([{ id, ...made }])
    expect(await listed(owner)).toEqual([{ id, ...made }])
    expect(await listed(stranger)).toEqual([])

    const changes = ({ browser }: Person) =>
      Promise.all([
        browser.put(`${path}${id}/`, { name: 'Mine' }),
        browser.post(`${path}${id}/test/`),
        browser.delete(`${path}${id}/`),
      ])
    const asked = slack.calls.length
    for (const answer of [...(await changes(reader)), await add(reader, 'SLACK')])
      expect(said(answer)).toEqual(denied)
    for (const answer of [
      ...(await changes(stranger)),
      await add(stranger, 'SLACK'),
      await stranger.browser.get(`${path}?team_id=${team}`),
    ])
      expect(said(answer)).toEqual(missing)
    // Nobody is made to knock there for them either.
    expect(slack.calls).toHaveLength(asked)
    // What a member gave for themselves is none of the team's.
    expect(said(await owner.browser.delete(`${path}${own.id}/`))).toEqual(missing)

    const renamed = await editor.browser.put(`${path}${id}/`, { name: 'Ops' })
    expect(renamed.json()).toMatchObject({ id, name: 'Ops', team_id: team })
    const tested = await editor.browser.post(`${path}${id}/test/`)
    expect(tested.status).toBe(202)
    const receipt = `/api/alerts/test/${tested.json<{ id: number }>().id}/`
    await rig.eventually(
      async () => (await editor.browser.get(receipt)).json<{ state: string }>().state,
      'DELIVERED',
    )
    expect((await owner.browser.delete(`${path}${id}/`)).status).toBe(204)
    expect(await listed(editor)).toEqual([])
    const { events } = (await editor.browser.get('/api/users/audit/')).json<{ events: { kind: string }[] }>()
    expect(events.map(({ kind }) => kind)).toContain('contact_added')
  })

  test('A104: twenty at most, whatever its members have; all go with the team', async () => {
    const { orm } = rig.site.database.db
    await orm.execute(sql`
      insert into user_contact (team_id, channel, name, shown, sealed, state, created_at)
      select ${team}, 'SLACK', 'n', 's', '', 'CONFIRMED', now() from generate_series(1, ${mostContacts - 1})`)
    const both = await Promise.all([add(owner, 'SLACK'), add(owner, 'SLACK')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    expect((await add(owner, 'SLACK')).json()).toMatchObject({
      errors: { channel: ['A team can have at most 20 contacts. Remove one first.'] },
    })
    expect((await add(owner, 'SLACK', null)).status).toBe(201)
    expect((await owner.browser.delete(`/api/teams/${team}/`)).status).toBe(204)
    expect(await listed(owner)).toHaveLength(1)
  })

  test('A105: a team can be told by its own contacts and by those of its members', async () => {
    const editor = await join('EDITOR')
    const reader = await join('MEMBER')
    const channels = async ({ browser }: Person) =>
      (await browser.get(`/api/teams/${team}/channels/`)).json<{ channels: string[] }>().channels
    expect(await channels(reader)).toEqual(['EMAIL'])
    const { errors } = (await want(editor, ['SLACK'])).json<{ errors: object }>()
    expect(Object.keys(errors)).toEqual(['entries.0.channels'])
    await given('SLACK')
    expect((await add(reader, 'GOTIFY', null)).status).toBe(201)
    expect(await channels(owner)).toEqual(['EMAIL', 'SLACK', 'GOTIFY'])
    expect((await want(editor, ['SLACK', 'GOTIFY'])).status).toBe(200)
    expect(said(await (await people.person()).browser.get(`/api/teams/${team}/channels/`))).toEqual(missing)
  })
})

describe('D219: what goes to a team’s contacts', () => {
  test('D219: each contact of the channels that were chosen is told once, beside the members', async () => {
    const reader = await join('MEMBER')
    await given('SLACK')
    await given('NTFY')
    expect((await add(reader, 'SLACK', null)).status).toBe(201)
    await want(owner, ['SLACK', 'EMAIL'])
    const alert = await raise()
    await rig.until(alert, ['email SENT', 'email SENT', 'slack DELIVERED', 'slack DELIVERED'])
    expect(await written(alert)).toEqual(
      [
        `-${team} slack DELIVERED`,
        `${owner.id} email SENT`,
        `${reader.id} email SENT`,
        `${reader.id} slack DELIVERED`,
      ].sort(),
    )
    // Members see their own messages alone.
    const [item] = (await owner.browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
    expect(item?.deliveries.map(({ channel }) => channel)).toEqual(['EMAIL'])
  })

  test('D219: it speaks as the OWNER who joined first, in their language', async () => {
    const profile = { first_name: '', last_name: '', avatar: null, language: 'uk', timezone: 'Europe/Kyiv' }
    expect((await owner.browser.put('/api/users/profile/', profile)).status).toBe(200)
    await given('NTFY')
    await want(owner, ['NTFY'])
    await rig.until(await raise(), ['email SENT', 'ntfy DELIVERED'])
    expect(JSON.stringify(ntfy.calls.at(-1)?.body)).toMatch(/[іїє]/)
  })

  test('D219: an end changes the message of its beginning', async () => {
    await given('DISCORD')
    await want(owner, ['DISCORD'], team, [jailed, unjailed])
    await rig.until(await raise(), ['discord DELIVERED', 'email SENT'])
    await rig.site.clock.advance(16_000)
    await rig.until(await raise(unjailed), ['discord DELIVERED', 'email SENT'])
    expect(discord.calls.at(-1)).toMatchObject({ method: 'PATCH' })
  })

  test('D219: what the team has muted or silenced is kept for the record there, too', async () => {
    await given('SLACK')
    const { entries } = (await want(owner, ['SLACK'])).json<{ entries: { id: number }[] }>()
    await owner.browser.post('/api/alerts/mute/', {
      ...{ entry_ids: entries.map(({ id }) => id), until: '2100-01-01T00:00:00Z', team_id: team },
    })
    const muted = await raise()
    expect(await written(muted)).toContain(`-${team} slack SUPPRESSED muted`)
    const body = { blockchain_id: 1, team_id: team, reason: 'Work' }
    const to = new Date(rig.site.clock.now() + 3_600_000).toISOString()
    const missed = 1131
    await want(owner, ['SLACK'], team, [missed])
    expect((await owner.browser.post('/api/alerts/silences/', { ...body, to })).status).toBe(201)
    expect(await written(await raise(missed))).toContain(`-${team} slack SUPPRESSED silenced`)
  })

  test('D219: what its members may not read the team’s contacts are not told either', async () => {
    await given('SLACK')
    await want(owner, ['SLACK'])
    const alone = await people.person()
    await want(alone, ['EMAIL'], null)
    await rig.site.platform.db.orm.execute(
      sql`update user_account set disabled_at = now() where id = ${owner.id}`,
    )
    expect((await written(await raise())).map((line) => line.split(' ')[0])).toEqual([String(alone.id)])
  })

  test('D222: PagerDuty knows the incident by the team', async () => {
    await given('PAGERDUTY')
    await want(owner, ['PAGERDUTY'])
    await rig.until(await raise(), ['email SENT', 'pagerduty DELIVERED'])
    expect(JSON.stringify(pagerduty.calls.at(-1)?.body)).toContain(`roundsman/team-${team}/1/`)
  })

  test('D227: what is acknowledged at PagerDuty is acknowledged for every member, by nobody’s name', async () => {
    const [reader, editor] = [await join('MEMBER'), await join('EDITOR')]
    const { id, webhook } = await given('PAGERDUTY')
    const subscription = pagerduty.subscribe(webhook?.url ?? '', rig.twilio.sitePort ?? 0)
    const change = { name: 'Night', webhook_secret: subscription.secrets[0] }
    expect(said(await reader.browser.put(`${path}${id}/`, change))).toEqual(denied)
    expect((await editor.browser.put(`${path}${id}/`, change)).status).toBe(200)
    await want(owner, ['PAGERDUTY'])
    await rig.until(await raise(), ['email SENT', 'email SENT', 'email SENT', 'pagerduty DELIVERED'])
    const incident = String(pagerduty.calls.at(-1)?.body?.['dedup_key'])
    expect(await subscription.send('incident.acknowledged', incident, rig.site.clock.now())).toBe('delivered')
    for (const one of [owner, reader, editor]) expect(await seen(one)).toEqual(['PAGERDUTY', null])
  })
})

test('D220: what a team’s contact refuses for good is told to every OWNER once, and to no other member', async () => {
  const second = await join('OWNER')
  await join('EDITOR')
  await given('DISCORD')
  await want(owner, ['DISCORD'])
  discord.mishaps.push({ status: 404, body: { message: 'Unknown Webhook', code: 10015 } })
  const alert = await raise()
  await rig.until(alert, ['discord FAILED', 'email SENT', 'email SENT', 'email SENT'])
  const [contact] = await listed(owner)
  expect(contact).toMatchObject({ state: 'BROKEN', problem: { code: 'refused' } })
  const told = async () => {
    const { rows } = await rig.site.database.db.orm.execute<{ id: number }>(sql`
      select user_id as id from delivery where dedupe_key like ${`contact-broken:${contact?.id}:%`} order by 1`)
    return rows.map(({ id }) => id)
  }
  await rig.eventually(told, [owner.id, second.id])
  // Nothing more goes there, and one test that arrives mends it.
  expect((await written(await raise())).filter((line) => line.includes('discord'))).toEqual([])
  expect((await second.browser.post(`${path}${contact?.id}/test/`)).status).toBe(202)
  await rig.eventually(async () => (await listed(owner))[0]?.state, 'CONFIRMED')
})

test('D221: an answer at a team’s contact counts for every member; a mute there is the contacts’ alone', async () => {
  const reader = await join('MEMBER')
  const alone = await people.person()
  await given('GOTIFY')
  await want(owner, ['GOTIFY'])
  await want(alone, ['EMAIL'], null)
  await rig.until(await raise(), ['email SENT', 'email SENT', 'email SENT', 'gotify DELIVERED'])
  const token = /\/a\/([\w-]+)/.exec(String(gotify.calls.at(-1)?.body?.['message']))?.[1]
  expect((await owner.browser.get(`/api/alerts/answer/?token=${token}`)).json()).toMatchObject({
    reader: 'Night watch',
  })
  for (const one of [owner, reader]) expect(await seen(one)).toEqual([null, null])
  const answer = (what: string) => owner.browser.post('/api/alerts/answer/', { token, answer: what })
  expect((await answer('MUTE')).status).toBe(204)
  for (const one of [owner, reader]) expect(await seen(one)).toEqual(['GOTIFY', null])
  expect(await seen(alone)).toEqual([null, null])
  await rig.site.clock.advance(16_000)
  const again = await written(await raise())
  expect(again).toContain(`-${team} gotify SUPPRESSED muted`)
  expect(again.filter((line) => line.includes('email') && line.includes('SUPPRESSED'))).toEqual([])
  expect((await answer('UNMUTE')).status).toBe(204)
  // What a member acknowledges is acknowledged at the team's contacts.
  await rig.site.clock.advance(16_000)
  const third = await raise()
  await rig.until(third, ['email SENT', 'email SENT', 'email SENT', 'gotify DELIVERED'])
  await reader.browser.post('/api/alerts/acknowledge/', { alert_ids: [third] })
  const { rows } = await rig.site.database.db.orm.execute(sql`
    select acknowledged_by as by from alert_recipient where alert_id = ${third} and user_id = ${-team}`)
  expect(rows).toEqual([{ by: reader.id }])
})

test('A66: with the account of the only member a team’s contacts go', async () => {
  await given('SLACK')
  expect((await owner.browser.delete('/api/users/profile/', { password })).status).toBe(204)
  const { rows } = await rig.site.database.db.orm.execute(
    sql`select from user_contact where team_id = ${team}`,
  )
  expect(rows).toEqual([])
})
