import { createPublicKey } from 'node:crypto'
import { generateKeyPair, UnsecuredJWT } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { TestProvider } from '../../../testing/open-id/test-provider.ts'
import type { Browser } from '../testing/browser.ts'
import { openProviderSite, type ProviderSite, redirectUri } from '../testing/provider-site.ts'
import { openTestSite } from '../testing/test-site.ts'
import { userAccount } from '../users/accounts.schema.ts'
import { userIdentity } from './identity.store.ts'

const login = '/api/users/login/google/'
const start = '/api/users/login/google/start/'
const password = 'a long enough password'
let site: ProviderSite
let provider: TestProvider
let serial = 0
/** Changes what the provider says, for one test. */
let tamper: ((url: string, answer: Response) => Promise<Response>) | null = null
const fetch: typeof globalThis.fetch = async (input, init) => {
  const answer = await systemFetch(input, init)
  return tamper ? tamper(answer.url, answer) : answer
}

beforeAll(async () => {
  site = await openProviderSite(fetch)
  provider = site.provider
})
afterAll(() => site.close())
beforeEach(() => {
  serial += 1
  tamper = null
  provider.account = {
    sub: `subject-${serial}`,
    email: `Provided${serial}@example.org`,
    email_verified: true,
    given_name: 'Ada',
  }
})

async function begin(browser: Browser): Promise<{ state: string; nonce: string; authorization_url: string }> {
  const answer = await browser.post(start)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** A whole redirect as the page does it; gives what it would post. */
async function cameBack(browser: Browser) {
  const { authorization_url, state } = await begin(browser)
  const { back, codeVerifier } = await provider.authorize(authorization_url)
  expect(back.searchParams.get('state')).toBe(state)
  expect(`${back.origin}${back.pathname}`).toBe(redirectUri)
  const code = back.searchParams.get('code') ?? ''
  return { code, redirect_uri: redirectUri, code_verifier: codeVerifier, state }
}

const byToken = async (claims: object = {}) => {
  const browser = await site.visitor()
  const { nonce } = await begin(browser)
  return {
    browser,
    answer: await browser.post(login, { credential: await provider.token({ nonce, ...claims }) }),
  }
}
const refused = (answer: { statusCode: number; json(): { code: string } }) =>
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_credential'])
const users = () => site.test.db.orm.select().from(userAccount)
const userOf = async (email: string) => (await users()).find((user) => user.email === email)

test('A128 A132: a provider is one factor; whoever has a second one is asked for it, and neither passes without the other', async () => {
  const before = site.mails.length
  const browser = await site.visitor()
  await browser.post(login, await cameBack(browser))
  const factors = '/api/users/second-factors/totp/'
  const { secret } = (await browser.post(factors)).json<{ secret: string }>()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => totp.generate({ timestamp: site.clock.now() })
  expect((await browser.post(`${factors}confirm/`, { code: code() })).statusCode).toBe(200)
  await site.clock.advance(30_000)
  const again = await site.visitor()
  expect((await again.post(login, await cameBack(again))).json()).toEqual({
    second_factor: { methods: ['TOTP', 'RECOVERY_CODE'] },
  })
  expect((await again.get('/api/users/profile/')).statusCode).toBe(401)
  const finished = await again.post('/api/users/login/second-factor/', { code: code() })
  expect(finished.json()).toMatchObject({ has_password: false })
  const { events } = (await again.get('/api/users/audit/')).json<{ events: object[] }>()
  const detail = provider.issuer
  expect(events).toMatchObject([
    { kind: 'login', detail: `${detail}, TOTP` },
    { kind: 'second_factor_asked', detail },
    {},
    {},
    {},
  ])
  // What a fresh sign-in with the provider stands in for (A40) it still does.
  const change = { new_password: 'a password of my own' }
  expect((await again.post('/api/users/password-change/', change)).statusCode).toBe(204)
  // The two mails about it, so that none comes in the middle of another test.
  await site.mailed(before + 2)
  site.clock.setNow(systemClock.now())
})

describe('6.8.4 A143: how long ago somebody proved to the provider who they are', () => {
  const change = { new_password: 'another long password' }
  const aDayAgo = () => Math.floor(site.clock.now() / 1_000) - 86_400
  const mayChange = async (browser: Browser) =>
    (await browser.post('/api/users/password-change/', change)).statusCode
  /** As the page does it after somebody has signed out: the provider is to have it proved anew. */
  async function cameBackFresh(browser: Browser) {
    const { authorization_url, state } = await begin(browser)
    const url = new URL(authorization_url)
    url.searchParams.set('max_age', '600')
    const { back, codeVerifier } = await provider.authorize(url.href)
    const code = back.searchParams.get('code') ?? ''
    return { code, redirect_uri: redirectUri, code_verifier: codeVerifier, state }
  }
  beforeEach(() => {
    site.clock.setNow(systemClock.now())
    provider.signedInAt = null
  })
  afterEach(() => {
    provider.signedInAt = null
  })

  test('6.8.4 A143: the provider is asked for it, and that counts, not when they came here', async () => {
    provider.signedInAt = aDayAgo()
    const browser = await site.visitor()
    expect((await browser.post(login, await cameBack(browser))).statusCode).toBe(200)
    expect(await mayChange(browser)).toBe(400)
    const before = provider.provedAnew
    expect((await browser.post(login, await cameBackFresh(browser))).statusCode).toBe(200)
    expect(provider.provedAnew).toBe(before + 1)
    expect(await mayChange(browser)).toBe(204)
  })

  test('6.8.4 A143: a token that says so counts likewise, one that says nothing as of now, none as of later', async () => {
    const now = () => Math.floor(site.clock.now() / 1_000)
    expect(await mayChange((await byToken({ auth_time: now() - 700 })).browser)).toBe(400)
    provider.account.sub = `${provider.account.sub}-recent`
    provider.account.email = `recent${serial}@example.org`
    const { browser } = await byToken({ auth_time: now() + 3_600 })
    await site.clock.advance(600_000)
    expect(await mayChange(browser)).toBe(400)
    refused((await byToken({ auth_time: 'long ago' })).answer)
    site.clock.setNow(systemClock.now())
    provider.account.sub = `${provider.account.sub}-silent`
    provider.account.email = `silent${serial}@example.org`
    expect(await mayChange((await byToken()).browser)).toBe(204)
  })

  test('6.8.4 A143: a second factor makes it no younger', async () => {
    const browser = await site.visitor()
    await browser.post(login, await cameBack(browser))
    const factors = '/api/users/second-factors/totp/'
    const { secret } = (await browser.post(factors)).json<{ secret: string }>()
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: site.clock.now() })
    expect((await browser.post(`${factors}confirm/`, { code: code() })).statusCode).toBe(200)
    await site.clock.advance(30_000)
    provider.signedInAt = aDayAgo()
    const again = await site.visitor()
    await again.post(login, await cameBack(again))
    expect((await again.post('/api/users/login/second-factor/', { code: code() })).statusCode).toBe(200)
    expect(await mayChange(again)).toBe(400)
  })
})

