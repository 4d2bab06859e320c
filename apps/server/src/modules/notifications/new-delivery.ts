import type { Language } from '@roundsman/contract/users'
import type { Tx } from '../../platform/db/database.ts'
import type { Message } from './channels/channel.ts'

/** What another module hands to the ledger. */
export interface NewDelivery {
  channel: string
  purpose: 'account' | 'alert'
  recipient: string
  userId: number | null
  language: Language
  message: Message
  /** The same happening, recipient and channel give the same key: enqueueing twice adds one row. */
  dedupeKey: string
  /** How long it is worth sending, in milliseconds. */
  usefulForMs: number
  /** Keeps the row for the record and sends nothing; says why. */
  suppressed?: string
}

/** A delivery that ended as FAILED, for whoever can tell its user another way. */
export type FailedDelivery = Pick<NewDelivery, 'channel' | 'purpose' | 'recipient' | 'userId'> & {
  id: number
}

/** Works in the transaction that writes the failure down, so that both are there or neither. */
export type OnFailed = (tx: Tx, failed: FailedDelivery) => Promise<void>
