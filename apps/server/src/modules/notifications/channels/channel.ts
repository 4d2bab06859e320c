import type { Language } from '@roundsman/contract/users'
import type { Config } from '../../../platform/config/config.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Lane } from '../lane.ts'
import type { Receipt } from '../receipt.ts'

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
  /** True if its reader may answer it, where the channel can take an answer. */
  isAnswerable: boolean
  /**
   * 1 for the first, and for the first after one whose end is known; before any other one a channel may ask what became
   * of those before.
   */
  attempt: number
}

export type SendResult =
  /** `sent`: the provider took it. `delivered`: it is where it belongs, no receipt will follow. */
  | { outcome: 'sent' | 'delivered'; providerId?: string }
  /** Nobody took the call. */
  | { outcome: 'unanswered'; providerId: string; detail: string }
  /** `detail` is shown to users: no secret, no address of ours. */
  | { outcome: 'failed'; permanent: boolean; detail: string; retryAfterMs?: number }

/** What sends through one channel. */
export interface Sender {
  /** How many of each lane may be under way at once. */
  places: Readonly<Record<Lane, number>>
  /** True if a repetition does no harm, since whoever gets it knows it by its key. */
  isRepeatable: boolean
  /** Ends within 30 s or by the signal; after an abort the outcome counts as unknown. */
  send(delivery: OutgoingDelivery, signal: AbortSignal): Promise<SendResult>
  /** What became of what the provider took; null: it is still on its way. Where it can be asked. */
  ask?(this: void, providerId: string, signal: AbortSignal): Promise<Omit<Receipt, 'providerId'> | null>
}

/** A sender with its name in the ledger. */
export interface Channel extends Sender {
  channel: string
}

/** What a channel is built from. */
export interface ChannelSite extends Pick<Platform, 'config' | 'db' | 'fetch' | 'clock' | 'log'> {
  /** Where this site is for others; null: nobody knows. */
  publicUrl: string | null
}

/** A way to reach somebody: one folder each beside this file, whose one public object this is. */
export interface ChannelKind<Name extends string = string> {
  /** In the contract; the ledger has it in small letters. */
  name: Name
  /** Messages a day for one user; null: they cost nothing. */
  dailyBudget(config: Config): number | null
  /** Null where the site is not set up for it. */
  create(site: ChannelSite): Sender | null
}
