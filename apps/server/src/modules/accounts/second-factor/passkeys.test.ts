import type { Answer } from '@roundsman/contract/endpoints'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { outcome } from '../testing/outcome.ts'
import { SoftAuthenticator } from '../testing/soft-authenticator.ts'
import { freshIp, openTestSite, type OwnTestSite } from '../testing/test-site.ts'

const factors = '/api/users/second-factors/'
const passkeys = '/api/users/second-factors/passkeys/'
const login = '/api/users/login/'
const second = '/api/users/login/second-factor/'
const byPasskey = '/api/users/login/passkey/'
const profile = '/api/users/profile/'
const password = 'a long enough password'
const origin = 'http://celestia.localhost:8000'
let site: OwnTestSite
let serial = 0
let email: string
let key: SoftAuthenticator

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  serial += 1
  email = `eve${serial}@example.org`
  key = new SoftAuthenticator()
  await site.user(email, password)
})

const signedIn = () => site.signedIn({ email, password }, { ip: freshIp() })
const visitor = (host?: string) => site.visitor({ ip: freshIp(), ...(host === undefined ? {} : { host }) })
const isSignedIn = async (browser: Browser) => (await browser.get(profile)).statusCode === 200

const creation = async (browser: Browser) =>
  (await browser.post(`${passkeys}start/`)).json<Answer<'startPasskey'>>()
const request = async (browser: Browser) =>
  (await browser.post(`${byPasskey}start/`)).json<Answer<'startPasskeyLogin'>>()

/** A browser of a user who has just added `key`. */
async function withKey(name = 'My phone') {
  const browser = await signedIn()
  const added = await browser.post(passkeys, {
    name,
    credential: key.create(await creation(browser), { origin }),
  })
  expect(added.statusCode).toBe(201)
  return { browser, added: added.json<Answer<'addPasskey'>>() }
}

async function half(): Promise<Browser> {
  const browser = await visitor()
  expect((await browser.post(login, { email, password })).json()).toMatchObject({ second_factor: {} })
  return browser
}

