import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hintsArrive } from '../../../testing/hints-arrive.ts'
import type { Browser } from '../testing/browser.ts'
import { type OwnTestSite, openTestSite } from '../testing/test-site.ts'

const list = '/api/users/sessions/'
const profile = '/api/users/profile/'
const password = 'a long enough password'
let site: OwnTestSite
let serial = 0
let email: string
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  email = `ada${(serial += 1)}@example.org`
  await site.user(email, password)
})

const signedIn = (userAgent: string, ip: string) => site.signedIn({ email, password }, { userAgent, ip })

interface Listed {
  id: number
  current: boolean
  user_agent: string
}
const sessionsOf = async (browser: Browser) =>
  (await browser.get(list)).json<{ sessions: Listed[] }>().sessions

test('7.5.2 A33: a user sees where they are signed in, the newest activity first', async () => {
  await signedIn('old phone', '192.0.2.7')
  await site.clock.advance(60_000)
  const browser = await signedIn('laptop', '192.0.2.8')
  const at = new Date(site.clock.now()).toISOString()
  const sessions = await sessionsOf(browser)
  expect(sessions).toEqual([
    {
      id: sessions[0]?.id,
      current: true,
      created_at: at,
      last_seen_at: at,
      ip: '192.0.2.8',
      user_agent: 'laptop',
    },
    expect.objectContaining({ current: false, ip: '192.0.2.7', user_agent: 'old phone' }),
  ])
  expect(JSON.stringify(sessions)).not.toContain(browser.cookies.get('sessionid'))
})

test('7.4.3 A34: all others end at once, and the present one goes on', async () => {
  const [phone, tablet] = [await signedIn('phone', '192.0.2.7'), await signedIn('tablet', '192.0.2.9')]
  const somebody = `grace${serial}@example.org`
  await site.user(somebody, password)
  const another = await site.signedIn({ email: somebody, password }, { ip: '192.0.2.7' })
  const laptop = await signedIn('laptop', '192.0.2.8')
  const ended = await laptop.delete(list)
  expect([ended.statusCode, ended.body]).toEqual([204, ''])
  for (const [browser, status] of [
    [phone, 401],
    [tablet, 401],
    [laptop, 200],
    [another, 200],
  ] as const)
    expect((await browser.get(profile)).statusCode).toBe(status)
  expect(await sessionsOf(laptop)).toHaveLength(1)
  expect((await laptop.delete(list)).statusCode).toBe(204)
})

test('7.5.2 7.4.2 A33: ended from another browser, a session is dead at once, and its streams are told', async () => {
  const phone = await signedIn('phone', '192.0.2.7')
  const laptop = await signedIn('laptop', '192.0.2.8')
  const other = (await sessionsOf(laptop)).find(({ current }) => !current)
  const notified = new Promise((resolve) => {
    site.test.db.onNotify('session_ended', resolve)
  })
  await hintsArrive(site.test.db)
  const ended = await laptop.delete(`${list}${other?.id}/`)
  expect([ended.statusCode, ended.body]).toEqual([204, ''])
  expect(await notified).toBe(String(other?.id))
  expect((await phone.get(profile)).statusCode).toBe(401)
  expect((await laptop.delete(`${list}${other?.id}/`)).statusCode).toBe(404)
  expect(await sessionsOf(laptop)).toHaveLength(1)
})

test('A33: ending the present session is a logout', async () => {
  const browser = await signedIn('laptop', '192.0.2.8')
  const [own] = await sessionsOf(browser)
  expect((await browser.delete(`${list}${own?.id}/`)).statusCode).toBe(204)
  expect(browser.cookies.has('sessionid')).toBe(false)
  expect((await browser.get(profile)).statusCode).toBe(401)
  expect((await browser.post('/api/users/login/', { email, password })).statusCode).toBe(200)
})

test('8.2.2 A33: another user’s session is not there', async () => {
  const victim = await signedIn('laptop', '192.0.2.8')
  const [own] = await sessionsOf(victim)
  email = `eve${serial}@example.org`
  await site.user(email, password)
  const eve = await signedIn('eve', '192.0.2.9')
  for (const id of [String(own?.id), '0', '2147483648', '-1', 'x', '1e3'])
    expect((await eve.delete(`${list}${id}/`)).statusCode).toBe(404)
  expect((await victim.get(profile)).statusCode).toBe(200)
  expect(await sessionsOf(eve)).toHaveLength(1)
})

test('A33: sessions that have expired are not listed', async () => {
  await signedIn('forgotten', '192.0.2.7')
  await site.clock.advance(7 * 24 * 3_600_000)
  const browser = await signedIn('laptop', '192.0.2.8')
  expect(await sessionsOf(browser)).toHaveLength(1)
})
