import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import { type AlertEntry, alertEntriesOfTeam, type AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createPeople, password, type Person } from '../../accounts/testing/some-team.ts'
import { createAlertRig, ledgerLines } from '../testing/alert-rig.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addPhone, addValidator } from '../testing/some-validators.ts'

const own = '/api/alerts/user-settings/1/'
const manage = '/api/alerts/user-settings/manage/'
const jailed = 2011
const unjailed = 2012
const missing = [404, 'not_found']
const denied = [403, 'permission_denied']
let site: TestApp
let people: ReturnType<typeof createPeople>
let validator: number
let serial = 0
let team: number
let owner: Person

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([testNetwork(), testNetwork({ blockchain_id: 2, access: 'VIP' })]),
    config: {
      twilio: { accountSid: 'AC0', authToken: 'none', from: '+15005550006', url: 'http://127.0.0.1:1' },
    },
  })
  people = createPeople(site)
  await site.app.prepare()
  validator = await addValidator(site.database.db.orm, { operator: 'ada' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.db.orm.execute(
    sql`truncate alert_entry, alert_recipient, alert, delivery restart identity cascade`,
  )
  owner = await person()
  team = await people.team(owner)
})

const person = () => people.person()
/** Somebody who joins by an invitation. */
const join = (role: string, one?: Person) => people.join(team, owner, role, one)

const change = (one: Person, body: object, headers: Record<string, string> = {}) =>
  one.browser.post(manage, { blockchain_id: 1, ...body }, { headers })
const want = (one: Person, channels: readonly string[], team_id: number | null = team) =>
  change(one, { team_id, entries: [{ setting_id: jailed, channels }] })
const read = (one: Person, of: number | null = team) =>
  one.browser.get(of === null ? own : `${own}?team_id=${of}`)
const entries = async (one: Person, of: number | null = team) =>
  (await read(one, of)).json<{ entries: AlertEntry[] }>().entries
const said = ({ status, json }: { status: number; json<T>(): T }) => [status, json<{ code: string }>().code]

/** A validator is jailed; gives who is messaged, and by which channel. */
async function messaged(): Promise<string[]> {
  const { db } = site.database
  serial += 1
  const { raise } = createAlertRig(db)
  const target = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
  await db.transaction((tx) =>
    raise(tx, 1, [someOutcome({ settingId: jailed, target, height: serial })], deciding.begin(1)),
  )
  return (await ledgerLines(db)).map((line) => line.slice(line.indexOf(' ') + 1))
}

test('A82: what names a team is the team’s: members read it, owners and editors change it, nobody else sees it', async () => {
  const editor = await join('EDITOR')
  const reader = await join('MEMBER')
  const stranger = await person()
  const made = await want(editor, ['EMAIL'])
  expect(made.status).toBe(200)
  const [entry] = made.json<{ entries: AlertEntry[] }>().entries
  expect(entry).toMatchObject({ setting_id: jailed, channels: ['EMAIL'], muted_until: null })
  for (const one of [owner, editor, reader]) expect(await entries(one)).toEqual([entry])
  // Nobody has it as an own one.
  for (const one of [owner, editor, reader]) expect(await entries(one, null)).toEqual([])

  expect(said(await want(reader, []))).toEqual(denied)
  const mute = { entry_ids: [entry?.id], until: '2100-01-01T00:00:00Z' }
  expect(said(await reader.browser.post('/api/alerts/mute/', { ...mute, team_id: team }))).toEqual(denied)
  for (const id of [team, 2_147_483_647]) {
    expect(said(await read(stranger, id))).toEqual(missing)
    expect(said(await want(stranger, ['EMAIL'], id))).toEqual(missing)
    expect(said(await stranger.browser.post('/api/alerts/mute/', { ...mute, team_id: id }))).toEqual(missing)
  }
  // A team's entry is no entry of one's own, whoever asks.
  expect(said(await owner.browser.post('/api/alerts/mute/', mute))).toEqual(missing)
  const muted = await owner.browser.post('/api/alerts/mute/', { ...mute, team_id: team })
  expect(muted.json()).toMatchObject({
    entries: [{ id: entry?.id, muted_until: '2100-01-01T00:00:00.000Z' }],
  })
  expect((await messaged()).every((line) => line.endsWith('SUPPRESSED muted'))).toBe(true)
})