describe('a passkey', () => {
  test('A120 A123 A124: is added by what a browser makes of the options, with recovery codes if it is the first factor', async () => {
    const browser = await signedIn()
    const options = await creation(browser)
    expect(options).toMatchObject({
      rp: { id: 'celestia.localhost', name: 'Roundsman' },
      user: { name: email, displayName: email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
    expect(Buffer.from(options.challenge, 'base64url').length).toBe(32)
    const added = await browser.post(passkeys, {
      name: ' My phone ',
      credential: key.create(options, { origin }),
    })
    const { recovery_codes: codes, ...passkey } = added.json<Answer<'addPasskey'>>()
    expect(codes?.length).toBe(10)
    const at = new Date(site.clock.now()).toISOString()
    expect(passkey).toEqual({ id: passkey.id, name: 'My phone', created_at: at, last_used_at: null })
    expect((await browser.get(factors)).json()).toEqual({
      totp: false,
      passkeys: [passkey],
      recovery_codes_left: 10,
    })
    const again = await creation(browser)
    expect(again.excludeCredentials).toEqual([
      { id: key.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ])
    key = new SoftAuthenticator()
    const next = await browser.post(passkeys, { name: 'Key', credential: key.create(again, { origin }) })
    expect(next.json()).toMatchObject({ name: 'Key', recovery_codes: null })
  })

  test('A124: a challenge is answered once, in time, in the session that got it, and from this site', async () => {
    const browser = await signedIn()
    const refused = async (credential: unknown, from = browser) =>
      expect(await outcome(from.post(passkeys, { name: 'Key', credential }))).toEqual([
        400,
        'invalid_credential',
      ])
    await refused(key.create(await creation(browser), { origin: 'https://celestia.localhost.evil.example' }))
    await refused(key.create(await creation(browser), { origin: 'https://story.example.org' }))
    const other = await signedIn()
    await refused(key.create(await creation(browser), { origin }), other)
    const late = await creation(browser)
    await site.clock.advance(5 * 60_000)
    await refused(key.create(late, { origin }))
    const elsewhere = await creation(browser)
    await refused(key.create({ ...elsewhere, rp: { ...elsewhere.rp, id: 'localhost' } }, { origin }))
    // What was refused has used its challenge up.
    await refused(key.create(elsewhere, { origin }))
    const wrongKind = await request(browser)
    await refused(key.create({ ...(await creation(browser)), challenge: wrongKind.challenge }, { origin }))
    const credential = key.create(await creation(browser), { origin })
    const twins = await Promise.all(
      [1, 2].map(() => outcome(browser.post(passkeys, { name: 'Key', credential }))),
    )
    expect(twins.map(([status]) => status).sort()).toEqual([201, 400])
    await refused({ ...credential, response: { ...credential.response, clientDataJSON: 'e30' } })
  })

  test('A124: one credential has one owner, and a user at most twenty', async () => {
    const { browser } = await withKey()
    await site.user(`other-${email}`, password)
    const other = await site.signedIn({ email: `other-${email}`, password }, { ip: freshIp() })
    const credential = key.create(await creation(other), { origin })
    expect(await outcome(other.post(passkeys, { name: 'Mine', credential }))).toEqual([
      400,
      'invalid_credential',
    ])
    for (let count = 2; count <= 20; count += 1) {
      const made = new SoftAuthenticator().create(await creation(browser), { origin })
      expect((await browser.post(passkeys, { name: `Key ${count}`, credential: made })).statusCode).toBe(201)
    }
    const more = new SoftAuthenticator().create(await creation(browser), { origin })
    const answer = await browser.post(passkeys, { name: 'One more', credential: more })
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['name'],
    ])
  })

  test('A124: serves all sub-domains that share the session, and no bare address', async () => {
    const shared = await openTestSite({ cookieDomain: 'example.org' })
    try {
      await shared.user(email, password)
      const host = 'story.example.org'
      const browser = await shared.signedIn({ email, password }, { ip: freshIp(), host })
      const options = await creation(browser)
      expect(options.rp.id).toBe('example.org')
      const https = 'https://story.example.org'
      const credential = key.create(options, { origin: https })
      expect((await browser.post(passkeys, { name: 'Key', credential })).statusCode).toBe(201)
      const guest = await shared.visitor({ ip: freshIp(), host: 'celestia.example.org' })
      const used = key.use(await request(guest), { origin: https })
      expect((await guest.post(byPasskey, { credential: used })).statusCode).toBe(200)
    } finally {
      await shared.close()
    }
    const bare = await visitor('192.0.2.7:8000')
    expect(await outcome(bare.post(`${byPasskey}start/`))).toEqual([400, 'not_configured'])
  })

  test('A131 A133: is removed by its owner, with the recovery codes if it was the last factor', async () => {
    const { browser, added } = await withKey()
    await site.user(`other-${email}`, password)
    const other = await site.signedIn({ email: `other-${email}`, password }, { ip: freshIp() })
    expect(await outcome(other.delete(`${passkeys}${added.id}/`))).toEqual([404, 'not_found'])
    expect((await browser.delete(`${passkeys}${added.id}/`)).statusCode).toBe(204)
    expect((await browser.get(factors)).json()).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0 })
    const guest = await visitor()
    const credential = key.use(await request(guest), { origin })
    expect(await outcome(guest.post(byPasskey, { credential }))).toEqual([400, 'invalid_credential'])
  })
})

