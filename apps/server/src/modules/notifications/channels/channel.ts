import type { Language } from '@roundsman/contract/users'
import type { Lane } from '../lane.ts'

/** What is told, without a thought of how: each channel shows as much of it as it can. */
export interface Message {
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; url: string } | undefined
  /** Of its text, where it is another one than the delivery was enqueued with. */
  language?: Language | undefined
}

/** A delivery as a channel sees it. */
export interface OutgoingDelivery {
  id: number
  recipient: string
  language: Language
  message: Message
  /**
   * The same in every attempt at this delivery, and in no other: providers and mail programs recognise a
   * repetition by it.
   */
  idempotencyKey: string
  createdAt: Date
  /** 1 for the first; before any other one a channel may ask what became of those before. */
  attempt: number
}

export type SendResult =
  /** `sent`: the provider took it. `delivered`: it is where it belongs, no receipt will follow. */
  | { outcome: 'sent' | 'delivered'; providerId?: string }
  /** `detail` is shown to users: no secret, no address of ours. */
  | { outcome: 'failed'; permanent: boolean; detail: string; retryAfterMs?: number }

/** A way to reach somebody: one file each in this folder. */
export interface Channel {
  channel: string
  /** How many of each lane may be under way at once. */
  places: Readonly<Record<Lane, number>>
  /** True if a repetition does no harm, since whoever gets it knows it by its key. */
  isRepeatable: boolean
  /** Ends within 30 s or by the signal; after an abort the outcome counts as unknown. */
  send(delivery: OutgoingDelivery, signal: AbortSignal): Promise<SendResult>
}
