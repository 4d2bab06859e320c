import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnTestSite, openTestSite } from '../testing/test-site.ts'

let site: OwnTestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const credentials = { email: 'ada@example.org', password: 'a long enough password' }
const profile = '/api/users/profile/'

test('B57: invented sessions use up the reads of their address, and not those of who is signed in there', async () => {
  await site.user(credentials.email, credentials.password)
  const browser = await site.signedIn(credentials)
  expect((await browser.get(profile)).statusCode).toBe(200)
  const invented = (serial: number) =>
    site.app.inject({
      url: profile,
      headers: { host: 'celestia.localhost:8000', cookie: `sessionid=${String(serial).padStart(43, 'x')}` },
      remoteAddress: '192.0.2.1',
    })
  const answers = new Set<number>()
  for (let serial = 0; serial < 602; serial++) answers.add((await invented(serial)).statusCode)
  expect([...answers]).toEqual([401, 429])
  expect((await browser.get(profile)).statusCode).toBe(200)
})

test('B57: a session that has ended is remembered no longer than until it is looked up again', async () => {
  const request = (cookie: string) => ({ headers: { cookie } }) as never
  const browser = await site.signedIn(credentials, { ip: '192.0.2.9' })
  const cookie = `sessionid=${browser.cookies.get('sessionid') ?? ''}`
  expect(site.accounts.rememberedSession(request(cookie))).toBeNull()
  await browser.get(profile)
  expect(site.accounts.rememberedSession(request(cookie))).toBeGreaterThan(0)
  await browser.post('/api/users/logout/')
  await site.app.inject({ url: profile, headers: { host: 'celestia.localhost:8000', cookie } })
  expect(site.accounts.rememberedSession(request(cookie))).toBeNull()
})
