import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subkey } from '../../../platform/config/secrets.ts'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { channelSiteOf } from '../testing/channel-site.ts'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { channelKinds, createChannels } from '../channels/channels.ts'
import { isTwilioSignature, twilioCallbacks, twilioSignature } from '../channels/twilio/twilio-site.ts'
import { createAttempt } from '../dispatching/attempt.ts'
import { createBuckets } from '../dispatching/buckets.ts'
import { createLines } from '../dispatching/lines.ts'
import { createBudgets } from '../dispatching/budgets.ts'
import { createComposers } from '../dispatching/composers.ts'
import { createDispatcher } from '../dispatching/dispatcher.ts'
import { delivery } from '../ledger/delivery.schema.ts'
import { createOutcomes } from '../ledger/outcomes.ts'
import { createPayloadSeal } from '../ledger/payload-seal.ts'
import { createNotifications, type Notifications } from '../notifications.public.ts'

const publicUrl = 'http://celestia.roundsman.localhost:8000'
let twilio: TwilioStandIn
let site: TestApp
let ledger: Notifications
let serial = 0

beforeAll(async () => {
  twilio = await createTwilioStandIn({ now: () => site.clock.now() })
  site = await createTestApp({ fetch: systemFetch, config: { twilio: twilio.account, publicUrl } })
  await site.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
  twilio.sitePort = (site.app.server.fastify.server.address() as AddressInfo).port
  ledger = createNotifications({ ...site.platform, metrics: new Registry() })
})
afterAll(async () => {
  await site.close()
  await twilio.close()
})

/** Sends one through the ledger and the dispatcher; gives its id and Twilio's. */
async function sendOne(channel: 'sms' | 'voice'): Promise<{ id: number; sid: string }> {
  serial += 1
  const dedupeKey = `callback:${serial}`
  await site.platform.db.transaction((tx) =>
    ledger.enqueueDelivery(tx, {
      channel,
      purpose: 'alert',
      recipient: `+1202555${String(serial).padStart(4, '0')}`,
      userId: null,
      language: 'en',
      message: { subject: '', paragraphs: ['Jailed.'] },
      dedupeKey,
      usefulForMs: 60_000,
    }),
  )
  const { platform } = site
  const made = createChannels(channelKinds, channelSiteOf(platform, publicUrl)).find(
    (one) => one.channel === channel,
  )
  if (!made) throw new Error('there is no such channel')
  const composers = createComposers(
    createPayloadSeal({
      key: subkey(platform.config.secret, 'encryption'),
      randomToken: (bytes) => platform.ids.token(bytes),
    }),
    platform.db,
  )
  const outcomes = createOutcomes({
    ...platform,
    count: () => undefined,
    awaits: async () => ({ isAwaited: false, leftMs: null }),
  })
  const buckets = createBuckets(platform.db)
  const budgets = createBudgets({
    ...platform,
    daily: () => ({}),
    outcomes,
    costOf: composers.costOf,
    owedEndsOf: composers.owedEndsOf,
  })
  const attempt = createAttempt({
    ...platform,
    composers,
    outcomes,
    buckets,
    budgets,
    isAnswerable: () => false,
    onAttempt: () => undefined,
  })
  const lines = createLines(platform.db, composers)
  const dispatcher = createDispatcher(
    { ...platform, attempt, budgets, buckets, lines, worker: 'test' },
    made,
    'other',
  )
  await dispatcher.pass(new AbortController().signal)
  const row = (await platform.db.orm.select().from(delivery)).find((one) => one.dedupeKey === dedupeKey)
  if (!row?.providerId) throw new Error('it was not sent')
  expect(row.state).toBe('SENT')
  return { id: row.id, sid: row.providerId }
}

async function stateOf(id: number): Promise<{ state: string; detail: string | null }> {
  const rows = await site.platform.db.orm.select().from(delivery)
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Error('no such delivery')
  return { state: row.state, detail: row.detail }
}