test('A82: a change from settings that others have changed since is refused; repeated, it changes nothing', async () => {
  const editor = await join('EDITOR')
  const etag = String((await read(owner)).headers['etag'])
  await want(editor, ['EMAIL'])
  const wish = { team_id: team, entries: [{ setting_id: jailed, channels: [] }] }
  expect(said(await change(owner, wish, { 'if-match': etag }))).toEqual([412, 'changed_elsewhere'])
  const before = await entries(owner)
  expect((await want(owner, ['EMAIL'])).json()).toEqual({ entries: before })
  expect(await entries(owner)).toEqual(before)
})

test('A82: a team has 2,000 entries at most', async () => {
  await site.database.db.orm.execute(sql`
    insert into alert_entry (team_id, network_id, validator_key, setting_id, channels, created_at)
    select ${team}, 7, n::text, 1, '{EMAIL}', now() from generate_series(1, ${alertEntriesOfTeam}) n`)
  const { errors } = (await want(owner, ['EMAIL'])).json<{ errors: unknown }>()
  expect(errors).toEqual({ entries: ['A team can have up to 2000 alerts. Remove some first.'] })
})

test('A83: a team’s alert reaches each member by their own contacts; who has none of the channel gets a mail', async () => {
  const caller = await join('MEMBER')
  const reader = await join('MEMBER')
  expect((await want(owner, ['SMS'])).json<{ errors: unknown }>().errors).toHaveProperty([
    'entries.0.channels',
  ])
  await addPhone(site.database.db.orm, caller.email, '+442079460801')
  expect((await want(owner, ['SMS'])).status).toBe(200)
  expect((await messaged()).filter((line) => line.endsWith('QUEUED')).sort()).toEqual(
    ['sms +442079460801 QUEUED', `email ${owner.email} QUEUED`, `email ${reader.email} QUEUED`].sort(),
  )
})

test('A84: whoever joins has the team’s alerts from then on, whoever leaves has them no more', async () => {
  await want(owner, ['EMAIL'])
  const guest = await join('MEMBER')
  expect((await messaged()).sort()).toEqual(
    [`email ${guest.email} QUEUED`, `email ${owner.email} QUEUED`].sort(),
  )
  const path = `/api/teams/${team}/members/${guest.id}/`
  expect((await guest.browser.delete(path)).status).toBe(204)
  const counts = await messaged()
  expect(counts.filter((line) => line.includes(guest.email))).toHaveLength(1)
  expect(counts.filter((line) => line.includes(owner.email))).toHaveLength(2)
  expect((await owner.browser.delete(`/api/teams/${team}/`)).status).toBe(204)
  const { rows } = await site.database.db.orm.execute(sql`select count(*)::int as count from alert_entry`)
  expect(rows).toEqual([{ count: 0 }])
})

test('E225: whoever joins while something goes on is not told of its end', async () => {
  await want(owner, ['EMAIL'])
  await change(owner, {
    team_id: team,
    entries: [jailed, unjailed].map((setting_id) => ({ setting_id, channels: ['EMAIL'] })),
  })
  const { db } = site.database
  const target = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
  const { raise } = createAlertRig(db)
  const decide = (outcome: Outcome) => db.transaction((tx) => raise(tx, 1, [outcome], deciding.begin(1)))
  const name = (setting: number) => `1/${target.key}/${setting}/1@7#1`
  // The team has had it for long: the copy of whoever joins is younger.
  await db.orm.execute(sql`update alert_entry set created_at = '2020-01-01'`)
  const knownSince = Date.UTC(2020, 6)
  await decide({ ...someOutcome({ settingId: jailed, target, height: 7 }), key: name(jailed) })
  const guest = await join('MEMBER')
  const end = someOutcome({ settingId: unjailed, target, height: 8 })
  await decide({ ...end, kind: 'ENDED', key: name(unjailed), knownSince })
  const written = await ledgerLines(db)
  expect(written).toEqual([`1 email ${owner.email} QUEUED`, `2 email ${owner.email} QUEUED`])
  expect(written.join()).not.toContain(guest.email)
})

test('A84: an account that is deleted takes its copies along, and none of the team’s alerts', async () => {
  const guest = await join('MEMBER')
  await want(owner, ['EMAIL'])
  expect((await guest.browser.delete('/api/users/profile/', { password })).status).toBe(204)
  expect(await entries(owner)).toHaveLength(1)
  expect(await messaged()).toEqual([`email ${owner.email} QUEUED`])
})

