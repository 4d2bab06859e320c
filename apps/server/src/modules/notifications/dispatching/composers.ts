import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import { type DeliveryRow, type Urgency, type Wait, wasHandedOver } from '../ledger/delivery.schema.ts'
import { keepPayload } from '../ledger/delivery.store.ts'
import { referencesOf } from '../ledger/history.store.ts'
import type { Composer, Message, OwedEndsOf, OwnCosts, Remaining } from '../ledger/new-delivery.ts'
import type { Cost, OwedEnds } from './budget-parts.policy.ts'
import { waitsForMore } from './budgets.ts'
import { callsOfRound } from '../ledger/receipt.store.ts'
import {
  leaveOut,
  outdatedDetail,
  overDetail,
  seenDetail,
  toldDetail,
  waitDetail,
} from '../ledger/waiting.store.ts'
import type { PayloadSeal } from '../ledger/payload-seal.ts'

/** What is to be sent for a row, or why nothing is. */
export type Composed =
  | { message: Message }
  | { nothing: 'outdated' | 'over' | 'old' | 'early' | 'gone' | 'unreadable' }
  /** Why is written down already. */
  | { nothing: 'recorded' }
  | { wait: Wait }

export interface Composers {
  /** One composer a kind; a second one is an error. `costs`: left out, its lane says it. */
  register(kind: string, composer: Composer, costs?: OwnCosts): void
  /** As what a row counts against a budget, and among those that wait for a number. */
  costOf(tx: Tx, row: DeliveryRow): Promise<Cost & { inLine?: Urgency }>
  /** Whether a call says what cannot wait for the peace after those that were taken (D350). */
  isPressing(tx: Tx, row: DeliveryRow, told: readonly DeliveryRow[]): Promise<boolean>
  /** What a user's budget still owes them. */
  owedEndsOf(db: Queryable, to: { userId: number; channel: string }): Promise<OwedEnds>
  /** Opens or composes the message of a row. Throws what a composer throws. */
  compose(row: DeliveryRow): Promise<Composed>
  /** Keeps what is about to be sent, sealed in the row; false if the row has moved on and nothing may be sent. */
  remember(row: DeliveryRow, message: Message): Promise<boolean>
}

/** Where the text of a delivery comes from: sealed in the row, or composed by the module that owns its kind (D16). */
export function createComposers(
  seal: PayloadSeal,
  db: Pick<Database, 'orm' | 'transaction' | 'now'>,
): Composers {
  const { orm } = db
  const composers = new Map<string, Composer>()
  const costs = new Map<string, OwnCosts>()
  const owing: OwedEndsOf[] = []

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
      hasWaited: row.waitsUntil !== null,
      waitedBeside: row.waitsBeside,
      isRepeated: wasHandedOver(row),
      isHeld: row.detail === waitsForMore,
      isFurther: row.endedIds.length >= callsOfRound,
    })
    if (message === 'STALE') return { nothing: 'old' }
    if (message === 'NOT_YET') return { nothing: 'early' }
    if (message === 'OVER') return { nothing: 'over' }
    if (message === null) return { nothing: 'outdated' }
    if ('waitUntil' in message) {
      const { waitUntil, beside, detail = waitDetail } = message
      return { wait: { untilMs: waitUntil, beside, detail } }
    }
    if (!('leftOut' in message)) return { message }
    return withoutUnsaid(row, message)
  }

  async function withoutUnsaid(
    row: DeliveryRow,
    { message, leftOut, toldAlready, acknowledged = [], outdated = [], heldBack }: Remaining,
  ): Promise<Composed> {
    const unsaid = new Map([
      ...leftOut.map((reference) => [reference, overDetail] as const),
      ...toldAlready.map((reference) => [reference, toldDetail] as const),
      ...acknowledged.map((reference) => [reference, seenDetail] as const),
      ...outdated.map((reference) => [reference, outdatedDetail] as const),
      ...(heldBack?.references ?? []).map((reference) => [reference, heldBack?.detail ?? ''] as const),
    ])
    const became = await db.transaction(async (tx) => {
      if (heldBack !== null && !(await heldBack.hold(tx))) return 'told'
      return (await leaveOut(tx, db.now(), row, unsaid)) ? 'written' : 'moved on'
    })
    if (became === 'told') return { nothing: 'early' }
    // Where the row has moved on, nothing is sent under this claim: its lease says so, or its verdict.
    if (became === 'moved on') return { nothing: 'outdated' }
    return message === null ? { nothing: 'recorded' } : { message }
  }

  function opened(id: number, payload: Buffer): Composed {
    try {
      return { message: seal.open(id, payload) }
    } catch {
      return { nothing: 'unreadable' }
    }
  }

  return {
    register: (kind, composer, own) => {
      if (composers.has(kind)) throw new Error(`Two composers for ${kind}: a kind has one owner.`)
      composers.set(kind, composer)
      if (own) costs.set(kind, own)
      if (own?.owedEndsOf) owing.push(own.owedEndsOf)
    },
    costOf: async (tx, row) => {
      const costOf = row.kind === null ? undefined : costs.get(row.kind)?.of
      const own = costOf && (await costOf(tx, await referencesOf(tx, row), row))
      return own ?? { urgency: row.lane === 'critical' ? 'CRITICAL' : 'WARNING', isPaidEnd: false }
    },
    isPressing: async (tx, row, told) => {
      const isPressing = row.kind === null ? undefined : costs.get(row.kind)?.isPressing
      if (isPressing === undefined) return false
      const said = []
      for (const one of told)
        said.push({ kind: one.kind, references: await referencesOf(tx, one), endedAt: one.liftedAt })
      return isPressing(tx, await referencesOf(tx, row), said)
    },
    owedEndsOf: async (queryable, to) => {
      const owed = { open: 0, kept: 0 }
      for (const owedEndsOf of owing) {
        const { open, kept } = await owedEndsOf(queryable, to)
        owed.open += open
        owed.kept += kept
      }
      return owed
    },
    compose: async (row) => {
      if (row.kind !== null) {
        const composed = await composeKind(row.kind, row)
        // After an answer that was lost: the same text, so that the provider's list shows whose it was.
        return 'message' in composed && row.payload !== null ? opened(row.id, row.payload) : composed
      }
      return row.payload === null ? { nothing: 'gone' } : opened(row.id, row.payload)
    },
    remember: async (row, message) =>
      row.payload !== null || keepPayload(orm, row, seal.seal(row.id, message)),
  }
}
