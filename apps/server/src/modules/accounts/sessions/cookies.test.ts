import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestSite, type OwnTestSite, openTestSite } from '../testing/test-site.ts'

const login = '/api/users/login/'
const credentials = { email: 'ada@example.org', password: 'a long enough password' }
let site: OwnTestSite
beforeAll(async () => {
  site = await openTestSite()
  await site.user(credentials.email, credentials.password)
})
afterAll(() => site.close())

test('3.3.1 3.3.2 3.3.4 A2: the session cookie is HttpOnly, Lax, for the whole site, and in no body', async () => {
  const browser = await site.visitor()
  const answer = await browser.post(login, credentials)
  const set = [answer.headers['set-cookie']].flat().map(String)
  const session = set.find((line) => line.startsWith('sessionid='))
  const secret = browser.cookies.get('sessionid') ?? ''
  expect(session).toMatch(/^sessionid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(set.find((line) => line.startsWith('csrftoken='))).not.toContain('HttpOnly')
  expect(answer.body).not.toContain(secret)
  expect(site.logLines.join('')).not.toContain(secret)
})

test.each([
  ['localhost:8000', false],
  ['story.localhost', false],
  ['127.0.0.1:8000', false],
  ['127.9.9.9', false],
  ['[::1]:8000', false],
  ['example.org', true],
  ['localhost.example.org', true],
  ['128.0.0.1', true],
])('3.3.1 A2: on plain http to %s Secure is %s', async (host, secure) => {
  const answer = await site.browser({ host }).get('/')
  expect(answer.cookies.length).toBe(2)
  expect(answer.cookies.map((cookie) => cookie.secure ?? false)).toEqual([secure, secure])
})

test.each([
  ['celestia.roundsman.localhost:8000', 'roundsman.localhost'],
  ['ROUNDSMAN.localhost', 'roundsman.localhost'],
  ['localhost:8000', undefined],
  ['evilroundsman.localhost', undefined],
])('A3: with a cookie domain, on %s the Domain is %s', async (host, domain) => {
  const shared = await createTestSite(site.test, { cookieDomain: 'roundsman.localhost' })
  const browser = await shared.visitor({ host })
  const answer = await browser.post(login, credentials)
  expect(answer.statusCode).toBe(200)
  expect(new Set(answer.cookies.map((cookie) => cookie.domain))).toEqual(new Set([domain]))
  await shared.close()
})

test('4.1.3 A7: forwarded scheme and host count only from a trusted proxy', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'watch.example.org' }
  const headers = { ...forwarded, origin: 'https://watch.example.org' }
  const direct = await site.visitor()
  expect((await direct.post(login, credentials, { headers })).json().code).toBe('origin_not_allowed')
  const proxied = await createTestSite(site.test, { trustedProxies: ['192.0.2.0/24'] })
  const browser = proxied.browser()
  await browser.get('/', { headers: forwarded })
  const answer = await browser.post(login, credentials, { headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.cookies.every((cookie) => cookie.secure)).toBe(true)
  await proxied.close()
})
