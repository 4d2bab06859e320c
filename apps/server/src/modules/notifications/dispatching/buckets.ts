import { inArray, sql } from 'drizzle-orm'
import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Channel, Credential } from '../channels/channel.ts'
import { type ClaimedDelivery, giveBack } from '../ledger/delivery.store.ts'
import { afterQueueing, afterRefusal, afterSending, type Bucket, turnOf } from './bucket.policy.ts'

// Migration `*-notifications-buckets.sql`.

const credentialBucket = pgTable('credential_bucket', {
  key: text('key').primaryKey(),
  usedUntil: doublePrecision('used_until').notNull(),
  urgentUntil: doublePrecision('urgent_until').notNull(),
  otherUntil: doublePrecision('other_until').notNull(),
  closedUntil: doublePrecision('closed_until').notNull(),
})

/** What the history says of a message whose turn has not come. */
export const waitsForTurn = 'waiting: its provider takes only so many messages at a time'

/** No provider is left alone for longer, whatever it asks: it is asked again then. */
const longestBackoffMs = 3_600_000
/** A bucket that nobody used for so long is full. */
const forgottenAfterMs = 24 * 3_600_000

/** A row with what its provider counts it by, from the widest to the narrowest. */
export type TakenDelivery = ClaimedDelivery & { credentials: readonly Credential[] }

export interface Buckets {
  /**
   * Draws on the buckets of rows that were just claimed (D131); gives those whose turn it is. The others are given back,
   * due at their turn, as if they had not been claimed; those whose turn comes too late are given as expired.
   * `nextTurnMs`: when the first of the others is due, from now on.
   */
  take(
    tx: Tx,
    channel: Channel,
    claimed: readonly ClaimedDelivery[],
  ): Promise<{ ready: TakenDelivery[]; nextTurnMs: number }>
  /** Empties the bucket that a provider's refusal is about, the narrowest, for so many ms (D132). */
  backOff(credentials: readonly Credential[], forMs: number): Promise<void>
  /** Forgets those that are full. */
  forget(): Promise<void>
}

/** What providers take in a time (D131 to D133), counted in the database, by its clock, for all processes. */
export function createBuckets(db: Pick<Database, 'orm' | 'now' | 'transaction'>): Buckets {
  return {
    take: async (tx, channel, claimed) => {
      if (channel.credentialsOf === undefined || claimed.length === 0)
        return { ready: claimed.map((row) => ({ ...row, credentials: [] })), nextTurnMs: Infinity }
      const found = await channel.credentialsOf(
        tx,
        claimed.map(({ recipient }) => recipient),
      )
      const rows = claimed.map((row, place) => ({ ...row, credentials: found[place] ?? [] }))
      const buckets = await lockedBuckets(
        tx,
        rows.flatMap(({ credentials }) => credentials),
      )
      const alerts = await alertsOf(tx, rows)
      const ready: TakenDelivery[] = []
      let nextTurnMs = Infinity
      for (const row of rows) {
        const turn = draw(buckets, row, alerts.get(row.id) ?? 1)
        if (turn === null) ready.push(row)
        else if (turn >= row.giveUpAt.getTime()) ready.push({ ...row, leftMs: 0, detail: waitsForTurn })
        else {
          const inMs = turn - nowOf(row)
          nextTurnMs = Math.min(nextTurnMs, inMs)
          await giveBack(tx, db.now(), row, { inMs, detail: waitsForTurn })
        }
      }
      await keep(tx, buckets)
      return { ready, nextTurnMs }
    },
    backOff: async (credentials, forMs) => {
      const narrowest = credentials.at(-1)
      if (narrowest === undefined) return
      await db.transaction(async (tx) => {
        const buckets = await lockedBuckets(tx, [narrowest], true)
        const { rows } = await tx.execute<{ now: number }>(
          sql`SELECT extract(epoch from ${db.now()})::float8 * 1000 AS now`,
        )
        const bucket = buckets.get(narrowest.key) ?? full
        const until = Number(rows[0]?.now) + Math.min(forMs, longestBackoffMs)
        buckets.set(narrowest.key, afterRefusal(bucket, narrowest.rate, until))
        await keep(tx, buckets)
      })
    },
    forget: async () => {
      await db.orm.execute(sql`
        DELETE FROM credential_bucket
        WHERE greatest(used_until, urgent_until, other_until, closed_until)
              < extract(epoch from ${db.now()}) * 1000 - ${forgottenAfterMs}::float8`)
    },
  }
}

