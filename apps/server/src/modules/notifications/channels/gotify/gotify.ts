import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import * as z from 'zod/mini'
import type { SendResult } from '../channel.ts'
import { contactKind } from '../contact-kind.ts'
import { maskedHost } from '../masked.ts'
import {
  jsonRequest,
  type ProviderAnswer,
  providerFailure,
  type ProviderRequest,
  readJson,
  unreadableAnswer,
} from '../provider-answer.ts'
import { fitted, type WrittenMessage } from '../written-message.ts'

export interface GotifyContact {
  /** Of the server. */
  url: string
  /** Of an application there. */
  token: string
}

const longestTitle = 250
/** Gotify has no limit of its own; nobody reads more in a notification. */
const longestMessage = 8000
/** From 4 on it makes a sound, from 8 on it breaks through. */
const priorities = { INFO: 4, WARNING: 6, CRITICAL: 9 } as const

/** A message for Gotify: plain text, and said to be so. */
export function gotifyRequest(
  { url, token }: GotifyContact,
  { title, paragraphs, link, answer, severity }: WrittenMessage,
): ProviderRequest {
  const links = [link, answer].flatMap((one) => (one === null ? [] : [`${one.label}: ${one.url}`]))
  const text = fitted(paragraphs.join('\n\n'), { most: longestMessage })
  return jsonRequest(
    'POST',
    new URL('message', url.endsWith('/') ? url : `${url}/`).href,
    {
      title: fitted(title, { most: longestTitle }),
      message: [text, ...links].join('\n\n'),
      priority: severity === null ? 5 : priorities[severity],
      extras: {
        'client::display': { contentType: 'text/plain' },
        ...(link === null ? {} : { 'client::notification': { click: { url: link.url } } }),
      },
    },
    { 'x-gotify-key': token },
  )
}

const Taken = z.object({ id: z.int() })
const Refused = z.object({ error: z.string(), errorDescription: z.optional(z.string()) })

export function gotifyResult(answer: ProviderAnswer): SendResult {
  if (answer.status === 200) {
    const taken = readJson(Taken, answer.text)
    return taken === null
      ? unreadableAnswer('Gotify')
      : { outcome: 'delivered', providerId: String(taken.id) }
  }
  const refused = readJson(Refused, answer.text)
  return providerFailure('Gotify', answer, refused?.errorDescription ?? refused?.error ?? null)
}

export const gotifyContacts = contactKind({
  channel: 'GOTIFY',
  body: newContactBodies.GOTIFY,
  shown: ({ url }) => maskedHost(url),
  form: () => ({
    isRepeatable: false,
    canEdit: false,
    request: (contact, message) => gotifyRequest(contact, message),
    result: gotifyResult,
  }),
})
