import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { outcome } from '../testing/outcome.ts'
import { freshIp, openTestSite, type OwnTestSite } from '../testing/test-site.ts'
import { userAccount, userSession } from '../users/accounts.schema.ts'

const change = '/api/users/email-change/'
const confirm = '/api/users/email-change/confirm/'
const login = '/api/users/login/'
const profile = '/api/users/profile/'
const password = 'a long enough password'
let site: OwnTestSite
let serial = 0
let email: string
let fresh: string
let browser: Browser
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  serial += 1
  email = `ada${serial}@example.org`
  fresh = `new${serial}@example.org`
  await site.user(email, password)
  browser = await site.signedIn({ email, password }, { ip: freshIp(), language: 'uk' })
})

const tokenIn = (mail: { message: { link?: { url: string } | undefined } } | undefined) =>
  new URL(mail?.message.link?.url ?? '').searchParams.get('token')

/** The first of the mails after the first `since` that is wanted; those of the test before may still be on their way. */
async function mailAfter(since: number, isWanted: (mail: OwnTestSite['mails'][number]) => boolean) {
  for (;;) {
    const found = site.mails.slice(since).find(isWanted)
    if (found) return found
    await site.mailed(site.mails.length + 1)
  }
}

/** Asks for the change; gives the mail to the new address and the one to the old. */
async function asked(address = fresh, from = browser) {
  const before = site.mails.length
  const old = (await from.get(profile)).json<{ email: string }>().email
  const answer = await from.post(change, { email: address, password })
  const toNew = await mailAfter(before, ({ recipient }) => recipient === address)
  const toOld = await mailAfter(before, ({ recipient }) => recipient === old)
  return { answer, mails: [toNew, toOld], toOld, toNew, old }
}

test('7.5.1 A42: a link to the new address, a notice to the old one; nothing changes before it is used', async () => {
  const { answer, toNew, toOld } = await asked()
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([202, ['detail']])
  expect(toNew?.recipient).toBe(fresh)
  expect(toNew?.message.link?.url).toMatch(
    /^http:\/\/celestia\.localhost:8000\/email-change\/confirm\?token=[\w-]{43}$/,
  )
  expect(toOld?.recipient).toBe(email)
  expect(JSON.stringify(toOld?.message)).not.toContain(fresh)
  expect((await browser.get(profile)).json()).toMatchObject({ email })

  const stranger = await site.visitor({ ip: freshIp() })
  const confirmed = await stranger.post(confirm, { token: tokenIn(toNew) })
  expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { email: fresh }])
  expect(stranger.cookies.has('sessionid')).toBe(false)
  expect((await browser.get(profile)).json()).toMatchObject({ email: fresh })
  expect((await stranger.post(login, { email: fresh, password })).statusCode).toBe(200)
  const guest = await site.visitor({ ip: freshIp() })
  expect(await outcome(guest.post(login, { email, password }))).toEqual([400, 'invalid_credentials'])
  expect(await outcome(guest.post(confirm, { token: tokenIn(toNew) }))).toEqual([400, 'invalid_token'])
})

test('6.3.8 A42: a taken address is answered alike; its owner gets a note, and no token', async () => {
  const taken = `taken${serial}@example.org`
  await site.user(taken, password)
  const free = await asked()
  const other = await asked(taken)
  expect([other.answer.statusCode, other.answer.body]).toEqual([free.answer.statusCode, free.answer.body])
  expect(Object.keys(other.answer.headers).sort()).toEqual(Object.keys(free.answer.headers).sort())
  expect(other.toNew?.recipient).toBe(taken)
  expect(other.toNew?.message.subject).toContain('already has a Roundsman account')
  expect(tokenIn(other.toNew)).toBeNull()
})

test('7.5.1 A39: it takes the present password', async () => {
  expect(await outcome(browser.post(change, { email: fresh, password: 'wrong' }))).toEqual([
    400,
    'invalid_credentials',
  ])
  const answer = await browser.post(change, { email: fresh })
  expect(Object.keys(answer.json().errors)).toEqual(['password'])
  expect(await outcome(browser.post(change, { email: 'nonsense', password }))).toEqual([
    400,
    'validation_failed',
  ])
  expect(await outcome(browser.post(change, { email: 'a\u0000@x.org', password }))).toEqual([
    400,
    'validation_failed',
  ])
})

