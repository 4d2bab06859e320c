import type { HttpServer } from '../../platform/http/http-server.ts'
import { twilioReceipt } from './channels/twilio/twilio-receipt.ts'
import type { TwilioCallbacks } from './channels/twilio/twilio-site.ts'
import type { RecordReceipt } from './receipts.ts'
import { refuseForged, type SignedBy } from './twilio-callback.ts'

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
