import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../testing/outcome.ts'
import { openTestSite, type TestSite } from '../testing/test-site.ts'

const login = '/api/users/login/'
const credentials = { email: 'ada@example.org', password: 'a long enough password' }
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
  await site.user(credentials.email, credentials.password)
})
afterAll(() => site.close())

const forged = [403, 'csrf_failed']
const foreign = [403, 'origin_not_allowed']

describe('CSRF', () => {
  test('3.5.1 A1: an unsafe request needs the token of its own guest, in cookie and header', async () => {
    const guest = await site.visitor()
    const other = await site.visitor()
    const own = guest.cookies.get('csrftoken') ?? ''
    const others = other.cookies.get('csrftoken') ?? ''
    const tries: [string, Record<string, string | null>][] = [
      ['no header', { 'x-csrftoken': null }],
      ['no cookie', { cookie: `presessionid=${guest.cookies.get('presessionid')}` }],
      ['header of another guest', { 'x-csrftoken': others }],
      [
        'cookie and header of another guest',
        {
          cookie: `presessionid=${guest.cookies.get('presessionid')}; csrftoken=${others}`,
          'x-csrftoken': others,
        },
      ],
      ['no pre-session', { cookie: `csrftoken=${own}` }],
      ['made up', { cookie: `csrftoken=abc`, 'x-csrftoken': 'abc' }],
      ['signature cut', { cookie: `csrftoken=${own.slice(0, -1)}`, 'x-csrftoken': own.slice(0, -1) }],
    ]
    for (const [what, headers] of tries) {
      expect([what, await outcome(guest.post(login, credentials, { headers }))]).toEqual([what, forged])
    }
    expect((await guest.post(login, credentials)).statusCode).toBe(200)
  })

  test('3.5.1 A1: after the sign-in the token is another, and those of before and of others are void', async () => {
    const browser = await site.visitor()
    const before = browser.cookies.get('csrftoken') ?? ''
    const preSession = browser.cookies.get('presessionid')
    await browser.post(login, credentials)
    const after = browser.cookies.get('csrftoken') ?? ''
    expect(after).not.toBe(before)
    expect(browser.cookies.has('presessionid')).toBe(false)
    const second = await site.visitor()
    await second.post(login, credentials)
    for (const token of [before, second.cookies.get('csrftoken') ?? '']) {
      const cookie = `sessionid=${browser.cookies.get('sessionid')}; presessionid=${preSession}; csrftoken=${token}`
      const headers = { cookie, 'x-csrftoken': token }
      expect(await outcome(browser.post('/api/users/logout/', undefined, { headers }))).toEqual(forged)
    }
    expect((await browser.post('/api/users/logout/')).statusCode).toBe(204)
  })

  test('A1: a planted cookie beside the real one neither passes nor shuts the page out', async () => {
    const attacker = await site.visitor()
    const guest = await site.visitor()
    const planted = attacker.cookies.get('csrftoken') ?? ''
    const own = guest.cookies.get('csrftoken') ?? ''
    const cookie = `csrftoken=${planted}; presessionid=${guest.cookies.get('presessionid')}; csrftoken=${own}`
    const bad = { cookie, 'x-csrftoken': planted }
    expect(await outcome(guest.post(login, credentials, { headers: bad }))).toEqual(forged)
    const good = await guest.post(login, credentials, { headers: { cookie, 'x-csrftoken': own } })
    expect(good.statusCode).toBe(200)
  })

  test('A5: a GET of a page or of the API hands out a token exactly when the one sent is not good', async () => {
    const names = (answer: { cookies: { name: string }[] }) => answer.cookies.map((one) => one.name).sort()
    const browser = site.browser()
    expect(names(await browser.get('/api/users/profile/'))).toEqual(['csrftoken', 'presessionid'])
    expect(names(await browser.get('/login'))).toEqual([])
    browser.cookies.set('csrftoken', 'planted')
    expect(names(await browser.get('/'))).toEqual(['csrftoken'])
    await browser.post(login, credentials)
    expect(names(await browser.get('/validators'))).toEqual([])
    const sessionless = site.browser()
    sessionless.cookies.set('sessionid', 'A'.repeat(43))
    expect(names(await sessionless.get('/'))).toEqual(['csrftoken', 'presessionid'])
    expect((await sessionless.post(login, credentials)).statusCode).toBe(200)
  })

  test('A1: a dead session counts as a guest: its token is void until a GET hands out another', async () => {
    const browser = await site.visitor()
    await browser.post(login, credentials)
    const dead = new Map(browser.cookies)
    await browser.post('/api/users/logout/')
    for (const [name, value] of dead) browser.cookies.set(name, value)
    expect(await outcome(browser.post(login, credentials))).toEqual(forged)
    await browser.get('/login')
    expect((await browser.post(login, credentials)).statusCode).toBe(200)
  })

  test('A6: calls of machines carry no cookies and need no token', async () => {
    const browser = site.browser()
    for (const path of ['/api/openapi.json', '/api/health/']) {
      expect((await browser.get(path)).cookies).toEqual([])
    }
  })

  test('A6: what does not exist is 404, not 403', async () => {
    const answer = await site.browser().post('/api/users/login', credentials)
    expect(answer.statusCode).toBe(404)
  })
})

describe('Origin', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }, foreign],
    ['a sandboxed frame', { origin: 'null' }, foreign],
    ['a name that begins like ours', { origin: 'http://celestia.localhost:8000.evil.example' }, foreign],
    ['another port', { origin: 'http://celestia.localhost:8001' }, foreign],
    ['another scheme', { origin: 'https://celestia.localhost:8000' }, foreign],
    ['garbage', { origin: 'http://' }, foreign],
    ['no Origin, but the browser says cross-site', { origin: null, 'sec-fetch-site': 'cross-site' }, foreign],
    ['the own one', {}, [200, undefined]],
    ['no browser', { origin: null }, [200, undefined]],
    ['another domain of the catalogue', { origin: 'https://story.example.org' }, [200, undefined]],
    ['a spelling of the own one', { origin: 'HTTP://Celestia.localhost:8000' }, [200, undefined]],
  ])('3.5.1 A4: %s', async (_what, headers, expected) => {
    const browser = await site.visitor()
    expect(await outcome(browser.post(login, credentials, { headers }))).toEqual(expected)
  })

  test('A4: a foreign Origin may read, browsers keep the answer from it', async () => {
    const answer = await site
      .browser()
      .get('/api/users/profile/', { headers: { origin: 'https://evil.example' } })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})
