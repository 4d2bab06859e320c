import { createHmac } from 'node:crypto'
import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import * as z from 'zod/mini'
import type { SendResult } from '../channel.ts'
import { contactKind, type MessageNames } from '../contact-kind.ts'
import { maskedUrl } from '../masked.ts'
import { type ProviderAnswer, providerFailure, type ProviderRequest } from '../provider-answer.ts'
import type { WrittenMessage } from '../written-message.ts'

export interface WebhookContact {
  url: string
  /** `whsec_` and base64. */
  secret: string
}

const secretPrefix = 'whsec_'
const secretBytes = 32

/** One request for each alert, signed as Standard Webhooks; of a message about none, a test. */
export function webhookRequests(
  { url, secret }: WebhookContact,
  { notices, title, paragraphs }: WrittenMessage,
  { key }: Pick<MessageNames, 'key'>,
  nowMs: number,
): ProviderRequest[] {
  const sentAt = new Date(nowMs)
  if (notices.length === 0) {
    const data = { ...nothing, title, message: paragraphs.join('\n') }
    return [signed({ url, secret }, key, nowMs, { type: 'test', timestamp: sentAt.toISOString(), data })]
  }
  return notices.map(({ type, at, data }) => {
    // Each alert has an id of its own, which a repetition has too.
    const id = notices.length === 1 ? key : `${key}-${data.alert_id}`
    return signed({ url, secret }, id, nowMs, { type, timestamp: at.toISOString(), data })
  })
}

const nothing = {
  alert_id: null,
  network: null,
  target: null,
  setting_id: null,
  severity: null,
  evidence: {},
  url: null,
}

function signed(
  { url, secret }: WebhookContact,
  id: string,
  nowMs: number,
  content: object,
): ProviderRequest {
  const body = JSON.stringify(content)
  const timestamp = String(Math.floor(nowMs / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  }
}

export function webhookResult(answer: ProviderAnswer): SendResult {
  if (answer.status >= 200 && answer.status < 300) return { outcome: 'delivered' }
  return providerFailure('the webhook', answer, answer.text)
}

export const webhookContacts = contactKind<WebhookContact>({
  channel: 'WEBHOOK',
  body: z.object({ url: z.string(), secret: z.string() }),
  shown: ({ url }) => maskedUrl(url),
  complete: (body, ids) => {
    const { url } = newContactBodies.WEBHOOK.parse(body)
    const secret = `${secretPrefix}${Buffer.from(ids.token(secretBytes), 'base64url').toString('base64')}`
    return { body: { url, secret }, once: { secret } }
  },
  form: ({ clock }) => ({
    // Whoever gets it knows a repetition by `webhook-id`.
    isRepeatable: true,
    canEdit: false,
    request: (contact, message, names) => webhookRequests(contact, message, names, clock.now()),
    result: webhookResult,
  }),
})
