import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutgoingDelivery } from '../../notifications/notifications.public.ts'
import { freshIp, openTestSite, type OwnTestSite } from '../testing/test-site.ts'
import { userAccount } from '../users/accounts.schema.ts'

const password = 'a long enough password'
let site: OwnTestSite
let serial = 0
const freshEmail = () => `ada${(serial += 1)}@example.org`
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const register = '/api/users/register/'
const confirm = '/api/users/register/confirm/'
const profile = '/api/users/profile/'

/**
 * The first mails to an address of those after the first `before`, in order. Mails to others may still be on their way
 * from an earlier test, and come between them.
 */
async function mailsTo(email: string, before: number, wanted = 1): Promise<OutgoingDelivery[]> {
  for (let count = before + wanted; ; count += 1) {
    const theirs = (await site.mailed(count)).slice(before).filter((mail) => mail.recipient === email)
    if (theirs.length >= wanted) return theirs
  }
}

/** Registers and gives the token of the mail that came. */
async function registered(over: { email?: string; password?: string; host?: string } = {}) {
  const { email = freshEmail(), host } = over
  const browser = await site.visitor({ ip: freshIp(), ...(host === undefined ? {} : { host }) })
  const before = site.mails.length
  const answer = await browser.post(register, {
    email,
    password: over.password ?? password,
    first_name: 'Ada',
  })
  const [mail] = await mailsTo(email.trim().toLowerCase(), before)
  const link = mail?.message.link?.url ?? ''
  return { browser, answer, email, mail, link, token: new URL(link).searchParams.get('token') }
}

describe('register', () => {
  test('A8: answers 202 with a sentence and mails a link to the page that confirms', async () => {
    const { answer, link, mail, email } = await registered()
    expect(answer.statusCode).toBe(202)
    expect(Object.keys(answer.json())).toEqual(['detail'])
    expect(mail?.recipient).toBe(email)
    expect(link).toMatch(/^http:\/\/celestia\.localhost:8000\/register\/confirm\?token=[\w-]{43}$/)
  })

  test('6.3.8 A9: a taken address is answered alike and gets a note, in its own language, without a token', async () => {
    const first = await registered()
    await first.browser.post(confirm, { token: first.token })
    const again = await registered({ email: ` ${first.email.toUpperCase()} ` })
    expect(again.answer.statusCode).toBe(first.answer.statusCode)
    expect(again.answer.json()).toEqual(first.answer.json())
    expect(Object.keys(again.answer.headers).sort()).toEqual(Object.keys(first.answer.headers).sort())
    expect(again.mail?.recipient).toBe(first.email)
    expect(again.mail?.message.subject).toContain('already have a Roundsman account')
    expect(again.token).toBeNull()
  })

  test('A10: the mail to an address that is not confirmed carries no text of the request', async () => {
    const browser = await site.visitor({ ip: freshIp() })
    const before = site.mails.length
    const email = freshEmail()
    const name = 'Win a prize at evil.example'
    await browser.post(register, { email, password, first_name: name })
    const [mail] = await mailsTo(email, before)
    expect(JSON.stringify(mail?.message)).not.toContain('evil.example')
  })

  test('6.4.1 A14: the host of the request selects a domain of the catalogue and never gets into the link', async () => {
    expect((await registered({ host: 'story.example.org' })).link).toContain('https://story.example.org/')
    expect((await registered({ host: 'evil.example' })).link).toContain('https://public.example.org/')
    const browser = await site.visitor({ ip: freshIp() })
    const before = site.mails.length
    const email = freshEmail()
    await browser.post(register, { email, password }, { headers: { 'x-forwarded-host': 'evil.example' } })
    expect((await mailsTo(email, before))[0]?.message.link?.url).toContain('celestia.localhost')
  })

  test.each([
    ['seven characters', 'seven77', 400],
    ['128 characters, letters of any kind', 'пароль🔑'.padEnd(128, 'x'), 202],
    ['129 characters', 'x'.repeat(129), 400],
    ['one of the most common', 'Password123', 400],
  ])('6.2.1 6.2.4 6.2.9: a password of %s', async (_what, wanted, status) => {
    const browser = await site.visitor({ ip: freshIp() })
    const answer = await browser.post(register, { email: freshEmail(), password: wanted })
    expect(answer.statusCode).toBe(status)
    if (status === 400) expect(Object.keys(answer.json().errors)).toEqual(['password'])
  })

  test('A15: what PostgreSQL cannot store is refused, not an error of ours', async () => {
    const browser = await site.visitor({ ip: freshIp() })
    const answer = await browser.post(register, { email: freshEmail(), password, first_name: 'a\u0000b' })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual(['first_name'])
  })

  test('A45: one’s own address is no password', async () => {
    const browser = await site.visitor({ ip: freshIp() })
    const email = freshEmail()
    const answer = await browser.post(register, { email, password: email.toUpperCase() })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['password']])
  })

  test('A16: the answer says when a mail may be asked for again, the same for every address', async () => {
    const first = await registered()
    await first.browser.post(confirm, { token: first.token })
    const again = async (email: string) => {
      const browser = await site.visitor({ ip: freshIp() })
      return (await browser.post(register, { email, password })).headers['retry-after']
    }
    expect(first.answer.headers['retry-after']).toBe('60')
    expect(await again(first.email)).toBe('60')
    for (let mails = 2; mails < 10; mails += 1) await again(first.email)
    await site.clock.advance(600_000)
    expect(await again(first.email)).toBe('3000')
  })

  test('A24: sixty registrations a minute from one network address, the next waits', async () => {
    const browser = await site.visitor({ ip: '203.0.113.77' })
    const statuses: number[] = []
    for (let index = 0; index < 61; index += 1) {
      statuses.push((await browser.post(register, { email: freshEmail(), password })).statusCode)
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(202))
    expect(statuses[60]).toBe(429)
  })

  test('A25: one address gets ten mails an hour whoever asks; the answer stays the same', async () => {
    const email = freshEmail()
    const before = site.mails.length
    for (let index = 0; index < 12; index += 1) {
      const browser = await site.visitor({ ip: freshIp() })
      expect((await browser.post(register, { email, password })).statusCode).toBe(202)
    }
    await mailsTo(email, before, 10)
    const other = await registered()
    expect(other.answer.statusCode).toBe(202)
    expect(site.mails.slice(before).filter((mail) => mail.recipient === email)).toHaveLength(10)
  })
})

