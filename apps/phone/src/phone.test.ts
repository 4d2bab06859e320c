import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPhone, mostItems, type Phone, type PhoneItem, ringsForMs } from './phone.ts'
import { createPhoneServer } from './phone-server.ts'

const key =
  '<?xml version="1.0" encoding="UTF-8"?><Response><Say language="en-US">Acknowledged.</Say><Hangup/></Response>'

/** What the site was told: of an item by its receipts, and keys. */
let reported: string[] = []
/** What is to be run later, as a clock would. */
let later: { ms: number; run: () => void }[] = []
const faults: string[] = []

const site = createServer((request, answer) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    if (request.url === '/words') {
      answer.writeHead(words === null ? 500 : 200).end(words ?? '')
      return
    }
    reported.push(form.get('Digits') ?? form.get('MessageStatus') ?? form.get('CallStatus') ?? '')
    answer.end(form.has('Digits') ? key : '')
  })
})

/** What is said once a call is taken; null: nothing can be said. */
let words: string | null = null

let phone: Phone
beforeEach(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  phone = await createPhone(
    (ms, run) => {
      const one = { ms, run }
      later.push(one)
      return () => {
        later = later.filter((other) => other !== one)
      }
    },
    (fault) => faults.push(fault),
  )
})
afterEach(async () => {
  await phone.close()
  await new Promise((resolve) => site.close(resolve))
  expect(faults).toEqual([])
  reported = []
  later = []
})

/** Sends as the product does; gives the name that the phone has for it. */
async function send(resource: 'Messages' | 'Calls', form: Record<string, string>): Promise<string> {
  const { url, accountSid, authToken, from } = phone.account
  const callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/receipt`
  const answer = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/${resource}.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: new URLSearchParams({ To: '+12025550143', From: from, StatusCallback: callback, ...form }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { sid: string }).sid
}

function call(): Promise<string> {
  const keys = `http://127.0.0.1:${(site.address() as AddressInfo).port}/keys`
  const gather = `<Gather input="dtmf" numDigits="1" timeout="10" action="${keys}" method="POST"><Say language="en-US">One block missed.</Say></Gather>`
  return send('Calls', { Twiml: `<?xml version="1.0" encoding="UTF-8"?><Response>${gather}</Response>` })
}

const one = (sid: string): PhoneItem | undefined => phone.items().find((item) => item.sid === sid)

it('N40: shows a text, and reports it as sent and delivered', async () => {
  const sid = await send('Messages', { Body: 'Critical: jailed.' })
  expect(one(sid)).toMatchObject({ kind: 'SMS', to: '+12025550143', text: 'Critical: jailed.' })
  await expect.poll(() => reported).toEqual(['sent', 'delivered'])
})

it('N40, N41: a call rings, says what it has to say once it is answered, and goes on after a key', async () => {
  const sid = await call()
  expect(one(sid)).toMatchObject({ state: 'RINGING', said: [] })
  await phone.answer(sid)
  expect(one(sid)).toMatchObject({
    state: 'TALKING',
    said: [{ language: 'en-US', text: 'One block missed.' }],
    waitsForKey: true,
    hangsUp: false,
  })
  expect(later).toEqual([])
  await phone.press(sid, '1')
  expect(one(sid)).toMatchObject({
    transcript: ['One block missed.', 'Acknowledged.'],
    waitsForKey: false,
    hangsUp: true,
  })
  await phone.press(sid, '2')
  await phone.hangUp(sid)
  await phone.hangUp(sid)
  expect(one(sid)).toMatchObject({ state: 'ENDED', said: [] })
  await expect.poll(() => reported.toSorted()).toEqual(['1', 'completed', 'initiated'])
})

it('N40: a call that nobody answers is given up after a minute, and one that is declined is busy', async () => {
  const missed = await call()
  expect(later.map(({ ms }) => ms)).toEqual([ringsForMs])
  later[0]?.run()
  const declined = await call()
  await phone.decline(declined)
  expect([one(missed), one(declined)]).toMatchObject([{ state: 'MISSED' }, { state: 'DECLINED' }])
  await expect.poll(() => reported.toSorted()).toEqual(['busy', 'initiated', 'initiated', 'no-answer'])
})

const said = (...texts: string[]) => texts.map((text) => ({ language: 'en-US', text }))
function redirected(): Promise<string> {
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/words`
  const redirect = `<Redirect method="POST">${url}</Redirect>`
  return send('Calls', {
    Twiml: `<?xml version="1.0" encoding="UTF-8"?><Response><Say language="en-US">This is Roundsman.</Say>${redirect}</Response>`,
  })
}

it('N40: a call says what the site has to say by the time it is answered', async () => {
  const sid = await redirected()
  words = key
  await phone.answer(sid)
  expect(one(sid)).toMatchObject({
    state: 'TALKING',
    said: said('This is Roundsman.', 'Acknowledged.'),
    transcript: ['This is Roundsman.', 'Acknowledged.'],
    hangsUp: true,
  })
  await expect.poll(() => reported).toEqual(['initiated'])
})

it('N40: where the site has nothing to say, it ends, as a call of Twilio does', async () => {
  const sid = await redirected()
  words = null
  await phone.answer(sid)
  expect(one(sid)).toMatchObject({ state: 'ENDED', transcript: ['This is Roundsman.'] })
  await expect.poll(() => reported.toSorted()).toEqual(['completed', 'initiated'])
  expect(faults.splice(0)).toEqual([expect.stringContaining('could not be fetched')])
})

it('keeps the newest only', async () => {
  const first = await send('Messages', { Body: 'first' })
  for (let sent = 0; sent < mostItems; sent += 1) await send('Messages', { Body: `${String(sent)}` })
  expect(phone.items()).toHaveLength(mostItems)
  expect(one(first)).toBeUndefined()
  await expect.poll(() => reported.length).toBe(2 * (mostItems + 1))
})

it('N41: answers pages of its own only', async () => {
  const server = createPhoneServer(phone, '/nowhere')
  const sid = await call()
  const press = (headers: Record<string, string>) =>
    server.inject({ method: 'POST', url: `/calls/${sid}/answer`, headers })
  for (const headers of [
    { host: 'evil.example' },
    { host: 'localhost.evil.example:8001' },
    { host: 'localhost:8001', 'sec-fetch-site': 'cross-site' },
    { host: 'localhost:8001', 'sec-fetch-site': 'same-site' },
  ])
    expect((await press(headers)).statusCode).toBe(403)
  expect(one(sid)).toMatchObject({ state: 'RINGING' })
  expect((await press({ host: 'localhost:8001', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(204)
  expect(one(sid)).toMatchObject({ state: 'TALKING' })
  await server.close()
})
