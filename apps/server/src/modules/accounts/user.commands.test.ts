import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from './testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

async function run(name: string, ...args: string[]) {
  const command = site.accounts.module.commands?.find((one) => one.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  const printed: string[] = []
  const complaints: string[] = []
  const code = await command.run(args, {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  return { code, printed, complaints }
}

test('A60: user create prints the address and a password of its own that signs in', async () => {
  const { code, printed } = await run('user create', 'Ada@example.org')
  expect(code).toBe(0)
  expect(printed[0]).toBe('E-mail: Ada@example.org')
  const password = /^Password: ([\w-]{24})$/.exec(printed[1] ?? '')?.[1]
  const answer = await (await site.visitor()).post('/api/users/login/', {
    email: 'ada@example.org',
    password,
  })
  expect(answer.statusCode).toBe(200)
  expect(site.logLines.join('')).not.toContain(password)
})

test('A60: a given password is taken and not printed, a group is given', async () => {
  const password = 'a long enough password'
  const { code, printed } = await run(
    'user create',
    'vip@example.org',
    '--password',
    password,
    '--group',
    'vip',
  )
  expect([code, printed]).toEqual([0, ['E-mail: vip@example.org']])
  const answer = await (await site.visitor()).post('/api/users/login/', {
    email: 'vip@example.org',
    password,
  })
  expect(answer.json().groups).toEqual(['member', 'vip'])
})

test.each([
  [['not an address'], 2],
  [[], 2],
  [['x@example.org', '--password', 'short'], 2],
  [['x@example.org', '--group', 'gods'], 2],
  [['x@example.org', '--nonsense'], 2],
  [['ADA@example.org'], 1],
])('A61: user create %j fails with one line', async (args, code) => {
  const result = await run('user create', ...args)
  expect(result).toMatchObject({ code, printed: [] })
  expect(result.complaints).toHaveLength(1)
})

test('A62: user grant adds to a group, user list shows it', async () => {
  expect((await run('user grant', 'ada@example.org', 'admin')).printed).toEqual([
    'Ada@example.org: member, admin',
  ])
  expect((await run('user grant', 'nobody@example.org', 'admin')).code).toBe(1)
  expect((await run('user grant', 'ada@example.org', 'gods')).code).toBe(2)
  expect((await run('user list')).printed[0]).toMatch(/^\d+\tAda@example.org\tmember,admin$/)
})

test('A63: user disable shuts the account', async () => {
  expect((await run('user disable', 'vip@example.org')).code).toBe(0)
  expect((await run('user list')).printed[1]).toContain('(disabled)')
  expect((await run('user disable', 'nobody@example.org')).code).toBe(1)
})

test('A67: user enable lets the account sign in again', async () => {
  const email = 'back@example.org'
  const password = 'a long enough password'
  await run('user create', email, '--password', password)
  const logIn = async () => (await site.visitor()).post('/api/users/login/', { email, password })
  await run('user disable', email)
  expect((await logIn()).statusCode).toBe(400)
  expect((await run('user enable', email)).printed).toEqual(['back@example.org is enabled and can sign in.'])
  expect((await logIn()).statusCode).toBe(200)
  expect((await run('user enable', 'nobody@example.org')).code).toBe(1)
})

test('7.4.5 A140: user sign-out ends the sessions of one account, or of all, and nobody is kept out', async () => {
  const password = 'a long enough password'
  const emails = ['one@example.org', 'two@example.org']
  for (const email of emails) await run('user create', email, '--password', password)
  const signedIn = (email: string) => site.signedIn({ email, password })
  const [one, two] = await Promise.all(emails.map(signedIn))
  const statuses = async () => [
    (await one?.get('/api/users/profile/'))?.statusCode,
    (await two?.get('/api/users/profile/'))?.statusCode,
  ]
  expect((await run('user sign-out', 'one@example.org')).code).toBe(0)
  expect(await statuses()).toEqual([401, 200])
  expect((await run('user sign-out', '--all')).printed[0]).toMatch(
    /^The sessions of all \d+ accounts have ended/,
  )
  expect(await statuses()).toEqual([401, 401])
  const again = await signedIn('one@example.org')
  const { events } = (await again.get('/api/users/audit/')).json()
  expect(
    events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind === 'session_ended'),
  ).toHaveLength(2)
  expect((await run('user sign-out')).code).toBe(2)
  expect((await run('user sign-out', 'nobody@example.org')).code).toBe(1)
})

test('A68: user revoke takes an account out of a group, while it is signed in too', async () => {
  const email = 'left@example.org'
  const password = 'a long enough password'
  await run('user create', email, '--password', password, '--group', 'vip')
  const visitor = await site.visitor()
  await visitor.post('/api/users/login/', { email, password })
  const groups = async () => (await visitor.get('/api/users/profile/')).json().groups
  expect(await groups()).toEqual(['member', 'vip'])
  expect((await run('user revoke', email, 'vip')).printed).toEqual(['left@example.org: member'])
  expect(await groups()).toEqual(['member'])
  expect((await run('user revoke', email, 'member')).code).toBe(2)
  expect((await run('user revoke', 'nobody@example.org', 'vip')).code).toBe(1)
})

test('A69: user export prints all that is kept, user delete leaves nothing of it', async () => {
  const email = 'gone@example.org'
  const password = 'a long enough password'
  await run('user create', email, '--password', password)
  const visitor = await site.visitor()
  await visitor.post('/api/users/login/', { email, password })
  const { printed } = await run('user export', email)
  expect(JSON.parse(printed.join('\n'))).toMatchObject({ profile: { email }, sessions: [{}], contacts: [] })
  expect((await run('user delete', email)).code).toBe(0)
  expect((await visitor.get('/api/users/profile/')).statusCode).toBe(401)
  expect((await run('user list')).printed.join()).not.toContain(email)
  expect((await run('user delete', email)).code).toBe(1)
  expect((await run('user create', email, '--password', password)).code).toBe(0)
})