describe('by redirect, code and PKCE', () => {
  test('10.2.1 I1 I5: a new user is made with a confirmed address, and the same subject is the same user', async () => {
    const browser = await site.visitor()
    const answer = await browser.post(login, await cameBack(browser))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      email: provider.account.email,
      first_name: 'Ada',
      has_password: false,
      groups: ['member'],
    })
    expect((await browser.get('/api/users/profile/')).json()).toEqual(answer.json())

    provider.account.email = `moved${serial}@example.org`
    const again = await site.visitor()
    expect((await again.post(login, await cameBack(again))).json()).toEqual(answer.json())
  })

  test('10.2.1 I1: a state is good once and in the browser that began; a verifier is of its code', async () => {
    const browser = await site.visitor()
    const body = await cameBack(browser)
    const thief = await site.visitor()
    refused(await thief.post(login, body))
    refused(await browser.post(login, { ...body, state: 'x'.repeat(43) }))
    refused(await browser.post(login, { ...body, redirect_uri: 'https://evil.example/login/callback' }))
    refused(await browser.post(login, { ...body, redirect_uri: `${redirectUri}/` }))
    const other = await site.visitor()
    refused(await other.post(login, { ...(await cameBack(other)), code_verifier: 'v'.repeat(43) }))
    expect((await browser.post(login, body)).statusCode).toBe(200)
    refused(await browser.post(login, body))
  })

  test('10.2.1 I1: after ten minutes it has to be begun again', async () => {
    const browser = await site.visitor()
    const body = await cameBack(browser)
    await site.clock.advance(600_000)
    refused(await browser.post(login, body))
    site.clock.setNow(systemClock.now())
  })

  test("10.5.1: a code of somebody else's sign-in does not fit this one's nonce", async () => {
    const victim = await site.visitor()
    const theirs = await cameBack(victim)
    const browser = await site.visitor()
    const own = await cameBack(browser)
    refused(await browser.post(login, { ...own, code: theirs.code, code_verifier: theirs.code_verifier }))
  })
})

