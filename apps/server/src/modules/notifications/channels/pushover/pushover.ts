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
import { fitted, type WrittenMessage } from '../written-message.ts'

/** In characters. */
const longest = { title: 250, message: 1024, url: 512, urlTitle: 100 } as const
/** 1 breaks through quiet hours of the device. */
const priorities = { INFO: -1, WARNING: 0, CRITICAL: 1 } as const

/** A message for Pushover: plain text, since markup has to be asked for. The link is where its reader answers, if they can and it is not over. */
export function pushoverRequest(
  site: { url: string; token: string },
  userKey: string,
  { title, paragraphs, link, answer, severity, isOver }: WrittenMessage,
): ProviderRequest {
  const shown = isOver ? (link ?? answer) : (answer ?? link)
  const text = fitted(paragraphs.join('\n\n'), { most: longest.message })
  return jsonRequest('POST', `${site.url}/1/messages.json`, {
    token: site.token,
    user: userKey,
    title: fitted(title, { most: longest.title }),
    // It takes no empty one.
    message: text === '' ? fitted(title, { most: longest.title }) : text,
    priority: severity === null ? 0 : priorities[severity],
    ...(shown === null || shown.url.length > longest.url
      ? {}
      : { url: shown.url, url_title: fitted(shown.label, { most: longest.urlTitle }) }),
  })
}

const Reply = z.object({
  status: z.int(),
  request: z.optional(z.string()),
  errors: z.optional(z.array(z.string())),
  /** `invalid` of what is wrong. */
  token: z.optional(z.string()),
  user: z.optional(z.string()),
})

/** A refused application is the operator's to put right, and says nothing of the contact. */
export function pushoverResult(answer: ProviderAnswer): SendResult {
  const reply = readJson(Reply, answer.text)
  if (answer.status === 200 && reply?.status === 1)
    return { outcome: 'delivered', ...(reply.request === undefined ? {} : { providerId: reply.request }) }
  if (answer.status === 200 && reply === null) return unreadableAnswer('Pushover')
  const failure = providerFailure('Pushover', answer, reply?.errors?.join('; ') ?? null)
  return reply?.token === 'invalid' ? { ...failure, permanent: false } : failure
}

export const pushoverContacts = contactKind({
  channel: 'PUSHOVER',
  body: newContactBodies.PUSHOVER,
  shown: ({ user_key: key }) => `${key.slice(0, 2)}…${key.slice(-2)}`,
  form: ({ config: { pushover } }) =>
    pushover && {
      // What it counts by is the site's application.
      credentials: () => [{ of: pushover.token, rate: null }],
      isRepeatable: false,
      canEdit: false,
      isSitesOwn: true,
      request: ({ user_key: user }, message) => pushoverRequest(pushover, user, message),
      result: pushoverResult,
    },
})
