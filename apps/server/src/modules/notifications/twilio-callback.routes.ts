import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { twilioStates } from './channels/twilio/twilio-states.data.ts'
import { isTwilioSignature } from './channels/twilio/twilio-signature.ts'
import type { TwilioCallbacks } from './channels/twilio/twilio-site.ts'
import type { NotificationsLog } from './notifications-log.ts'
import type { Receipt, ReceiptTarget } from './receipt.store.ts'
import { oneLine } from './retry.policy.ts'

export interface TwilioCallbackDeps extends TwilioCallbacks {
  /** False where no row takes it. */
  recordReceipt(target: ReceiptTarget, receipt: Receipt): Promise<boolean>
  log: NotificationsLog
}

/**
 * What Twilio tells of a message or call (D8). The address names the delivery and is signed, so a receipt finds its
 * row even if the answer to our own request never came back: then the first one, of whatever state, says that Twilio
 * took it and under which name.
 */
export function addTwilioCallback(server: HttpServer, deps: TwilioCallbackDeps): void {
  server.add('twilioCallback', async ({ params, body }, call) => {
    const signature = call.request.headers['x-twilio-signature']
    const url = deps.callbackUrl(params.delivery_id)
    const isTwilios =
      deps.authToken !== null &&
      url !== null &&
      typeof signature === 'string' &&
      isTwilioSignature(deps.authToken, url, body, signature)
    if (!isTwilios) {
      deps.log.warn({ delivery: params.delivery_id, ip: call.ip }, 'a callback was not signed by Twilio')
      throw new ProblemError('permission_denied')
    }
    const status = body['MessageStatus'] ?? body['CallStatus'] ?? ''
    const state = (Object.hasOwn(twilioStates, status) ? twilioStates[status] : undefined) ?? 'SENT'
    const error = body['ErrorCode']
    const said = error === undefined || error === '' ? `Twilio: ${status}` : `Twilio ${error}: ${status}`
    const providerId = body['MessageSid'] ?? body['CallSid']
    await deps.recordReceipt(
      { deliveryId: params.delivery_id },
      {
        state,
        detail: state === 'FAILED' ? oneLine(said) : null,
        ...(providerId === undefined ? {} : { providerId }),
      },
    )
    return { status: 204, body: undefined }
  })
}
