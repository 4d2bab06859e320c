import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import type { Role } from '../../../platform/config/variables.ts'
import { hintsArrive } from '../../../testing/hints-arrive.ts'
import { createMailCatcher, type MailCatcher } from '../../../testing/mail-catcher.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { delivery } from '../../notifications/ledger/delivery.schema.ts'
import type { Browser } from '../testing/browser.ts'
import { createTestSite, type OwnTestSite, openTestSite } from '../testing/test-site.ts'
import { userPhoneMessage } from './phone.store.ts'

const password = 'a long enough password'
const phones = '/api/users/phone/'
const confirm = '/api/users/phone/confirm/'
let catcher: MailCatcher
let twilio: TwilioStandIn
let site: OwnTestSite
let serial = 0

beforeAll(async () => {
  const clock = createManualClock()
  catcher = await createMailCatcher()
  twilio = await createTwilioStandIn({ now: () => clock.now() })
  site = await openTestSite({
    clock,
    smtpUrl: catcher.url,
    fetch: systemFetch,
    config: { twilio: twilio.account },
  })
})
afterAll(async () => {
  await site.close()
  await twilio.close()
  await catcher.close()
})

/** Numbers, users and addresses that no other test has. */
const freshNumber = () => `+1${String(2_125_000_000 + serial * 10_000 + 123)}`
async function member(ip = `198.51.100.${serial}`): Promise<Browser & { email: string }> {
  serial += 1
  const email = `phone${serial}@example.org`
  await site.user(email, password)
  return { ...(await site.signedIn({ email, password }, { ip })), email }
}

/** What was to be sent to a number, the `nth` of its kind; what the tests before left to be sent may come in between. */
async function sentTo(phone: string, resource: 'Messages' | 'Calls', nth = 1) {
  const own = () => twilio.taken.filter((one) => one.resource === resource && one.form['To'] === phone)
  while (own().length < nth) await twilio.waitFor(twilio.taken.length + 1)
  return own()[nth - 1]
}

