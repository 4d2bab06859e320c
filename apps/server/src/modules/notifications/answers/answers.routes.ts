import type { Call, HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { keptByNobody } from '../../../platform/http/send-json.ts'
import type { AnswerTokens } from '../channels/answer-link.ts'
import { isPagerdutySignature, pagerdutyDeed } from '../channels/pagerduty/pagerduty.ts'
import { callReceipt } from '../channels/twilio/twilio-sending.ts'
import { isTwilioSignature, type TwilioCallbacks } from '../channels/twilio/twilio-site.ts'
import { choiceTwiml, farewellTwiml, type Spoken, wordsTwiml } from '../channels/twilio/twiml.ts'
import type { ContactStore } from '../contacts/contact.store.ts'
import type { NotificationsLog } from '../ledger/new-delivery.ts'
import type { RecordReceipt } from '../ledger/outcomes.ts'
import type { Answers } from './answers.ts'

const keys = {
  '1': { answer: 'ACKNOWLEDGE', phrase: 'acknowledged' },
  '2': { answer: 'MUTE', phrase: 'muted' },
} as const

/** What comes back: what a reader says by the link of a mail, the keys of a phone or in PagerDuty, and what Twilio reports. */
export function addAnswerRoutes(
  server: HttpServer,
  answers: Pick<Answers, 'record' | 'recordByLink' | 'recordDeed' | 'view' | 'words'>,
  recordReceipt: RecordReceipt,
  {
    tokens,
    twilio,
    contacts,
    log,
  }: {
    tokens: Pick<AnswerTokens, 'read'>
    twilio: TwilioCallbacks
    contacts: Pick<ContactStore, 'webhookOf'>
    log: NotificationsLog
  },
): void {
  /**
   * @param url the address as it was given to Twilio; null: none was
   * @throws ProblemError 403 where the request is not signed for that address with these fields
   */
  function refuseForged(
    { request, ip }: Pick<Call, 'request' | 'ip'>,
    url: string | null,
    fields: Readonly<Record<string, string>>,
  ): void {
    const { authToken } = twilio
    const signature = request.headers['x-twilio-signature']
    const isTwilios =
      authToken !== null &&
      url !== null &&
      typeof signature === 'string' &&
      isTwilioSignature(authToken, url, fields, signature)
    if (isTwilios) return
    log.warn({ path: request.url.slice(0, 100), ip }, 'a callback was not signed by Twilio')
    throw new ProblemError('permission_denied')
  }

  async function recordKey(key: '1' | '2', deliveryId: number, providerId: string | undefined) {
    const { answer, phrase } = keys[key]
    try {
      return { phrase, said: await answers.record(deliveryId, answer, providerId) }
    } catch (error) {
      log.error({ delivery: deliveryId, err: error }, 'an answer by phone could not be stored')
      return { phrase: 'failed' as const, said: null }
    }
  }

  async function wordsOf(deliveryId: number, spoken: Spoken, keysUrl: string): Promise<string> {
    try {
      const message = await answers.words(deliveryId)
      if (message !== null) return wordsTwiml(message, spoken, message.isOver === true ? null : { keysUrl })
    } catch (error) {
      log.error({ delivery: deliveryId, err: error }, 'what a call says could not be composed')
    }
    return farewellTwiml({ phrase: 'failed', said: null }, spoken.language)
  }

  // What the page behind a link shows (D45). It says nothing to the alert: programs open links too.
  server.add('alertAnswer', async ({ query: { token } }) => {
    const id = tokens.read(token)
    const view = id === null ? null : await answers.view(id)
    if (view === null) throw new ProblemError('invalid_token')
    return { status: 200, body: view, headers: keptByNobody }
  })

  server.add('answerAlert', async ({ body: { token, answer } }) => {
    const id = tokens.read(token)
    if (id === null || !(await answers.recordByLink(id, answer))) throw new ProblemError('invalid_token')
    return { status: 204, body: undefined }
  })

  server.add('answerByButton', async ({ params: { token, answer } }) => {
    const id = tokens.read(token)
    if (id === null || !(await answers.recordByLink(id, answer))) throw new ProblemError('invalid_token')
    return { status: 204, body: undefined }
  })

  // What somebody did in PagerDuty (D227). Any answer but 2xx makes it drop the event, and three of those the subscription:
  // only what is not its own is refused.
  server.add(
    'pagerdutyCallback',
    async ({ params: { contact_id: id }, body: { bytes } }, { request, ip }) => {
      const webhook = await contacts.webhookOf(id)
      const signature = request.headers['x-pagerduty-signature']
      if (
        webhook === null ||
        typeof signature !== 'string' ||
        !isPagerdutySignature(webhook.secret, signature, bytes)
      ) {
        log.warn({ contact: id, ip }, 'a webhook was not signed with the secret of its contact')
        throw new ProblemError('permission_denied')
      }
      const deed = pagerdutyDeed(bytes)
      if (deed !== null) await answers.recordDeed({ ...deed, userId: webhook.readerId, channel: 'pagerduty' })
      return { status: 204, body: undefined }
    },
  )

  // The key that somebody pressed during a call (D21); what is said next goes back as TwiML.
  server.add('twilioKeys', async ({ params: { delivery_id: deliveryId, language }, body }, call) => {
    const url = twilio.keysUrl(deliveryId, language)
    refuseForged(call, url, body)
    const key = body['Digits']
    const next =
      key === '1' || key === '2'
        ? farewellTwiml(await recordKey(key, deliveryId, body['CallSid']), language)
        : choiceTwiml(language, url ?? '')
    await call.reply.type('text/xml; charset=utf-8').send(next)
    return undefined
  })

  // Somebody has taken a call: what is so by now (D290).
  server.add('twilioWords', async ({ params: { delivery_id: deliveryId, ...spoken }, body }, call) => {
    const { language, severity } = spoken
    refuseForged(call, twilio.wordsUrl(deliveryId, language, severity), body)
    const words = await wordsOf(deliveryId, spoken, twilio.keysUrl(deliveryId, language) ?? '')
    await call.reply.type('text/xml; charset=utf-8').send(words)
    return undefined
  })

  // What Twilio reports of a message or call (D8). The address names the delivery and is signed, so a receipt finds its
  // row even if the answer to our own request never came back: then the first one, of whatever state, says that Twilio
  // took it and under which name.
  server.add('twilioCallback', async ({ params: { delivery_id: deliveryId }, body }, call) => {
    refuseForged(call, twilio.callbackUrl(deliveryId), body)
    const status = body['MessageStatus'] ?? body['CallStatus'] ?? ''
    const error = body['ErrorCode']
    const code = error === undefined || error === '' ? null : error
    // What calls back here can report a key.
    const receipt = callReceipt(status, code, body['CallStatus'] !== undefined)
    const providerId = body['MessageSid'] ?? body['CallSid']
    await recordReceipt({ deliveryId }, providerId === undefined ? receipt : { ...receipt, providerId })
    return { status: 204, body: undefined }
  })
}
