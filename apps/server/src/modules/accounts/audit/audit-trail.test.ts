import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '../testing/test-site.ts'

const password = 'a long enough password'
const dayMs = 24 * 60 * 60_000
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

type Visitor = Awaited<ReturnType<TestSite['visitor']>>
const kindsOf = async (visitor: Visitor, query = '') =>
  (await visitor.get(`/api/users/audit/${query}`)).json().events.map(({ kind }: { kind: string }) => kind)

async function command(name: string, ...args: string[]): Promise<string[]> {
  const found = site.accounts.module.commands?.find((one) => one.name === name)
  if (!found) throw new Error(`there is no command ${name}`)
  const printed: string[] = []
  await found.run(args, { print: (line) => printed.push(line), complain: (line) => printed.push(line) })
  return printed
}

async function signedIn(email: string): Promise<Visitor> {
  await command('user create', email, '--password', password)
  const visitor = await site.visitor()
  expect((await visitor.post('/api/users/login/', { email, password })).statusCode).toBe(200)
  return visitor
}

test('2.4.1 A138: an account is exported ten times an hour at most, however many ask at once', async () => {
  const visitor = await signedIn('exporter@example.org')
  const answers = await Promise.all(Array.from({ length: 12 }, () => visitor.get('/api/users/export/')))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array<number>(10).fill(200),
    429,
    429,
  ])
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_000)
  expect((await kindsOf(visitor)).filter((kind: string) => kind === 'account_exported')).toHaveLength(10)
})

test('A100, A101: the trail has what its user did, somebody tried and the operator did, the latest first', async () => {
  const email = 'ada@example.org'
  const ada = await signedIn(email)
  await (await site.visitor()).post('/api/users/login/', { email, password: 'a wrong password' })
  await ada.post('/api/users/password-change/', {
    old_password: 'not this one',
    new_password: `${password}!`,
  })
  await ada.post('/api/users/password-change/', { old_password: password, new_password: `${password}!` })
  await ada.delete('/api/users/sessions/')
  await command('user grant', email, 'vip')
  await ada.get('/api/users/export/')
  const kinds = [
    'account_exported',
    'group_granted',
    'other_sessions_ended',
    'password_changed',
    'reauthentication_failed',
    'login_failed',
    'login',
    'user_created',
  ]
  expect(await kindsOf(ada)).toEqual(kinds)
  expect(await kindsOf(ada, '?limit=2')).toEqual(kinds.slice(0, 2))
  const { events } = (await ada.get('/api/users/audit/?limit=2')).json()
  expect(await kindsOf(ada, `?before=${events[1].id}`)).toEqual(kinds.slice(2))
  expect(events[0]).toMatchObject({
    ip: expect.stringMatching(/./),
    user_agent: expect.any(String),
    detail: null,
  })
  expect(events[1]).toMatchObject({ ip: null, user_agent: null, detail: 'vip' })
  expect(JSON.stringify((await ada.get('/api/users/audit/')).json())).not.toContain(password)
})

test('A100: what somebody does in a team is in their trail, and what is refused is not', async () => {
  const owner = await signedIn('owner@example.org')
  const member = await signedIn('member@example.org')
  const { id } = (await owner.post('/api/teams/', { name: 'Night watch' })).json()
  await owner.post(`/api/teams/${id}/invitations/`, { email: 'other@example.org', role: 'EDITOR' })
  expect((await member.delete(`/api/teams/${id}/`)).statusCode).toBe(404)
  expect((await owner.delete(`/api/teams/${id}/`)).statusCode).toBe(204)
  expect(await kindsOf(owner, '?limit=3')).toEqual(['team_deleted', 'team_invited', 'team_created'])
  const { events } = (await owner.get('/api/users/audit/?limit=1')).json()
  expect(events[0].detail).toBe('Night watch')
  expect(await kindsOf(member)).toEqual(['login', 'user_created'])
})

test('A101: nobody sees the trail of another, and none without a session', async () => {
  const eve = await signedIn('eve@example.org')
  expect(await kindsOf(eve)).toEqual(['login', 'user_created'])
  expect((await (await site.visitor()).get('/api/users/audit/')).statusCode).toBe(401)
})

test('A100: what is undone is not recorded', async () => {
  const grace = await signedIn('grace@example.org')
  const before = await kindsOf(grace)
  expect((await grace.delete('/api/users/sessions/999999/')).statusCode).toBe(404)
  expect(await kindsOf(grace)).toEqual(before)
})

test('A102: user audit prints one account, or all with sign-ins that concern none', async () => {
  await (await site.visitor()).post('/api/users/login/', { email: 'nobody@example.org', password })
  const all = await command('user audit')
  expect(all[0]).toMatch(/^\S+\tlogin_failed\t-\t/)
  expect(all.join('\n')).toContain('user_created\teve@example.org\tthis server\tmember')
  const own = await command('user audit', 'eve@example.org')
  expect(own.map((line) => line.split('\t')[1])).toEqual(['login', 'user_created'])
  expect(all.join('\n')).not.toContain('nobody@example.org')
})

test('A103: events are kept for 400 days, failed sign-ins of nobody for 30', async () => {
  await signedIn('keep@example.org')
  await (await site.visitor()).post('/api/users/login/', { email: 'nobody@example.org', password })
  const housekeeping = () => site.accounts.audit.forget(site.platform.db.orm)
  const failures = async () =>
    (await command('user audit')).filter((line) => /\tlogin_failed\t-\t/.test(line)).length
  const had = await failures()
  expect(had).toBeGreaterThan(0)
  await site.clock.advance(30 * dayMs + 1)
  await housekeeping()
  expect(await failures()).toBe(0)
  await site.signedIn({ email: 'keep@example.org', password })
  const ofKeep = () => command('user audit', 'keep@example.org')
  expect((await ofKeep()).map((line) => line.split('\t')[1])).toEqual(['login', 'login', 'user_created'])
  await site.clock.advance(370 * dayMs)
  await housekeeping()
  expect((await ofKeep()).map((line) => line.split('\t')[1])).toEqual(['login'])
})
