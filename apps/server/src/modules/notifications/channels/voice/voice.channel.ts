import type { Language } from '@roundsman/contract/users'
import type { ChannelKind, Message, Sender } from '../channel.ts'
import { plainLine } from '../plain-line.ts'
import { sendByTwilio } from '../twilio/send-by-twilio.ts'
import type { TwilioClient } from '../twilio/twilio-client.ts'
import { type TwilioSenderDeps, twilioSenderDeps } from '../twilio/twilio-site.ts'

/** `<Say>` of each language. Ukrainian is spoken by Google's voices only (https://www.twilio.com/docs/voice/twiml/say/text-speech). */
const voices: Readonly<Record<Language, string>> = {
  en: 'language="en-US"',
  ru: 'language="ru-RU"',
  uk: 'language="uk-UA" voice="Google.uk-UA-Standard-A"',
}

/** The `Twiml` parameter takes 4,000 characters, and nobody listens to more than this. */
const longestText = 1200

/** Calls through Twilio; a sender that is a name cannot call. */
export const voiceChannel: ChannelKind<'VOICE'> = {
  name: 'VOICE',
  dailyBudget: ({ budgets }) => budgets.voice,
  create: (site) => {
    const deps = twilioSenderDeps(site, 'voice')
    return deps?.client.from.startsWith('+') ? createVoiceSender(deps) : null
  },
}

/** What is said comes along as TwiML, so Twilio fetches nothing from here. */
export function createVoiceSender({ client, callbackUrl, bind, hasRival }: TwilioSenderDeps): Sender {
  return {
    places: { account: 2, critical: 4, other: 2 },
    isRepeatable: false,
    send: (delivery, signal) => {
      const callback = callbackUrl(delivery.id)
      const form = {
        To: delivery.recipient,
        From: client.from,
        Twiml: spokenTwiml(delivery.message, delivery.language),
        ...(callback === null
          ? {}
          : {
              StatusCallback: callback,
              StatusCallbackMethod: 'POST',
              // The first comes as soon as Twilio has taken the call, and names it, also where its answer is lost.
              StatusCallbackEvent: ['initiated', 'completed'],
            }),
      }
      return sendByTwilio(
        {
          client,
          resource: 'Calls',
          form,
          isOwn: async ({ sid }) => {
            const named = await deliveryNamedBy(client, sid, signal)
            if (named !== null) return named === delivery.id && (await bind(delivery.id, sid))
            // A listed call carries nothing of ours. It is ours where it can be nobody else's; else it is made once
            // more, since the other's words would be lost for ours.
            return !(await hasRival(delivery.id, delivery.recipient)) && (await bind(delivery.id, sid))
          },
        },
        delivery,
        signal,
      )
    },
  }
}

/** The delivery whose address for receipts Twilio has noted with the call; null where it says nothing (yet). */
async function deliveryNamedBy(
  client: TwilioClient,
  callSid: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { status, body } = await client.events(callSid, signal)
  if (status !== 200) return null
  const named = /\/api\/callbacks\/twilio\/(\d{1,15})\//.exec(JSON.stringify(body))?.[1]
  return named === undefined ? null : Number(named)
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
