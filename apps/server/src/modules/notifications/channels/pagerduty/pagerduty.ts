import { createHmac, timingSafeEqual } from 'node:crypto'
import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import * as z from 'zod/mini'
import { ProblemError } from '../../../../platform/http/problem-error.ts'
import type { AlertNotice } from '../../ledger/new-delivery.ts'
import type { SendResult } from '../channel.ts'
import { contactKind, type MessageNames } from '../contact-kind.ts'
import {
  jsonRequest,
  type ProviderAnswer,
  providerFailure,
  type ProviderRequest,
  readJson,
} from '../provider-answer.ts'
import { fitted, type WrittenMessage } from '../written-message.ts'

export interface PagerdutyContact {
  routing_key: string
  region?: 'US' | 'EU' | undefined
}

const urls = { US: 'https://events.pagerduty.com', EU: 'https://events.eu.pagerduty.com' } as const
/** In characters. */
const longest = { summary: 1024, key: 255 } as const
const severities = { INFO: 'info', WARNING: 'warning', CRITICAL: 'critical' } as const

/**
 * Events of the Events API v2: a beginning or a change triggers, an end resolves what its beginning triggered. A message
 * about no alert triggers and resolves at once, so that nobody is left with an incident that nothing ends.
 *
 * @param siteUrl where events go, whatever the region; null: PagerDuty's
 */
export function pagerdutyRequests(
  { routing_key, region = 'US' }: PagerdutyContact,
  { notices, title, paragraphs }: WrittenMessage,
  { key }: Pick<MessageNames, 'key'>,
  siteUrl: string | null,
): ProviderRequest[] {
  const url = `${siteUrl ?? urls[region]}/v2/enqueue`
  const event = (event_action: 'trigger' | 'resolve', dedup: string, more: object = {}) =>
    jsonRequest('POST', url, { routing_key, event_action, dedup_key: dedup.slice(0, longest.key), ...more })
  if (notices.length === 0) {
    const payload = { summary: summaryOf(title), source: 'Roundsman', severity: 'info' }
    const custom_details = { message: paragraphs.join('\n') }
    const dedup = `roundsman/test/${key}`
    return [
      event('trigger', dedup, { client: 'Roundsman', payload: { ...payload, custom_details } }),
      event('resolve', dedup),
    ]
  }
  return notices.map((notice) =>
    notice.type === 'alert.ended'
      ? event('resolve', notice.incident)
      : event('trigger', notice.incident, triggered(notice)),
  )
}

function triggered({ at, data }: AlertNotice): object {
  const { severity, title, message, network, target, url, alert_id, setting_id, evidence } = data
  return {
    client: 'Roundsman',
    client_url: url,
    links: [{ href: url, text: title }],
    payload: {
      summary: summaryOf(`${target.name ?? network.name}, ${network.name}: ${message}`),
      source: target.name ?? network.name,
      severity: severities[severity],
      timestamp: at.toISOString(),
      component: network.name,
      class: title,
      custom_details: { message, alert_id, setting_id, address: target.address, evidence },
    },
  }
}

const summaryOf = (text: string) => fitted(text, { most: longest.summary })

const Refused = z.object({ message: z.optional(z.string()), errors: z.optional(z.array(z.string())) })

export function pagerdutyResult(answer: ProviderAnswer): SendResult {
  if (answer.status === 202) return { outcome: 'delivered' }
  const refused = readJson(Refused, answer.text)
  const words = [refused?.message, ...(refused?.errors ?? [])].filter((one) => one !== undefined).join('; ')
  const failure = providerFailure('PagerDuty', answer, words)
  // It says 400 of a key as of an event.
  return answer.status === 400 && /routing.?key/i.test(words)
    ? { ...failure, isContactRefused: true }
    : failure
}

/** Where the webhooks of a contact's subscription come. */
export const pagerdutyWebhookUrl = (publicUrl: string, contactId: number) =>
  new URL(`/api/callbacks/pagerduty/${contactId}/`, publicUrl).href

/**
 * True where one of the signatures in `X-PagerDuty-Signature` (several while a secret is changed) is that of these bytes.
 * https://developer.pagerduty.com/docs/verifying-webhook-signatures
 */
export function isPagerdutySignature(secret: string, header: string, bytes: Uint8Array): boolean {
  const expected = createHmac('sha256', secret).update(bytes).digest()
  return header.split(',').some((signature) => {
    const [, hex] = /^v1=([\da-f]{64})$/.exec(signature.trim()) ?? []
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected)
  })
}

const WebhookBody = z.object({
  event: z.object({ event_type: z.string(), occurred_at: z.string(), data: z.unknown() }),
})
const Incident = z.object({ incident_key: z.string() })

/** A time as the database has it: of the years that have four digits. */
const isStorable = (at: Date) => at.getTime() > Date.UTC(1970, 0) && at.getTime() < Date.UTC(9999, 0)

/** What somebody did there to an incident of ours. */
export interface PagerdutyDeed {
  incident: string
  at: Date
}

/**
 * That somebody acknowledged an incident, or resolved it, which they cannot without having seen it; null: anything else that
 * a subscription reports. `at` is when, by PagerDuty's clock.
 *
 * @throws ProblemError `bad_request` where it is no webhook of v3
 */
export function pagerdutyDeed(bytes: Uint8Array): PagerdutyDeed | null {
  const event = readJson(WebhookBody, Buffer.from(bytes).toString('utf8'))?.event
  const at = new Date(event?.occurred_at ?? Number.NaN)
  if (event === undefined || !isStorable(at)) throw new ProblemError('bad_request')
  const { event_type: type, data } = event
  if (type !== 'incident.acknowledged' && type !== 'incident.resolved') return null
  const incident = z.safeParse(Incident, data)
  return incident.success ? { incident: incident.data.incident_key, at } : null
}

export const pagerdutyContacts = contactKind<PagerdutyContact>({
  channel: 'PAGERDUTY',
  body: newContactBodies.PAGERDUTY,
  shown: ({ routing_key: key }) => `…${key.slice(-3)}`,
  form: ({ config: { pagerdutyUrl } }) => ({
    // At most 120 events in any minute.
    credentials: ({ routing_key: of }) => [{ of, rate: { perSecond: 1, burst: 60 }, isByAlert: true }],
    // It knows an incident by its key.
    isRepeatable: true,
    canEdit: false,
    isSitesOwn: true,
    request: (contact, message, names) => pagerdutyRequests(contact, message, names, pagerdutyUrl),
    result: pagerdutyResult,
  }),
})
