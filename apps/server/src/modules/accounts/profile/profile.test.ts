import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openTestSite, type TestSite } from '../testing/test-site.ts'

const profile = '/api/users/profile/'
const password = 'a long enough password'
const body = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  avatar: null,
  language: 'uk',
  timezone: 'Europe/Kyiv',
}
let site: TestSite
let browser: Browser
beforeAll(async () => {
  site = await openTestSite()
  await site.user('ada@example.org', password, 'vip')
  await site.user('root@example.org', password, 'admin')
  browser = await site.signedIn({ email: 'ada@example.org', password })
})
afterAll(() => site.close())

test('A48: the profile is replaced as a whole and shown as stored', async () => {
  const answer = await browser.put(profile, body)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject(body)
  expect((await browser.get(profile)).json()).toEqual(answer.json())
})

test.each([
  ['an avatar from elsewhere', { avatar: 'https://evil.example/a.png' }, 'avatar'],
  ['a language that there is not', { language: 'tlh' }, 'language'],
  ['a time zone that there is not', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['an offset as time zone', { timezone: '+03:00' }, 'timezone'],
  ['a name too long', { first_name: 'x'.repeat(81) }, 'first_name'],
  ['a character that cannot be stored', { last_name: 'a\u0000' }, 'last_name'],
])('A49: %s is refused and nothing changes', async (_what, over, field) => {
  const before = (await browser.get(profile)).json()
  const answer = await browser.put(profile, { ...body, first_name: 'Changed', ...over })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().errors)).toEqual([field])
  expect((await browser.get(profile)).json()).toEqual(before)
})

test('15.3.3 A50: nobody gives themself a group, another address or another id', async () => {
  const before = (await browser.get(profile)).json()
  await browser.put(profile, {
    ...body,
    id: 999,
    email: 'root@example.org',
    groups: ['admin'],
    is_admin: true,
  })
  const after = (await browser.get(profile)).json()
  expect([after.id, after.email, after.groups]).toEqual([before.id, before.email, before.groups])
})

test('A51: abilities follow from the groups, literally', async () => {
  const read = (subject: string) => ({ action: 'read', subject })
  expect((await browser.get(profile)).json()).toMatchObject({
    groups: ['member', 'vip'],
    abilities: [read('any'), read('ANY'), read('VIP')],
  })
  const admin = await site.visitor()
  const answer = await admin.post('/api/users/login/', { email: 'root@example.org', password })
  expect(answer.json()).toMatchObject({
    groups: ['member', 'admin'],
    abilities: [{ action: 'manage', subject: 'all' }],
  })
})

test('8.2.1 A52: without a session there is no profile to read or to change', async () => {
  const guest = await site.visitor()
  expect((await guest.get(profile)).statusCode).toBe(401)
  expect((await guest.put(profile, body)).statusCode).toBe(401)
  expect((await guest.post('/api/users/logout/')).statusCode).toBe(401)
})

describe('P533: the time zone of an account that nobody has chosen', () => {
  const login = '/api/users/login/'
  const from = (zone: string) => ({ headers: { 'x-time-zone': zone } })
  test('is that of the browser it is first signed in from, and of no later one', async () => {
    await site.user('eve@example.org', password)
    const account = { email: 'eve@example.org', password }
    const first = await site.visitor()
    expect((await first.post(login, account, from('Mars/Olympus'))).json().timezone).toBe('UTC')
    const second = await site.visitor()
    expect((await second.post(login, account, from('Europe/Kyiv'))).json().timezone).toBe('Europe/Kyiv')
    expect((await second.get(profile)).json().timezone).toBe('Europe/Kyiv')
    const third = await site.visitor()
    expect((await third.post(login, account, from('Asia/Tokyo'))).json().timezone).toBe('Europe/Kyiv')
  })
  test('is not asked of a browser once it was saved, also as UTC', async () => {
    await site.user('una@example.org', password)
    const account = { email: 'una@example.org', password }
    const own = await site.signedIn(account)
    await own.put(profile, { ...body, timezone: 'UTC' })
    const other = await site.visitor()
    expect((await other.post(login, account, from('Asia/Tokyo'))).json().timezone).toBe('UTC')
  })
})
