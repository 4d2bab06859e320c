import { createECDH, type ECDH } from 'node:crypto'
import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import type { PushPayload } from '@roundsman/contract/alerts/push-payload'
import type { SendResult } from '../channel.ts'
import { ContactFault, contactKind } from '../contact-kind.ts'
import { maskedUrl } from '../masked.ts'
import { type ProviderAnswer, providerFailure, type ProviderRequest } from '../provider-answer.ts'
import { bytes, fitted, type WrittenMessage } from '../written-message.ts'
import { vapidAuthorization } from './vapid.ts'
import { areSubscriptionKeys, encryptPush, type SubscriptionKeys } from './web-push-encryption.ts'

/** As a browser gives it, `PushSubscription.toJSON()`. */
export interface WebPushContact {
  endpoint: string
  keys: SubscriptionKeys
}

/** What is not delivered by then is history, and the history has it. */
const timeToLiveSeconds = 30 * 60
/** Beside the text stand addresses of some hundred bytes; some services take 3 KiB only. */
const longestBody = 2000
const longestTitle = 400

interface Sealing {
  /** At most 32 letters of base64url; the service keeps one undelivered message of a topic. */
  topic: string
  authorization: string
  salt: Uint8Array
  own: ECDH
}

/** A message for the push service of a browser; only that browser can read it. */
export function webPushRequest(
  { endpoint, keys }: WebPushContact,
  { title, paragraphs, link, answer, severity }: WrittenMessage,
  { topic, authorization, salt, own }: Sealing,
): ProviderRequest {
  const payload: PushPayload = {
    title: fitted(title, { most: longestTitle, size: bytes }),
    body: fitted(paragraphs.join('\n\n'), { most: longestBody, size: bytes }),
    url: link?.url ?? null,
    answer,
    tag: topic,
    severity,
  }
  return {
    method: 'POST',
    url: endpoint,
    headers: {
      authorization,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(timeToLiveSeconds),
      urgency: severity === 'INFO' ? 'normal' : 'high',
      topic,
    },
    body: encryptPush(Buffer.from(JSON.stringify(payload)), keys, { salt, own }),
  }
}

/**
 * Taken by the service is not shown: some answer so for browsers that are gone. 404 and 410 say that the subscription is
 * no more, 401 and 403 that it is one of another key; both are for good.
 */
export function webPushResult(answer: ProviderAnswer): SendResult {
  if (answer.status >= 200 && answer.status < 300) return { outcome: 'sent' }
  return providerFailure('Web Push', answer, answer.text.slice(0, 200))
}

/** One with the same topic replaces the other, so a repetition shows nothing twice. */
export const webPushContacts = contactKind({
  channel: 'WEB_PUSH',
  body: newContactBodies.WEB_PUSH,
  shown: ({ subscription }) => maskedUrl(subscription.endpoint),
  form: ({ config, vapidKeys, ids, clock }) => ({
    isRepeatable: true,
    canEdit: false,
    request: async ({ subscription }, message, { topic }) => {
      if (!areSubscriptionKeys(subscription.keys)) throw new ContactFault('subscription', wrongKeys)
      // What is no address is refused as one, before anything is sent.
      const { endpoint } = subscription
      const authorization = URL.canParse(endpoint)
        ? await vapidAuthorization(endpoint, {
            keys: await vapidKeys.keep(),
            subject: config.webPushSubject,
            now: clock.now(),
          })
        : ''
      const own = createECDH('prime256v1')
      own.generateKeys()
      const salt = Buffer.from(ids.token(16), 'base64url')
      return webPushRequest(subscription, message, { topic, authorization, salt, own })
    },
    result: webPushResult,
  }),
})

const wrongKeys = {
  en: 'These are not the keys of a browser’s subscription.',
  ru: 'Это не ключи подписки браузера.',
  uk: 'Це не ключі підписки браузера.',
}
