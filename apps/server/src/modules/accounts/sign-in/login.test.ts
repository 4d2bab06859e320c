import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestSite, type OwnTestSite, openTestSite } from '../testing/test-site.ts'
import { userAccount } from '../users/accounts.schema.ts'

const login = '/api/users/login/'
const profile = '/api/users/profile/'
const password = 'a long enough password'
/** Of somebody who only registered. */
const mine = 'quite another password'
let site: OwnTestSite
let serial = 0
let email: string
let strange: string
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  serial += 1
  email = `user${serial}@example.org`
  strange = `203.0.113.${serial}`
  await site.user(email, password)
})

async function tryLogin(ip: string, body: { email: string; password: string }) {
  return (await site.visitor({ ip })).post(login, body)
}

async function failTenTimes(address = email) {
  for (let index = 0; index < 10; index += 1) {
    const ip = `198.51.100.${index}`
    expect((await tryLogin(ip, { email: address, password: 'wrong' })).statusCode).toBe(400)
  }
}

describe('login', () => {
  test('A17: answers the profile and signs in, however the address is spelt', async () => {
    const browser = await site.visitor()
    const answer = await browser.post(login, { email: ` ${email.toUpperCase()}`, password })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      email,
      groups: ['member'],
      phones: [],
      avatar: null,
      abilities: [
        { action: 'read', subject: 'any' },
        { action: 'read', subject: 'ANY' },
      ],
    })
    expect((await browser.get(profile)).json()).toEqual(answer.json())
  })

  test('7.2.4 A27: the session is always a new one: a planted id never becomes it, an earlier one ends', async () => {
    const planted = 'P'.repeat(43)
    const browser = await site.visitor()
    browser.cookies.set('sessionid', planted)
    await browser.post(login, { email, password })
    const first = browser.cookies.get('sessionid') ?? ''
    expect(first).not.toBe(planted)
    await browser.post(login, { email, password })
    const second = browser.cookies.get('sessionid') ?? ''
    expect(second).not.toBe(first)
    for (const [secret, status] of [
      [planted, 401],
      [first, 401],
      [second, 200],
    ] as const) {
      const answer = await site.browser().get(profile, { headers: { cookie: `sessionid=${secret}` } })
      expect(answer.statusCode).toBe(status)
    }
  })

  test('A19: whoever has the password of a registration that waits for its confirmation learns that', async () => {
    const pending = `pending.${email}`
    await (await site.visitor({ ip: strange })).post('/api/users/register/', {
      email: pending,
      password: mine,
    })
    const answer = await tryLogin(strange, { email: pending, password: mine })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'email_not_confirmed'])
    expect((await tryLogin(strange, { email: pending, password })).json().code).toBe('invalid_credentials')
    await site.clock.advance(24 * 60 * 60_000)
    const late = await tryLogin(strange, { email: pending, password: mine })
    expect(late.json().code).toBe('invalid_credentials')
  })

  test('6.3.8 A19: nobody learns by it whether the address has an account: a registration with a taken one is like any other', async () => {
    const free = `free.${email}`
    for (const address of [email, free]) {
      const visitor = await site.visitor({ ip: strange })
      await visitor.post('/api/users/register/', { email: address, password: mine })
    }
    const answers = [
      await tryLogin(strange, { email, password: mine }),
      await tryLogin(strange, { email: free, password: mine }),
    ]
    expect(answers[0]?.statusCode).toBe(400)
    expect(answers[0]?.json().code).toBe('email_not_confirmed')
    expect(answers[0]?.body).toBe(answers[1]?.body)
    // Its owner signs in as ever, and the registration comes to nothing.
    expect((await tryLogin('192.0.2.1', { email, password })).statusCode).toBe(200)
  })

  test('6.3.8 A19: nor does it when the address gets its account meanwhile', async () => {
    const address = `later.${email}`
    const visitor = await site.visitor({ ip: strange })
    await visitor.post('/api/users/register/', { email: address, password: mine })
    await site.user(address, password)
    expect((await tryLogin(strange, { email: address, password: mine })).json().code).toBe(
      'email_not_confirmed',
    )
  })

  test('6.3.8 A18: unknown address, wrong password, disabled and passwordless accounts answer alike', async () => {
    await site.user(`disabled.${email}`, password)
    await site.disable(`disabled.${email}`)
    const other = `federated.${email}`
    await site.test.db.orm
      .insert(userAccount)
      .values({ email: other, emailKey: other, createdAt: new Date(site.clock.now()) })
    const tries = [
      { email: `nobody.${email}`, password },
      { email, password: 'wrong' },
      { email: `disabled.${email}`, password },
      { email: other, password: 'nobody has this password' },
      { email: 'a\u0000b', password },
    ]
    const answers = await Promise.all(tries.map((body) => tryLogin(strange, body)))
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual(answers[0]?.json())
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0]?.headers ?? {}).sort())
    }
    expect(answers[0]?.json().code).toBe('invalid_credentials')
  })

  test('11.4.2 A20: a password hashed at another cost is hashed anew when it is used', async () => {
    const today = await createTestSite(site.test, {
      passwordCost: { memoryCost: 16, timeCost: 1, parallelism: 1 },
    })
    const stored = async () =>
      (await site.test.db.orm.select().from(userAccount)).find((user) => user.email === email)?.passwordHash
    expect(await stored()).toContain('$argon2id$v=19$m=8,t=1,p=1$')
    expect((await (await today.visitor()).post(login, { email, password })).statusCode).toBe(200)
    expect(await stored()).toContain('$argon2id$v=19$m=16,t=1,p=1$')
    await today.close()
  })

  test('16.3.1: good and bad logins are in the log, passwords and forged lines are not', async () => {
    const browser = await site.visitor({ ip: strange, userAgent: 'x"}\\n{"event":"login"' })
    await browser.post(login, { email, password: 'canary-password' })
    await browser.post(login, { email, password })
    const lines = site.logLines.map((line) => JSON.parse(line) as Record<'event' | 'ip' | 'log', unknown>)
    const events = lines
      .filter((line) => line.ip === strange && line.log === 'audit')
      .map(({ event }) => event)
    expect(events).toEqual(['login_failed', 'login'])
    expect(site.logLines.join('')).not.toContain('canary-password')
    expect(site.logLines.join('')).not.toContain(password)
  })
})