describe('confirm', () => {
  test('A11: in the browser that registered the token is enough, and signs in', async () => {
    const { browser, token, email } = await registered()
    const answer = await browser.post(confirm, { token })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ email, first_name: 'Ada', groups: ['member'], has_password: true })
    expect((await browser.get(profile)).json()).toEqual(answer.json())
    const other = await site.visitor({ ip: freshIp() })
    expect((await other.post('/api/users/login/', { email, password })).statusCode).toBe(200)
  })

  test('A12: elsewhere the registered password is needed too', async () => {
    const { token } = await registered()
    const other = await site.visitor({ ip: freshIp() })
    const without = await other.post(confirm, { token })
    expect([without.statusCode, without.json().code]).toEqual([400, 'password_required'])
    const wrong = await other.post(confirm, { token, password: 'another password' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'invalid_credentials'])
    expect((await other.post(confirm, { token, password })).statusCode).toBe(200)
  })

  test('A12: after ten wrong passwords the token is void elsewhere, also for the right one', async () => {
    const { token } = await registered()
    const other = await site.visitor({ ip: freshIp() })
    for (let index = 0; index < 10; index += 1) {
      expect((await other.post(confirm, { token, password: `wrong ${index}` })).json().code).toBe(
        'invalid_credentials',
      )
    }
    expect((await other.post(confirm, { token, password })).json().code).toBe('invalid_token')
  })

  test('6.4.3 A13: a token works once, and not after 24 hours', async () => {
    const { browser, token } = await registered()
    await browser.post(confirm, { token })
    const again = await browser.post(confirm, { token, password })
    expect([again.statusCode, again.json().code]).toEqual([400, 'invalid_token'])
    expect((await browser.post(confirm, { token: 'nonsense' })).json().code).toBe('invalid_token')
    const late = await registered()
    await site.clock.advance(24 * 3_600_000)
    expect((await late.browser.post(confirm, { token: late.token })).json().code).toBe('invalid_token')
  })

  test('6.4.3 A13: a used token makes no second account, also when the address is free again', async () => {
    const { browser, token, email } = await registered()
    await browser.post(confirm, { token })
    const moved = { email: `moved.${email}`, emailKey: `moved.${email}` }
    await site.test.db.orm.update(userAccount).set(moved).where(eq(userAccount.emailKey, email))
    expect((await browser.post(confirm, { token, password })).json().code).toBe('invalid_token')
  })

  test('A13: each registration is one of its own; confirming one voids the others', async () => {
    const owner = await registered()
    const squatter = await registered({ email: owner.email, password: 'the password of a squatter' })
    expect((await owner.browser.post(confirm, { token: owner.token })).statusCode).toBe(200)
    expect((await squatter.browser.post(confirm, { token: squatter.token })).json().code).toBe(
      'invalid_token',
    )
    const other = await site.visitor({ ip: freshIp() })
    const credentials = { email: owner.email, password: 'the password of a squatter' }
    expect((await other.post('/api/users/login/', credentials)).statusCode).toBe(400)
  })

  test('6.4.3 A13: of eight confirmations at once one wins, for one token and for rivals', async () => {
    const owner = await registered()
    const rival = await registered({ email: owner.email })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_unused, index) => {
        const one = index % 2 === 0 ? owner : rival
        return one.browser.post(confirm, { token: one.token })
      }),
    )
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'won' : answer.json().code)).sort()
    expect(codes).toEqual([...Array(7).fill('invalid_token'), 'won'])
  })
})
