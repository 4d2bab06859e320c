import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestProvider } from '../../../testing/open-id/test-provider.ts'
import type { Browser } from '../testing/browser.ts'
import { openProviderSite, type ProviderSite, redirectUri } from '../testing/provider-site.ts'
import { openTestSite } from '../testing/test-site.ts'

const methods = '/api/users/sign-in-methods/'
const login = '/api/users/login/google/'
const password = 'a long enough password'
let site: ProviderSite
let provider: TestProvider
let host: string
let serial = 0
let email: string

beforeAll(async () => {
  site = await openProviderSite()
  provider = site.provider
  host = new URL(provider.issuer).host
})
afterAll(() => site.close())
beforeEach(() => {
  serial += 1
  email = `person${serial}@example.org`
  provider.account = { sub: `subject-${serial}`, email, email_verified: true, given_name: 'Ada' }
})

/** Somebody with a password, signed in with it. */
async function withPassword(): Promise<Browser> {
  await site.user(email, password)
  return site.signedIn({ email, password })
}

async function startOf(browser: Browser, path: string, body?: unknown): Promise<Record<string, string>> {
  const answer = await browser.post(path, body)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function signInByToken(): Promise<{ browser: Browser; status: number; body: { detail: string } }> {
  const browser = await site.visitor()
  const { nonce } = await startOf(browser, `${login}start/`)
  const answer = await browser.post(login, { credential: await provider.token({ nonce }) })
  return { browser, status: answer.statusCode, body: answer.json() }
}

/** Adds the provider's present account by redirect, as the page does it. */
async function add(browser: Browser) {
  const started = await startOf(browser, `${methods}start/`, { password })
  const { back, codeVerifier } = await provider.authorize(started['authorization_url'] ?? '')
  return browser.post(methods, {
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    state: started['state'],
  })
}

const listed = async (browser: Browser) => (await browser.get(methods)).json()
const said = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

test('I11: what signs one in is listed by the host of its issuer, with the address that it gave', async () => {
  const { browser } = await signInByToken()
  expect(await listed(browser)).toEqual({
    methods: [
      { id: expect.any(Number), issuer: host, email, linked_at: new Date(site.clock.now()).toISOString() },
    ],
    addable: null,
  })
  provider.account.email = `moved${serial}@example.org`
  const { browser: again } = await signInByToken()
  expect((await listed(again)).methods).toMatchObject([{ email: `moved${serial}@example.org` }])
  expect(await listed(await site.visitor())).toMatchObject({ code: 'not_authenticated' })
})

test('7.5.1 I13: somebody signed in adds an identity, whatever its address, and is told by mail', async () => {
  const browser = await withPassword()
  expect(await listed(browser)).toEqual({ methods: [], addable: host })
  expect((await browser.post(`${methods}start/`, {})).json().errors).toHaveProperty('password')
  expect(said(await browser.post(`${methods}start/`, { password: 'wrong' }))).toEqual([
    400,
    'invalid_credentials',
  ])

  provider.account.email = `elsewhere${serial}@example.net`
  const before = site.mails.length
  const answer = await add(browser)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ issuer: host, email: provider.account.email })
  expect(await listed(browser)).toEqual({ methods: [answer.json()], addable: null })
  const mail = (await site.mailed(before + 1))[before]
  expect(mail?.recipient).toBe(email)
  expect(mail?.message.subject).toContain('New sign-in method')

  const { browser: other } = await signInByToken()
  expect((await other.get('/api/users/profile/')).json()).toMatchObject({ email, has_password: true })
  expect(said(await browser.post(`${methods}start/`, { password }))).toEqual([409, 'already_linked'])
})

test('10.2.1 I13: what was begun to add does not sign in, nor the other way round, nor in another session', async () => {
  const browser = await withPassword()
  const refused = [400, 'invalid_credential']
  const link = await startOf(browser, `${methods}start/`, { password })
  const credential = await provider.token({ nonce: link['nonce'] ?? '' })
  const plain = await startOf(browser, `${login}start/`)
  expect(said(await browser.post(login, { credential }))).toEqual(refused)
  expect(
    said(await browser.post(methods, { credential: await provider.token({ nonce: plain['nonce'] ?? '' }) })),
  ).toEqual(refused)
  const elsewhere = await site.signedIn({ email, password })
  expect(said(await elsewhere.post(methods, { credential }))).toEqual(refused)
  expect((await browser.post(methods, { credential })).statusCode).toBe(201)
  expect(said(await browser.post(methods, { credential }))).toEqual(refused)
})

