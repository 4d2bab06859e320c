import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { allowLongStatements } from '../../../platform/db/transaction.ts'
import { type AddedTo, after, delivery } from './delivery.schema.ts'

import { type FanOut, laneOf, type NewDelivery } from './new-delivery.ts'
import type { PayloadSeal } from './payload-seal.ts'

/**
 * Writes one row of the ledger; a dedupe key that is there already leaves everything as it is. What somebody asked for
 * is counted against the budgets here, since its caller has looked at them; an alert when it is sent.
 */
export async function enqueue(
  tx: Tx,
  newDelivery: NewDelivery,
  deps: { seal: PayloadSeal; now: SQL; isPaid: (channel: string) => boolean },
): Promise<void> {
  const { message, usefulForMs, suppressed, isCritical: _isCritical, ...row } = newDelivery
  const id = await nextDeliveryId(tx)
  const isSent = suppressed === undefined
  await insertDelivery(tx, deps.now, {
    ...row,
    id,
    lane: laneOf(newDelivery),
    state: isSent ? 'QUEUED' : 'SUPPRESSED',
    payload: isSent ? deps.seal.seal(id, message) : null,
    detail: suppressed ?? null,
    usefulForMs,
    isSpent: isSent && row.purpose === 'account' && deps.isPaid(row.channel),
  })
}

const columns = sql`channel, user_id, recipient, language, reference, is_critical`
/** When what a row is about happened; null: it is worth sending from now on. */
const times = (hasTimes: boolean) => (hasTimes ? sql`happened_at` : sql`NULL::timestamptz AS happened_at`)

/**
 * Writes all rows of a fan-out; what is there already stays as it is. One that is alone is one statement. Gives the lanes to
 * wake, and of a fan-out of something new those as well where anything else waits.
 */
export async function insertFanOut(tx: Tx, now: SQL, fanOut: FanOut): Promise<AddedTo[]> {
  const { storm: references, recipients, hasStates = false, hasTimes = false } = fanOut
  await allowLongStatements(tx)
  if (references === undefined) return insertEach(tx, now, fanOut)
  if (!hasStates) return insertStorm(tx, now, { ...fanOut, references })
  const queued = sql`SELECT ${columns}, ${times(hasTimes)} FROM (${recipients}) AS recipients WHERE state = 'QUEUED'`
  const added = await insertStorm(tx, now, { ...fanOut, recipients: queued, references, hasTimes: true })
  const unsent = sql`SELECT * FROM (${recipients}) AS recipients WHERE state <> 'QUEUED'`
  await insertEach(tx, now, { ...fanOut, recipients: unsent })
  return added
}

/** The index `delivery_reference`. */
const unlessThere = sql`ON CONFLICT (user_id, reference, kind, channel, recipient) WHERE reference IS NOT NULL DO NOTHING`

async function insertEach(
  tx: Tx,
  now: SQL,
  { kind, usefulForMs, recipients, hasStates = false, hasTimes = false, isNew = false }: FanOut,
): Promise<AddedTo[]> {
  const states = hasStates ? sql`state, detail` : sql`'QUEUED'::text AS state, NULL::text AS detail`
  const insert = sql`
    INSERT INTO delivery (channel, lane, purpose, user_id, recipient, language, kind, reference, state,
                          detail, due_at, give_up_at, created_at, updated_at)
    SELECT channel, CASE WHEN is_critical THEN 'critical' ELSE 'other' END, 'alert', user_id, recipient, language,
           ${kind}::text, reference, state, detail,
           ${now}, ${after(sql`coalesce(least(happened_at, ${now}), ${now})`, usefulForMs)}, ${now}, ${now}
    FROM (SELECT ${columns}, ${states}, ${times(hasTimes)} FROM (${recipients}) AS recipients) AS wanted`
  if (isNew) {
    await tx.execute(insert)
    return queuedLanes(tx)
  }
  // What waits may have become a part of another message.
  const isThere = sql`EXISTS (
    SELECT FROM delivery_also also JOIN delivery d ON d.id = also.delivery_id
    WHERE also.reference = wanted.reference AND d.kind = ${kind} AND d.user_id = wanted.user_id
      AND d.channel = wanted.channel AND d.recipient = wanted.recipient)`
  const { rows } = await tx.execute<AddedTo & Record<string, unknown>>(sql`
    WITH added AS (${insert} WHERE NOT ${isThere} ${unlessThere} RETURNING channel, lane, state)
    SELECT DISTINCT channel, lane FROM added WHERE state = 'QUEUED' ORDER BY channel, lane`)
  return rows
}