/** Of the first SMS to a number, or a later one. */
const codeTo = async (phone: string, nth = 1) =>
  /^\d{6}/.exec((await sentTo(phone, 'Messages', nth))?.form['Body'] ?? '')?.[0] ?? ''

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the life of a number', () => {
  test('F1 F3 F10: added, confirmed by the code of the SMS, shown in the profile, called, removed; the owner is told', async () => {
    const browser = await member()
    const phone = freshNumber()
    const mails = catcher.mails.length
    const typed = `${phone.slice(0, 2)} ${phone.slice(2, 5)}-${phone.slice(5)}`
    const added = await browser.post(phones, { phone: typed })
    expect(added.statusCode).toBe(201)
    const { user_phone_id: id, resend_after } = added.json()
    expect(added.json()).toEqual({ user_phone_id: id, phone, is_confirmed: false, resend_after })
    expect(Date.parse(resend_after)).toBe(site.clock.now() + 30_000)
    expect((await browser.get('/api/users/profile/')).json().phones).toEqual([
      { user_phone_id: id, phone, is_confirmed: false },
    ])

    const code = await codeTo(phone)
    expect((await sentTo(phone, 'Messages'))?.form).toMatchObject({ To: phone, From: twilio.account.from })
    const confirmed = await browser.post(confirm, { user_phone_id: id, code })
    expect(confirmed.statusCode).toBe(200)
    expect(confirmed.json()).toEqual({ user_phone_id: id, phone, is_confirmed: true })
    expect((await browser.get('/api/users/profile/')).json().phones).toEqual([confirmed.json()])
    // The answer may have been lost: once more gives the same.
    expect((await browser.post(confirm, { user_phone_id: id, code })).json()).toEqual(confirmed.json())

    expect((await browser.post(`/api/users/phone/test-voice/${id}/`)).statusCode).toBe(202)
    const call = await sentTo(phone, 'Calls')
    expect(call).toMatchObject({ resource: 'Calls', form: { To: phone } })
    expect(call?.form['Twiml']).toContain('This is a test call from Roundsman.')

    const removed = await browser.delete(phones, { user_phone_id: id })
    expect(removed.statusCode).toBe(204)
    expect((await browser.get('/api/users/profile/')).json().phones).toEqual([])
    const notices = (await catcher.waitFor(mails + 2)).slice(mails)
    expect(notices.map((mail) => mail.to)).toEqual([[browser.email], [browser.email]])
    // Two mails go side by side, and either may arrive first.
    expect(notices.map(({ mail }) => mail.subject).sort()).toEqual([
      expect.stringContaining('added to your'),
      expect.stringContaining('removed from your'),
    ])
    expect(site.logLines.join('')).not.toContain(code)
  })

  test('F6: the same number twice is one request and one message', async () => {
    const browser = await member()
    const phone = freshNumber()
    const answers = await Promise.all([browser.post(phones, { phone }), browser.post(phones, { phone })])
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201])
    expect(answers[0]?.json()).toEqual(answers[1]?.json())
    await sentTo(phone, 'Messages')
    expect(await messagesTo(phone)).toBe(1)
  })

  test('F13: a code or a test call that the provider rejects for good is reported by mail, once, in the user’s language', async () => {
    const browser = await member()
    const phone = freshNumber()
    // What the tests before left to be sent may still come.
    const own = () => catcher.mails.filter(({ to }) => to[0] === browser.email)
    const mailed = async (count: number) => {
      while (own().length < count) await catcher.waitFor(catcher.mails.length + 1)
      return own()[count - 1]
    }
    twilio.mishaps.push(21211)
    const added = await browser.post(phones, { phone })
    expect(added.statusCode).toBe(201)
    const notice = await mailed(1)
    expect(notice?.mail.subject).toBe('We couldn’t send the code to your phone')
    expect(notice?.mail.text).toContain(`${phone.slice(0, 3)}…${phone.slice(-4)}`)
    expect(notice?.raw).not.toContain(phone)

    // The number was right after all: a new code, and then a call that does not get through.
    const { user_phone_id: id } = added.json()
    await site.clock.advance(30_000)
    expect((await browser.post(`${phones}resend/${id}/`)).statusCode).toBe(202)
    const fresh = await codeTo(phone)
    expect((await browser.post(confirm, { user_phone_id: id, code: fresh })).statusCode).toBe(200)
    await mailed(2)
    await browser.put('/api/users/profile/', {
      first_name: '',
      last_name: '',
      avatar: null,
      language: 'uk',
      timezone: 'UTC',
    })
    twilio.mishaps.push(21215)
    expect((await browser.post(`${phones}test-voice/${id}/`)).statusCode).toBe(202)
    const call = await mailed(3)
    expect(call?.mail.subject).toBe('Тестовий дзвінок на ваш телефон не вдався')
    expect(own()).toHaveLength(3)
  })

  test('F1: invalid numbers are reported at their field, in the language asked for', async () => {
    const browser = await member()
    for (const phone of ['12', '+1 900 234 5678', '+53 5 2345678']) {
      const answer = await browser.post(phones, { phone }, { headers: { 'accept-language': 'ru' } })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors.phone[0]).toMatch(/[а-я]/)
    }
  })
})