test('10.5.2 I2: what the provider says of another subject is not of this one', async () => {
  const browser = await site.visitor()
  const body = await cameBack(browser)
  tamper = async (url, answer) => {
    if (!url.endsWith('/me')) return answer
    const info = (await answer.json()) as object
    return Response.json({ ...info, sub: 'somebody else' })
  }
  refused(await browser.post(login, body))
})

test('I4: a provider that fails is not a wrong token', async () => {
  const browser = await site.visitor()
  const body = await cameBack(browser)
  tamper = async (url, answer) => (url.endsWith('/token') ? new Response('', { status: 500 }) : answer)
  const answer = await browser.post(login, body)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
})

describe('by ID token', () => {
  test('I2: a good one signs in, a used one does not', async () => {
    const browser = await site.visitor()
    const { nonce } = await begin(browser)
    const credential = await provider.token({ nonce })
    expect((await browser.post(login, { credential })).statusCode).toBe(200)
    refused(await browser.post(login, { credential }))
  })

  test.each<[string, object]>([
    ['9.2.3: another audience', { aud: 'another' }],
    ['9.2.3: several audiences and no party', { aud: ['roundsman-test', 'another'] }],
    ['9.2.3: another party', { azp: 'another' }],
    ['10.5.3: another issuer', { iss: 'https://accounts.example' }],
    ["10.5.3: Google's name, which is another issuer here", { iss: 'https://accounts.google.com' }],
    ['9.2.1: expired', { exp: Math.floor(systemClock.now() / 1000) - 60 }],
    ['9.2.1: no expiry', { exp: undefined }],
    ['9.2.1: not yet', { nbf: Math.floor(systemClock.now() / 1000) + 600 }],
    ['10.5.1: another nonce', { nonce: 'x'.repeat(43) }],
    ['10.5.1: no nonce', { nonce: undefined }],
    ['10.5.2: no subject', { sub: undefined }],
  ])('%s is refused', async (_name, claims) => {
    const { answer, browser } = await byToken(claims)
    refused(answer)
    expect((await browser.get('/api/users/profile/')).statusCode).toBe(401)
  })

  test('9.1.1 9.1.2: no signature, a wrong key, the public key as a secret, an access token are refused', async () => {
    const browser = await site.visitor()
    const { nonce } = await begin(browser)
    const { publicJwk } = provider
    const seconds = Math.floor(site.clock.now() / 1000)
    const unsigned = new UnsecuredJWT({ ...provider.account, nonce })
      .setIssuer(provider.issuer)
      .setAudience(provider.clientId)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 600)
      .encode()
    const pem = createPublicKey({ key: publicJwk as never, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    })
    const { privateKey } = await generateKeyPair('RS256')
    const asSecret = { key: new TextEncoder().encode(String(pem)), header: { alg: 'HS256' } }
    const good = await provider.token({ nonce })
    const [head = '', , signature = ''] = good.split('.')
    const other = Buffer.from(JSON.stringify({ ...provider.account, sub: 'admin', nonce })).toString(
      'base64url',
    )
    for (const credential of [
      unsigned,
      await provider.token({ nonce }, { key: privateKey }),
      await provider.token({ nonce }, { key: privateKey, header: { kid: 'unknown' } }),
      await provider.token({ nonce }, asSecret),
      await provider.token({ nonce }, { header: { typ: 'at+jwt' } }),
      await provider.token({ nonce }, { header: { jwk: publicJwk, kid: 'mine' } }),
      `${head}.${other}.${signature}`,
      `${good.slice(0, -4)}AAAA`,
      'a.b.c',
      'nothing',
      `${'e'.repeat(16_000)}`,
    ]) {
      refused(await browser.post(login, { credential }))
    }
    // All that was in vain: the sign-in begun here is still good.
    expect((await browser.post(login, { credential: good })).statusCode).toBe(200)
  })

  test('10.2.1 I1: what was used is used, also for who still has the cookies of before', async () => {
    const browser = await site.visitor()
    const { nonce } = await begin(browser)
    const replay = site.browser()
    for (const [name, value] of browser.cookies) replay.cookies.set(name, value)
    const credential = await provider.token({ nonce })
    expect((await browser.post(login, { credential })).statusCode).toBe(200)
    refused(await replay.post(login, { credential }))
  })

  test('I1: a token is good in the browser that began only', async () => {
    const browser = await site.visitor()
    const { nonce } = await begin(browser)
    const credential = await provider.token({ nonce })
    refused(await (await site.visitor()).post(login, { credential }))
    expect((await browser.post(login, { credential })).statusCode).toBe(200)
  })

  test('I3: keys are kept, a new one is found, and unknown ones do not make us ask all the time', async () => {
    const asked = () => provider.requests.filter((path) => path === '/jwks').length
    await byToken()
    const before = asked()
    const { key, keyId } = await provider.rotate()
    await site.clock.advance(30_000)
    site.clock.setNow(systemClock.now())
    const browser = await site.visitor()
    const { nonce } = await begin(browser)
    const answer = await browser.post(login, {
      credential: await provider.token({ nonce }, { key, header: { kid: keyId } }),
    })
    expect(answer.statusCode).toBe(200)
    expect(asked()).toBe(before + 1)
    for (let index = 0; index < 5; index += 1) {
      refused(
        await browser.post(login, {
          credential: await provider.token({ nonce }, { header: { kid: `no${index}` } }),
        }),
      )
    }
    expect(asked()).toBe(before + 1)
  })
})