/** When it was claimed, by the database's clock, Unix ms. */
const nowOf = ({ giveUpAt, leftMs }: ClaimedDelivery) => giveUpAt.getTime() - leftMs

const full: Bucket = { usedUntil: 0, urgentUntil: 0, otherUntil: 0, closedUntil: 0 }

/**
 * Takes from each bucket of a row, or gives the time at which it is its turn in all of them.
 *
 * @param messages that its provider counts
 */
function draw(buckets: Map<string, Bucket>, row: TakenDelivery, messages: number): number | null {
  const now = nowOf(row)
  const waiting = { isUrgent: row.lane !== 'other', hasWaited: row.detail === waitsForTurn }
  const own = row.credentials.map((credential) => ({
    ...credential,
    bucket: buckets.get(credential.key) ?? full,
    messages: credential.isByAlert === true ? messages : 1,
  }))
  const turn = Math.max(0, ...own.map(({ bucket, rate }) => turnOf(bucket, rate, waiting, now)))
  for (const { key, rate, bucket, messages: count } of own) {
    const next =
      turn <= now
        ? afterSending(bucket, rate, count, now)
        : afterQueueing(bucket, rate, waiting.isUrgent, turn, count)
    // What has no bucket and no rate needs none.
    if (rate !== null || buckets.has(key)) buckets.set(key, next)
  }
  return turn <= now ? null : turn
}

/** The buckets of these, nobody else's until the transaction ends. Locked in one order, so that two processes never wait for each other. */
async function lockedBuckets(
  tx: Tx,
  credentials: readonly Credential[],
  isMade = false,
): Promise<Map<string, Bucket>> {
  const keys = [...new Set(credentials.map(({ key }) => key))].toSorted()
  if (keys.length === 0) return new Map()
  const rated = new Set(credentials.filter(({ rate }) => isMade || rate !== null).map(({ key }) => key))
  const fresh = keys.filter((key) => rated.has(key))
  if (fresh.length > 0)
    await tx
      .insert(credentialBucket)
      .values(fresh.map((key) => ({ key, ...full })))
      .onConflictDoNothing()
  const rows = await tx
    .select()
    .from(credentialBucket)
    .where(inArray(credentialBucket.key, keys))
    .orderBy(credentialBucket.key)
    .for('update')
  return new Map(rows.map(({ key, ...bucket }) => [key, bucket]))
}

async function keep(tx: Tx, buckets: ReadonlyMap<string, Bucket>): Promise<void> {
  if (buckets.size === 0) return
  const rows = [...buckets].map(
    ([key, { usedUntil, urgentUntil, otherUntil, closedUntil }]) =>
      sql`(${key}::text, ${usedUntil}::float8, ${urgentUntil}::float8, ${otherUntil}::float8, ${closedUntil}::float8)`,
  )
  await tx.execute(sql`
    UPDATE credential_bucket b
    SET used_until = v.used, urgent_until = v.urgent, other_until = v.other, closed_until = v.closed
    FROM (VALUES ${sql.join(rows, sql`, `)}) AS v (key, used, urgent, other, closed)
    WHERE b.key = v.key`)
}

/** Of how many alerts each of these tells, where its provider counts alerts. */
async function alertsOf(tx: Tx, rows: readonly TakenDelivery[]): Promise<Map<number, number>> {
  const counted = rows.filter(({ credentials }) => credentials.some(({ isByAlert }) => isByAlert === true))
  if (counted.length === 0) return new Map()
  const ids = sql.join(
    counted.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const { rows: found } = await tx.execute<{ id: number; alerts: number }>(sql`
    SELECT delivery_id::float8 AS id, 1 + count(*)::int AS alerts FROM delivery_also WHERE delivery_id IN (${ids})
    GROUP BY delivery_id`)
  return new Map(found.map(({ id, alerts }) => [id, alerts]))
}
