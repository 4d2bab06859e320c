import type { Channel, Message } from './channel.ts'
import { plainLine } from './plain-line.ts'
import { sendByTwilio } from './send-by-twilio.ts'
import type { TwilioClient } from './twilio-client.ts'

/** Twilio refuses a longer body (error 21617). */
const longestText = 1600

export interface TwilioChannelDeps {
  client: TwilioClient
  /** Where Twilio reports what became of a delivery; null: it cannot reach this site. */
  callbackUrl(deliveryId: number): string | null
  /** Notes that a message or call found at the provider is this delivery's; false if it is another's. */
  bind(deliveryId: number, providerId: string): Promise<boolean>
  /** True if what is found at that number may be that of another delivery, of which nobody knows what became of it. */
  hasRival(deliveryId: number, recipient: string): Promise<boolean>
}

/** SMS through Twilio. */
export function createSmsChannel({ client, callbackUrl, bind }: TwilioChannelDeps): Channel {
  return {
    channel: 'sms',
    places: { account: 4, critical: 4, other: 2 },
    isRepeatable: false,
    send: (delivery, signal) => {
      const text = smsText(delivery.message)
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

/** A message as one text: the subject is part of it only where there is one. No control characters (ASVS 1.3.11). */
export function smsText({ subject, paragraphs, link }: Message): string {
  const parts = [subject, ...paragraphs].map(plainLine).filter((part) => part !== '')
  const address = link ? ` ${link.url}` : ''
  const text = parts.join(' ')
  const room = longestText - address.length
  const short = text.length > room ? `${text.slice(0, room - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
  return `${short}${address}`.trim()
}