/**
 * Lanes in which anything waits, by a look-up for each in the index `delivery_queued`: to hand back a million rows only to
 * learn where they are is a tenth of writing them.
 */
async function queuedLanes(tx: Tx): Promise<AddedTo[]> {
  const next = (after: SQL) => sql`
    SELECT channel, lane FROM delivery WHERE state = 'QUEUED' AND ${after} ORDER BY channel, lane LIMIT 1`
  const { rows } = await tx.execute<AddedTo & Record<string, unknown>>(sql`
    WITH RECURSIVE lanes AS (
      (${next(sql`true`)})
      UNION ALL
      SELECT d.channel, d.lane
      FROM lanes l CROSS JOIN LATERAL (${next(sql`(channel, lane) > (l.channel, l.lane)`)}) d
    )
    SELECT channel, lane FROM lanes`)
  return rows
}

/** After the first message of a storm the others wait so long for each other. */
const gatherSeconds = 15
/** And what is not urgent. */
const gatherSummarySeconds = 300
/** What others follow has so long for them, however long its storm has lasted; and a message that gathers several of that, from its first on. */
const awaitSeconds = 20
const mostAwaitSeconds = 30

/** Of a first message that is about several things: it takes nothing in. */
export const closedAt = (createdAt: SQL): SQL => sql`${createdAt} - interval '1 second'`
const isFirst = sql`(d.gathers_until IS NULL OR d.gathers_until < d.created_at)`

interface Storm {
  kind: string
  usefulForMs: number
  /** As of a fan-out. */
  recipients: SQL
  /** Everything of the kind that may be of the same storm, what is reported now included. */
  references: readonly string[]
  things?: ReadonlyMap<string, string>
  gathering?: FanOut['gathering']
  hasTimes?: boolean
  isSummary?: boolean
}

/**
 * Writes the rows of a fan-out so that a reader gets the first message of a storm at once, with all of the same thing that is
 * written here, and one about all others of the next 15 seconds: for each channel and contact, and what is CRITICAL does not
 * wait for what is not. What `gathering` names waits from the first on. A row that gathers and that nobody has taken yet takes in what comes, in this transaction or in a
 * later one.
 */
