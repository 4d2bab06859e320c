import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { after, type Answer, delivery, type DeliveryRow } from '../ledger/delivery.schema.ts'
import { referencesOf } from '../ledger/history.store.ts'
import type { OnAnswered } from '../ledger/new-delivery.ts'
import type { Outcomes } from '../ledger/outcomes.ts'
import { applyReceipt } from '../ledger/receipt.store.ts'

export interface Answers {
  /** One handler a kind; a second one is an error. */
  register(kind: string, handler: OnAnswered): void
  /** True if somebody wants to know what its readers say. */
  isWanted(kind: string | null): boolean
  /** True for a delivery that was sent and whose kind can be answered, as long as it is not older than this. */
  isAnswerable(id: number, worthMs: number): Promise<boolean>
  /**
   * Writes an answer down with all that follows from it, or nothing of it. Whoever answers was reached: the delivery
   * is DELIVERED.
   */
  record(deliveryId: number, answer: Answer, providerId: string | undefined): Promise<void>
}

/** Those who want to know of answers (D21). Registered where they are built, in every role. */
export function createAnswers(
  db: Pick<Database, 'orm' | 'transaction' | 'now'>,
  count: Outcomes['count'],
): Answers {
  const handlers = new Map<string, OnAnswered>()
  return {
    register: (kind, handler) => {
      if (handlers.has(kind)) throw new Error(`Two handlers of answers to ${kind}: a kind has one owner.`)
      handlers.set(kind, handler)
    },
    isWanted: (kind) => kind !== null && handlers.has(kind),
    isAnswerable: async (id, worthMs) => {
      const isYoung = gt(delivery.createdAt, after(db.now(), -worthMs))
      const rows = await db.orm
        .select({ id: delivery.id })
        .from(delivery)
        .where(and(isSent(id), isYoung))
      return rows.length > 0
    },
    record: async (deliveryId, answer, providerId) => {
      const delivered = await db.transaction(async (tx) => {
        const row = await noteAnswer(tx, db.now(), deliveryId, answer)
        if (row === null) return null
        const receipt = { state: 'DELIVERED' as const, detail: null, ...(providerId ? { providerId } : {}) }
        const applied = await applyReceipt(tx, db.now(), { deliveryId }, receipt)
        const handler = handlers.get(row.kind ?? '')
        await handler?.(tx, { ...row, references: await referencesOf(tx, row), answer })
        return applied
      })
      if (delivered) count(delivered.channel, delivered.state)
    },
  }
}

/** Notes what the reader of a delivery said; null where they said it before, or there is nothing to answer. */
async function noteAnswer(tx: Tx, now: SQL, id: number, answer: Answer): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(delivery)
    .set({ answers: sql`${delivery.answers} || ${answer}::text`, updatedAt: now })
    .where(and(isSent(id), sql`NOT ${answer}::text = ANY (${delivery.answers})`))
    .returning()
  return row ?? null
}

const isSent = (id: number) => and(eq(delivery.id, id), gt(delivery.attempts, 0), isNotNull(delivery.kind))