test('I13: an identity that is another account’s stays there', async () => {
  await signInByToken()
  const taken = provider.account
  email = `second${serial}@example.org`
  const browser = await withPassword()
  provider.account = taken
  expect(said(await add(browser))).toEqual([409, 'already_linked'])
  expect((await listed(browser)).methods).toEqual([])
})

test('6.3.7 7.4.3 I12: removing one takes the password, ends other sessions, is told by mail and lasts', async () => {
  const browser = await withPassword()
  const { id } = (await add(browser)).json()
  const { browser: other } = await signInByToken()
  expect((await browser.delete(`${methods}${id}/`, {})).json().errors).toHaveProperty('password')
  expect(said(await browser.delete(`${methods}${id}/`, { password: 'wrong' }))).toEqual([
    400,
    'invalid_credentials',
  ])
  expect((await listed(browser)).methods).toHaveLength(1)

  const before = site.mails.length
  expect((await browser.delete(`${methods}${id}/`, { password })).statusCode).toBe(204)
  expect(await listed(browser)).toEqual({ methods: [], addable: host })
  expect((await other.get('/api/users/profile/')).statusCode).toBe(401)
  expect((await site.mailed(before + 1))[before]?.message.subject).toContain('Sign-in method removed')
  expect(said(await browser.delete(`${methods}${id}/`, { password }))).toEqual([404, 'not_found'])

  // The address is still the same on both sides, which once linked them; now only the owner can.
  const again = await signInByToken()
  expect([again.status, again.body.detail]).toEqual([
    400,
    expect.stringContaining('Sign in with your password'),
  ])
  expect((await add(browser)).statusCode).toBe(201)
  expect((await signInByToken()).status).toBe(200)
})

test('I12: a removed identity is free for an account of its own', async () => {
  const browser = await withPassword()
  const { id } = (await add(browser)).json()
  expect((await browser.delete(`${methods}${id}/`, { password })).statusCode).toBe(204)
  provider.account.email = `own${serial}@example.org`
  const { browser: own } = await signInByToken()
  expect((await own.get('/api/users/profile/')).json()).toMatchObject({ email: `own${serial}@example.org` })
})

test('I12: the only way in stays, however fresh the sign-in; a password makes it removable', async () => {
  const { browser } = await signInByToken()
  const [{ id }] = (await listed(browser)).methods
  expect(said(await browser.delete(`${methods}${id}/`, {}))).toEqual([409, 'last_sign_in_method'])
  expect((await browser.post('/api/users/password-change/', { new_password: password })).statusCode).toBe(204)
  expect((await browser.delete(`${methods}${id}/`, { password })).statusCode).toBe(204)
  expect(
    (await site.visitor().then((one) => one.post('/api/users/login/', { email, password }))).statusCode,
  ).toBe(200)
})

test('I12: of removals at once one happens', async () => {
  const browser = await withPassword()
  const { id } = (await add(browser)).json()
  const answers = await Promise.all([1, 2, 3].map(() => browser.delete(`${methods}${id}/`, { password })))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 404, 404])
})

test('I4 I13: without a provider nothing can be added, and what there is can be removed', async () => {
  const bare = await openTestSite()
  await bare.user(email, password)
  const browser = await bare.signedIn({ email, password })
  expect(await listed(browser)).toEqual({ methods: [], addable: null })
  expect(said(await browser.post(`${methods}start/`, { password }))).toEqual([400, 'not_configured'])
  expect(said(await browser.post(methods, { credential: 'x' }))).toEqual([400, 'not_configured'])
  expect(said(await browser.delete(`${methods}1/`, { password }))).toEqual([404, 'not_found'])
  await bare.close()
})

test('F14: the site says what it can send', async () => {
  const browser = await withPassword()
  expect((await browser.get('/api/users/channels/')).json()).toEqual({
    channels: [
      { channel: 'SMS', is_available: false },
      { channel: 'VOICE', is_available: false },
      { channel: 'EMAIL', is_available: true },
      { channel: 'TELEGRAM', is_available: false, has_contact: false },
      { channel: 'DISCORD', is_available: false, has_contact: false },
      { channel: 'SLACK', is_available: false, has_contact: false },
      { channel: 'PAGERDUTY', is_available: false, has_contact: false },
      { channel: 'WEBHOOK', is_available: false, has_contact: false },
      { channel: 'NTFY', is_available: false, has_contact: false },
      { channel: 'WEB_PUSH', is_available: false, has_contact: false },
      { channel: 'MATRIX', is_available: false, has_contact: false },
      { channel: 'PUSHOVER', is_available: false, has_contact: false },
      { channel: 'GOTIFY', is_available: false, has_contact: false },
    ],
  })
})
