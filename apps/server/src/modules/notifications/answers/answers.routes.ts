import type { Database } from '../../../platform/db/database.ts'

import type { Call, HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AnswerTokens } from '../channels/email/email.channel.ts'
import { twilioReceipt } from '../channels/twilio/twilio-sending.ts'
import { isTwilioSignature, type TwilioCallbacks } from '../channels/twilio/twilio-site.ts'
import { choiceTwiml, farewellTwiml } from '../channels/twilio/twiml.ts'
import type { RecordReceipt } from '../ledger/outcomes.ts'
import type { NotificationsLog } from '../ledger/new-delivery.ts'
import { type Answers, isAnswerable } from './answers.ts'

/** A mail lies about for long, and may be passed on: after a week its link says nothing any more. */
const worthMs = 7 * 24 * 60 * 60_000

export interface MailAnswerDeps {
  db: Pick<Database, 'orm' | 'now'>
  tokens: Pick<AnswerTokens, 'read'>
  recordAnswer: Answers['record']
}

/** What somebody says by the link of a mail (D27): the page behind it asks first, since programs open links too. */
export function addMailAnswer(server: HttpServer, { db, tokens, recordAnswer }: MailAnswerDeps): void {
  server.add('answerAlert', async ({ body: { token, answer } }) => {
    const id = tokens.read(token)
    if (id === null || !(await isAnswerable(db.orm, db.now(), id, worthMs)))
      throw new ProblemError('invalid_token')
    await recordAnswer(id, answer, undefined)
    return { status: 204, body: undefined }
  })
}

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

export interface TwilioCallbackDeps extends TwilioCallbacks, SignedBy {
  recordReceipt: RecordReceipt
}

/**
 * What Twilio tells of a message or call (D8). The address names the delivery and is signed, so a receipt finds its
 * row even if the answer to our own request never came back: then the first one, of whatever state, says that Twilio
 * took it and under which name.
 */
export function addTwilioCallback(server: HttpServer, deps: TwilioCallbackDeps): void {
  server.add('twilioCallback', async ({ params: { delivery_id: deliveryId }, body }, call) => {
    refuseForged(deps, call, deps.callbackUrl(deliveryId), body)
    const status = body['MessageStatus'] ?? body['CallStatus'] ?? ''
    const error = body['ErrorCode']
    const receipt = twilioReceipt(status, error === undefined || error === '' ? null : error)
    const providerId = body['MessageSid'] ?? body['CallSid']
    await deps.recordReceipt({ deliveryId }, providerId === undefined ? receipt : { ...receipt, providerId })
    return { status: 204, body: undefined }
  })
}

interface SignedBy {
  /** Null where Twilio is not configured: nobody can sign anything then. */
  authToken: string | null
  log: NotificationsLog
}

/**
 * @param url the address as it was given to Twilio; null: none was
 * @throws ProblemError 403 where the request is not signed for that address with these fields
 */
function refuseForged(
  { authToken, log }: SignedBy,
  { request, ip }: Pick<Call, 'request' | 'ip'>,
  url: string | null,
  fields: Readonly<Record<string, string>>,
): void {
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
