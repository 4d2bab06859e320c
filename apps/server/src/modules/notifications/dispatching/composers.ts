import type { Queryable } from '../../../platform/db/database.ts'
import type { Message } from '../ledger/new-delivery.ts'
import type { DeliveryRow } from '../ledger/delivery.schema.ts'
import { referencesOf } from '../ledger/history.store.ts'
import type { Composer } from '../ledger/new-delivery.ts'
import type { PayloadSeal } from '../ledger/payload-seal.ts'

/** What is to be sent for a row, or why nothing is. */
export type Composed = { message: Message } | { nothing: 'outdated' | 'gone' | 'unreadable' }

export interface Composers {
  /** One composer a kind; a second one is an error. */
  register(kind: string, composer: Composer): void
  /** Opens or composes the message of a row. Throws what a composer throws. */
  compose(row: DeliveryRow): Promise<Composed>
}

/** Where the text of a delivery comes from: sealed in the row, or composed by the module that owns its kind (D16). */
export function createComposers(seal: PayloadSeal, orm: Queryable): Composers {
  const composers = new Map<string, Composer>()

  async function composeKind(kind: string, row: DeliveryRow): Promise<Composed> {
    const composer = composers.get(kind)
    if (!composer) throw new Error(`nobody composes ${kind}`)
    const [first, ...others] = await referencesOf(orm, row)
    if (first === undefined) return { nothing: 'gone' }
    const { channel, recipient, userId, language, createdAt } = row
    const message = await composer({
      references: [first, ...others],
      channel,
      recipient,
      userId,
      language,
      createdAt,
    })
    return message === null ? { nothing: 'outdated' } : { message }
  }

  return {
    register: (kind, composer) => {
      if (composers.has(kind)) throw new Error(`Two composers for ${kind}: a kind has one owner.`)
      composers.set(kind, composer)
    },
    compose: async (row) => {
      if (row.kind !== null) return composeKind(row.kind, row)
      if (row.payload === null) return { nothing: 'gone' }
      try {
        return { message: seal.open(row.id, row.payload) }
      } catch {
        return { nothing: 'unreadable' }
      }
    },
  }
}
