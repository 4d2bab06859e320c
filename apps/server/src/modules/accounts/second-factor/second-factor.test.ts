import { Secret, TOTP } from 'otpauth'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../../testing/run-command.ts'
import type { Browser } from '../testing/browser.ts'
import { outcome } from '../testing/outcome.ts'
import { createTestSite, freshIp, openTestSite, type OwnTestSite } from '../testing/test-site.ts'

const factors = '/api/users/second-factors/'
const login = '/api/users/login/'
const second = '/api/users/login/second-factor/'
const profile = '/api/users/profile/'
const password = 'a long enough password'
const minute = 60_000
let site: OwnTestSite
let serial = 0
let email: string
/** Of the app that the user has; Base32. */
let secret: string

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
/** The code that the app shows now, or so many steps later. */
const codeOf = (of = secret, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: site.clock.now() + steps * 30_000 })
/** Never the code of a step that could be taken now. */
function wrongCode(): string {
  const good = [-1, 0, 1].map((steps) => codeOf(secret, steps))
  return ['000000', '000001', '000002', '000003'].find((code) => !good.includes(code)) ?? ''
}
const nextStep = () => site.clock.advance(30_000)

/** A browser of a user who has just set up an app, with their recovery codes; a step later, so that a new code is there. */
async function withApp(): Promise<{ browser: Browser; codes: string[] }> {
  const browser = await signedIn()
  const started = await browser.post(`${factors}totp/`)
  secret = started.json<{ secret: string }>().secret
  const confirmed = await browser.post(`${factors}totp/confirm/`, { code: codeOf() })
  expect(confirmed.statusCode).toBe(200)
  await nextStep()
  return { browser, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes }
}

/** A browser whose user has given their password. */
async function half(): Promise<Browser> {
  const browser = await site.visitor({ ip: freshIp() })
  const answer = await browser.post(login, { email, password })
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['second_factor']])
  return browser
}

/** The mail of this subject to the user, once it is there. */
async function mailed(subject: string) {
  for (let count = 1; ; count += 1) {
    const found = (await site.mailed(count)).find(
      ({ recipient, message }) => recipient === email && message.subject === subject,
    )
    if (found) return found
  }
}

const isSignedIn = async (browser: Browser) => (await browser.get(profile)).statusCode === 200
const auditOf = async (browser: Browser) =>
  (await browser.get('/api/users/audit/')).json<{ events: { kind: string; detail: string | null }[] }>()
    .events

describe('an app', () => {
  test('A120 A121 A123: is in use once a code of it was given, with ten recovery codes', async () => {
    const browser = await signedIn()
    const none = { totp: false, passkeys: [], recovery_codes_left: 0 }
    expect((await browser.get(factors)).json()).toEqual(none)
    expect(await outcome(browser.post(`${factors}totp/confirm/`, { code: '000000' }))).toEqual([
      400,
      'invalid_code',
    ])
    const started = await browser.post(`${factors}totp/`)
    expect(started.headers['cache-control']).toBe('no-store')
    const body = started.json<{ secret: string; uri: string }>()
    secret = body.secret
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.uri).toMatch(/^otpauth:\/\/totp\//)
    expect((await browser.get(factors)).json()).toEqual(none)
    expect(await outcome(browser.post(`${factors}totp/confirm/`, { code: wrongCode() }))).toEqual([
      400,
      'invalid_code',
    ])
    // It opens nothing yet.
    expect(await isSignedIn(await signedIn())).toBe(true)
    const confirmed = await browser.post(`${factors}totp/confirm/`, { code: codeOf() })
    const codes = confirmed.json<{ recovery_codes: string[] }>().recovery_codes
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/)
    expect((await browser.get(factors)).json()).toEqual({ ...none, totp: true, recovery_codes_left: 10 })
  })

  test('A121: a secret that nobody confirmed within an hour is none', async () => {
    const browser = await signedIn()
    secret = (await browser.post(`${factors}totp/`)).json<{ secret: string }>().secret
    await site.clock.advance(60 * minute)
    expect(await outcome(browser.post(`${factors}totp/confirm/`, { code: codeOf() }))).toEqual([
      400,
      'invalid_code',
    ])
  })

  test('A121: another one takes its place when it is confirmed, not before', async () => {
    const { browser } = await withApp()
    const other = (await browser.post(`${factors}totp/`)).json<{ secret: string }>().secret
    const waiting = await half()
    expect((await waiting.post(second, { code: codeOf() })).statusCode).toBe(200)
    await nextStep()
    expect((await browser.post(`${factors}totp/confirm/`, { code: codeOf(other) })).statusCode).toBe(200)
    await nextStep()
    const later = await half()
    expect(await outcome(later.post(second, { code: codeOf() }))).toEqual([400, 'invalid_code'])
    expect((await later.post(second, { code: codeOf(other) })).statusCode).toBe(200)
  })

  test('6.5.2 13.3.1 A121 A123: neither its secret nor a recovery code is in the database', async () => {
    const { codes } = await withApp()
    const { rows } = await site.platform.db.orm.execute<{ row: string }>(sql`
      select encode(sealed, 'escape') || encode(sealed, 'hex') as row from user_totp
      union all select encode(code_hash, 'escape') from user_recovery_code`)
    const kept = rows.map(({ row }) => row).join('\n')
    for (const one of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', '').toUpperCase())])
      expect(kept).not.toContain(one)
    expect(site.logLines.join('\n')).not.toContain(secret)
  })
})