test('7.5.1 A40: without a password of one’s own, a fresh sign-in with the provider stands in', async () => {
  const { orm } = site.test.db
  const [user] = await orm
    .update(userAccount)
    .set({ passwordHash: null })
    .where(eq(userAccount.email, email))
    .returning()
  expect(await outcome(browser.post(change, { email: fresh }))).toEqual([400, 'invalid_credentials'])
  await orm
    .update(userSession)
    .set({ providerSignInAt: new Date(site.clock.now()) })
    .where(eq(userSession.userId, user?.id ?? 0))
  expect((await browser.post(change, { email: fresh })).statusCode).toBe(202)
})

test('6.4.1 A42: an older link, an old one, and one before a new password are void', async () => {
  const first = await asked()
  const second = await asked()
  const guest = await site.visitor({ ip: freshIp() })
  const use = (asking: typeof first) => outcome(guest.post(confirm, { token: tokenIn(asking.toNew) }))
  expect(await use(first)).toEqual([400, 'invalid_token'])
  await site.clock.advance(60 * 60_000)
  expect(await use(second)).toEqual([400, 'invalid_token'])
  const third = await asked()
  await browser.post('/api/users/password-change/', { old_password: password, new_password: `${password} 2` })
  expect(await use(third)).toEqual([400, 'invalid_token'])
  expect((await browser.get(profile)).json()).toMatchObject({ email })
})

test('A42: an address that somebody else took in between stays theirs', async () => {
  const { toNew } = await asked()
  await site.user(fresh, password)
  const guest = await site.visitor({ ip: freshIp() })
  expect(await outcome(guest.post(confirm, { token: tokenIn(toNew) }))).toEqual([400, 'invalid_token'])
})

test('A42: of two accounts that want one address at the same moment one gets it', async () => {
  const other = `other${serial}@example.org`
  await site.user(other, password)
  const second = await site.signedIn({ email: other, password }, { ip: freshIp() })
  const wishes = [await asked(), await asked(fresh, second)]
  const guests = await Promise.all(wishes.map(() => site.visitor({ ip: freshIp() })))
  const results = await Promise.all(
    wishes.map(({ toNew }, index) =>
      outcome(guests[index]?.post(confirm, { token: tokenIn(toNew) }) ?? never()),
    ),
  )
  expect(results.map(([status]) => status).sort()).toEqual([200, 400])
})

test('6.3.7 A43: the old address gets a link that takes it back and ends every session', async () => {
  const { toNew } = await asked()
  const guest = await site.visitor({ ip: freshIp() })
  const before = site.mails.length
  await guest.post(confirm, { token: tokenIn(toNew) })
  const undo = await mailAfter(before, ({ recipient }) => recipient === email)
  expect(undo.message.subject).toBe('Your Roundsman address was changed')
  // Whoever has the account moves on; the first owner's link goes on working.
  const again = await asked(`third${serial}@example.org`)
  const sent = site.mails.length
  await guest.post(confirm, { token: tokenIn(again.toNew) })
  const undoOfThief = await mailAfter(sent, ({ recipient }) => recipient === fresh)
  await site.clock.advance(71 * 60 * 60_000)
  const taken = await guest.post(confirm, { token: tokenIn(undo) })
  expect([taken.statusCode, taken.json()]).toEqual([200, { email }])
  expect((await browser.get(profile)).statusCode).toBe(401)
  expect(await outcome(guest.post(confirm, { token: tokenIn(undoOfThief) }))).toEqual([400, 'invalid_token'])
})

test('A47: ten wishes an hour for one user, the next waits', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1)
    statuses.push((await browser.post(change, { email: `w${index}.${fresh}`, password })).statusCode)
  expect(statuses).toEqual([...Array<number>(10).fill(202), 429])
})

test('A44: every mail is written in the three languages, with a link and nothing missing', async () => {
  const { credentialTexts } = await import('./credential-texts.data.ts')
  const shape = (texts: object) =>
    Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? 1 : text.paragraphs.length])
  expect(shape(credentialTexts.ru)).toEqual(shape(credentialTexts.en))
  expect(shape(credentialTexts.uk)).toEqual(shape(credentialTexts.en))
})

function never(): Promise<{ statusCode: number; body: string }> {
  throw new Error('no guest')
}
