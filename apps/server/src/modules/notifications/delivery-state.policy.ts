/** States of a delivery, as the history shows them. */
export const deliveryStates = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Where each state may go (D2 of docs/rules/delivery.md). A receipt may overtake our own mark, also that of an attempt
 * whose outcome we do not know, so SENDING and QUEUED may become SENT, DELIVERED or FAILED at once. A call that nobody took is made again.
 */
export const transitions: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  QUEUED: ['SENDING', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'],
  SENDING: ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'],
  SENT: ['QUEUED', 'DELIVERED', 'FAILED'],
  DELIVERED: [],
  FAILED: [],
  SUPPRESSED: [],
}

/** States from which a row may move to `to`. */
export function sourcesOf(to: DeliveryState): DeliveryState[] {
  return deliveryStates.filter((from) => transitions[from].includes(to))
}

/** True if nothing will be sent any more, so that the message can be wiped. */
export function isSettled(state: DeliveryState): boolean {
  return state !== 'QUEUED' && state !== 'SENDING'
}