describe('signing in', () => {
  test('A128: a right password gives what can be given now, and half a session that is good for nothing else', async () => {
    await withApp()
    const browser = await site.visitor({ ip: freshIp() })
    const answer = await browser.post(login, { email, password })
    expect(answer.json()).toEqual({ second_factor: { methods: ['TOTP', 'RECOVERY_CODE'] } })
    const [cookie, ...others] = answer.cookies
    expect(others).toEqual([])
    expect(cookie).toMatchObject({
      ...{ name: 'halfsessionid', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 },
    })
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    for (const path of [
      profile,
      factors,
      '/api/users/sessions/',
      '/api/users/export/',
      '/api/networks/status/',
    ])
      expect([path, (await browser.get(path)).statusCode].slice(1)).not.toEqual([200])
    expect(await outcome(browser.post(`${factors}totp/`))).toEqual([401, 'not_authenticated'])
    expect(await outcome(browser.post('/api/users/logout/'))).toEqual([401, 'not_authenticated'])
    // Not as a session either.
    browser.cookies.set('sessionid', cookie?.value ?? '')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('A128: without the right password nothing tells that there is a second factor', async () => {
    await withApp()
    const browser = await site.visitor({ ip: freshIp() })
    const answer = await browser.post(login, { email, password: 'not the password' })
    expect([answer.statusCode, answer.cookies.length]).toEqual([400, 0])
    expect(answer.body).not.toContain('factor')
  })

  test('7.2.4 A129: a code makes a session of it, with new cookies, and the half is gone', async () => {
    await withApp()
    const browser = await half()
    const kept = browser.cookies.get('halfsessionid') ?? ''
    const answer = await browser.post(second, { code: codeOf() })
    expect(answer.json()).toMatchObject({ email })
    expect(browser.cookies.has('halfsessionid')).toBe(false)
    expect(await isSignedIn(browser)).toBe(true)
    await nextStep()
    const other = await site.visitor({ ip: freshIp() })
    other.cookies.set('halfsessionid', kept)
    expect(await outcome(other.post(second, { code: codeOf() }))).toEqual([400, 'invalid_token'])
  })

  test('A129: a half lasts ten minutes, and without one there is nothing to finish', async () => {
    await withApp()
    const browser = await half()
    expect(await outcome(browser.post(second, { code: wrongCode() }))).toEqual([400, 'invalid_code'])
    await site.clock.advance(10 * minute)
    expect(await outcome(browser.post(second, { code: codeOf() }))).toEqual([400, 'invalid_token'])
    const guest = await site.visitor({ ip: freshIp() })
    expect(await outcome(guest.post(second, { code: codeOf() }))).toEqual([400, 'invalid_token'])
    expect(await outcome(guest.post(second, { code: 'word' }))).toEqual([400, 'validation_failed'])
  })

  test('A122: the code of the step before and after counts, that of two steps away does not', async () => {
    await withApp()
    const browser = await half()
    for (const steps of [-2, 2])
      expect(await outcome(browser.post(second, { code: codeOf(secret, steps) }))).toEqual([
        400,
        'invalid_code',
      ])
    expect((await browser.post(second, { code: codeOf(secret, 1) })).statusCode).toBe(200)
    // What was taken was ahead of this step and the next.
    const later = await half()
    for (const steps of [0, 1])
      expect(await outcome(later.post(second, { code: codeOf(secret, steps) }))).toEqual([
        400,
        'invalid_code',
      ])
  })

  test('6.5.1 A122: of ten uses of one code at once, in two processes, one wins', async () => {
    await withApp()
    const twin = await createTestSite(site.test, { clock: site.clock })
    try {
      const waiting = await Promise.all(Array.from({ length: 6 }, half))
      const code = codeOf()
      const elsewhere = waiting.splice(3).map((one) => {
        const browser = twin.browser()
        for (const [name, value] of one.cookies) browser.cookies.set(name, value)
        return browser
      })
      const answers = await Promise.all(
        [...waiting, ...elsewhere].map((browser) => outcome(browser.post(second, { code }))),
      )
      expect(answers.filter(([status]) => status === 200).length).toBe(1)
      expect(answers.filter(([, problem]) => problem === 'invalid_code').length).toBe(5)
    } finally {
      await twin.close()
    }
  })

  test('A130: after ten wrong ones 429 for ten minutes, whatever half session and whatever is given', async () => {
    const { codes } = await withApp()
    for (let count = 0; count < 5; count += 1) {
      const browser = await half()
      expect(await outcome(browser.post(second, { code: wrongCode() }))).toEqual([400, 'invalid_code'])
      expect(await outcome(browser.post(second, { recovery_code: 'aaaaaa-bbbbbb' }))).toEqual([
        400,
        'invalid_code',
      ])
    }
    const browser = await half()
    for (const given of [{ code: codeOf() }, { recovery_code: codes[0] }]) {
      const answer = await browser.post(second, given)
      expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    }
    await site.clock.advance(10 * minute)
    expect((await (await half()).post(second, { code: codeOf() })).statusCode).toBe(200)
  })

  test('A130: of twenty wrong ones at once ten are looked at', async () => {
    await withApp()
    const waiting = await Promise.all(Array.from({ length: 20 }, half))
    const answers = await Promise.all(waiting.map((one) => outcome(one.post(second, { code: wrongCode() }))))
    expect(answers.map(([status]) => status).sort()).toEqual([
      ...Array<number>(10).fill(400),
      ...Array<number>(10).fill(429),
    ])
  })

  test('A123: a recovery code works once, in any spelling; it ends the other sessions and is reported', async () => {
    const { browser: other, codes } = await withApp()
    const [first = '', next = ''] = codes
    const browser = await half()
    const spelled = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    expect((await browser.post(second, { recovery_code: spelled })).statusCode).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
    expect((await browser.get(factors)).json()).toMatchObject({ recovery_codes_left: 9 })
    await mailed('A recovery code of your Roundsman account was used')
    const again = await half()
    expect(await outcome(again.post(second, { recovery_code: first }))).toEqual([400, 'invalid_code'])
    const rivals = await Promise.all([half(), half(), half()])
    const answers = await Promise.all(rivals.map((one) => outcome(one.post(second, { recovery_code: next }))))
    expect(answers.filter(([status]) => status === 200).length).toBe(1)
  })

  test('A123: new recovery codes replace the old; with the last factor they go', async () => {
    const { browser, codes } = await withApp()
    const made = await browser.post(`${factors}recovery-codes/`)
    const fresh = made.json<{ recovery_codes: string[] }>().recovery_codes
    expect(new Set([...codes, ...fresh]).size).toBe(20)
    const waiting = await half()
    expect(await outcome(waiting.post(second, { recovery_code: codes[0] }))).toEqual([400, 'invalid_code'])
    expect((await browser.delete(`${factors}totp/`)).statusCode).toBe(204)
    expect((await browser.get(factors)).json()).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0 })
    expect(await outcome(browser.post(`${factors}recovery-codes/`))).toEqual([404, 'not_found'])
    expect(await outcome(browser.delete(`${factors}totp/`))).toEqual([404, 'not_found'])
    expect(await isSignedIn(await signedIn())).toBe(true)
  })
})

