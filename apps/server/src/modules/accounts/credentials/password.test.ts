import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingDelivery } from '../../notifications/notifications.public.ts'
import { outcome } from '../testing/outcome.ts'
import { freshIp, openTestSite, type OwnTestSite } from '../testing/test-site.ts'
import { userAccount, userSession } from '../users/accounts.schema.ts'
import { userToken } from './token.store.ts'

const change = '/api/users/password-change/'
const reset = '/api/users/reset-password/'
const confirm = '/api/users/reset-password/confirm/'
const login = '/api/users/login/'
const profile = '/api/users/profile/'
const password = 'a long enough password'
const better = 'quite another password'
let site: OwnTestSite
let serial = 0
let email: string
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  serial += 1
  email = `ada${serial}@example.org`
  await site.user(email, password)
})

const signedIn = () => site.signedIn({ email, password }, { ip: freshIp() })
const mayLogIn = async (wanted: string) =>
  (await (await site.visitor({ ip: freshIp() })).post(login, { email, password: wanted })).statusCode === 200

/** Asks for a new password and gives the token of the mail that came. */
async function resetToken(over: { host?: string; ip?: string } = {}) {
  const before = site.mails.length
  const guest = await site.visitor({ ip: freshIp(), ...over })
  expect((await guest.post(reset, { email })).statusCode).toBe(202)
  // The note about an earlier change may come first.
  const isOurs = ({ message }: OutgoingDelivery) => message.link?.url.includes('?token=') === true
  let mail: OutgoingDelivery | undefined
  for (let count = before + 1; mail === undefined; count++)
    mail = (await site.mailed(count)).slice(before).find(isOurs)
  const link = new URL(mail.message.link?.url ?? '')
  return { mail, link, token: link.searchParams.get('token') ?? '' }
}

