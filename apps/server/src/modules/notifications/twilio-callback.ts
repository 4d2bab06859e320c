import type { Call } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { isTwilioSignature } from './channels/twilio/twilio-signature.ts'
import type { NotificationsLog } from './notifications-log.ts'

export interface SignedBy {
  /** Null where Twilio is not configured: nobody can sign anything then. */
  authToken: string | null
  log: NotificationsLog
}

/**
 * @param url the address as it was given to Twilio; null: none was
 * @throws ProblemError 403 where the request is not signed for that address with these fields
 */
export function refuseForged(
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
