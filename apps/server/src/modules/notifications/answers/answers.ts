import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { after, type Answer, delivery, type DeliveryRow } from '../ledger/delivery.schema.ts'
import { referencesOf } from '../ledger/history.store.ts'
import type { AnswerOwner, Awaited, IncidentDeed, Message, OnDeed } from '../ledger/new-delivery.ts'
import type { Outcomes } from '../ledger/outcomes.ts'
import { applyReceipt, callAgainInMs, sinceFirstCallMs } from '../ledger/receipt.store.ts'

/** A mail lies about for long, and may be passed on: after a week its link says nothing any more. */
const goodForMs = 7 * 24 * 60 * 60_000

/**
 * What is said of a pause: that the next call comes within so long, also where its listener does not hang up (10 s) and where another one
 * is made sooner (D350), or it is looked at a moment later.
 */
const saidOfPause = [
  [45_000, 'MINUTE'],
  [105_000, 'TWO_MINUTES'],
  // What is further away is no threat, and would be no promise.
  [10 * 60_000, 'MINUTES'],
] as const

export interface Answers {
  /** Who knows what incidents are about, and takes what is done to them. */
  onDeed(handler: OnDeed): void
  /** Writes down what somebody did to an incident at a provider, with all that follows from it, or nothing of it. */
  recordDeed(deed: IncidentDeed): Promise<void>
  /** One owner a kind; a second one is an error. */
  register(kind: string, owner: AnswerOwner): void
  /** True if somebody wants to know what its readers say. */
  isWanted(kind: string | null): boolean
  /** What a row waits for, as whoever owns its kind says. */
  awaits(this: void, tx: Tx, row: DeliveryRow): Promise<Awaited>
  /** What the link of a delivery shows; null where it is too old, was never sent, or nobody answers it. */
  view(id: number): Promise<AlertAnswerView | null>
  /** What a call about a delivery says that is taken now; null where it is too old, was never made, or is about nothing any more. */
  words(id: number): Promise<Message | null>
  /** Writes down what somebody said by the link of a delivery; false, and nothing, where it shows nothing. */
  recordByLink(id: number, answer: Answer | 'UNMUTE'): Promise<boolean>
  /**
   * Writes an answer down with all that follows from it, or nothing of it. Whoever answers was reached: the delivery
   * is DELIVERED. Gives what a call says of it; null: no more than that it is so.
   */
  record(
    deliveryId: number,
    answer: Answer | 'UNMUTE',
    providerId: string | undefined,
  ): Promise<string | null>
}

/** Those who want to know of answers (D21). Registered where they are built, in every role. */
export function createAnswers(
  db: Pick<Database, 'orm' | 'transaction' | 'now'>,
  count: Outcomes['count'],
): Answers {
  const owners = new Map<string, AnswerOwner>()
  const deedHandlers: OnDeed[] = []

  async function linked(id: number): Promise<DeliveryRow | null> {
    const isYoung = gt(delivery.createdAt, after(db.now(), -goodForMs))
    const [row] = await db.orm
      .select()
      .from(delivery)
      .where(and(isSent(id), isYoung))
    return row ?? null
  }

  async function awaits(tx: Tx, row: DeliveryRow): Promise<Awaited> {
    const own = owners.get(row.kind ?? '')?.awaits
    if (row.userId === null || own === undefined) return { isAwaited: false, leftMs: null }
    return own(tx, { userId: row.userId, references: await referencesOf(tx, row) })
  }

  /** When whoever takes this call and presses no key is called again, as `applyReceipt` will have it (D276, D277). */
  async function calledAgainOf(row: DeliveryRow): Promise<Message['calledAgain']> {
    const { isAwaited, leftMs, isCalledFurther } = await db.transaction((tx) => awaits(tx, row))
    const [found] = await db.orm
      .select({
        usefulMs: sql<number>`(extract(epoch FROM ${delivery.giveUpAt} - ${db.now()}) * 1000)::float8`,
        sinceMs: sinceFirstCallMs(db.now()),
      })
      .from(delivery)
      .where(eq(delivery.id, row.id))
    const { usefulMs = 0, sinceMs = null } = found ?? {}
    const pause = callAgainInMs(
      row.endedIds.length + 1,
      usefulMs,
      leftMs,
      isCalledFurther === true ? sinceMs : null,
    )
    if (!isAwaited || pause === null) return undefined
    return saidOfPause.find(([most]) => pause <= most)?.[1]
  }

  async function record(id: number, answer: Answer | 'UNMUTE', providerId: string | undefined) {
    const { receipt, said } = await db.transaction(async (tx) => {
      const row = await noteAnswer(tx, id, answer)
      if (row === null) return { receipt: null, said: null }
      const byPhone = providerId ? { providerId, isSpeaking: true as const } : {}
      const delivered = { state: 'DELIVERED' as const, detail: null, ...byPhone }
      const applied = await applyReceipt(tx, db.now(), { deliveryId: id }, delivered)
      const answered = { ...row, references: await referencesOf(tx, row) }
      const owner = owners.get(row.kind ?? '')
      return { receipt: applied, said: (await owner?.onAnswer(tx, answered, answer)) ?? null }
    })
    if (receipt) count(receipt.channel, receipt.state)
    return said
  }

  async function view(id: number): Promise<AlertAnswerView | null> {
    const row = await linked(id)
    if (row === null) return null
    const answered = { ...row, references: await referencesOf(db.orm, row) }
    return (await owners.get(row.kind ?? '')?.view(answered, goodForMs)) ?? null
  }

  return {
    register: (kind, owner) => {
      if (owners.has(kind)) throw new Error(`Two owners of answers to ${kind}: a kind has one.`)
      owners.set(kind, owner)
    },
    onDeed: (handler) => void deedHandlers.push(handler),
    recordDeed: (deed) =>
      db.transaction(async (tx) => {
        for (const handler of deedHandlers) await handler(tx, deed)
      }),
    awaits,
    isWanted: (kind) => kind !== null && owners.has(kind),
    view,
    words: async (id) => {
      const row = await linked(id)
      if (row === null) return null
      const asked = { ...row, references: await referencesOf(db.orm, row) }
      const message = (await owners.get(row.kind ?? '')?.words?.(asked)) ?? null
      // It said nothing that somebody had to get up for: the next one is to ring (D318).
      if (message?.isOver === true)
        await db.orm.update(delivery).set({ spentAt: null }).where(eq(delivery.id, id))
      return message === null || message.isOver === true
        ? message
        : { ...message, calledAgain: await calledAgainOf(row) }
    },
    recordByLink: async (id, answer) => {
      if ((await view(id)) === null) return false
      await record(id, answer, undefined)
      return true
    },
    record,
  }
}

/** Notes what the reader of a delivery said; null where there is nothing to answer, or to acknowledge any more. */
async function noteAnswer(tx: Tx, id: number, answer: Answer | 'UNMUTE'): Promise<DeliveryRow | null> {
  const others = sql`array_remove(${delivery.answers}, ${answer === 'UNMUTE' ? 'MUTE' : answer}::text)`
  const [row] = await tx
    .update(delivery)
    .set({ answers: answer === 'UNMUTE' ? others : sql`${others} || ${answer}::text` })
    .where(
      and(
        isSent(id),
        answer === 'ACKNOWLEDGE' ? sql`NOT ${answer}::text = ANY (${delivery.answers})` : undefined,
      ),
    )
    .returning()
  return row ?? null
}

const isSent = (id: number) => and(eq(delivery.id, id), gt(delivery.attempts, 0), isNotNull(delivery.kind))
