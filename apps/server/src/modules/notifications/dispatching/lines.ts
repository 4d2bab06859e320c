import { inArray, sql } from 'drizzle-orm'
import { takeLock } from '../../../platform/db/advisory-locks.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Channel } from '../channels/channel.ts'
import { peaceMs } from '../ledger/call-along.store.ts'
import { after, delivery, type DeliveryRow, urgencies } from '../ledger/delivery.schema.ts'
import { type ClaimedDelivery, giveBack } from '../ledger/delivery.store.ts'
import type { Composers } from './composers.ts'

/** What the history says of a call that waits for another one. */
export const waitsForLine = 'waiting: another call to this number is under way'
/** And of one that leaves its number in peace (D350). */
export const waitsForPeace = 'waiting: this number was called a moment ago'
const ownDetails = [waitsForLine, waitsForPeace]

/** Longer than a call rings (a minute) and says its words twice: what has no end by then counts as over. */
export const longestCallMs = 3 * 60_000
/** How often a call that waits is looked at. */
const lookMs = 2_000
/** What waits and was not looked at for so long withholds no other: whoever would make it is gone. */
const forgottenMs = 10_000
/** A call in vain that is made again within so long is waited for by what is less grave, and then comes sooner. */
const [againWithinMs, againSoonMs] = [5 * 60_000, 20_000]

export interface Lines {
  /** From here to the end of the transaction nobody else begins a call. Before rows are claimed. */
  lock(tx: Tx, channel: Channel): Promise<void>
  /**
   * Of rows that were just claimed gives those whose number is free, of each number the gravest alone (D310, D312). The others are given
   * back as if they had not been claimed, to be looked at again soon.
   */
  take(tx: Tx, channel: Channel, claimed: readonly ClaimedDelivery[]): Promise<readonly ClaimedDelivery[]>
}

/** One call at a time for each number, over all networks, lanes and processes: known from the ledger, by the database's clock. */
export function createLines(
  db: Pick<Database, 'now'>,
  { costOf, isPressing }: Pick<Composers, 'costOf' | 'isPressing'>,
): Lines {
  async function rankOf(tx: Tx, row: DeliveryRow): Promise<number> {
    // It may be ringing already: its provider is asked before anything else.
    if (mayRing(row)) return urgencies.length
    // Somebody asked for it and sits beside their phone.
    if (row.lane === 'account') return critical
    const { urgency, inLine = urgency } = await costOf(tx, row)
    return urgencies.indexOf(inLine)
  }

  return {
    lock: async (tx, channel) => {
      if (channel.isOneAtATime === true) await takeLock(tx, 'calling')
    },
    take: async (tx, channel, claimed) => {
      // What is too late is not sent, and holds up nobody.
      const calls = claimed.filter(({ leftMs }) => leftMs > 0)
      if (channel.isOneAtATime !== true || calls.length === 0) return claimed
      const own = { channel: channel.channel, ids: claimed.map(({ id }) => id), to: numbersOf(calls) }
      const busy = await busyNumbers(tx, db, own)
      const waiting = await waitingCalls(tx, db, own)
      const again = await callsToMakeAgain(tx, db, own)
      const taken = await callsJustTaken(tx, db, own)
      const rivals = [...calls, ...waiting]
      const isContested = ({ recipient }: DeliveryRow) =>
        rivals.filter((one) => one.recipient === recipient).length > 1
      const isInPeace = async (row: DeliveryRow) => {
        // What is made again has its own pause.
        const told = taken.filter(({ id, recipient }) => recipient === row.recipient && id !== row.id)
        if (told.length === 0 || row.lane === 'account' || mayRing(row)) return false
        return wasCalled(row) || !(await isPressing(tx, row, told))
      }
      const ranked = new Map<number, number>()
      // What has to wait anyway withholds none that need not.
      for (const row of rivals)
        if (isContested(row)) ranked.set(row.id, (await isInPeace(row)) ? -1 : await rankOf(tx, row))
      const rank = ({ id }: DeliveryRow) => ranked.get(id) ?? 0
      const isBefore = (one: DeliveryRow, row: DeliveryRow) => {
        if (rank(one) !== rank(row)) return rank(one) > rank(row)
        // What was never called has all its calls before it, and takes in what else waits.
        return wasCalled(one) === wasCalled(row) ? one.id < row.id : wasCalled(row)
      }
      const isFirst = (row: DeliveryRow) =>
        rivals.every((one) => one.recipient !== row.recipient || !isBefore(one, row))
      const kept: ClaimedDelivery[] = []
      const soon = new Set<number>()
      // What somebody asked for does not wait for what nobody took, nor does the first call about something CRITICAL.
      const graver = async (row: DeliveryRow) => {
        const others = again.filter(
          (one) => one.recipient === row.recipient && (wasCalled(row) || !wasCalledSince(one, row)),
        )
        const own = others.length === 0 ? 0 : await rankOf(tx, row)
        if (row.lane === 'account' || (!wasCalled(row) && own >= critical)) return []
        const found: number[] = []
        for (const one of others) if ((await rankOf(tx, one)) > own) found.push(one.id)
        return found
      }
      for (const row of claimed) {
        const before = row.leftMs <= 0 ? [] : await graver(row)
        for (const id of before) soon.add(id)
        const isPeace = !busy.has(row.recipient) && (await isInPeace(row))
        const isNext = before.length === 0 && !busy.has(row.recipient) && isFirst(row) && !isPeace
        const detail = isPeace ? waitsForPeace : waitsForLine
        if (row.leftMs <= 0 || isNext) kept.push(row)
        else await giveBack(tx, db.now(), row, { inMs: lookMs, detail, inPlaceOf: ownDetails })
      }
      if (soon.size > 0) {
        const dueAt = sql`least(${delivery.dueAt}, ${after(db.now(), againSoonMs)})`
        await tx
          .update(delivery)
          .set({ dueAt })
          .where(inArray(delivery.id, [...soon]))
      }
      return kept
    },
  }
}

