import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Answers } from './answers.ts'
import type { TwilioCallbacks } from './channels/twilio/twilio-site.ts'
import { choiceTwiml, farewellTwiml } from './channels/voice/twiml.ts'
import { refuseForged, type SignedBy } from './twilio-callback.ts'

export interface TwilioKeysDeps extends TwilioCallbacks, SignedBy {
  recordAnswer: Answers['record']
}

const answers = {
  '1': { answer: 'ACKNOWLEDGE', phrase: 'acknowledged' },
  '2': { answer: 'MUTE', phrase: 'muted' },
} as const

/** The key that somebody pressed during a call (D21); what is said next goes back as TwiML. */
export function addTwilioKeys(server: HttpServer, deps: TwilioKeysDeps): void {
  const { keysUrl, recordAnswer, log } = deps

  async function heard(key: '1' | '2', deliveryId: number, providerId: string | undefined) {
    const { answer, phrase } = answers[key]
    try {
      await recordAnswer(deliveryId, answer, providerId)
      return phrase
    } catch (error) {
      log.error({ delivery: deliveryId, err: error }, 'an answer by phone could not be written down')
      return 'failed'
    }
  }

  server.add('twilioKeys', async ({ params: { delivery_id: deliveryId, language }, body }, call) => {
    const url = keysUrl(deliveryId, language)
    refuseForged(deps, call, url, body)
    const key = body['Digits']
    const next =
      key === '1' || key === '2'
        ? farewellTwiml(await heard(key, deliveryId, body['CallSid']), language)
        : choiceTwiml(language, url ?? '')
    await call.reply.type('text/xml; charset=utf-8').send(next)
    return undefined
  })
}
