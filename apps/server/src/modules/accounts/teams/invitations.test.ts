import { mostInTeam, type Team, type TeamInvitation } from '@roundsman/contract/accounts/teams'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { outcome } from '../testing/outcome.ts'
import { freshIp, openTestSite, type OwnTestSite } from '../testing/test-site.ts'
import { forgetInvitations } from './invitations.ts'

const password = 'a long enough password'
const teams = '/api/teams/'
const join = '/api/teams/join/'
const day = 24 * 60 * 60_000
let site: OwnTestSite
let serial = 0
let owner: Browser
let ownerEmail: string
let team: number
let guestEmail: string

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  serial += 1
  ownerEmail = `owner${serial}@example.org`
  guestEmail = `guest${serial}@example.org`
  owner = await withAccount(ownerEmail)
  team = (await owner.post(teams, { name: `Team of ${serial}` })).json<{ id: number }>().id
})

async function withAccount(email: string): Promise<Browser> {
  await site.user(email, password)
  return site.signedIn({ email, password }, { ip: freshIp() })
}

const invite = (email: string, role = 'MEMBER', by = owner) =>
  by.post(`${teams}${team}/invitations/`, { email, role })
const used = async (browser: Browser, token: string) => outcome(browser.post(join, { token }))
const refused = [400, 'invalid_token']
const listed = async () => (await owner.get(`${teams}${team}/`)).json<Team>()

/** The mail to an address, the `nth` that it gets. */
async function mailTo(email: string, nth = 1) {
  for (;;) {
    const found = site.mails.filter(({ recipient }) => recipient === email)[nth - 1]
    if (found) return found
    await site.mailed(site.mails.length + 1)
  }
}

async function tokenTo(email: string, nth = 1): Promise<string> {
  const { message } = await mailTo(email, nth)
  return new URL(message.link?.url ?? '').searchParams.get('token') ?? ''
}

test('A73 A75: an invitation is mailed, read by whoever has the link, and used once by the account with its address', async () => {
  const answer = await invite(` ${guestEmail.toUpperCase()} `, 'EDITOR')
  const expires = new Date(site.clock.now() + 7 * day).toISOString()
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    { id: expect.any(Number), email: guestEmail.toUpperCase(), role: 'EDITOR', expires_at: expires },
  ])
  expect((await listed()).invitations).toEqual([answer.json()])
  const mail = await mailTo(guestEmail.toUpperCase())
  expect(mail.message.link?.url).toMatch(/^http:\/\/celestia\.localhost:8000\/teams\/join\?token=[\w-]{43}$/)
  const token = await tokenTo(guestEmail.toUpperCase())
  const { rows } = await site.test.db.orm.execute(
    sql`select 1 from team_invitation where encode(token_hash, 'escape') like ${`%${token}%`}`,
  )
  expect(rows).toEqual([])

  const visitor = await site.visitor({ ip: freshIp() })
  const shown = await visitor.get(`${join}invitation/?token=${token}`)
  const team_name = (await listed()).name
  expect([shown.statusCode, shown.json()]).toEqual([
    200,
    {
      team_name,
      role: 'EDITOR',
      email: guestEmail.toUpperCase(),
      invited_by: ownerEmail,
      expires_at: expires,
    },
  ])
  expect(await used(visitor, token)).toEqual([401, 'not_authenticated'])
  const stranger = await withAccount(`stranger${serial}@example.org`)
  expect(await used(stranger, token)).toEqual(refused)

  const guest = await withAccount(guestEmail)
  const joined = await guest.post(join, { token })
  expect([joined.statusCode, joined.json()]).toEqual([200, { id: team, name: team_name, role: 'EDITOR' }])
  expect((await listed()).members.map(({ email, role }) => [email, role])).toEqual([
    [ownerEmail, 'OWNER'],
    [guestEmail, 'EDITOR'],
  ])
  expect((await listed()).invitations).toEqual([])
  expect(await used(guest, token)).toEqual(refused)
  expect(await outcome(visitor.get(`${join}invitation/?token=${token}`))).toEqual(refused)
  expect(await outcome(visitor.get(`${join}invitation/`))).toEqual([400, 'validation_failed'])
})

test('A73 A74: with an account or without, the answer is alike; the mail has nothing that the inviter wrote', async () => {
  const known = `known${serial}@example.org`
  const reader = await withAccount(known)
  const profile = { first_name: 'Q', last_name: 'W', avatar: null, language: 'uk', timezone: 'UTC' }
  expect((await reader.put('/api/users/profile/', profile)).statusCode).toBe(200)
  await owner.put('/api/users/profile/', {
    ...profile,
    first_name: 'https://evil.example',
    language: 'ru',
  })
  await owner.put(`${teams}${team}/`, { name: 'You won a prize' })
  const [one, other] = [await invite(known), await invite(guestEmail)]
  const shape = ({ json }: { json(): TeamInvitation }) => ({ ...json(), id: 0, email: '' })
  expect([one.statusCode, shape(one)]).toEqual([other.statusCode, shape(other)])
  const [mail, toNobody] = [await mailTo(known), await mailTo(guestEmail)]
  expect(mail.message.subject).toContain('запрошують')
  expect(toNobody.message.subject).toContain('приглашают')
  for (const { message } of [mail, toNobody]) {
    const text = JSON.stringify(message)
    expect(text).toContain(ownerEmail)
    expect(text).not.toMatch(/evil|prize/)
  }
})