test.each([
  ['sms', 'delivered', undefined, { state: 'DELIVERED', detail: null }],
  ['sms', 'undelivered', '30003', { state: 'FAILED', detail: 'Twilio 30003: undelivered' }],
  ['sms', 'failed', '30008', { state: 'FAILED', detail: 'Twilio 30008: failed' }],
  ['voice', 'completed', undefined, { state: 'DELIVERED', detail: null }],
  ['voice', 'busy', undefined, { state: 'FAILED', detail: 'Twilio: busy' }],
  ['voice', 'no-answer', undefined, { state: 'FAILED', detail: 'Twilio: no-answer' }],
] as const)('F18: %s %s moves the delivery on', async (channel, status, errorCode, expected) => {
  const { id, sid } = await sendOne(channel)
  expect(await twilio.report(sid, channel === 'sms' ? 'sent' : 'ringing')).toBe(204)
  expect((await stateOf(id)).state).toBe('SENT')
  expect(await twilio.report(sid, status, errorCode === undefined ? {} : { errorCode })).toBe(204)
  expect(await stateOf(id)).toEqual(expected)
  // Out of order or twice: what has ended stays as it is, and Twilio is not told to try again.
  expect(await twilio.report(sid, expected.state === 'FAILED' ? 'delivered' : 'failed')).toBe(204)
  expect(await stateOf(id)).toEqual(expected)
})

test('F18 D8: the first receipt of a call whose answer was lost says that it was taken, and it is not made again', async () => {
  twilio.mishaps.push('lost')
  await expect(sendOne('voice')).rejects.toThrow('it was not sent')
  const sid = twilio.taken.at(-1)?.sid ?? ''
  expect(twilio.taken.at(-1)?.form['StatusCallbackEvent']).toBeDefined()
  const taken = twilio.taken.length
  expect(await twilio.report(sid, 'initiated')).toBe(204)
  const rows = await site.platform.db.orm.select().from(delivery)
  expect(rows.find(({ providerId }) => providerId === sid)).toMatchObject({ state: 'SENT', payload: null })
  expect(twilio.taken).toHaveLength(taken)
})

test('F19: a receipt that is not signed, or signed for another delivery, changes nothing', async () => {
  const { id, sid } = await sendOne('sms')
  const callback = `${publicUrl}/api/callbacks/twilio/${id}/`
  const fields = { MessageSid: sid, MessageStatus: 'delivered' }
  const forged = [
    '',
    'x',
    twilioSignature('another token', callback, fields),
    twilioSignature(twilio.account.authToken, callback, { ...fields, MessageStatus: 'sent' }),
    twilioSignature(twilio.account.authToken, `${publicUrl}/api/callbacks/twilio/${id + 1}/`, fields),
    twilioSignature(twilio.account.authToken, callback.replace('http:', 'https:'), fields),
  ]
  for (const signature of forged) expect(await twilio.report(sid, 'delivered', { signature })).toBe(403)
  expect((await stateOf(id)).state).toBe('SENT')
})

test('F19: other content types, other bodies and other methods are refused and never a 5xx', async () => {
  const browser = site.browser()
  const path = '/api/callbacks/twilio/1/'
  expect((await browser.post(path, { MessageStatus: 'delivered' })).status).toBe(403)
  const type = (value: string) => ({ headers: { 'content-type': value } })
  expect((await browser.post(path, 'a=b', type('text/plain'))).status).toBe(415)
  expect((await browser.post(path, '%%%&&&===', type('application/x-www-form-urlencoded'))).status).toBe(403)
  expect(
    (await browser.post('/api/callbacks/twilio/x/', 'a=b', type('application/x-www-form-urlencoded'))).status,
  ).toBe(404)
  expect((await browser.get(path)).status).toBe(405)
})

test('3.5.1 F19: forms are taken by callbacks only', async () => {
  const answer = await site.browser().post('/api/users/login/', 'email=a', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(415)
})

test('F19: the signature is the one that Twilio publishes', () => {
  // The example of https://www.twilio.com/docs/usage/security
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  }
  expect(twilioSignature('12345', url, fields)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  const signed = twilioSignature('12345', 'https://mycompany.com:443/myapp.php', fields)
  expect(isTwilioSignature('12345', 'https://mycompany.com/myapp.php', fields, signed)).toBe(true)
})

test('F20: without an address that Twilio can reach, no receipts are asked for; a name cannot call', () => {
  const { platform } = site
  const config = { ...platform.config, twilio: { ...twilio.account, url: 'https://api.twilio.com' } }
  expect(twilioCallbacks({ config, publicUrl }).callbackUrl(1)).toBeNull()
  expect(twilioCallbacks({ config, publicUrl: 'https://roundsman.example' }).callbackUrl(1)).toBe(
    'https://roundsman.example/api/callbacks/twilio/1/',
  )
  const named = { ...platform.config, twilio: { ...twilio.account, from: 'Roundsman' } }
  const channels = createChannels(channelKinds, channelSiteOf({ ...platform, config: named }, null))
  const names = channels.map(({ channel }) => channel)
  expect(names).toContain('sms')
  expect(names).not.toContain('voice')
})
