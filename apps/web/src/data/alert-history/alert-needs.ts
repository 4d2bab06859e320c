import type { AlertHistoryItem } from '@roundsman/contract/alerts'

/** Why nobody was told: the network itself was in trouble, or the user had muted it. As the ledger writes it. */
export const heldReasons = ['network_halted', 'mass_miss', 'upgrade', 'muted'] as const
export type HeldReason = (typeof heldReasons)[number]

/** Why every message about an alert was held back; null where one was not, or where it was for another reason. */
export function heldReason({ deliveries }: AlertHistoryItem): HeldReason | null {
  const [first] = deliveries
  if (!deliveries.every(({ state }) => state === 'SUPPRESSED')) return null
  return heldReasons.find((reason) => reason === first?.detail) ?? null
}

/** Whether somebody is to say that they have seen it: what is for information, or was held back, asks for nothing. */
export function needsAcknowledgement(item: AlertHistoryItem): boolean {
  return item.acknowledged_at === null && item.severity !== 'INFO' && heldReason(item) === null
}