describe('as the second factor', () => {
  test('A126 A128: after the password, also without PIN, finger or face; its last use is kept', async () => {
    const { added } = await withKey()
    await site.clock.advance(60_000)
    const browser = await visitor()
    expect((await browser.post(login, { email, password })).json()).toEqual({
      second_factor: { methods: ['PASSKEY', 'RECOVERY_CODE'] },
    })
    const options = await request(browser)
    expect(options).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: key.id.toString('base64url') }],
    })
    const credential = key.use(options, { origin, verified: false })
    const answer = await browser.post(second, { credential })
    expect(answer.json()).toMatchObject({ email })
    const at = new Date(site.clock.now()).toISOString()
    expect((await browser.get(factors)).json()).toMatchObject({
      passkeys: [{ id: added.id, last_used_at: at }],
    })
    const later = await half()
    expect(await outcome(later.post(second, { credential }))).toEqual([400, 'invalid_code'])
  })

  test('A126: that of somebody else, or of another browser’s challenge, is a wrong one', async () => {
    await withKey()
    const theirs = key
    email = `other-${email}`
    key = new SoftAuthenticator()
    await site.user(email, password)
    await withKey()
    const browser = await half()
    const options = await request(browser)
    expect(await outcome(browser.post(second, { credential: theirs.use(options, { origin }) }))).toEqual([
      400,
      'invalid_code',
    ])
    const stranger = await visitor()
    const credential = key.use(await request(stranger), { origin })
    expect(await outcome(browser.post(second, { credential }))).toEqual([400, 'invalid_code'])
    const forged = key.use(await request(browser), { origin })
    const response = { ...forged.response, signature: theirs.use(options, { origin }).response.signature }
    expect(await outcome(browser.post(second, { credential: { ...forged, response } }))).toEqual([
      400,
      'invalid_code',
    ])
    expect(
      (await browser.post(second, { credential: key.use(await request(browser), { origin }) })).statusCode,
    ).toBe(200)
  })

  test('A125: one whose counter does not rise was copied; one that stays 0 is good', async () => {
    await withKey()
    const use = async (counter: number) => {
      key.counter = counter
      const browser = await half()
      const credential = key.use(await request(browser), { origin })
      return (await browser.post(second, { credential })).statusCode
    }
    expect([await use(0), await use(0)]).toEqual([200, 200])
    expect([await use(7), await use(9), await use(5), await use(9)]).toEqual([200, 200, 400, 400])
    key.counter = 0
    expect(await use(20)).toBe(200)
  })

  test('A131: it is given again in a living session', async () => {
    const { browser } = await withKey()
    await site.clock.advance(10 * 60_000)
    const change = { old_password: password, new_password: 'quite another one' }
    expect(await outcome(browser.post('/api/users/password-change/', change))).toEqual([
      403,
      'second_factor_needed',
    ])
    const options = await request(browser)
    expect(options.allowCredentials.length).toBe(1)
    expect((await browser.post(second, { credential: key.use(options, { origin }) })).statusCode).toBe(200)
    expect((await browser.post('/api/users/password-change/', change)).statusCode).toBe(204)
  })
})

describe('by itself', () => {
  test('A127: signs in without a password, and counts as a factor just given', async () => {
    await withKey()
    const browser = await visitor()
    const options = await request(browser)
    expect(options).toMatchObject({
      rpId: 'celestia.localhost',
      userVerification: 'required',
      allowCredentials: [],
    })
    const answer = await browser.post(byPasskey, { credential: key.use(options, { origin }) })
    expect(answer.json()).toMatchObject({ email })
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.post(`${factors}recovery-codes/`)).statusCode).toBe(200)
    const { events } = (await browser.get('/api/users/audit/')).json<{ events: object[] }>()
    expect(events).toMatchObject([
      { kind: 'recovery_codes_created' },
      { kind: 'login', detail: 'PASSKEY' },
      {},
      {},
      {},
    ])
  })

  test('A127: only with PIN, finger or face, for a living account, and a challenge of this browser', async () => {
    await withKey()
    const browser = await visitor()
    const refused = async (credential: unknown) =>
      expect(await outcome(browser.post(byPasskey, { credential }))).toEqual([400, 'invalid_credential'])
    await refused(key.use(await request(browser), { origin, verified: false }))
    await refused(key.use(await request(await visitor()), { origin }))
    await refused(new SoftAuthenticator().use(await request(browser), { origin }))
    const foreign = key.use(await request(browser), { origin })
    await refused({
      ...foreign,
      response: { ...foreign.response, userHandle: Buffer.from('user 1').toString('base64url') },
    })
    await refused(key.use(await request(browser), { origin: 'https://evil.example' }))
    const used = key.use(await request(browser), { origin })
    const twins = [await visitor(), browser].map((one) => one.post(byPasskey, { credential: used }))
    expect((await Promise.all(twins)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    await site.disable(email)
    const again = await visitor()
    expect(
      await outcome(again.post(byPasskey, { credential: key.use(await request(again), { origin }) })),
    ).toEqual([400, 'invalid_credential'])
  })

  test('A128: beside an app each of them is offered', async () => {
    const { browser } = await withKey()
    const { secret } = (await browser.post(`${factors}totp/`)).json<{ secret: string }>()
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = totp.generate({ timestamp: site.clock.now() })
    expect((await browser.post(`${factors}totp/confirm/`, { code })).statusCode).toBe(200)
    const guest = await visitor()
    expect((await guest.post(login, { email, password })).json()).toEqual({
      second_factor: { methods: ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] },
    })
  })
})