async function insertStorm(
  tx: Tx,
  now: SQL,
  {
    kind,
    usefulForMs,
    recipients,
    references,
    things = new Map(),
    gathering = { channels: [], opens: [], joins: [], awaits: [] },
    hasTimes = false,
    isSummary = false,
  }: Storm,
): Promise<AddedTo[]> {
  const all = sql.join(
    references.map((reference) => sql`${reference}`),
    sql`, `,
  )
  // Whoever is about to send one of these waits until this transaction has ended, and passes it over.
  await tx.execute(sql`
    SELECT id FROM delivery
    WHERE kind = ${kind} AND reference IN (${all}) AND state = 'QUEUED' AND attempts = 0 AND gathers_until > ${now}
    ORDER BY id FOR UPDATE`)
  const written = sql`channel, lane, purpose, user_id, recipient, language, kind, reference, state,
                      gathers_until, due_at, give_up_at, created_at, updated_at`
  const laneOf = (isCritical: SQL) => sql`CASE WHEN ${isCritical} THEN 'critical' ELSE 'other' END`
  const gatherFor = sql`make_interval(secs => ${isSummary ? gatherSummarySeconds : gatherSeconds})`
  const usefulFrom = (moment: SQL) => after(sql`coalesce(least(happened_at, ${now}), ${moment})`, usefulForMs)
  const isAmong = (names: readonly string[]) => sql`reference = ANY (${sql.param([...names])}::text[])`
  const gathers = sql`(channel = ANY (${sql.param([...gathering.channels])}::text[])
    AND (${isAmong(gathering.opens)} OR open_id IS NOT NULL AND ${isAmong(gathering.joins)}))`
  const isOfGathering = sql`(channel = ANY (${sql.param([...gathering.channels])}::text[])
    AND (${isAmong(gathering.opens)} OR ${isAmong(gathering.joins)}))`
  const awaitFrom = (moment: SQL, seconds: number) => sql`${moment} + make_interval(secs => ${seconds})`
  const isOfReader = sql`d.kind = ${kind} AND d.user_id = w.user_id AND d.channel = w.channel AND d.recipient = w.recipient`
  const { rows } = await tx.execute<AddedTo & Record<string, unknown>>(sql`
    WITH wanted AS (
      SELECT DISTINCT ${columns}, ${times(hasTimes)} FROM (${recipients}) AS w
      WHERE NOT EXISTS (SELECT FROM delivery d WHERE d.reference = w.reference AND ${isOfReader})
        AND NOT EXISTS (
          SELECT FROM delivery_also a JOIN delivery d ON d.id = a.delivery_id
          WHERE a.reference = w.reference AND ${isOfReader})
    ),
    recent AS (
      SELECT d.user_id, d.channel, d.recipient,
             max(d.created_at) FILTER (WHERE ${isFirst}) AS first_at,
             max(d.created_at) FILTER (WHERE ${isFirst} AND d.lane = 'critical') AS first_critical_at,
             max(d.id) FILTER (WHERE d.state = 'QUEUED' AND d.attempts = 0 AND d.gathers_until > ${now}) AS open_id
      FROM (SELECT DISTINCT user_id, channel, recipient FROM wanted) AS w
      JOIN delivery d USING (user_id, channel, recipient)
      WHERE d.kind = ${kind} AND d.reference IN (${all}) AND d.state NOT IN ('FAILED', 'SUPPRESSED')
        AND (d.created_at > ${now} - ${gatherFor} OR d.gathers_until > ${now})
      GROUP BY d.user_id, d.channel, d.recipient
    ),
    placed AS (
      SELECT w.*, r.open_id, t.thing, CASE WHEN w.is_critical THEN r.first_critical_at ELSE r.first_at END AS opened_at
      FROM wanted w LEFT JOIN recent r USING (user_id, channel, recipient)
      LEFT JOIN unnest(${sql.param([...things.keys()])}::text[], ${sql.param([...things.values()])}::text[])
        AS t (reference, thing) USING (reference)
    ),
    opening AS (
      SELECT DISTINCT ON (user_id, channel, recipient) user_id, channel, recipient, reference, thing
      FROM placed WHERE ${!isSummary} AND opened_at IS NULL AND NOT ${gathers}
      ORDER BY user_id, channel, recipient, is_critical DESC, length(reference), reference
    ),
    ordered AS (
      SELECT p.*, coalesce(l.reference = p.reference, false) AS is_first,
             coalesce(l.reference <> p.reference AND l.thing = p.thing, false) AS goes_along
      FROM placed p LEFT JOIN opening l USING (user_id, channel, recipient)
    ),
    rest AS (
      SELECT o.*, row_number() OVER (
               PARTITION BY user_id, channel, recipient ORDER BY is_critical DESC, length(reference), reference) AS place,
             bool_or(is_critical) OVER (PARTITION BY user_id, channel, recipient) AS has_critical,
             coalesce(max(opened_at) OVER (PARTITION BY user_id, channel, recipient), ${now}) + ${gatherFor} AS storm_until,
             bool_or(${isAmong(gathering.awaits)}) OVER (PARTITION BY user_id, channel, recipient)
               AND bool_and(${isOfGathering}) OVER (PARTITION BY user_id, channel, recipient) AS awaits,
             bool_or(NOT ${isOfGathering}) OVER (PARTITION BY user_id, channel, recipient) AS has_others
      FROM ordered o WHERE NOT is_first AND NOT goes_along
    ),
    timed AS (
      SELECT r.*, CASE WHEN awaits THEN greatest(storm_until, ${awaitFrom(now, awaitSeconds)}) ELSE storm_until END AS until
      FROM rest r
    ),
    firsts AS (
      INSERT INTO delivery (${written})
      SELECT channel, ${laneOf(sql`is_critical`)}, 'alert', user_id, recipient, language, ${kind}::text, reference,
             'QUEUED',
             CASE WHEN (user_id, channel, recipient) IN (SELECT user_id, channel, recipient FROM ordered WHERE goes_along)
                  THEN ${closedAt(now)} END,
             ${now}, ${usefulFrom(now)}, ${now}, ${now}
      FROM ordered WHERE is_first
      ${unlessThere}
      RETURNING id, user_id, channel, recipient, lane
    ),
    gathering AS (
      INSERT INTO delivery (${written})
      SELECT channel, ${laneOf(sql`has_critical`)}, 'alert', user_id, recipient, language, ${kind}::text, reference,
             'QUEUED', until, until, ${usefulFrom(sql`until`)}, ${now}, ${now}
      FROM timed WHERE place = 1 AND open_id IS NULL
      ${unlessThere}
      RETURNING id, user_id, channel, recipient
    ),
    -- What others follow has its time, but for what is urgent; what begins, and joins such a message, does not wait for that.
    retimed AS (
      UPDATE delivery d
      SET lane = CASE WHEN t.has_critical THEN 'critical' ELSE d.lane END,
          due_at = t.due, gathers_until = t.due
      FROM (
        SELECT o.id, t.has_critical,
               CASE WHEN t.has_others THEN least(o.due_at, greatest(t.storm_until, ${now}))
                    WHEN t.awaits AND o.lane <> 'critical'
                    THEN greatest(o.due_at, least(t.until, ${awaitFrom(sql`o.created_at`, mostAwaitSeconds)}))
                    ELSE o.due_at END AS due
        FROM timed t JOIN delivery o ON o.id = t.open_id
        WHERE t.place = 1) t
      WHERE d.id = t.id AND (d.due_at <> t.due OR t.has_critical AND d.lane <> 'critical')
    ),
    also AS (
      INSERT INTO delivery_also (delivery_id, reference)
      SELECT coalesce(r.open_id, g.id), r.reference
      FROM rest r LEFT JOIN gathering g USING (user_id, channel, recipient)
      WHERE r.open_id IS NOT NULL OR (r.place > 1 AND g.id IS NOT NULL)
      UNION ALL
      SELECT f.id, o.reference FROM ordered o JOIN firsts f USING (user_id, channel, recipient) WHERE o.goes_along
      ON CONFLICT DO NOTHING
    )
    SELECT DISTINCT channel, lane FROM firsts ORDER BY channel, lane`)
  return rows
}

