import type { Team } from '@roundsman/contract/accounts/teams'
import { mostTeams } from '@roundsman/contract/accounts/teams'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { outcome } from '../testing/outcome.ts'
import { type OwnTestSite, openTestSite } from '../testing/test-site.ts'

const password = 'a long enough password'
const teams = '/api/teams/'
let site: OwnTestSite
let serial = 0
let owner: Person
let team: number

interface Person {
  id: number
  email: string
  browser: Browser
}

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  owner = await person()
  team = await teamOf(owner)
})

async function person(): Promise<Person> {
  serial += 1
  const email = `person${serial}@example.org`
  await site.user(email, password)
  const browser = await site.signedIn({ email, password }, { ip: `198.51.100.${serial % 250}` })
  const { id } = (await browser.get('/api/users/profile/')).json<{ id: number }>()
  return { id, email, browser }
}

async function teamOf({ browser }: Person, name = 'Night watch'): Promise<number> {
  const answer = await browser.post(teams, { name })
  expect(answer.statusCode).toBe(201)
  return answer.json<{ id: number }>().id
}

/** Somebody who is in the team already, whatever way they came. */
async function member(role: string, joinedAt = new Date(site.clock.now())): Promise<Person> {
  const one = await person()
  await site.test.db.orm.execute(
    sql`insert into team_member values (${team}, ${one.id}, ${role}, ${joinedAt.toISOString()})`,
  )
  return one
}

const read = async ({ browser }: Person) => (await browser.get(`${teams}${team}/`)).json<Team>()
const rolesIn = (seen: Team) => seen.members.map(({ email, role }) => [email, role])
const memberPath = ({ id }: Person) => `${teams}${team}/members/${id}/`
const leave = (one: Person) => outcome(one.browser.delete(memberPath(one)))
const forget = (one: Person) => outcome(one.browser.delete('/api/users/profile/', { password }))

test('A70: whoever creates a team owns it, and nobody else sees it', async () => {
  const created = (await owner.browser.post(teams, { name: '  Ångström 塔 ' })).json<Team>()
  expect(created).toEqual({
    id: created.id,
    name: 'Ångström 塔',
    members: [{ user_id: owner.id, name: owner.email.split('@')[0], email: owner.email, role: 'OWNER' }],
    invitations: [],
  })
  expect((await owner.browser.get(`${teams}${created.id}/`)).json()).toEqual(created)
  expect((await owner.browser.get(teams)).json()).toEqual({
    teams: [
      { id: team, name: 'Night watch', role: 'OWNER' },
      { id: created.id, name: 'Ångström 塔', role: 'OWNER' },
    ],
  })
  const stranger = await person()
  expect((await stranger.browser.get(teams)).json()).toEqual({ teams: [] })
  const missing = [404, 'not_found']
  for (const id of [team, 0]) {
    const path = `${teams}${id}/`
    expect(await outcome(stranger.browser.get(path))).toEqual(missing)
    expect(await outcome(stranger.browser.put(path, { name: 'Ours now' }))).toEqual(missing)
    expect(await outcome(stranger.browser.delete(path))).toEqual(missing)
    const wish = { email: stranger.email, role: 'OWNER' }
    expect(await outcome(stranger.browser.post(`${path}invitations/`, wish))).toEqual(missing)
    expect(await outcome(stranger.browser.delete(`${path}members/${owner.id}/`))).toEqual(missing)
    expect(await outcome(stranger.browser.delete(`${path}members/${stranger.id}/`))).toEqual(missing)
  }
  for (const name of ['', ' ', 'a'.repeat(61), 'two\nlines', 'nul\u0000'])
    expect(await outcome(owner.browser.post(teams, { name }))).toEqual([400, 'validation_failed'])
  expect(await outcome((await site.visitor()).get(teams))).toEqual([401, 'not_authenticated'])
})

test('A71: an owner manages members, an editor renames, a member reads; everybody may leave', async () => {
  const editor = await member('EDITOR')
  const reader = await member('MEMBER')
  const path = `${teams}${team}/`
  const denied = [403, 'permission_denied']
  for (const one of [editor, reader]) {
    expect((await read(one)).members).toHaveLength(3)
    const wish = { email: 'new@example.org', role: 'MEMBER' }
    expect(await outcome(one.browser.post(`${path}invitations/`, wish))).toEqual(denied)
    expect(await outcome(one.browser.delete(`${path}invitations/1/`))).toEqual(denied)
    expect(await outcome(one.browser.put(memberPath(one), { role: 'OWNER' }))).toEqual(denied)
    expect(await outcome(one.browser.delete(memberPath(owner)))).toEqual(denied)
    expect(await outcome(one.browser.delete(path))).toEqual(denied)
  }
  expect(await outcome(reader.browser.put(path, { name: 'Mine' }))).toEqual(denied)
  const renamed = await editor.browser.put(path, { name: 'Day watch' })
  expect([renamed.statusCode, renamed.json<Team>().name]).toEqual([200, 'Day watch'])
  const changed = await owner.browser.put(memberPath(reader), { role: 'EDITOR' })
  expect([changed.statusCode, changed.json()]).toMatchObject([
    200,
    { user_id: reader.id, email: reader.email, role: 'EDITOR' },
  ])
  expect((await reader.browser.get(teams)).json()).toMatchObject({ teams: [{ role: 'EDITOR' }] })
  expect(await outcome(owner.browser.put(memberPath(reader), { role: 'KING' }))).toEqual([
    400,
    'validation_failed',
  ])
  expect(await leave(reader)).toEqual([204, null])
  expect(await outcome(owner.browser.delete(memberPath(editor)))).toEqual([204, null])
  expect(await outcome(editor.browser.get(path))).toEqual([404, 'not_found'])
  expect(await outcome(owner.browser.delete(memberPath(editor)))).toEqual([404, 'not_found'])
  expect(await outcome(owner.browser.put(memberPath(editor), { role: 'OWNER' }))).toEqual([404, 'not_found'])
  expect(rolesIn(await read(owner))).toEqual([[owner.email, 'OWNER']])
  expect(await outcome(owner.browser.delete(path))).toEqual([204, null])
  expect((await owner.browser.get(teams)).json()).toEqual({ teams: [] })
})