describe('whose account it is', () => {
  test('6.8.1 I6: an equal confirmed address is linked, and its owner is told', async () => {
    const email = `owner${serial}@example.org`
    await site.user(email, password)
    provider.account.email = email.toUpperCase()
    const before = site.mails.length
    const { answer, browser } = await byToken()
    expect(answer.json()).toMatchObject({ email, has_password: true })
    const mail = (await site.mailed(before + 1))[before]
    expect(mail?.recipient).toBe(email)
    expect(mail?.message.subject).toContain('New sign-in method')
    expect((await browser.get('/api/users/profile/')).statusCode).toBe(200)
  })

  test.each([false, undefined])(
    '6.8.1 I7: an address that is not confirmed there (%s) neither links nor creates',
    async (verified) => {
      const email = `victim${serial}@example.org`
      await site.user(email, password)
      const answers: { statusCode: number; json(): { code: string } }[] = []
      for (const address of [email, `free${serial}@example.org`]) {
        provider.account = {
          sub: `unverified-${address}`,
          email: address,
          ...(verified === undefined ? {} : { email_verified: verified }),
        }
        answers.push((await byToken()).answer)
      }
      for (const answer of answers) refused(answer)
      expect(answers[0]?.json()).toEqual(answers[1]?.json())
      expect(await userOf(`free${serial}@example.org`)).toBeUndefined()
      expect(await site.test.db.orm.select().from(userIdentity)).not.toContainEqual(
        expect.objectContaining({ subject: `unverified-${email}` }),
      )
    },
  )

  test('10.5.2 I8: another subject with the address of a linked account is somebody else', async () => {
    const { answer } = await byToken()
    expect(answer.statusCode).toBe(200)
    provider.account = { ...provider.account, sub: `later-owner-${serial}` }
    refused((await byToken()).answer)
  })

  test('7.4.2: a disabled account is not entered this way', async () => {
    const { answer } = await byToken()
    await site.disable(answer.json().email)
    refused((await byToken()).answer)
  })

  test('I5: of several at once for a new address one makes the account', async () => {
    const browsers = await Promise.all([site.visitor(), site.visitor(), site.visitor()])
    const answers = await Promise.all(
      browsers.map(async (browser) => {
        const { nonce } = await begin(browser)
        return browser.post(login, { credential: await provider.token({ nonce }) })
      }),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect((await users()).filter((user) => user.email === provider.account.email)).toHaveLength(1)
  })

  test('7.2.4 7.5.1 I9: the session is a new one, and for ten minutes it stands in for a password that there is none of', async () => {
    const { browser } = await byToken()
    const first = browser.cookies.get('sessionid')
    const { nonce } = await begin(browser)
    expect((await browser.post(login, { credential: await provider.token({ nonce }) })).statusCode).toBe(200)
    expect(browser.cookies.get('sessionid')).not.toBe(first)
    const change = { new_password: 'another long password' }
    await site.clock.advance(600_000)
    const late = await browser.post('/api/users/password-change/', change)
    expect([late.statusCode, late.json().code]).toEqual([400, 'invalid_credentials'])
    site.clock.setNow(systemClock.now())
    expect((await browser.post('/api/users/password-change/', change)).statusCode).toBe(204)
    expect((await browser.get('/api/users/profile/')).json().has_password).toBe(true)
  })
})

test('I4: while the provider does not answer it is 503; without one the calls say that it is not set up', async () => {
  const google = { clientId: 'a', clientSecret: 'b', issuer: 'http://127.0.0.1:9' }
  const dead = await openTestSite({
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    config: { google },
  })
  const answer = await (await dead.visitor()).post(start)
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  await dead.close()
  const bare = await openTestSite()
  for (const [path, body] of [[start], [login, { credential: 'x' }]] as const) {
    const said = await (await bare.visitor()).post(path, body)
    expect([said.statusCode, said.json().code]).toEqual([400, 'not_configured'])
  }
  await bare.close()
})