describe('what it guards', () => {
  test('7.5.1 A131: credentials change only within ten minutes of a factor, which can be given again', async () => {
    const { browser } = await withApp()
    await site.clock.advance(10 * minute)
    const changes = () => [
      browser.post(`${factors}totp/`),
      browser.post(`${factors}totp/confirm/`, { code: '000000' }),
      browser.delete(`${factors}totp/`),
      browser.post(`${factors}recovery-codes/`),
      browser.post(`${factors}passkeys/start/`),
      browser.delete(`${factors}passkeys/1/`),
      browser.post('/api/users/password-change/', {
        old_password: password,
        new_password: 'quite another one',
      }),
      browser.post('/api/users/email-change/', { email: `new-${email}`, password }),
      browser.delete(profile, { password }),
    ]
    for (const change of changes()) expect(await outcome(change)).toEqual([403, 'second_factor_needed'])
    expect(await isSignedIn(browser)).toBe(true)
    expect(await outcome(browser.post(second, { code: wrongCode() }))).toEqual([400, 'invalid_code'])
    const before = browser.cookies.get('sessionid')
    const answer = await browser.post(second, { code: codeOf() })
    expect(answer.json()).toMatchObject({ email })
    expect(browser.cookies.get('sessionid')).not.toBe(before)
    expect((await browser.get('/api/users/sessions/')).json<{ sessions: unknown[] }>().sessions.length).toBe(
      1,
    )
    expect((await browser.post(`${factors}recovery-codes/`)).statusCode).toBe(200)
    const renamed = { old_password: password, new_password: 'quite another one' }
    expect((await browser.post('/api/users/password-change/', renamed)).statusCode).toBe(204)
  })

  test.each([`${factors}totp/`, `${factors}passkeys/start/`])(
    '7.5.1 A137: the first one (%s) takes the password once the sign-in is ten minutes old',
    async (path) => {
      const browser = await signedIn()
      expect((await browser.post(path)).statusCode).toBe(200)
      await site.clock.advance(10 * minute)
      const asked = await browser.post(path)
      expect([asked.statusCode, asked.json()]).toMatchObject([
        400,
        { code: 'validation_failed', errors: { password: [expect.any(String)] } },
      ])
      expect(await outcome(browser.post(path, { password: 'not this one' }))).toEqual([
        400,
        'invalid_credentials',
      ])
      expect((await browser.post(path, { password })).statusCode).toBe(200)
    },
  )

  test('A131: whoever has none is asked for none', async () => {
    const browser = await signedIn()
    await site.clock.advance(10 * minute)
    const wish = { email: `new-${email}`, password }
    expect((await browser.post('/api/users/email-change/', wish)).statusCode).toBe(202)
    expect(await outcome(browser.post(second, { code: '000000' }))).toEqual([400, 'invalid_code'])
  })

  test('6.4.3 A132: a password reset leaves it in place and ends half sessions', async () => {
    await withApp()
    const waiting = await half()
    const before = site.mails.length
    const guest = await site.visitor({ ip: freshIp() })
    expect((await guest.post('/api/users/reset-password/', { email })).statusCode).toBe(202)
    let token: string | null = null
    for (let count = before + 1; token === null; count += 1) {
      const links = (await site.mailed(count)).slice(before).map(({ message }) => message.link?.url ?? '')
      token =
        links.map((link) => URL.parse(link)?.searchParams.get('token') ?? null).find((one) => one) ?? null
    }
    const renewed = 'quite another password'
    const reset = await guest.post('/api/users/reset-password/confirm/', { token, password: renewed })
    expect(reset.statusCode).toBe(200)
    expect(await isSignedIn(guest)).toBe(false)
    expect(await outcome(waiting.post(second, { code: codeOf() }))).toEqual([400, 'invalid_token'])
    const answer = await guest.post(login, { email, password: renewed })
    expect(answer.json()).toEqual({ second_factor: { methods: ['TOTP', 'RECOVERY_CODE'] } })
  })

  test('A132: a disabled account finishes nothing', async () => {
    await withApp()
    const waiting = await half()
    await site.disable(email)
    expect(await outcome(waiting.post(second, { code: codeOf() }))).toEqual([400, 'invalid_token'])
  })

  test('A133: changes are mailed, end other sessions and are in the audit trail, as what failed is', async () => {
    const other = await signedIn()
    const { browser } = await withApp()
    expect(await isSignedIn(other)).toBe(false)
    const waiting = await half()
    await waiting.post(second, { code: wrongCode() })
    await browser.delete(`${factors}totp/`)
    await mailed('Authenticator app added to your Roundsman account')
    await mailed('Authenticator app removed from your Roundsman account')
    const events = (await auditOf(browser)).map(({ kind, detail }) =>
      detail === null ? kind : `${kind} ${detail}`,
    )
    expect(events.slice(0, 4)).toEqual([
      'second_factor_removed TOTP',
      'second_factor_failed',
      'second_factor_asked',
      'second_factor_added TOTP',
    ])
  })

  test('A135: the operator removes it; sessions end and the owner is told', async () => {
    const { browser } = await withApp()
    const waiting = await half()
    await runCommand([site.accounts.module], 'user reset-second-factor', [email])
    expect(await isSignedIn(browser)).toBe(false)
    expect(await outcome(waiting.post(second, { code: codeOf() }))).toEqual([400, 'invalid_token'])
    await mailed('The second factor of your Roundsman account was reset')
    const again = await signedIn()
    expect((await again.get(factors)).json()).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0 })
    expect((await auditOf(again)).map(({ kind }) => kind)).toContain('second_factor_reset')
  })

  test('A136: the export has it without secrets', async () => {
    const { browser, codes } = await withApp()
    const answer = await browser.get('/api/users/export/')
    expect(answer.json()).toMatchObject({
      second_factors: { totp: true, passkeys: [], recovery_codes_left: 10 },
    })
    for (const one of [secret, ...codes]) expect(answer.body).not.toContain(one)
  })
})

describe('groups that must have one', () => {
  test('A134: give nothing without it, and all once it is there', async () => {
    const strict = await createTestSite(site.test, {
      clock: site.clock,
      config: { factorGroups: ['admin', 'vip'] },
    })
    try {
      const vip = `vip-${email}`
      await strict.user(vip, password, 'vip')
      const browser = await strict.signedIn({ email: vip, password }, { ip: freshIp() })
      const abilities = async () => {
        const { groups, abilities: own } = (await browser.get(profile)).json<{
          groups: string[]
          abilities: { subject: string }[]
        }>()
        return [groups, own.map(({ subject }) => subject)]
      }
      expect(await abilities()).toEqual([
        ['member', 'vip'],
        ['any', 'ANY'],
      ])
      secret = (await browser.post(`${factors}totp/`)).json<{ secret: string }>().secret
      expect((await browser.post(`${factors}totp/confirm/`, { code: codeOf() })).statusCode).toBe(200)
      expect(await abilities()).toEqual([
        ['member', 'vip'],
        ['any', 'ANY', 'VIP'],
      ])
    } finally {
      await strict.close()
    }
  })
})
