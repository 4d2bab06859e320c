import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import * as z from 'zod/mini'
import type { SendResult } from '../channel.ts'
import { contactKind } from '../contact-kind.ts'
import {
  jsonRequest,
  type ProviderAnswer,
  providerFailure,
  type ProviderRequest,
  readJson,
  unreadableAnswer,
} from '../provider-answer.ts'
import { bytes, escapeHtml, fitted, type WrittenMessage } from '../written-message.ts'

export interface MatrixContact {
  /** Address of the server. */
  homeserver: string
  room_id: string
  access_token: string
}

/** An event has at most 64 KiB as JSON; the text is in it four times where it changes another, and escaped. */
const longestText = 8 * 1024

/**
 * A message for a room of Matrix, as text and as HTML that says the same. The server knows a repetition by `txnId`. Nobody
 * is mentioned by it.
 *
 * @param replaced the event that is changed by it; null: none
 */
export function matrixRequest(
  { homeserver, room_id: room, access_token: token }: MatrixContact,
  message: WrittenMessage,
  { txnId, replaced }: { txnId: string; replaced: string | null },
): ProviderRequest {
  const content = contentOf(message)
  const path = ['rooms', room, 'send', 'm.room.message', txnId].map(encodeURIComponent).join('/')
  const base = homeserver.replace(/\/+$/, '')
  return jsonRequest(
    'PUT',
    `${base}/_matrix/client/v3/${path}`,
    replaced === null
      ? content
      : {
          ...content,
          body: `* ${content.body}`,
          'm.new_content': content,
          'm.relates_to': { rel_type: 'm.replace', event_id: replaced },
        },
    { authorization: `Bearer ${token}` },
  )
}

function contentOf({ title, paragraphs, link, answer }: WrittenMessage) {
  const links = [link, answer].flatMap((one) => (one === null ? [] : [one]))
  const head = fitted(title, { most: 1000, size: bytes })
  const text = fitted(paragraphs.join('\n\n'), { most: longestText, size: bytes })
  return {
    msgtype: 'm.text',
    body: [head, text, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n'),
    format: 'org.matrix.custom.html',
    formatted_body: [
      `<p><strong>${escapeHtml(head)}</strong></p>`,
      ...text.split('\n\n').map((one) => `<p>${escapeHtml(one)}</p>`),
      ...(links.length === 0
        ? []
        : [
            `<p>${links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`).join(' · ')}</p>`,
          ]),
    ].join(''),
    'm.mentions': {},
  }
}

const Taken = z.object({ event_id: z.string() })
const Refused = z.object({
  errcode: z.string(),
  error: z.optional(z.string()),
  retry_after_ms: z.optional(z.number()),
})

export function matrixResult(answer: ProviderAnswer): SendResult {
  if (answer.status === 200) {
    const taken = readJson(Taken, answer.text)
    return taken === null ? unreadableAnswer('Matrix') : { outcome: 'delivered', providerId: taken.event_id }
  }
  const refused = readJson(Refused, answer.text)
  const said = refused === null ? null : `${refused.errcode} ${refused.error ?? ''}`
  return providerFailure('Matrix', answer, said, refused?.retry_after_ms ?? null)
}

/** The server knows a repetition by its transaction. */
export const matrixContacts = contactKind({
  channel: 'MATRIX',
  body: newContactBodies.MATRIX,
  shown: ({ room_id: room }) =>
    `${room.slice(0, 3)}…${room.includes(':') ? room.slice(room.indexOf(':')) : ''}`,
  form: () => ({
    isRepeatable: true,
    canEdit: true,
    request: (contact, message, { key, edited }) =>
      matrixRequest(contact, message, { txnId: key, replaced: edited }),
    result: matrixResult,
  }),
})