test('A72: the last owner who can sign in neither leaves nor gets another role', async () => {
  const reader = await member('MEMBER')
  const refused = [409, 'last_owner']
  expect(await leave(owner)).toEqual(refused)
  expect(await outcome(owner.browser.put(memberPath(owner), { role: 'EDITOR' }))).toEqual(refused)
  expect(await outcome(owner.browser.put(memberPath(owner), { role: 'OWNER' }))).toEqual([200, undefined])
  const other = await member('OWNER')
  await site.disable(other.email)
  expect(await leave(owner)).toEqual(refused)
  await owner.browser.put(memberPath(reader), { role: 'OWNER' })
  expect(await leave(owner)).toEqual([204, null])
  expect(await leave(reader)).toEqual(refused)
})

test('A72: of all owners who leave, step back or are removed at once, one stays', async () => {
  for (const round of [1, 2, 3, 4]) {
    team = await teamOf(owner, `Round ${round}`)
    const second = await member('OWNER')
    const third = await member('OWNER')
    const stepBack = outcome(second.browser.put(memberPath(second), { role: 'MEMBER' }))
    const answers = await Promise.all([leave(owner), stepBack, leave(third)])
    expect(answers.filter(([status]) => status === 409)).toEqual([[409, 'last_owner']])
    const { rows } = await site.test.db.orm.execute(
      sql`select count(*)::int as owners from team_member where team_id = ${team} and role = 'OWNER'`,
    )
    expect(rows).toEqual([{ owners: 1 }])
  }
})

test('A72: two owners who remove each other: one is too late, and the team keeps its owner', async () => {
  const second = await member('OWNER')
  const answers = await Promise.all([
    outcome(owner.browser.delete(memberPath(second))),
    outcome(second.browser.delete(memberPath(owner))),
  ])
  expect(answers.map(([status]) => status).sort()).toEqual([204, 404])
})

test('A77: twenty teams, however many are created at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: mostTeams + 2 }, () => outcome(owner.browser.post(teams, { name: 'One of many' }))),
  )
  expect(answers.filter(([status]) => status === 400)).toHaveLength(3)
  expect((await owner.browser.get(teams)).json<{ teams: unknown[] }>().teams).toHaveLength(mostTeams)
  const one = await owner.browser.post(teams, { name: 'Too many' })
  expect(one.json<{ errors: object }>().errors).toEqual({
    name: [expect.stringContaining('at most 20 teams')],
  })
})

test('A79: with the account of the last owner the team goes to whoever joined first, editors first, by mail', async () => {
  const at = (minutes: number) => new Date(site.clock.now() + minutes * 60_000)
  const oldest = await member('MEMBER', at(-3))
  const gone = await member('EDITOR', at(-2))
  const late = await member('EDITOR', at(2))
  const heir = await member('EDITOR', at(1))
  await site.disable(gone.email)
  expect(await forget(owner)).toEqual([204, null])
  const isNotice = ({ recipient }: { recipient: string }) => recipient === heir.email
  while (!site.mails.some(isNotice)) await site.mailed(site.mails.length + 1)
  const notice = site.mails.find(isNotice)
  expect(notice?.message.subject).toBe('You now own a team on Roundsman')
  expect(JSON.stringify(notice?.message)).toContain('Night watch')
  expect(notice?.message.link?.url).toBe('http://celestia.localhost:8000/settings?tab=teams')
  const roles = new Map((await read(heir)).members.map(({ user_id, role }) => [user_id, role]))
  expect([oldest, gone, late, heir].map(({ id }) => roles.get(id))).toEqual([
    'MEMBER',
    'EDITOR',
    'EDITOR',
    'OWNER',
  ])
  expect(roles.size).toBe(4)
})

test('A79: a team of one goes with the account, one with another owner stays as it is', async () => {
  const shared = team
  const second = await member('OWNER')
  const alone = await teamOf(owner, 'Only me')
  expect(await forget(owner)).toEqual([204, null])
  expect(rolesIn(await read(second))).toEqual([[second.email, 'OWNER']])
  const { rows } = await site.test.db.orm.execute(sql`select id from team where id in (${shared}, ${alone})`)
  expect(rows).toEqual([{ id: shared }])
})

test('A72 A79: two last owners who delete their accounts and leave at once leave an owner', async () => {
  const second = await member('OWNER')
  const reader = await member('MEMBER')
  await Promise.all([forget(owner), forget(second)])
  expect(rolesIn(await read(reader))).toEqual([[reader.email, 'OWNER']])
})

test('A80: the export names the teams with role and date', async () => {
  const kept = (await owner.browser.get('/api/users/export/')).json<{ teams: unknown }>()
  expect(kept.teams).toEqual([
    { id: team, name: 'Night watch', role: 'OWNER', joined_at: new Date(site.clock.now()).toISOString() },
  ])
})
