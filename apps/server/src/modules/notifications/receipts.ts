import type { Database } from '../../platform/db/database.ts'
import type { FailureHandlers } from './failure-handlers.ts'
import { applyReceipt } from './receipt.store.ts'
import type { Receipt, ReceiptTarget } from './receipt.ts'

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