/** What was only written down as not sent, for whom and about what. */
export interface Records {
  kind: string
  detail: string
  about: readonly { userId: number; reference: string }[]
}

/** Takes back what is SUPPRESSED with this detail, as if it had not been written. */
export async function withdrawRecords(tx: Tx, { kind, detail, about }: Records): Promise<void> {
  await tx.execute(sql`
    DELETE FROM delivery d
    USING unnest(${sql.param(about.map(({ userId }) => userId))}::int[],
                 ${sql.param(about.map(({ reference }) => reference))}::text[]) AS o (user_id, reference)
    WHERE d.user_id = o.user_id AND d.reference = o.reference AND d.kind = ${kind}
      AND d.state = 'SUPPRESSED' AND d.detail = ${detail}`)
}

/** Takes an id before the row exists, since the payload is sealed for it. */
async function nextDeliveryId(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT nextval(pg_get_serial_sequence('delivery', 'id'))::text AS id`,
  )
  const id = Number(rows[0]?.id)
  if (!Number.isSafeInteger(id)) throw new Error('the delivery sequence gave no id')
  return id
}

type NewRow = Omit<
  typeof delivery.$inferInsert,
  'attempts' | 'dueAt' | 'giveUpAt' | 'createdAt' | 'updatedAt' | 'spentAt'
> & { usefulForMs: number; isSpent: boolean }

/** Adds a row, due at once, unless its dedupe key is there already. */
async function insertDelivery(tx: Tx, now: SQL, row: NewRow): Promise<void> {
  const { usefulForMs, isSpent, ...columns } = row
  await tx
    .insert(delivery)
    .values({
      ...columns,
      attempts: 0,
      dueAt: now,
      giveUpAt: after(now, usefulForMs),
      spentAt: isSpent ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: delivery.dedupeKey, where: sql`dedupe_key IS NOT NULL` })
}
