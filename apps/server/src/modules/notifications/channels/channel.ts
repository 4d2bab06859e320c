import type { Language } from '@roundsman/contract/accounts/users'
import type { Config } from '../../../platform/config/config.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ContactStore } from '../contacts/contact.store.ts'
import type { Lane } from '../ledger/delivery.schema.ts'
import type { Message } from '../ledger/new-delivery.ts'
import type { VapidKeyStore } from './web-push/vapid-key.store.ts'
import type { Receipt } from '../ledger/receipt.store.ts'

/** A delivery as a channel sees it. */
export interface OutgoingDelivery {
  id: number
  recipient: string
  language: Language
  message: Message
  /**
   * The same in every attempt at this delivery, and in no other: providers and mail programs recognize a
   * repetition by it.
   */
  idempotencyKey: string
  createdAt: Date
  /** When it was first due: when it was enqueued, or when the quiet hours that it waited for ended. */
  dueAt: Date
  /** Why the attempt before failed; null: there was none. */
  lastDetail: string | null
  /** True if its reader may answer it, where the channel can take an answer. */
  isAnswerable: boolean
  /**
   * 1 for the first, and for the first after one whose end is known; before any other one a channel may ask what became
   * of those before.
   */
  attempt: number
  /** Asked before the request itself where something goes before it: false once the lease might end while it is sent. */
  mayStillSend(this: void): boolean
}

/** What a provider takes of a credential: so many a second for long, and so many at once. */
export interface Rate {
  perSecond: number
  burst: number
}

/** What a provider counts messages by: a bot, a webhook, a key. */
export interface Credential {
  /** Of its bucket: the channel and a keyed hash. */
  key: string
  /** Null: it says nothing but when it is too much. */
  rate: Rate | null
  /** True if it counts each alert of a message. */
  isByAlert?: true
}

export type SendResult =
  /**
   * `sent`: the provider took it. `delivered`: it is where it belongs, no receipt will follow. `backoffMs`: it takes no
   * other one for so long.
   */
  | { outcome: 'sent' | 'delivered'; providerId?: string; backoffMs?: number }
  /** Nothing was handed to the provider, since the row might be another process's by now. */
  | { outcome: 'unsent' }
  /** Nobody took the call. */
  | { outcome: 'unanswered'; providerId: string; detail: string }
  /** `detail` is shown to users: no secret, no address of ours. */
  | {
      outcome: 'failed'
      permanent: boolean
      detail: string
      retryAfterMs?: number
      /** Whoever is written to is refused, not this message alone. */
      isContactRefused?: boolean
      /** Its address leads where nothing may be sent to. */
      isAddressRefused?: boolean
    }

/** What sends through one channel. */
export interface Sender {
  /** How many of each lane may be under way at once. */
  concurrency: Readonly<Record<Lane, number>>
  /** True if a repetition does no harm, since whoever gets it knows it by its key. */
  isRepeatable: boolean
  /** True if a recipient takes one at a time: another one meanwhile would find the line busy (D310). */
  isOneAtATime?: true
  /**
   * What the provider counts messages to each of these recipients by, from the widest to the narrowest, where it bounds
   * them (D131).
   */
  credentialsOf?(
    this: void,
    tx: Tx,
    recipients: readonly string[],
  ): Promise<readonly (readonly Credential[])[]>
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
export interface ChannelSite
  extends Pick<Platform, 'config' | 'db' | 'ids' | 'fetch' | 'guardedFetch' | 'clock' | 'log'> {
  /** Where this site is for others; null: nobody knows. */
  publicUrl: string | null
  /** What is kept of places that users gave. */
  contacts: ContactStore
  /** The key pair by which push services know this site. */
  vapidKeys: VapidKeyStore
}

/** A way to reach somebody: the one public object of a `*.channel.ts`. */
export interface ChannelKind<Name extends string = string> {
  /** In the contract; the ledger has it in small letters. */
  name: Name
  /** Messages a day for one user; null: they cost nothing. */
  dailyBudget(config: Config): number | null
  /** Null where the site is not set up for it. */
  create(site: ChannelSite): Sender | null
}

/** One line without control characters and without those that turn the direction of writing. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** A provider's words on one line of at most 300 characters, as they are shown and logged. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
