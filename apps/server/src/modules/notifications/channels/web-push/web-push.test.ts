import { createECDH } from 'node:crypto'
import { PushPayload } from '@roundsman/contract/alerts/push-payload'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '../../../../platform/clients/guarded-fetch.ts'
import { systemIds } from '../../../../platform/ids.ts'
import { createManualClock } from '../../../../testing/manual-clock.ts'
import {
  createPushService,
  decryptPush,
  type PushService,
} from '../../../../testing/providers/push-service.ts'
import { askProvider } from '../provider-answer.ts'
import { writtenMessage } from '../written-message.ts'
import { vapidAuthorization, type VapidKeys, vapidKeysOf } from './vapid.ts'
import { webPushRequest, webPushResult } from './web-push.ts'
import { areSubscriptionKeys, encryptPush, longestPlaintext } from './web-push-encryption.ts'

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const pair = (privateKey: string) => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(bytesOf(privateKey))
  return own
}
const fresh = () => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return { own, salt: bytesOf(systemIds.token(16)) }
}

/** RFC 8291, section 5 and appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browser: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

describe('D88: push messages are encrypted for the browser alone (RFC 8291)', () => {
  it('gives the example of the RFC, byte for byte', () => {
    const sealed = encryptPush(Buffer.from(example.text), example, {
      salt: bytesOf(example.salt),
      own: pair(example.sender),
    })
    expect(sealed.toString('base64url')).toBe(example.body)
  })
  it('the stand-in reads the example', () => {
    const read = decryptPush(bytesOf(example.body), pair(example.browser), bytesOf(example.auth))
    expect(read.toString()).toBe(example.text)
  })
  it('fills a message of 4 KiB, and no more', () => {
    expect(encryptPush(Buffer.alloc(longestPlaintext, 1), example, fresh())).toHaveLength(4096)
    expect(() => encryptPush(Buffer.alloc(longestPlaintext + 1), example, fresh())).toThrow(RangeError)
  })
  it('knows keys that no browser gives', () => {
    expect(areSubscriptionKeys(example)).toBe(true)
    expect(areSubscriptionKeys({ ...example, auth: 'AAAA' })).toBe(false)
    expect(areSubscriptionKeys({ ...example, p256dh: example.p256dh.slice(4) })).toBe(false)
    expect(areSubscriptionKeys({ ...example, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false)
  })
})

describe('D89: a push service is told who sends (RFC 8292), how urgent it is and for how long', () => {
  const clock = createManualClock()
  const fetch = createGuardedFetch(() => ['127.0.0.1'], clock)
  const subject = 'mailto:roundsman@example.org'
  let keys: VapidKeys
  let service: PushService
  beforeAll(async () => {
    const made = await generateKeyPair('ES256', { extractable: true })
    keys = vapidKeysOf(await exportJWK(made.privateKey))
    service = await createPushService(keys.publicKey, clock.now)
  })
  afterAll(() => service.close())

  async function push(by: VapidKeys = keys, long = ''): Promise<unknown> {
    const message = writtenMessage(
      {
        subject: `[CRITICAL] Ada: jailed${long}`,
        paragraphs: [`Ada: jailed. ${long}`],
        link: { label: 'Open', url: 'https://celestia.test/alerts-history?alert=7' },
        severity: 'CRITICAL',
      },
      'en',
      'https://celestia.test/a/1-abc',
    )
    const authorization = await vapidAuthorization(service.subscription.endpoint, {
      keys: by,
      subject,
      now: clock.now(),
    })
    const request = webPushRequest(service.subscription, message, {
      topic: 'alert-7',
      authorization,
      ...fresh(),
    })
    const answer = await askProvider(fetch, request, clock.now, new AbortController().signal)
    return 'outcome' in answer ? answer : webPushResult(answer)
  }

  it('is taken, and taken is not shown yet', async () => {
    expect(await push()).toEqual({ outcome: 'sent' })
    const { text, headers } = service.pushed.at(-1) ?? { text: '', headers: {} }
    // As the service worker reads it (P620).
    expect(PushPayload.parse(JSON.parse(text))).toEqual({
      title: '[CRITICAL] Ada: jailed',
      body: 'Ada: jailed.',
      url: 'https://celestia.test/alerts-history?alert=7',
      answer: { label: 'Acknowledge or mute', url: 'https://celestia.test/a/1-abc' },
      tag: 'alert-7',
      severity: 'CRITICAL',
    })
    expect(headers).toMatchObject({ ttl: '1800', urgency: 'high', topic: 'alert-7' })
  })
  it('fits whatever the message says', async () => {
    expect(await push(keys, '\u0410"'.repeat(5000))).toEqual({ outcome: 'sent' })
  })
  it('a key that the browser did not subscribe with is refused for good', async () => {
    const other = await generateKeyPair('ES256', { extractable: true })
    const stranger = vapidKeysOf(await exportJWK(other.privateKey))
    expect(await push(stranger)).toMatchObject({ outcome: 'failed', permanent: true })
  })
  for (const [status, permanent] of [
    [404, true],
    [410, true],
    [413, true],
    [429, false],
    [500, false],
  ] as const)
    it(`${status} is a failure ${permanent ? 'for good' : 'for now'}`, async () => {
      service.answers.push({ status, headers: { 'retry-after': '60' } })
      expect(await push()).toMatchObject({ outcome: 'failed', permanent, retryAfterMs: 60_000 })
    })
})