test('A75: of simultaneous uses one wins; withdrawn and expired links do not work', async () => {
  await invite(guestEmail)
  const token = await tokenTo(guestEmail)
  const guest = await withAccount(guestEmail)
  const answers = await Promise.all([1, 2, 3].map(() => used(guest, token)))
  expect(answers.map(([status]) => status).sort()).toEqual([200, 400, 400])

  const later = `later${serial}@example.org`
  const { id } = (await invite(later)).json<TeamInvitation>()
  const withdrawn = await tokenTo(later)
  const path = `${teams}${team}/invitations/${id}/`
  expect(await outcome(owner.delete(path))).toEqual([204, null])
  expect(await outcome(owner.delete(path))).toEqual([404, 'not_found'])
  const person = await withAccount(later)
  expect(await used(person, withdrawn)).toEqual(refused)
  await invite(later)
  const expired = await tokenTo(later, 2)
  await site.clock.advance(7 * day)
  const again = await site.signedIn({ email: later, password }, { ip: freshIp() })
  expect(await used(again, expired)).toEqual(refused)
  expect(await used(again, 'invented')).toEqual(refused)
})

test('A76: another invitation replaces the first; a member is not invited, and keeps their role', async () => {
  const first = (await invite(guestEmail)).json<TeamInvitation>()
  const second = (await invite(guestEmail.toUpperCase(), 'OWNER')).json<TeamInvitation>()
  expect(second).toMatchObject({ id: first.id, role: 'OWNER' })
  expect((await listed()).invitations).toEqual([second])
  const guest = await withAccount(guestEmail)
  const [old, fresh] = [await tokenTo(guestEmail), await tokenTo(guestEmail.toUpperCase())]
  expect(await used(guest, old)).toEqual(refused)
  expect(await used(guest, fresh)).toEqual([200, undefined])
  const again = await invite(guestEmail)
  expect([again.statusCode, again.json<{ errors: object }>().errors]).toEqual([
    400,
    { email: ['Already a member of this team.'] },
  ])
  // Invited under an address that became theirs meanwhile.
  const moved = `moved${serial}@example.org`
  await invite(moved)
  await site.test.db.orm.execute(
    sql`update user_account set email = ${moved}, email_key = ${moved} where email = ${guestEmail}`,
  )
  const answer = await guest.post(join, { token: await tokenTo(moved) })
  expect(answer.json()).toMatchObject({ role: 'OWNER' })
  expect((await listed()).invitations).toEqual([])
})

test('A77: fifty in a team; ten mails an hour to one address, then the last link keeps working; thirty of one user', async () => {
  for (let nth = 1; nth <= 10; nth++) expect((await invite(guestEmail)).statusCode).toBe(201)
  const token = await tokenTo(guestEmail, 10)
  const { json, statusCode } = await invite(guestEmail, 'EDITOR')
  expect([statusCode, json()]).toMatchObject([201, { email: guestEmail, role: 'EDITOR' }])
  const { rows } = await site.test.db.orm.execute(
    sql`select state, count(*)::int as count from delivery where recipient = ${guestEmail} and state = 'SUPPRESSED' group by state`,
  )
  expect(rows).toEqual([{ state: 'SUPPRESSED', count: 1 }])
  expect(await used(await withAccount(guestEmail), token)).toEqual([200, undefined])

  for (let nth = 12; nth <= 30; nth++) await invite(`many${nth}-${serial}@example.org`)
  const late = await invite(`late${serial}@example.org`)
  expect([late.statusCode, Number(late.headers['retry-after']) > 0]).toEqual([429, true])

  await site.test.db.orm.execute(sql`
    insert into team_invitation (team_id, inviter_id, email, email_key, role, token_hash, created_at, expires_at)
    select ${team}, user_id, n::text, n::text, 'MEMBER', decode(md5(${`${team}`} || n::text), 'hex'), now(), now()
    from team_member, generate_series(1, ${mostInTeam - 2 - 19}) n where team_id = ${team} and role = 'OWNER'`)
  await site.clock.advance(60 * 60_000)
  const full = await invite(`full${serial}@example.org`)
  expect(full.json<{ errors: object }>().errors).toEqual({
    email: ['A team can have at most 50 members and invitations.'],
  })
  // One that is sent again takes no other place.
  expect((await invite('1')).statusCode).toBe(400)
  expect((await invite(`many30-${serial}@example.org`)).statusCode).toBe(201)
})

test('A78 A80: open invitations go with whoever stops being an owner, and with the account that is invited', async () => {
  await invite(guestEmail, 'OWNER')
  const guest = await withAccount(guestEmail)
  await used(guest, await tokenTo(guestEmail))
  const friend = `friend${serial}@example.org`
  const other = `other${serial}@example.org`
  await invite(friend, 'OWNER', guest)
  await invite(other)
  const token = await tokenTo(friend)
  const { members } = await listed()
  const id = members.find(({ email }) => email === guestEmail)?.user_id
  expect((await owner.put(`${teams}${team}/members/${id}/`, { role: 'EDITOR' })).statusCode).toBe(200)
  expect((await listed()).invitations.map(({ email }) => email)).toEqual([other])
  const invited = await withAccount(friend)
  expect(await used(invited, token)).toEqual(refused)

  await invite(friend)
  expect((await listed()).invitations).toHaveLength(2)
  expect((await invited.delete('/api/users/profile/', { password })).statusCode).toBe(204)
  expect((await listed()).invitations.map(({ email }) => email)).toEqual([other])
})

test('A81: an expired invitation is listed for 30 more days', async () => {
  await invite(guestEmail)
  const inDays = (days: number) => forgetInvitations(site.test.db.orm, site.clock.now() + days * day)
  await inDays(36)
  expect((await listed()).invitations).toHaveLength(1)
  await inDays(38)
  expect((await listed()).invitations).toEqual([])
})