describe('codes', () => {
  let browser: Browser
  let id = 0
  let code = ''
  let phone = ''
  beforeEach(async () => {
    browser = await member()
    phone = freshNumber()
    id = (await browser.post(phones, { phone })).json().user_phone_id
    code = await codeTo(phone)
  })
  const enter = (value: string) => browser.post(confirm, { user_phone_id: id, code: value })

  test('6.6.3 F4: five wrong ones, then even the right one is 410', async () => {
    for (const left of [4, 3, 2, 1, 0]) {
      const answer = await enter(wrong(code))
      expect([answer.statusCode, answer.json().code, answer.json().attempts_left]).toEqual([
        400,
        'invalid_code',
        left,
      ])
    }
    const late = await enter(code)
    expect([late.statusCode, late.json().code]).toEqual([410, 'code_expired'])
  })

  test('6.6.3 F4: a hundred at once are five tries', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => enter(wrong(code))))
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(5)
    expect(answers.filter((answer) => answer.statusCode === 410)).toHaveLength(25)
  })

  test('6.5.5 F3: after ten minutes it is 410', async () => {
    await site.clock.advance(599_999)
    expect((await enter(wrong(code))).statusCode).toBe(400)
    await site.clock.advance(1)
    expect((await enter(code)).json().code).toBe('code_expired')
  })

  test('6.6.2 F3: the code of one request fits no other, of another user or of the same', async () => {
    const other = await member()
    const another = freshNumber()
    const second = (await other.post(phones, { phone: another })).json().user_phone_id
    const theirs = await codeTo(another)
    const foreign = await other.post(confirm, { user_phone_id: second, code })
    if (code !== theirs) expect(foreign.json().code).toBe('invalid_code')
    expect((await other.post(confirm, { user_phone_id: id, code })).statusCode).toBe(404)
    expect((await enter(code)).statusCode).toBe(200)
  })

  test('F5: a new code is sent after the wait, voids the old one and gives five new tries', async () => {
    const resend = `/api/users/phone/resend/${id}/`
    await enter(wrong(code))
    const early = await browser.post(resend)
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30'])
    await site.clock.advance(30_000)
    const answer = await browser.post(resend)
    expect(answer.statusCode).toBe(202)
    expect(Date.parse(answer.json().resend_after)).toBe(site.clock.now() + 60_000)
    const fresh = await codeTo(phone, 2)
    if (fresh !== code)
      expect((await enter(code)).json()).toMatchObject({ code: 'invalid_code', attempts_left: 4 })
    expect((await enter(fresh)).statusCode).toBe(200)
  })

  test("8.2.2: what is another user's is not there", async () => {
    const other = await member()
    expect((await other.post(`/api/users/phone/resend/${id}/`)).statusCode).toBe(404)
    expect((await other.post(`/api/users/phone/test-voice/${id}/`)).statusCode).toBe(404)
    const removal = await other.delete(phones, { user_phone_id: id })
    expect(removal.statusCode).toBe(404)
    expect((await enter(code)).statusCode).toBe(200)
  })

  test('F11: only a confirmed number is called', async () => {
    const answer = await browser.post(`/api/users/phone/test-voice/${id}/`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'phone_not_confirmed'])
  })
})

describe('caps', () => {
  test('2.4.1 F7 F8: removing and adding again sends eight to a number in an hour and no more, and the operator is told', async () => {
    const browser = await member()
    const phone = freshNumber()
    const statuses: number[] = []
    for (let index = 0; index < 10; index += 1) {
      const added = await browser.post(phones, { phone })
      statuses.push(added.statusCode)
      if (added.statusCode !== 201) continue
      await browser.delete(phones, { user_phone_id: added.json().user_phone_id })
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 201, 429, 429])
    expect(await messagesTo(phone)).toBe(8)
    expect(site.logLines.some((line) => line.includes('phone_cap_reached'))).toBe(true)
  })

  test('2.4.1 F8: a thousand numbers of one range get sixty messages an hour, however many users ask', async () => {
    const range = '+13125550'
    let sent = 0
    for (let user = 0; user < 10; user += 1) {
      const browser = await member(`203.0.113.${user}`)
      for (let index = 0; index < 8; index += 1) {
        const phone = `${range}${String(user * 8 + index).padStart(3, '0')}`
        if ((await browser.post(phones, { phone })).statusCode === 201) sent += 1
      }
    }
    expect(sent).toBe(60)
    expect(site.logLines.some((line) => line.includes('"cap":"range"'))).toBe(true)
  })

  test('2.4.1 F8: twelve users at once are counted like twelve in a row', async () => {
    const browsers = []
    for (let index = 0; index < 12; index += 1) browsers.push(await member(`203.0.114.${index}`))
    const phone = freshNumber()
    const answers = await Promise.all(browsers.map((browser) => browser.post(phones, { phone })))
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(8)
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(4)
    expect(await messagesTo(phone)).toBe(8)
  })

  test('2.4.1 F11: test calls have the same caps', async () => {
    const browser = await member()
    const phone = freshNumber()
    const id = (await browser.post(phones, { phone })).json().user_phone_id
    await browser.post(confirm, { user_phone_id: id, code: await codeTo(phone) })
    const statuses: number[] = []
    for (let index = 0; index < 10; index += 1) {
      statuses.push((await browser.post(`/api/users/phone/test-voice/${id}/`)).statusCode)
    }
    expect(statuses).toEqual([...Array(8).fill(202), 429, 429])
  })
})

