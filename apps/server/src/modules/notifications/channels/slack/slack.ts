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
} from '../provider-answer.ts'
import { fitted, type WrittenMessage } from '../written-message.ts'

/** Of the block with the title, and of one with text. */
const longestHeader = 150
const longestSection = 3000

/**
 * A message for an incoming webhook of Slack. What stands in the message is plain text, in which Slack knows no markup;
 * the three signs by which links and mentions begin are escaped all the same.
 */
export function slackRequest(
  webhook: string,
  { title, paragraphs, link, answer }: WrittenMessage,
): ProviderRequest {
  const links = [link, answer].flatMap((one) =>
    one === null ? [] : [`<${escapeSigns(one.url)}|${escapeSigns(one.label).replaceAll('|', '¦')}>`],
  )
  const text = paragraphs.join('\n\n')
  return jsonRequest('POST', webhook, {
    // What notifications show; Slack reads it as markup.
    text: fitted(title, { most: longestSection, written: escapeMarkup }),
    blocks: [
      { type: 'header', text: plainText(title, longestHeader) },
      ...(text === '' ? [] : [{ type: 'section', text: plainText(text, longestSection) }]),
      ...(links.length === 0
        ? []
        : [{ type: 'section', text: { type: 'mrkdwn', text: links.join(' · '), verbatim: true } }]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  })
}

function plainText(text: string, most: number): object {
  return { type: 'plain_text', text: fitted(text, { most, written: escapeSigns }), emoji: false }
}

function escapeSigns(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Slack has no escape for the signs of its markup, so an invisible one (U+2060) stands before each. */
function escapeMarkup(text: string): string {
  return escapeSigns(text).replace(/[*_~`@#:]/g, '\u2060$&')
}

const Reply = z.object({ ok: z.boolean(), error: z.optional(z.string()) })
/** Of a workspace that has too much at once, with 200 or 400 as it pleases. */
const passingErrors = ['rate_limited', 'ratelimited', 'rollup_error', 'internal_error', 'fatal_error']

/** Of the channel or of the webhook itself: no other message would be taken there. */
const refusesContact =
  /^(channel_(not_found|is_archived)|is_archived|no_service|no_team|team_disabled|account_inactive|token_revoked|invalid_(auth|token)|action_prohibited|posting_to_\w+_denied|not_in_channel|restricted_action\w*)$/

/** The one sign of success is the text `ok`; 200 with `ok: false` is none. */
export function slackResult(answer: ProviderAnswer): SendResult {
  const reply = readJson(Reply, answer.text)
  if (answer.status === 200 && (answer.text.trim() === 'ok' || reply?.ok === true))
    return { outcome: 'delivered' }
  const said = reply?.error ?? answer.text.slice(0, 200)
  const failure = providerFailure('Slack', answer, said)
  if (passingErrors.includes(said)) return { ...failure, permanent: false }
  if (answer.status !== 200) return failure
  return {
    ...failure,
    permanent: reply?.ok === false,
    ...(refusesContact.test(reply?.error ?? '') ? { isContactRefused: true } : {}),
  }
}

export const slackContacts = contactKind({
  channel: 'SLACK',
  body: newContactBodies.SLACK,
  shown: ({ url }) => maskedUrl(url),
  form: () => ({
    // One message a second and webhook.
    credentials: ({ url }) => [{ of: url, rate: { perSecond: 1, burst: 1 } }],
    isRepeatable: false,
    canEdit: false,
    request: ({ url }, message) => slackRequest(url, message),
    result: slackResult,
  }),
})
