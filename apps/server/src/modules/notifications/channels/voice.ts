import type { Language } from '@roundsman/contract/users'
import type { Channel, Message } from './channel.ts'
import { plainLine } from './plain-line.ts'
import { sendByTwilio } from './send-by-twilio.ts'
import type { TwilioChannelDeps } from './sms.ts'

/** `<Say>` of each language. Ukrainian is spoken by Google's voices only (https://www.twilio.com/docs/voice/twiml/say/text-speech). */
const voices: Readonly<Record<Language, string>> = {
  en: 'language="en-US"',
  ru: 'language="ru-RU"',
  uk: 'language="uk-UA" voice="Google.uk-UA-Standard-A"',
}

/** The `Twiml` parameter takes 4,000 characters, and nobody listens to more than this. */
const longestText = 1200

/** Calls through Twilio: what is said comes along as TwiML, so Twilio fetches nothing from here. */
export function createVoiceChannel({ client, callbackUrl, isTaken }: TwilioChannelDeps): Channel {
  return {
    channel: 'voice',
    concurrency: 2,
    send: (delivery, signal) => {
      const callback = callbackUrl(delivery.id)
      const form = {
        To: delivery.recipient,
        From: client.from,
        Twiml: spokenTwiml(delivery.message, delivery.language),
        ...(callback === null ? {} : { StatusCallback: callback, StatusCallbackMethod: 'POST' }),
      }
      return sendByTwilio(
        {
          client,
          resource: 'Calls',
          form,
          // Calls carry no text: one of that time that no other delivery has is ours.
          isEarlier: async ({ sid }) => !(await isTaken(sid, delivery.id)),
        },
        delivery,
        signal,
      )
    },
  }
}

/** Said twice, since the first words of a call are often missed. */
export function spokenTwiml(message: Message, language: Language): string {
  const text = [message.subject, ...message.paragraphs].map(plainLine).filter((part) => part !== '')
  const say = `<Say ${voices[language]}>${escapeXml(text.join(' ').slice(0, longestText))}</Say>`
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${say}<Pause length="1"/>${say}</Response>`
}

/** XML takes fewer characters than a string: what it does not take is left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
