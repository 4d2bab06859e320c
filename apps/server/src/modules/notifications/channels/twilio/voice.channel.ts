import type { ChannelKind, Sender } from '../channel.ts'
import type { TwilioClient } from './twilio-client.ts'
import { askTwilio, sendByTwilio } from './twilio-sending.ts'
import { type TwilioSenderDeps, twilioSenderDeps } from './twilio-site.ts'
import { openingTwiml, spokenTwiml } from './twiml.ts'

/** Calls through Twilio; a sender that is a name cannot call. */
export const voiceChannel: ChannelKind<'VOICE'> = {
  name: 'VOICE',
  dailyBudget: ({ budgets }) => budgets.voice,
  create: (site) => {
    const deps = twilioSenderDeps(site, 'voice')
    return deps?.client.from.startsWith('+') ? createVoiceSender(deps) : null
  },
}

/**
 * What is said comes along as TwiML. Where an answer reaches this site, that is no more than who calls about what: the rest is
 * fetched when the phone is taken, and is as of then (D290).
 */
export function createVoiceSender(deps: TwilioSenderDeps): Sender {
  const { client, callbackUrl, keysUrl, wordsUrl, bind, hasRival } = deps
  return {
    concurrency: { account: 2, critical: 8, other: 4 },
    isRepeatable: false,
    isOneAtATime: true,
    // Whether this one asked for it, whoever owns its kind knows.
    ask: askTwilio(client, 'Calls', () => keysUrl(0, 'en') !== null),
    send: (delivery, signal) => {
      const { id, language, message } = delivery
      const callback = callbackUrl(id)
      // Of what is over there is nothing to acknowledge (E190).
      const isAsked = delivery.isAnswerable && message.isOver !== true
      const keys = isAsked ? keysUrl(id, language) : null
      const words = wordsUrl(id, language, message.severity)
      // What is said is all said as it is dialed, and the page has nothing to acknowledge of a blip that is over by then.
      const elsewhere = isAsked && message.asksNothing !== true ? 'ELSEWHERE' : null
      const answer = keys === null ? elsewhere : { keysUrl: keys }
      const form = {
        To: delivery.recipient,
        From: client.from,
        Twiml:
          keys === null || words === null || message.call === undefined
            ? spokenTwiml(message, language, answer)
            : openingTwiml(message.call.opening, language, words),
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
