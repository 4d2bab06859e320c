import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import type { Language } from '@roundsman/contract/accounts/users'
import * as z from 'zod/mini'
import type { SendResult } from '../channel.ts'
import { ContactFault, contactKind } from '../contact-kind.ts'
import { maskedHost } from '../masked.ts'
import {
  jsonRequest,
  type ProviderAnswer,
  providerFailure,
  type ProviderRequest,
  readJson,
  unreadableAnswer,
} from '../provider-answer.ts'
import { bytes, fitted, type WrittenMessage } from '../written-message.ts'

/** A topic of a server, and the access token where the topic is protected. */
export interface NtfyContact {
  /** Of the server, with the topic as the last part of its path. */
  url: string
  token: string | null
}

/** A longer message becomes an attachment, which no notification shows. */
const longestMessage = 4096
const longestTitle = 250

/** From 1, the least, to 5, which rings until it is seen. */
const priorities = { INFO: 3, WARNING: 4, CRITICAL: 5 } as const
/** Shown as emoji. */
const tags = { INFO: 'information_source', WARNING: 'warning', CRITICAL: 'rotating_light' } as const

/**
 * A message for ntfy: plain text, which it shows as it is. One with the same sequence as another replaces it from server
 * 2.16 on; older ones show both.
 *
 * @param sequence letters, digits, `-` and `_`, at most 64
 * @throws ContactFault where the address has no topic
 */
export function ntfyRequest(
  { url, token }: NtfyContact,
  { title, paragraphs, link, answer, severity, language, isOver }: WrittenMessage,
  sequence: string,
): ProviderRequest {
  const { server, topic } = topicOf(url)
  const views = [link, ...(isOver ? [answer] : [])].flatMap((one) =>
    one === null ? [] : [{ action: 'view', label: one.label, url: one.url }],
  )
  const actions = [...views, ...(answer === null || isOver ? [] : buttons(answer.url, language))]
  return jsonRequest(
    'POST',
    server,
    {
      topic,
      title: fitted(title, { most: longestTitle }),
      message: fitted(paragraphs.join('\n\n'), { most: longestMessage, size: bytes }),
      priority: severity === null ? 3 : priorities[severity],
      tags: severity === null ? [] : [tags[severity]],
      sequence_id: sequence,
      ...(link === null ? {} : { click: link.url }),
      ...(actions.length === 0 ? {} : { actions }),
    },
    token === null ? {} : { authorization: `Bearer ${token}` },
  )
}

const labels: Readonly<Record<Language, Readonly<Record<'ACKNOWLEDGE' | 'MUTE', string>>>> = {
  en: { ACKNOWLEDGE: 'Acknowledge', MUTE: 'Mute for 1 hour' },
  ru: { ACKNOWLEDGE: 'Подтвердить', MUTE: 'Заглушить на час' },
  uk: { ACKNOWLEDGE: 'Підтвердити', MUTE: 'Заглушити на годину' },
}

/** What the app does by itself, without opening a page. @param answerUrl whose last part is the token */
function buttons(answerUrl: string, language: Language): object[] {
  const token = new URL(answerUrl).pathname.split('/').at(-1)
  return (['ACKNOWLEDGE', 'MUTE'] as const).map((answer) => ({
    action: 'http',
    label: labels[language][answer],
    method: 'POST',
    url: new URL(`/api/callbacks/answers/${token}/${answer}/`, answerUrl).href,
    clear: true,
  }))
}

/** The address to post JSON to, and the topic; a server may be below a path. */
function topicOf(url: string): { server: string; topic: string } {
  // What is no address is refused as one, before anything is sent.
  if (!URL.canParse(url)) return { server: url, topic: '' }
  const parsed = new URL(url)
  const parts = parsed.pathname.split('/').filter((part) => part !== '')
  const topic = parts.pop()
  if (topic === undefined || !/^[-_A-Za-z0-9]{1,64}$/.test(topic))
    throw new ContactFault('url', {
      en: 'This address has no topic. It looks like https://ntfy.sh/your-topic.',
      ru: 'В этом адресе нет темы. Он выглядит так: https://ntfy.sh/ваша-тема.',
      uk: 'У цій адресі немає теми. Вона має такий вигляд: https://ntfy.sh/ваша-тема.',
    })
  return { server: new URL(`/${parts.map((part) => `${part}/`).join('')}`, parsed.origin).href, topic }
}

const Taken = z.object({ id: z.string(), event: z.literal('message') })
const Refused = z.object({ code: z.optional(z.int()), error: z.string() })
/** A quota of a day is used up: asking again within seconds does not help. */
const quotaCodes = [42_902, 42_905, 42_908, 42_909, 42_910]
const quotaWaitMs = 15 * 60_000

export function ntfyResult(answer: ProviderAnswer): SendResult {
  if (answer.status === 200) {
    const taken = readJson(Taken, answer.text)
    return taken === null ? unreadableAnswer('ntfy') : { outcome: 'delivered', providerId: taken.id }
  }
  const refused = readJson(Refused, answer.text)
  const isQuota = refused?.code !== undefined && quotaCodes.includes(refused.code)
  return providerFailure('ntfy', answer, refused?.error ?? null, isQuota ? quotaWaitMs : null)
}

/** ntfy.sh takes sixty at once and one each five seconds of a visitor: of a token, and without one of this site. */
function countedBy(url: string, token: string | undefined) {
  const { host } = new URL(url)
  const of = JSON.stringify([host, token ?? null])
  return { of, rate: host === 'ntfy.sh' ? { perSecond: 0.2, burst: 60 } : null }
}

/** One with the same sequence replaces the other, so a repetition shows nothing twice. */
export const ntfyContacts = contactKind({
  channel: 'NTFY',
  body: newContactBodies.NTFY,
  shown: ({ url }) => `${maskedHost(url)}/${topicOf(url).topic.slice(0, 2)}…`,
  form: () => ({
    credentials: ({ url, token }) => [countedBy(url, token)],
    isRepeatable: true,
    canEdit: false,
    request: ({ url, token }, message, { topic }) =>
      ntfyRequest({ url, token: token ?? null }, message, topic),
    result: ntfyResult,
  }),
})
