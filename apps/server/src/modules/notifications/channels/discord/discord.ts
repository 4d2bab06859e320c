import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import * as z from 'zod/mini'
import type { SendResult } from '../channel.ts'
import { contactKind } from '../contact-kind.ts'
import { maskedUrl } from '../masked.ts'
import {
  jsonRequest,
  type ProviderAnswer,
  providerFailure,
  type ProviderRequest,
  readJson,
  unreadableAnswer,
} from '../provider-answer.ts'
import { fitted, type WrittenMessage } from '../written-message.ts'

const longestContent = 2000
/** Of an embed; all its texts together may have 6,000. */
const longestDescription = 4096
const colors = { INFO: 0x0e7c86, WARNING: 0xb45309, CRITICAL: 0xc81e1e } as const

/**
 * A message for a webhook of Discord. The title is its content, which notifications on phones show; the rest is an embed.
 * Nobody is mentioned by it, whatever stands in it.
 *
 * @param edited the message that is changed in place of a new one; null: a new one
 */
export function discordRequest(
  webhook: string,
  { title, paragraphs, link, answer, severity }: WrittenMessage,
  edited: string | null,
): ProviderRequest {
  const links = [link, answer].flatMap((one) =>
    one === null ? [] : [`[${escapeMarkdown(one.label)}](<${one.url}>)`],
  )
  const tail = links.length === 0 ? '' : `\n\n${links.join(' · ')}`
  const text = fitted(paragraphs.join('\n\n'), {
    most: longestDescription - tail.length,
    written: escapeMarkdown,
  })
  const body = {
    content: fitted(title, { most: longestContent, written: escapeMarkdown }),
    embeds: [{ description: `${text}${tail}`, ...(severity === null ? {} : { color: colors[severity] }) }],
    allowed_mentions: { parse: [] },
  }
  return jsonRequest(edited === null ? 'POST' : 'PATCH', addressOf(webhook, edited), body)
}

/** `wait`, since without it Discord answers before it knows whether the message is kept. A thread of the address stays. */
function addressOf(webhook: string, edited: string | null): string {
  const url = new URL(webhook)
  if (edited !== null)
    url.pathname = `${url.pathname.replace(/\/$/, '')}/messages/${encodeURIComponent(edited)}`
  url.searchParams.set('wait', 'true')
  return url.href
}

/**
 * Whatever Discord could take for markup, for a mention, a time, an emoji or an address: it shows any mark after a
 * backslash as it is.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|<>()[\]#:@]/g, '\\$&')
}

const Taken = z.object({ id: z.string() })
const Refused = z.object({
  message: z.string(),
  code: z.optional(z.int()),
  /** In seconds, with fractions. */
  retry_after: z.optional(z.number()),
})
/** The message that should be changed is not there any more. */
const unknownMessage = 10_008

/** `GONE`: the message to change is not there any more. */
export function discordResult(answer: ProviderAnswer): SendResult | 'GONE' {
  if (answer.status === 200) {
    const taken = readJson(Taken, answer.text)
    return taken === null ? unreadableAnswer('Discord') : { outcome: 'delivered', providerId: taken.id }
  }
  // Without `wait`, and nowhere else: Discord does not say that it kept the message.
  if (answer.status === 204) return unreadableAnswer('Discord')
  const refused = readJson(Refused, answer.text)
  if (refused?.code === unknownMessage) return 'GONE'
  const waitMs = refused?.retry_after === undefined ? null : Math.ceil(refused.retry_after * 1000)
  return providerFailure('Discord', answer, refused?.message ?? null, waitMs)
}

/** Thirty a minute of one webhook, five at once; its headers say when it is less. */
const discordRate = { perSecond: 0.5, burst: 5 } as const

export const discordContacts = contactKind({
  channel: 'DISCORD',
  body: newContactBodies.DISCORD,
  shown: ({ url }) => maskedUrl(url),
  form: () => ({
    isRepeatable: false,
    canEdit: true,
    credentials: ({ url }) => [{ of: url.split('?', 1)[0] ?? url, rate: discordRate }],
    request: ({ url }, message, { edited }) => discordRequest(url, message, edited),
    result: discordResult,
  }),
})