test('F7: after a restart a code still fits, its tries are counted on, and caps hold', async () => {
  const browser = await member()
  const phone = freshNumber()
  const id = (await browser.post(phones, { phone })).json().user_phone_id
  const code = await codeTo(phone)
  await browser.post(confirm, { user_phone_id: id, code: wrong(code) })
  const again = await createTestSite(site.test, {
    clock: site.clock,
    smtpUrl: catcher.url,
    fetch: systemFetch,
    config: { twilio: twilio.account },
  })
  const back = await again.signedIn({ email: browser.email, password })
  const second = await back.post(confirm, { user_phone_id: id, code: wrong(code) })
  expect(second.json().attempts_left).toBe(3)
  expect((await back.post(`/api/users/phone/resend/${id}/`)).statusCode).toBe(429)
  expect((await back.post(confirm, { user_phone_id: id, code })).statusCode).toBe(200)
  await again.close()
})

test('D14 F13: a process with the role notify alone reports a code that the provider rejects', async () => {
  const database = await createTestDatabase()
  const play = async (role: Role) => {
    const app = await createTestApp({
      // Closed once, when both have ended.
      database: { ...database, db: { ...database.db, close: () => Promise.resolve() } },
      fetch: systemFetch,
      config: {
        roles: [role],
        twilio: twilio.account,
        mail: { smtpUrl: catcher.url, from: 'Roundsman <no-reply@roundsman.example>' },
      },
    })
    await app.app.start()
    return app
  }
  // The one takes the number and sends nothing; the other has no routes, and sends.
  const [web, notifier] = [await play('web'), await play('notify')]
  await hintsArrive(database.db)
  const email = 'waits.for.a.code@example.org'
  await web.createUser(email, password)
  const browser = await web.signedIn({ email, password })
  twilio.mishaps.push(21211)
  serial += 1
  expect((await browser.post(phones, { phone: freshNumber() })).status).toBe(201)
  const own = () => catcher.mails.find(({ to }) => to[0] === email)
  while (!own()) await catcher.waitFor(catcher.mails.length + 1)
  expect(own()?.mail.subject).toBe('We couldn’t send the code to your phone')
  await web.close()
  await notifier.close()
  await database.drop()
})

test('F12: without a provider the calls say so, and nothing is sent', async () => {
  const bare = await openTestSite()
  await bare.user('bare@example.org', password)
  const browser = await bare.signedIn({ email: 'bare@example.org', password })
  for (const answer of [
    await browser.post(phones, { phone: '+12025550123' }),
    await browser.post('/api/users/phone/resend/1/'),
    await browser.post('/api/users/phone/test-voice/1/'),
    await browser.post(confirm, { user_phone_id: 1, code: '123456' }),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'not_configured'])
  }
  expect(await bare.test.db.orm.select().from(userPhoneMessage)).toEqual([])
  await bare.close()
})

async function messagesTo(phone: string): Promise<number> {
  const rows = await site.test.db.orm.select().from(delivery)
  return rows.filter((row) => row.recipient === phone && row.channel === 'sms').length
}
