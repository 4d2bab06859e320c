export type ReceiptTarget = { deliveryId: number } | { channel: string; providerId: string }

/** What a provider tells later about a message. `providerId`: its own name for it, where the receipt says so. */
export interface Receipt {
  /** `UNANSWERED`: nobody took the call. */
  state: 'SENT' | 'DELIVERED' | 'FAILED' | 'UNANSWERED'
  detail: string | null
  providerId?: string
}