describe('the throttle', () => {
  test.each(['known', 'unknown'])(
    '6.3.1 A21: after ten failures for a %s address anybody from a strange place waits, right password or not',
    async (which) => {
      const address = which === 'known' ? email : `nobody.${email}`
      await failTenTimes(address)
      const answer = await tryLogin(strange, { email: address, password })
      expect(answer.statusCode).toBe(429)
      expect(answer.json().code).toBe('too_many_requests')
      expect(answer.headers['retry-after']).toBe('600')
      await site.clock.advance(600_000)
      const later = await tryLogin(strange, { email: address, password })
      expect(later.statusCode).toBe(which === 'known' ? 200 : 400)
    },
  )

  test('6.3.1 A22: waiting tries do not lengthen the wait, and other addresses do not wait', async () => {
    await failTenTimes()
    await site.clock.advance(300_000)
    const answer = await tryLogin(strange, { email, password: 'wrong' })
    expect(answer.headers['retry-after']).toBe('300')
    expect((await tryLogin(strange, { email: `other.${email}`, password })).statusCode).toBe(400)
  })

  test('6.3.1 A23: the owner gets in from where they signed in before; IPv6 counts by its /64', async () => {
    expect((await tryLogin('2001:db8:1:2::1', { email, password })).statusCode).toBe(200)
    expect((await tryLogin('192.0.2.44', { email, password })).statusCode).toBe(200)
    await failTenTimes()
    expect((await tryLogin('2001:db8:1:2:ffff::9', { email, password })).statusCode).toBe(200)
    expect((await tryLogin('::ffff:192.0.2.44', { email, password })).statusCode).toBe(200)
    expect((await tryLogin('2001:db8:1:3::1', { email, password })).statusCode).toBe(429)
    expect((await tryLogin('192.0.2.45', { email, password })).statusCode).toBe(429)
    expect((await tryLogin('192.0.2.44', { email: `x${email}`, password })).statusCode).toBe(400)
  })

  test('6.3.1 A23: a mailed link makes the place known where it was used', async () => {
    const fresh = `fresh.${email}`
    const browser = await site.visitor({ ip: '192.0.2.90' })
    const before = site.mails.length
    await browser.post('/api/users/register/', { email: fresh, password })
    const url = (await site.mailed(before + 1))[before]?.message.link?.url ?? ''
    const token = new URL(url).searchParams.get('token')
    const phone = await site.visitor({ ip: '192.0.2.91' })
    expect((await phone.post('/api/users/register/confirm/', { token, password })).statusCode).toBe(200)
    await failTenTimes(fresh)
    expect((await tryLogin('192.0.2.91', { email: fresh, password })).statusCode).toBe(200)
    expect((await tryLogin('192.0.2.90', { email: fresh, password })).statusCode).toBe(429)
  })

  test('2.4.1 A21: a hundred at once are counted like a hundred in a row', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 50 }, (_unused, index) => site.visitor({ ip: `198.18.${serial}.${index}` })),
    )
    const answers = await Promise.all(
      browsers.map((browser) => browser.post(login, { email, password: 'wrong' })),
    )
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(10)
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(40)
  })

  test('A26: a restart forgives nothing', async () => {
    await failTenTimes()
    const again = await createTestSite(site.test, { clock: site.clock })
    const browser = await again.visitor({ ip: strange })
    expect((await browser.post(login, { email, password })).statusCode).toBe(429)
    await again.close()
  })

  test('A24: 120 logins a minute from one network address, the next waits; a forged header is no new address', async () => {
    const statuses: number[] = []
    const browser = await site.visitor({ ip: strange })
    for (let index = 0; index < 121; index += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${index}` }
      const answer = await browser.post(login, { email: `n${index}.${email}`, password }, { headers })
      statuses.push(answer.statusCode)
    }
    expect(statuses.slice(0, 120)).toEqual(Array(120).fill(400))
    expect(statuses[120]).toBe(429)
  })
})
