import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import { type Answer, delivery, type DeliveryRow } from '../ledger/delivery.schema.ts'
import { referencesOf } from '../ledger/history.store.ts'
import type { OnAnswered } from '../ledger/new-delivery.ts'
import { applyReceipt } from '../ledger/receipt.store.ts'

export interface Answers {
  /** One handler a kind; a second one is an error. */
  register(kind: string, handler: OnAnswered): void
  /** True if somebody wants to know what its readers say. */
  isWanted(kind: string | null): boolean
  /**
   * Writes an answer down with all that follows from it, or nothing of it. Whoever answers has heard: the delivery is
   * DELIVERED.
   */
  record(deliveryId: number, answer: Answer, providerId: string | undefined): Promise<void>
}

export interface AnswersDeps {
  db: Pick<Database, 'transaction' | 'now'>
  /** Counts deliveries by the state that they come to. */
  onOutcome: (channel: string, state: string) => void
}

/** Those who want to know of answers (D21). Registered where they are built, in every role. */
export function createAnswers({ db, onOutcome }: AnswersDeps): Answers {
  const handlers = new Map<string, OnAnswered>()
  return {
    register: (kind, handler) => {
      if (handlers.has(kind)) throw new Error(`Two handlers of answers to ${kind}: a kind has one owner.`)
      handlers.set(kind, handler)
    },
    isWanted: (kind) => kind !== null && handlers.has(kind),
    record: async (deliveryId, answer, providerId) => {
      const heard = await db.transaction(async (tx) => {
        const row = await noteAnswer(tx, db.now(), deliveryId, answer)
        if (row === null) return null
        const receipt = { state: 'DELIVERED' as const, detail: null, ...(providerId ? { providerId } : {}) }
        const delivered = await applyReceipt(tx, db.now(), { deliveryId }, receipt)
        const handler = handlers.get(row.kind ?? '')
        await handler?.(tx, { ...row, references: await referencesOf(tx, row), answer })
        return delivered
      })
      if (heard) onOutcome(heard.channel, heard.state)
    },
  }
}

/** Notes what the reader of a delivery said; null where they said it before, or there is nothing to answer. */
async function noteAnswer(tx: Tx, now: SQL, id: number, answer: Answer): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(delivery)
    .set({ answers: sql`${delivery.answers} || ${answer}::text`, updatedAt: now })
    .where(
      and(
        eq(delivery.id, id),
        gt(delivery.attempts, 0),
        isNotNull(delivery.kind),
        sql`NOT ${answer}::text = ANY (${delivery.answers})`,
      ),
    )
    .returning()
  return row ?? null
}

/** True for a delivery that was sent and whose kind can be answered, as long as it is not older than this. */
export async function isAnswerable(orm: Queryable, now: SQL, id: number, worthMs: number): Promise<boolean> {
  const youngerThan = sql`${now} - make_interval(secs => ${worthMs / 1000}::float8)`
  const rows = await orm
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.id, id),
        gt(delivery.attempts, 0),
        isNotNull(delivery.kind),
        gt(delivery.createdAt, youngerThan),
      ),
    )
  return rows.length > 0
}
