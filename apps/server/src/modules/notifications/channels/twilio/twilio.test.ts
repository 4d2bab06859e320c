import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../platform/clock.ts'
import { systemFetch } from '../../../../platform/clients/http-client.ts'
import { isAnythingLeftOn } from '../../../../testing/left-on-signal.ts'
import { redirectIn, spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import type { OutgoingDelivery, Sender } from '../channel.ts'
import { createSmsSender, smsText } from './sms.channel.ts'
import { spokenTwiml } from './twiml.ts'
import { createVoiceSender } from './voice.channel.ts'
import { createTwilioClient, type TwilioAccount } from './twilio-client.ts'
import type { TwilioSenderDeps } from './twilio-site.ts'

const createdAt = new Date(Date.UTC(2026, 10, 21, 12))
const text = 'Your validator is jailed.'
const outgoing = (over: Partial<OutgoingDelivery> = {}): OutgoingDelivery => ({
  id: 7,
  recipient: '+12025550123',
  language: 'en',
  message: { subject: '', paragraphs: [text] },
  idempotencyKey: 'f00d',
  createdAt,
  dueAt: createdAt,
  isAnswerable: false,
  attempt: 1,
  lastDetail: null,
  mayStillSend: () => true,
  ...over,
})

let twilio: TwilioStandIn
let now = createdAt.getTime()
/** Which delivery has which message, as the ledger knows it. */
const bound = new Map<string, number>()
/** Deliveries whose outcome nobody knows. */
const unknown = new Set<number>()
beforeEach(async () => {
  now = createdAt.getTime()
  bound.clear()
  unknown.clear()
  twilio = await createTwilioStandIn({ now: () => now })
})
afterEach(() => twilio.close())

function depsOf(account: TwilioAccount): TwilioSenderDeps {
  return {
    client: createTwilioClient(account, systemFetch, systemClock),
    callbackUrl: (id) => `https://roundsman.example/api/callbacks/twilio/${id}/`,
    wordsUrl: (id, language, said) =>
      `https://roundsman.example/api/callbacks/twilio/${id}/words/${language}/${String(said)}/`,
    keysUrl: (id, language) => `https://roundsman.example/api/callbacks/twilio/${id}/keys/${language}/`,
    bind: async (id, providerId) => {
      const own = (bound.get(providerId) ?? id) === id
      if (own) bound.set(providerId, id)
      return own
    },
    hasRival: async (id) => [...unknown].some((other) => other !== id),
  }
}
const sms = (account = twilio.account) => createSmsSender(depsOf(account), { of: String })
const voice = (account = twilio.account) => createVoiceSender(depsOf(account))
const send = (channel: Sender, over: Partial<OutgoingDelivery> = {}) =>
  channel.send(outgoing(over), new AbortController().signal)

test('B112: however often Twilio is asked, nothing is left on the signal of a loop', async () => {
  const { signal } = new AbortController()
  const { client } = depsOf(twilio.account)
  for (let asked = 0; asked < 3; asked++) await client.find('Messages', 'SM1', signal)
  expect(isAnythingLeftOn(signal)).toBe(false)
})

describe('F15: what goes out', () => {
  test('an SMS is one form with text, sender and where to report', async () => {
    const result = await send(sms())
    expect(result).toEqual({ outcome: 'sent', providerId: twilio.taken[0]?.sid })
    expect(twilio.taken[0]?.form).toEqual({
      To: '+12025550123',
      From: twilio.account.from,
      Body: text,
      StatusCallback: 'https://roundsman.example/api/callbacks/twilio/7/',
    })
  })

  test.each([
    ['en', 'en-US'],
    ['ru', 'ru-RU'],
    ['uk', 'uk-UA'],
  ] as const)('a call says the message twice, in %s', async (language, spoken) => {
    const result = await send(voice(), { language })
    expect(result).toEqual({ outcome: 'sent', providerId: twilio.taken[0]?.sid })
    const said = spokenIn(twilio.taken[0]?.form['Twiml'] ?? '')
    expect(said).toEqual([
      { language: spoken, text },
      { language: spoken, text },
    ])
  })

  test('D290: a call that can be answered is dialed with how it begins, and says where the rest is; no other one is', async () => {
    const call = { opening: ['This is Roundsman.', 'Ada.'], rest: ['Critical.', 'Jailed.'] }
    const message = {
      subject: '',
      severity: 'CRITICAL' as const,
      paragraphs: ['This is Roundsman.', 'Critical.', 'Ada.', 'Jailed.'],
      call,
    }
    await send(voice(), { message, isAnswerable: true })
    const [dialed] = twilio.taken.splice(0)
    const twiml = dialed?.form['Twiml'] ?? ''
    expect(spokenIn(twiml)?.map((one) => one.text)).toEqual(['This is Roundsman. Ada.'])
    expect(redirectIn(twiml)).toBe('https://roundsman.example/api/callbacks/twilio/7/words/en/CRITICAL/')
    await send(voice(), { message, isAnswerable: false })
    await send(voice(), { message: { ...message, isOver: true }, isAnswerable: true })
    for (const { form } of twilio.taken) expect(form['Twiml']).toContain('Ada. Jailed.</Say>')
    expect(twilio.taken).toHaveLength(2)
  })

  test('E396: where no key reaches this site, a call about a blip that is over as it is dialed asks for nothing', async () => {
    const unreached = createVoiceSender({
      ...depsOf(twilio.account),
      keysUrl: () => null,
      wordsUrl: () => null,
    })
    const saidOf = async (asksNothing: boolean) => {
      const message = { subject: '', paragraphs: [text], asksNothing }
      await unreached.send(outgoing({ message, isAnswerable: true }), new AbortController().signal)
      return twilio.taken.splice(0).flatMap(({ form }) => spokenIn(form['Twiml'] ?? '') ?? [])
    }
    expect((await saidOf(false)).at(-1)?.text).toMatch(/^To acknowledge/)
    expect((await saidOf(true)).map((one) => one.text)).toEqual([text, text])
  })

  test.each([
    ['en', 'To acknowledge, open the page of your alerts.'],
    ['ru', 'Чтобы подтвердить получение, откройте страницу оповещений.'],
    ['uk', 'Щоб підтвердити отримання, відкрийте сторінку сповіщень.'],
  ] as const)(
    'E172: where no key reaches this site, a call in %s says where it is answered',
    (language, elsewhere) => {
      const message = { subject: '', paragraphs: [text] }
      const texts = (answer: Parameters<typeof spokenTwiml>[2]) =>
        spokenIn(spokenTwiml(message, language, answer))?.map((one) => one.text)
      expect(texts('ELSEWHERE')).toEqual([text, text, elsewhere])
      expect(texts(null)).toEqual([text, text])
      expect(texts({ keysUrl: 'https://example.org/keys' })).not.toContain(elsewhere)
    },
  )

  test.each([
    '</Say><Dial>+19005550123</Dial><Say language="en-US">',
    '&amp; <b> "quoted" \'single\'',
    'line\r\nTo: +19005550123\u0000\u0007',
    '\u202egnp.exe',
    '\ud800 alone',
  ])('1.3.11 1.2.1: %j in a moniker is words and nothing else', async (moniker) => {
    const message = { subject: '', paragraphs: [`${moniker} is jailed.`] }
    const said = spokenIn(spokenTwiml(message, 'en', null))
    expect(said).toHaveLength(2)
    expect(said?.[0]?.text).toContain('is jailed.')
    for (const shown of [smsText(message), said?.[0]?.text ?? '']) {
      expect(shown).not.toMatch(/[\p{Cc}\u202e]/u)
    }
    expect((await send(voice(), { message })).outcome).toBe('sent')
    expect((await send(sms(), { message })).outcome).toBe('sent')
    expect(twilio.taken.map(({ form }) => form['To'])).toEqual(['+12025550123', '+12025550123'])
  })

  test('a text that is too long is cut, its link is kept', async () => {
    const message = {
      subject: 'Jailed',
      paragraphs: ['😀'.repeat(2000)],
      link: { label: 'Show', url: 'https://roundsman.example/v/1' },
    }
    expect((await send(sms(), { message })).outcome).toBe('sent')
    const body = twilio.taken[0]?.form['Body'] ?? ''
    expect(body.length).toBeLessThanOrEqual(1600)
    expect(body).toMatch(/^Jailed 😀+… https:\/\/roundsman\.example\/v\/1$/u)
    expect((await send(voice(), { message })).outcome).toBe('sent')
  })
})

describe('F16: refusals', () => {
  test.each([
    ['+15005550001', 21211],
    ['+15005550002', 21612],
    ['+15005550003', 21408],
    ['+15005550004', 21610],
    ['+15005550009', 21614],
  ])('a message to %s will never be taken (%i): not tried again', async (recipient, code) => {
    const result = await send(sms(), { recipient })
    expect(result).toMatchObject({ outcome: 'failed', permanent: true })
    expect(result).toHaveProperty('detail', expect.stringContaining(`Twilio ${code}:`))
  })

  test("a wrong token, a wrong account and a wrong sender are the operator's to put right: tried again", async () => {
    const { account } = twilio
    for (const wrong of [
      { authToken: 'wrong' },
      { accountSid: `AC${'0'.repeat(32)}` },
      { from: '+12025550199' },
    ]) {
      const result = await send(sms({ ...account, ...wrong }))
      expect(result).toMatchObject({ outcome: 'failed', permanent: false })
      expect(JSON.stringify(result)).not.toContain(account.authToken)
    }
  })

  test('a limit is tried again when Twilio says so, an error of its own as well', async () => {
    twilio.mishaps.push(20429, 20500, 20503)
    expect(await send(sms())).toMatchObject({ permanent: false, retryAfterMs: 40_000 })
    expect(await send(sms())).toMatchObject({ permanent: false })
    expect(await send(voice())).toMatchObject({ permanent: false })
    expect(twilio.taken).toEqual([])
  })
})

describe('F17: an outcome that nobody knows (faults 15 and 17)', () => {
  test.each(['lost', 'garbage'] as const)(
    '%s: what was taken is found and not sent again',
    async (mishap) => {
      for (const channel of [sms(), voice()]) {
        const before = twilio.taken.length
        twilio.mishaps.push(mishap)
        if (mishap === 'lost') await expect(send(channel)).rejects.toThrow()
        else expect(await send(channel)).toMatchObject({ outcome: 'failed', permanent: false })
        now += 10_000
        const sid = twilio.taken[before]?.sid
        expect(await send(channel, { attempt: 2 })).toEqual({ outcome: 'sent', providerId: sid })
        expect(twilio.taken).toHaveLength(before + 1)
      }
    },
  )

  test('what was not taken is sent', async () => {
    twilio.mishaps.push('refused')
    await expect(send(sms())).rejects.toThrow()
    expect(await send(sms(), { attempt: 2 })).toMatchObject({ outcome: 'sent' })
    expect(twilio.taken).toHaveLength(1)
  })

  test('what was found may have ended already', async () => {
    twilio.mishaps.push('lost', 'lost')
    await expect(send(sms())).rejects.toThrow()
    await twilio.report(twilio.taken[0]?.sid ?? '', 'delivered').catch(() => undefined)
    expect(await send(sms(), { attempt: 2 })).toMatchObject({ outcome: 'delivered' })
    await expect(send(voice())).rejects.toThrow()
    await twilio.report(twilio.taken[1]?.sid ?? '', 'busy').catch(() => undefined)
    expect(await send(voice(), { attempt: 2 })).toMatchObject({ outcome: 'unanswered' })
  })

  test('another message, an older one, or the call of another delivery is not mistaken for it', async () => {
    now -= 60_000
    await send(sms())
    await send(voice())
    now += 60_000
    await send(sms(), { message: { subject: '', paragraphs: ['Something else.'] } })
    await send(voice(), { id: 8 })
    bound.set(twilio.taken[3]?.sid ?? '', 8)
    expect(await send(sms(), { attempt: 2 })).toMatchObject({ outcome: 'sent' })
    expect(await send(voice(), { attempt: 2 })).toMatchObject({ outcome: 'sent' })
    expect(twilio.taken).toHaveLength(6)
  })

  test("two unknown outcomes to one number: a call is not taken for the other's", async () => {
    twilio.mishaps.push('refused', 'lost')
    unknown.add(7).add(8)
    await expect(send(voice(), { id: 7 })).rejects.toThrow()
    await expect(send(voice(), { id: 8 })).rejects.toThrow()
    // The one call there is may be either's: made once more, since else the words of one would never be said.
    expect(await send(voice(), { id: 7, attempt: 2 })).toEqual({
      outcome: 'sent',
      providerId: twilio.taken[1]?.sid,
    })
    bound.set(twilio.taken[1]?.sid ?? '', 7)
    unknown.delete(7)
    expect(await send(voice(), { id: 8, attempt: 2 })).toEqual({
      outcome: 'sent',
      providerId: twilio.taken[0]?.sid,
    })
    expect(twilio.taken).toHaveLength(2)
  })

  test('a call is known by its address for receipts, where Twilio reports it', async () => {
    twilio.mishaps.push('lost', 'lost')
    unknown.add(7).add(8)
    await expect(send(voice(), { id: 7 })).rejects.toThrow()
    await expect(send(voice(), { id: 8 })).rejects.toThrow()
    twilio.hasEvents = true
    for (const [id, index] of [
      [7, 0],
      [8, 1],
    ] as const) {
      const providerId = twilio.taken[index]?.sid
      expect(await send(voice(), { id, attempt: 2 })).toEqual({ outcome: 'sent', providerId })
    }
    expect(twilio.taken).toHaveLength(2)
  })

  test('two SMS with the same words to one number are two, whichever is found first', async () => {
    twilio.mishaps.push('lost', 'refused')
    await expect(send(sms(), { id: 7 })).rejects.toThrow()
    await expect(send(sms(), { id: 8 })).rejects.toThrow()
    const found = await Promise.all([send(sms(), { id: 7, attempt: 2 }), send(sms(), { id: 8, attempt: 2 })])
    expect(twilio.taken).toHaveLength(2)
    expect(new Set(found.map((one) => ('providerId' in one ? one.providerId : ''))).size).toBe(2)
  })

  test('while Twilio cannot be asked nothing is sent, and it is tried again', async () => {
    const result = await send(sms({ ...twilio.account, authToken: 'wrong' }), { attempt: 2 })
    expect(result).toMatchObject({ outcome: 'failed', permanent: false })
    expect(twilio.requests).toEqual(['GET Messages'])
  })
})

test('D31 F17: an SMS whose answer was lost is found, however many came after it', async () => {
  twilio.mishaps.push('lost')
  await expect(send(sms())).rejects.toThrow()
  for (let other = 0; other < 2_100; other += 1) {
    const item = twilio.taken[0]
    if (item)
      twilio.taken.push({ ...item, sid: `SM${other}`, form: { ...item.form, Body: `another ${other}` } })
  }
  const own = twilio.taken[0]?.sid
  expect(await send(sms(), { attempt: 2 })).toEqual({ outcome: 'sent', providerId: own })
  expect(twilio.taken).toHaveLength(2_101)
})

test('D30: Twilio is asked, and then the time left is not enough: nothing is sent', async () => {
  expect(await send(sms(), { attempt: 2, mayStillSend: () => false })).toEqual({ outcome: 'unsent' })
  expect(twilio.taken).toEqual([])
})
