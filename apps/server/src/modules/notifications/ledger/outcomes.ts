import type { Database, Tx } from '../../../platform/db/database.ts'
import { failureOf } from '../../../platform/db/transaction.ts'
import type { DeliveryRow } from './delivery.schema.ts'
import { referencesOf } from './history.store.ts'
import type { FailedDelivery, NotificationsLog, OnFailed } from './new-delivery.ts'
import { applyReceipt, type Receipt, type ReceiptTarget } from './receipt.store.ts'

export interface FailureHandlers {
  add(handler: OnFailed): void
  /** Calls them all, each in a savepoint of its own. */
  call(tx: Tx, row: DeliveryRow): Promise<void>
}

/** Those who want to know of deliveries that failed (D14). Registered where they are built, in every role. */
export function createFailureHandlers(log: NotificationsLog): FailureHandlers {
  const handlers: OnFailed[] = []

  async function callOne(tx: Tx, handler: OnFailed, failed: FailedDelivery): Promise<void> {
    try {
      await tx.transaction((inner) => handler(inner, failed))
    } catch (error) {
      // A conflict or a lost connection ends the whole transaction, which is run again.
      if (failureOf(error) !== 'final') throw error
      // Anything else would come again at each attempt, and the row would be sent for ever.
      log.error({ delivery: failed.id, err: error }, 'what follows from a failed delivery could not be done')
    }
  }

  return {
    add: (handler) => void handlers.push(handler),
    call: async (tx, row) => {
      if (handlers.length === 0) return
      const failed = { ...row, references: await referencesOf(tx, row) }
      for (const handler of handlers) await callOne(tx, handler, failed)
    },
  }
}

/** Writes down what a provider tells, with what follows from a failure; false where no row takes it. */
export type RecordReceipt = (target: ReceiptTarget, receipt: Receipt) => Promise<boolean>

export interface ReceiptsDeps {
  db: Pick<Database, 'transaction' | 'now'>
  failures: Pick<FailureHandlers, 'call'>
  /** Counts deliveries by the state that they come to; `UNANSWERED`: a call is made again. */
  onOutcome: (channel: string, state: string) => void
}

export function createRecordReceipt({ db, failures, onOutcome }: ReceiptsDeps): RecordReceipt {
  return async (target, receipt) => {
    const row = await db.transaction(async (tx) => {
      const applied = await applyReceipt(tx, db.now(), target, receipt)
      if (applied?.state === 'FAILED') await failures.call(tx, applied)
      return applied
    })
    if (row) onOutcome(row.channel, row.state === 'QUEUED' ? 'UNANSWERED' : row.state)
    return row !== null
  }
}