describe('password-change', () => {
  test('6.3.7 7.2.4 7.4.3 A41: other sessions end, this one goes on under another secret, the user is told', async () => {
    const browser = await signedIn()
    const other = await signedIn()
    const secret = browser.cookies.get('sessionid')
    const before = site.mails.length
    expect(await outcome(browser.post(change, { old_password: password, new_password: better }))).toEqual([
      204,
      null,
    ])
    expect((await other.get(profile)).statusCode).toBe(401)
    expect((await browser.get(profile)).statusCode).toBe(200)
    expect(browser.cookies.get('sessionid')).not.toBe(secret)
    const stale = { headers: { cookie: `sessionid=${secret}` } }
    expect((await site.browser().get(profile, stale)).statusCode).toBe(401)
    expect((await browser.put(profile, (await browser.get(profile)).json())).statusCode).toBe(200)
    expect([await mayLogIn(password), await mayLogIn(better)]).toEqual([false, true])
    const mail = (await site.mailed(before + 1))[before]
    expect([mail?.recipient, mail?.message.subject]).toEqual([email, 'Your Roundsman password was changed'])
  })

  test('6.2.3 A39: it takes the old password, and a new one that is not common', async () => {
    const browser = await signedIn()
    const tries: [object, unknown[], string[]?][] = [
      [{ old_password: 'wrong', new_password: better }, [400, 'invalid_credentials']],
      [{ new_password: better }, [400, 'validation_failed'], ['old_password']],
      [{ old_password: password, new_password: 'Password123' }, [400, 'validation_failed'], ['new_password']],
      [{ old_password: password, new_password: 'seven77' }, [400, 'validation_failed'], ['new_password']],
    ]
    for (const [body, expected, fields] of tries) {
      const answer = await browser.post(change, body)
      expect([answer.statusCode, answer.json().code]).toEqual(expected)
      if (fields) expect(Object.keys(answer.json().errors)).toEqual(fields)
    }
    expect(await mayLogIn(password)).toBe(true)
  })

  test('A45: neither the present password nor one’s own address is taken for a new one', async () => {
    const browser = await signedIn()
    const refused = async (body: object) => {
      const answer = await browser.post(change, body)
      return [answer.statusCode, answer.json().code, Object.keys(answer.json().errors ?? {})]
    }
    const same = await refused({ old_password: password, new_password: password })
    expect(same).toEqual([400, 'validation_failed', ['new_password']])
    const address = await refused({ old_password: password, new_password: email.toUpperCase() })
    expect(address).toEqual([400, 'validation_failed', ['new_password']])
    // Who does not know it learns nothing of it.
    expect(await refused({ old_password: better, new_password: better })).toEqual([
      400,
      'invalid_credentials',
      [],
    ])
    const { token } = await resetToken()
    const guest = await site.visitor({ ip: freshIp() })
    expect((await guest.post(confirm, { token, password: email })).json().errors).toHaveProperty('password')
    expect((await guest.post(confirm, { token, password: better })).statusCode).toBe(200)
  })

  test('6.3.1 A46: after ten wrong old passwords even the right one waits', async () => {
    const browser = await signedIn()
    for (let index = 0; index < 10; index += 1)
      await browser.post(change, { old_password: `wrong ${index}`, new_password: better })
    const answer = await browser.post(change, { old_password: password, new_password: better })
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    await site.clock.advance(10 * 60_000)
    expect((await browser.post(change, { old_password: password, new_password: better })).statusCode).toBe(
      204,
    )
  })

  test('7.5.1 A40: without a password of one’s own, a sign-in with the provider within ten minutes stands in', async () => {
    const browser = await signedIn()
    const { orm } = site.test.db
    const [user] = await orm
      .update(userAccount)
      .set({ passwordHash: null })
      .where(eq(userAccount.email, email))
      .returning()
    const set = () => browser.post(change, { new_password: better })
    expect(await outcome(set())).toEqual([400, 'invalid_credentials'])
    const provedAt = (ago: number) =>
      orm
        .update(userSession)
        .set({ providerSignInAt: new Date(site.clock.now() - ago) })
        .where(eq(userSession.userId, user?.id ?? 0))
    await provedAt(10 * 60_000)
    expect(await outcome(set())).toEqual([400, 'invalid_credentials'])
    await provedAt(10 * 60_000 - 1000)
    expect((await set()).statusCode).toBe(204)
    expect((await browser.get(profile)).json()).toMatchObject({ has_password: true })
    expect(await outcome(set())).toEqual([400, 'validation_failed'])
  })

  test('A41: of two changes at once one wins', async () => {
    const browser = await signedIn()
    const wanted = [better, `${better} too`]
    const both = await Promise.all(
      wanted.map((one) => outcome(browser.post(change, { old_password: password, new_password: one }))),
    )
    // Who comes second finds another password or, once the first is through, that the session has another secret.
    const refused = both.filter(([status]) => status !== 204)
    expect(refused).toHaveLength(1)
    expect([
      [400, 'invalid_credentials'],
      [403, 'csrf_failed'],
    ]).toContainEqual(refused[0])
    for (const [at, one] of wanted.entries()) expect(await mayLogIn(one)).toBe(both[at]?.[0] === 204)
  })
})

