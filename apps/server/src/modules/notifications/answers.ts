import type { Database } from '../../platform/db/database.ts'
import { noteAnswer } from './answer.store.ts'
import { referencesOf } from './bundle.store.ts'
import type { Answer } from './answer.ts'
import type { OnAnswered } from './new-delivery.ts'
import { applyReceipt } from './receipt.store.ts'

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
