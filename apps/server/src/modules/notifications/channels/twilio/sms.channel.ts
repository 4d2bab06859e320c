import { subkey } from '../../../../platform/config/secrets.ts'
import { type AnswerTokens, answerUrl, createAnswerTokens } from '../answer-link.ts'
import { type ChannelKind, plainLine, type Sender } from '../channel.ts'
import { type Message } from '../../ledger/new-delivery.ts'
import { askTwilio, sendByTwilio } from './twilio-sending.ts'
import { type TwilioSenderDeps, twilioSenderDeps } from './twilio-site.ts'

/** Twilio refuses a longer body (error 21617). */
const longestText = 1600

/** SMS through Twilio. */
export const smsChannel: ChannelKind<'SMS'> = {
  name: 'SMS',
  dailyBudget: ({ budgets }) => budgets.sms,
  create: (site) => {
    const deps = twilioSenderDeps(site, 'sms')
    return deps && createSmsSender(deps, createAnswerTokens(subkey(site.config.secret, 'answer')))
  },
}

export function createSmsSender(
  { client, callbackUrl, bind }: TwilioSenderDeps,
  tokens: Pick<AnswerTokens, 'of'>,
): Sender {
  return {
    // Twilio queues what is over a number's own pace; of requests at once it takes a hundred.
    concurrency: { account: 4, critical: 16, other: 8 },
    isRepeatable: false,
    ask: askTwilio(client, 'Messages'),
    send: (delivery, signal) => {
      const text = smsText(delivery.message, answerUrl(delivery, tokens))
      const callback = callbackUrl(delivery.id)
      const form = {
        To: delivery.recipient,
        From: client.from,
        Body: text,
        ...(callback === null ? {} : { StatusCallback: callback }),
      }
      return sendByTwilio(
        {
          client,
          resource: 'Messages',
          form,
          // A trial account puts words of its own before ours. Of two with the same text either may be either's.
          isOwn: async ({ sid, body }) =>
            body?.trim().endsWith(text) === true && (await bind(delivery.id, sid)),
        },
        delivery,
        signal,
      )
    },
  }
}

/**
 * A message as one text: the subject is part of it only where there is one. No control characters (ASVS 1.3.11).
 * @param url where its reader answers it; null: its link, where it has one
 */
export function smsText({ subject, paragraphs, link }: Message, url: string | null = null): string {
  const parts = [subject, ...paragraphs].map(plainLine).filter((part) => part !== '')
  const shown = url ?? link?.url
  const address = shown === undefined ? '' : ` ${shown}`
  const text = parts.join(' ')
  const room = longestText - address.length
  const short = text.length > room ? `${text.slice(0, room - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
  return `${short}${address}`.trim()
}
