import { oneLine } from '../../retry.policy.ts'
import type { Receipt } from '../../receipt.ts'
import { twilioStates } from './twilio-states.data.ts'

/** What a state of a message or call means, by whichever way Twilio says it; what is not known is on its way. */
export function twilioReceipt(status: string, errorCode: string | null): Omit<Receipt, 'providerId'> {
  const state = (Object.hasOwn(twilioStates, status) ? twilioStates[status] : undefined) ?? 'SENT'
  const said = errorCode === null ? `Twilio: ${status}` : `Twilio ${errorCode}: ${status}`
  return { state, detail: state === 'FAILED' || state === 'UNANSWERED' ? oneLine(said) : null }
}