const critical = urgencies.indexOf('CRITICAL')
const mayRing = ({ attempts, endedAttempts, state }: DeliveryRow) =>
  attempts - endedAttempts > (state === 'QUEUED' ? 0 : 1)
const wasCalled = ({ endedIds }: DeliveryRow) => endedIds.length > 0

/** Whether a call was made in vain since another one, that was never made, began to wait. */
function wasCalledSince({ claimedAt }: DeliveryRow, other: DeliveryRow): boolean {
  const since = Math.max(
    ...[other.createdAt, other.gathersUntil, other.waitsUntil].map((at) => at?.getTime() ?? 0),
  )
  return claimedAt !== null && claimedAt.getTime() > since
}

interface Beside {
  channel: string
  /** Rows that are not meant. */
  ids: readonly number[]
  to: readonly string[]
}

const numbersOf = (rows: readonly DeliveryRow[]) => [...new Set(rows.map(({ recipient }) => recipient))]

/** Those of the numbers to which a call is under way: being handed over, taken and without an end, or with a key just pressed. */
async function busyNumbers(tx: Tx, db: Pick<Database, 'now'>, of: Beside): Promise<Set<string>> {
  const isOf = sql`channel = ${of.channel} AND recipient = ANY (${sql.param([...of.to])}::text[])
    AND id <> ALL (${sql.param([...of.ids])}::bigint[])`
  const since = sql`${db.now()} - make_interval(secs => ${longestCallMs / 1000}::float8)`
  const { rows } = await tx.execute<{ recipient: string }>(sql`
    SELECT recipient FROM delivery WHERE ${isOf} AND state = 'SENDING' AND lease_until >= ${db.now()}
    UNION ALL
    SELECT recipient FROM delivery
    WHERE ${isOf} AND ask_at > ${since}
      AND (state = 'SENT' AND claimed_at > ${since} OR state = 'DELIVERED' AND ask_at > ${db.now()})`)
  return new Set(rows.map(({ recipient }) => recipient))
}

/** Calls to these numbers that are about to be looked at, by whichever lane or process. */
async function waitingCalls(tx: Tx, db: Pick<Database, 'now'>, of: Beside): Promise<DeliveryRow[]> {
  const within = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`
  return tx
    .select()
    .from(delivery)
    .where(
      sql`${delivery.channel} = ${of.channel} AND ${delivery.state} = 'QUEUED'
        AND ${delivery.recipient} = ANY (${sql.param([...of.to])}::text[])
        AND ${delivery.id} <> ALL (${sql.param([...of.ids])}::bigint[])
        AND ${delivery.giveUpAt} > ${db.now()}
        AND ${delivery.dueAt} <= ${db.now()} + ${within(lookMs)}
        AND greatest(${delivery.dueAt}, ${delivery.updatedAt}) > ${db.now()} - ${within(forgottenMs)}`,
    )
}

/** Calls to these numbers that were made in vain and are made again in a while. */
async function callsToMakeAgain(tx: Tx, db: Pick<Database, 'now'>, of: Beside): Promise<DeliveryRow[]> {
  return tx
    .select()
    .from(delivery)
    .where(
      sql`${delivery.channel} = ${of.channel} AND ${delivery.state} = 'QUEUED' AND ${delivery.endedIds} <> '{}'
        AND ${delivery.recipient} = ANY (${sql.param([...of.to])}::text[])
        AND ${delivery.id} <> ALL (${sql.param([...of.ids])}::bigint[])
        AND ${delivery.giveUpAt} > ${db.now()}
        AND ${delivery.dueAt} > ${after(db.now(), lookMs)} AND ${delivery.dueAt} <= ${after(db.now(), againWithinMs)}`,
    )
}

/** Calls to these numbers that somebody took a moment ago without a key. One that they asked for has told them nothing. */
async function callsJustTaken(tx: Tx, db: Pick<Database, 'now'>, of: Beside): Promise<DeliveryRow[]> {
  return tx
    .select()
    .from(delivery)
    .where(
      sql`${delivery.channel} = ${of.channel} AND ${delivery.recipient} = ANY (${sql.param([...of.to])}::text[])
        AND ${delivery.liftedAt} > ${after(db.now(), -peaceMs)} AND ${delivery.lane} <> 'account'`,
    )
}