test('A85: what is wanted by oneself and through teams is one message for each contact', async () => {
  const guest = await join('MEMBER')
  await addPhone(site.database.db.orm, guest.email, '+442079460802')
  await want(owner, ['EMAIL'])
  await want(guest, ['EMAIL', 'SMS'], null)
  const first = team
  team = await people.team(owner, 'Day watch')
  await join('MEMBER', guest)
  await want(owner, ['EMAIL'])
  expect((await messaged()).sort()).toEqual(
    [`email ${guest.email} QUEUED`, 'sms +442079460802 QUEUED', `email ${owner.email} QUEUED`].sort(),
  )
  // What one mutes for themselves still comes through the team, and the other way round.
  const [mine] = await entries(guest, null)
  const until = '2100-01-01T00:00:00Z'
  await guest.browser.post('/api/alerts/mute/', { entry_ids: [mine?.id], until })
  await site.database.db.orm.execute(sql`truncate alert, alert_recipient, delivery restart identity cascade`)
  expect(await messaged()).toContain(`email ${guest.email} QUEUED`)
  expect(first).not.toBe(team)
})

test('A86: one member’s acknowledgement counts for all of the team, who see by whom, how and when', async () => {
  const guest = await join('MEMBER')
  const gone = await join('MEMBER')
  const stranger = await person()
  const both = await join('MEMBER')
  await want(stranger, ['EMAIL'], null)
  await want(both, ['EMAIL'], null)
  await want(owner, ['EMAIL'])
  await messaged()
  type Item = Pick<
    AlertHistoryItem,
    'id' | 'team_id' | 'acknowledged_at' | 'acknowledged_via' | 'acknowledged_by'
  >
  const seen = async ({ browser }: Person) => {
    const [item] = (await browser.get('/api/alerts/history/1/')).json<Item[]>()
    return item && [item.team_id, item.acknowledged_via, item.acknowledged_by]
  }
  const acknowledge = async ({ browser }: Person) => {
    const [item] = (await browser.get('/api/alerts/history/1/')).json<Item[]>()
    const answer = await browser.post('/api/alerts/acknowledge/', { alert_ids: [item?.id] })
    expect(answer.status).toBe(204)
  }
  for (const one of [owner, guest, gone, both]) expect(await seen(one)).toEqual([team, null, null])
  expect(await seen(stranger)).toEqual([null, null, null])

  // Whoever has left answers for themselves, and so does whoever was never in it.
  await gone.browser.delete(`/api/teams/${team}/members/${gone.id}/`)
  await acknowledge(gone)
  await acknowledge(stranger)
  const name = (one: Person) => ({ user_id: one.id, name: one.email.split('@')[0] })
  expect(await seen(gone)).toEqual([null, 'PAGE', name(gone)])
  expect(await seen(owner)).toEqual([team, null, null])
  const profile = { first_name: 'Ada', last_name: 'L', avatar: null, language: 'en', timezone: 'UTC' }
  expect((await guest.browser.put('/api/users/profile/', profile)).status).toBe(200)
  await acknowledge(guest)
  const byGuest = [team, 'PAGE', { user_id: guest.id, name: 'Ada L' }]
  for (const one of [owner, guest, both]) expect(await seen(one)).toEqual(byGuest)
  expect(await seen(stranger)).toEqual([null, 'PAGE', name(stranger)])
  await acknowledge(owner)
  expect(await seen(owner)).toEqual(byGuest)
  // Of an account that is gone there is no name.
  await guest.browser.delete('/api/users/profile/', { password })
  expect(await seen(owner)).toEqual([team, 'PAGE', null])
})

test('A82 A84: a change of the team’s alerts and somebody’s joining at the same moment leave nobody out', async () => {
  for (const round of [1, 2, 3]) {
    const guest = await person()
    await Promise.all([want(owner, round % 2 ? ['EMAIL'] : []), join('MEMBER', guest)])
    const { rows } = await site.database.db.orm.execute(sql`
      select (select count(*)::int from team_member where team_id = ${team}) * count(*) filter (where user_id is null)
             = count(*) filter (where user_id is not null) as complete
      from alert_entry where team_id = ${team}`)
    expect(rows).toEqual([{ complete: true }])
  }
})
