import type { Database, Tx } from '../../../platform/db/database.ts'
import { failureOf } from '../../../platform/db/transaction.ts'
import type { DeliveryRow } from './delivery.schema.ts'
import { type ClaimedDelivery, writeVerdict, type Verdict } from './delivery.store.ts'
import { referencesOf } from './history.store.ts'
import type { NotificationsLog, OnFailed, OnUsedUp } from './new-delivery.ts'
import { letWait } from './waiting.store.ts'
import {
  applyReceipt,
  type Awaits,
  callsOfRound,
  freeLine,
  hasRoundBehind,
  type Receipt,
  type ReceiptTarget,
} from './receipt.store.ts'

/** Writes down what a provider reports, with what follows from a failure; false where no row takes it. */
export type RecordReceipt = (target: ReceiptTarget, receipt: Receipt) => Promise<boolean>

/** What becomes of deliveries, written down with all that follows from it (D14). */
export interface Outcomes {
  /** Registers who wants to know of deliveries that failed. Where it is built, in every role. */
  onFailed: (this: void, handler: OnFailed) => void
  /** Calls them all, each in a savepoint of its own, in the transaction that ends the row. */
  failed(tx: Tx, row: DeliveryRow, isStale?: boolean): Promise<void>
  /** Registers who wants to know of budgets that are used up. Where it is built, in every role. */
  onUsedUp: (this: void, handler: OnUsedUp) => void
  /** Calls them all, each in a savepoint of its own. */
  usedUp: OnUsedUp
  /** Writes down what became of an attempt; false if the row has moved on. */
  record(row: ClaimedDelivery, verdict: Verdict): Promise<boolean>
  recordReceipt: RecordReceipt
  /** Counts so many deliveries that came to a state; `UNANSWERED`: a call is made again. */
  count: (this: void, channel: string, state: string, count?: number) => void
}

/** For good, or with a round of calls in vain, after which its reader is told another way, whether it is made once more or not (D337). */
const hasFailed = (row: DeliveryRow) =>
  row.state === 'FAILED' || (hasRoundBehind(row) && row.endedIds.length === callsOfRound)

export function createOutcomes({
  db,
  log,
  count,
  awaits,
}: {
  db: Pick<Database, 'orm' | 'transaction' | 'now'>
  log: NotificationsLog
  count: Outcomes['count']
  awaits: Awaits
}): Outcomes {
  const handlers: OnFailed[] = []
  const usedUpHandlers: OnUsedUp[] = []

  async function callOne<Of>(
    tx: Tx,
    handler: (tx: Tx, of: Of) => Promise<void>,
    of: Of,
    names: object,
  ): Promise<void> {
    try {
      await tx.transaction((inner) => handler(inner, of))
    } catch (error) {
      // A conflict or a lost connection ends the whole transaction, which is run again.
      if (failureOf(error) !== 'final') throw error
      // Anything else would come again at each attempt, and the row would be sent for ever.
      log.error({ ...names, err: error }, 'a handler of the ledger threw')
    }
  }

  async function failed(tx: Tx, row: DeliveryRow, isStale = false): Promise<void> {
    if (handlers.length === 0) return
    const delivery = { ...row, references: await referencesOf(tx, row), isStale }
    for (const handler of handlers) await callOne(tx, handler, delivery, { delivery: row.id })
  }

  return {
    onFailed: (handler) => void handlers.push(handler),
    failed,
    onUsedUp: (handler) => void usedUpHandlers.push(handler),
    usedUp: async (tx, budget) => {
      const { channel, userId: user } = budget
      for (const handler of usedUpHandlers) await callOne(tx, handler, budget, { channel, user })
    },
    record: async (row, verdict) => {
      if ('wait' in verdict) return db.transaction((tx) => letWait(tx, db.now(), row, verdict.wait))
      const isStale = 'isStale' in verdict && verdict.isStale === true
      const isWritten =
        verdict.state === 'FAILED' || isStale
          ? await db.transaction(async (tx) => {
              const isNew = await writeVerdict(tx, db.now(), row, verdict)
              if (isNew) await failed(tx, row, isStale)
              return isNew
            })
          : await writeVerdict(db.orm, db.now(), row, verdict)
      if (isWritten && verdict.state !== 'QUEUED') count(row.channel, verdict.state)
      return isWritten
    },
    recordReceipt: async (target, receipt) => {
      const row = await db.transaction(async (tx) => {
        const applied = await applyReceipt(tx, db.now(), target, receipt, awaits)
        if (applied === null) await freeLine(tx, target, receipt)
        if (applied !== null && hasFailed(applied)) await failed(tx, applied)
        return applied
      })
      if (row) count(row.channel, row.state === 'QUEUED' ? 'UNANSWERED' : row.state)
      return row !== null
    },
    count,
  }
}
