import type { SendResult } from '../channel.ts'
import { type TwilioAnswer, TwilioError } from './twilio-client.ts'

/**
 * Refusals with 400 that are about our account or sender: the operator's to put right, and what waits meanwhile must
 * not be lost (D6). 21212, 21603, 21606, 21607: the sender; 21608: a trial account; 21611: its queue is full; 21620
 * and 21617 are about the message and stay permanent like all others. https://www.twilio.com/docs/api/errors
 */
const operatorsFaults = new Set([20003, 20005, 20404, 21212, 21603, 21606, 21607, 21608, 21611])

/** What follows from an answer of Twilio that is no success. */
export function twilioFailure({ status, body, retryAfterMs }: TwilioAnswer): SendResult {
  const said = TwilioError.safeParse(body)
  const code = said.success ? said.data.code : null
  const permanent = status >= 400 && status < 500 && !isPassing(status) && !operatorsFaults.has(code ?? 0)
  const detail = said.success ? `Twilio ${said.data.code}: ${said.data.message}` : `Twilio: HTTP ${status}`
  return { outcome: 'failed', permanent, detail, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
}

/** Refused login, wrong address of the API, time-outs and limits pass; none of them is about the message. */
function isPassing(status: number): boolean {
  return [401, 403, 404, 408, 409, 425, 429].includes(status)
}