describe('reset-password', () => {
  test('6.4.1 A36 A38: the mailed link sets a password; every session ends, nobody is signed in', async () => {
    const browser = await signedIn()
    const { mail, link, token } = await resetToken()
    expect(mail?.recipient).toBe(email)
    expect(`${link.origin}${link.pathname}`).toBe('http://celestia.localhost:8000/reset-password/confirm')
    expect(token).toMatch(/^[\w-]{43}$/)
    const guest = await site.visitor({ ip: freshIp() })
    const before = site.mails.length
    const answer = await guest.post(confirm, { token, password: better })
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['detail']])
    expect(guest.cookies.has('sessionid')).toBe(false)
    expect((await guest.get(profile)).statusCode).toBe(401)
    expect((await browser.get(profile)).statusCode).toBe(401)
    expect([await mayLogIn(password), await mayLogIn(better)]).toEqual([false, true])
    expect((await site.mailed(before + 1))[before]?.message.subject).toContain('was changed')
  })

  test('6.4.1 A36: the database keeps a digest of the token; used, old, void and wrong ones are refused alike', async () => {
    const first = await resetToken()
    const second = await resetToken()
    const rows = await site.test.db.orm.select().from(userToken)
    expect(JSON.stringify(rows)).not.toContain(second.token)
    expect(rows.every((row) => row.tokenHash.length === 32)).toBe(true)
    const guest = await site.visitor({ ip: freshIp() })
    const use = (token: string) => outcome(guest.post(confirm, { token, password: better }))
    expect(await use(first.token)).toEqual([400, 'invalid_token'])
    expect(await use('A'.repeat(43))).toEqual([400, 'invalid_token'])
    expect(await outcome(guest.post('/api/users/email-change/confirm/', { token: second.token }))).toEqual([
      400,
      'invalid_token',
    ])
    expect((await use(second.token))[0]).toBe(200)
    expect(await use(second.token)).toEqual([400, 'invalid_token'])
    const third = await resetToken()
    await site.clock.advance(60 * 60_000)
    expect(await use(third.token)).toEqual([400, 'invalid_token'])
  })

  test('6.4.1 A36: of two uses at the same moment one wins', async () => {
    const { token } = await resetToken()
    const guests = await Promise.all([1, 2, 3].map(() => site.visitor({ ip: freshIp() })))
    const used = await Promise.all(
      guests.map((guest) => outcome(guest.post(confirm, { token, password: better }))),
    )
    expect(used.map(([status]) => status).sort()).toEqual([200, 400, 400])
  })

  test('A36: a password that is refused leaves the token as it is', async () => {
    const { token } = await resetToken()
    const guest = await site.visitor({ ip: freshIp() })
    expect(await outcome(guest.post(confirm, { token, password: 'password1' }))).toEqual([
      400,
      'validation_failed',
    ])
    expect((await guest.post(confirm, { token, password: better })).statusCode).toBe(200)
  })

  test('6.4.1 A14: the host of the request never gets into the link', async () => {
    expect((await resetToken({ host: 'story.example.org' })).link.origin).toBe('https://story.example.org')
    expect((await resetToken({ host: 'evil.example' })).link.origin).toBe('https://public.example.org')
  })

  test('6.3.8 A37: unknown and disabled addresses are answered alike and get nothing', async () => {
    const known = await (await site.visitor({ ip: freshIp() })).post(reset, { email })
    await site.mailed(site.mails.length)
    const gone = `gone${serial}@example.org`
    await site.user(gone, password)
    await site.disable(gone)
    for (const address of [gone, `nobody${serial}@example.org`, 'no address at all']) {
      const answer = await (await site.visitor({ ip: freshIp() })).post(reset, { email: address })
      expect([answer.statusCode, answer.body]).toEqual([known.statusCode, known.body])
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(known.headers).sort())
    }
    const { mail } = await resetToken()
    expect(mail?.recipient).toBe(email)
    expect(site.mails.some(({ recipient }) => ['nobody', gone].includes(recipient))).toBe(false)
  })

  test('6.3.1 A23: ten failures from elsewhere shut the login, and the mailed link opens it from where it was used', async () => {
    const { token } = await resetToken()
    for (let index = 0; index < 10; index += 1)
      await (await site.visitor({ ip: freshIp() })).post(login, { email, password: `wrong ${index}` })
    const guest = await site.visitor({ ip: '203.0.113.9' })
    expect((await guest.post(login, { email, password })).statusCode).toBe(429)
    await guest.post(confirm, { token, password: better })
    expect((await guest.post(login, { email, password: better })).statusCode).toBe(200)
    expect(await mayLogIn(better)).toBe(false)
  })

  test('A37: ten mails an hour; beyond that the answer is the same and the last link still works', async () => {
    let last = await resetToken()
    for (let index = 1; index < 10; index += 1) {
      await site.clock.advance(60_000)
      last = await resetToken()
    }
    for (let index = 0; index < 40; index += 1) {
      await site.clock.advance(60_000)
      const answer = await (await site.visitor({ ip: freshIp() })).post(reset, { email })
      expect(answer.statusCode).toBe(202)
    }
    const guest = await site.visitor({ ip: freshIp() })
    const before = site.mails.length
    expect((await guest.post(confirm, { token: last.token, password: better })).statusCode).toBe(200)
    await site.mailed(before + 1)
    await site.clock.advance(20 * 60_000)
    expect((await resetToken()).token).not.toBe('')
  })
})
