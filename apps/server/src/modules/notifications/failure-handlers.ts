import type { Tx } from '../../platform/db/database.ts'
import { failureOf } from '../../platform/db/transaction.ts'
import { referencesOf } from './bundle.store.ts'
import type { DeliveryRow } from './delivery.schema.ts'
import type { FailedDelivery, OnFailed } from './new-delivery.ts'
import type { NotificationsLog } from './notifications-log.ts'

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
