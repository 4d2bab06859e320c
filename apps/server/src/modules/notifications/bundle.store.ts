import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { deliveryAlso, type DeliveryRow } from './delivery.schema.ts'
import type { AddedTo } from './lane.ts'

/** After the first message of a storm the others wait so long for each other. */
const gatherSeconds = 15

export interface Storm {
  kind: string
  usefulForMs: number
  /** As of a fan-out. */
  recipients: SQL
  /** Everything of the kind that may be of the same storm, what is told now included. */
  references: readonly string[]
}

/**
 * Writes the rows of a fan-out so that a reader gets the first message of a storm at once, and one about all others of
 * the next 15 seconds: for each channel and contact, and what is CRITICAL does not wait for what is not. A row that
 * gathers and that nobody has taken yet takes in what comes, in this transaction or in a later one.
 */
export async function insertStorm(
  tx: Tx,
  now: SQL,
  { kind, usefulForMs, recipients, references }: Storm,
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
  const columns = sql`channel, lane, purpose, user_id, recipient, language, kind, reference, dedupe_key, state,
                      gathers_until, due_at, give_up_at, created_at, updated_at`
  const keyOf = sql`concat_ws(':', ${kind}::text, reference, channel, user_id, recipient)`
  const laneOf = (isCritical: SQL) => sql`CASE WHEN ${isCritical} THEN 'critical' ELSE 'other' END`
  const gatherFor = sql`make_interval(secs => ${gatherSeconds})`
  const usefulFor = sql`make_interval(secs => ${usefulForMs}::float8 / 1000)`
  const isOfReader = sql`d.kind = ${kind} AND d.user_id = w.user_id AND d.channel = w.channel AND d.recipient = w.recipient`
  const { rows } = await tx.execute<AddedTo & Record<string, unknown>>(sql`
    WITH wanted AS (
      SELECT DISTINCT w.*, ${keyOf} AS dedupe_key FROM (${recipients}) AS w
      WHERE NOT EXISTS (SELECT FROM delivery d WHERE d.reference = w.reference AND ${isOfReader})
        AND NOT EXISTS (
          SELECT FROM delivery_also a JOIN delivery d ON d.id = a.delivery_id
          WHERE a.reference = w.reference AND ${isOfReader})
    ),
    recent AS (
      SELECT d.user_id, d.channel, d.recipient,
             max(d.created_at) FILTER (WHERE d.gathers_until IS NULL) AS first_at,
             max(d.created_at) FILTER (WHERE d.gathers_until IS NULL AND d.lane = 'critical') AS first_critical_at,
             max(d.id) FILTER (WHERE d.state = 'QUEUED' AND d.attempts = 0 AND d.gathers_until > ${now}) AS open_id
      FROM (SELECT DISTINCT user_id, channel, recipient FROM wanted) AS w
      JOIN delivery d USING (user_id, channel, recipient)
      WHERE d.kind = ${kind} AND d.reference IN (${all}) AND d.state NOT IN ('FAILED', 'SUPPRESSED')
        AND d.created_at > ${now} - ${gatherFor}
      GROUP BY d.user_id, d.channel, d.recipient
    ),
    placed AS (
      SELECT w.*, r.open_id, CASE WHEN w.is_critical THEN r.first_critical_at ELSE r.first_at END AS opened_at
      FROM wanted w LEFT JOIN recent r USING (user_id, channel, recipient)
    ),
    ordered AS (
      SELECT p.*, opened_at IS NULL AND row_number() OVER (
               PARTITION BY user_id, channel, recipient
               ORDER BY (opened_at IS NULL) DESC, is_critical DESC, length(reference), reference) = 1 AS is_first
      FROM placed p
    ),
    rest AS (
      SELECT o.*, row_number() OVER (
               PARTITION BY user_id, channel, recipient ORDER BY is_critical DESC, length(reference), reference) AS place,
             bool_or(is_critical) OVER (PARTITION BY user_id, channel, recipient) AS has_critical,
             coalesce(max(opened_at) OVER (PARTITION BY user_id, channel, recipient), ${now}) + ${gatherFor} AS until
      FROM ordered o WHERE NOT is_first
    ),
    firsts AS (
      INSERT INTO delivery (${columns})
      SELECT channel, ${laneOf(sql`is_critical`)}, 'alert', user_id, recipient, language, ${kind}::text, reference,
             dedupe_key, 'QUEUED', NULL, ${now}, ${now} + ${usefulFor}, ${now}, ${now}
      FROM ordered WHERE is_first
      ON CONFLICT (dedupe_key) DO NOTHING
      RETURNING channel, lane
    ),
    gathering AS (
      INSERT INTO delivery (${columns})
      SELECT channel, ${laneOf(sql`has_critical`)}, 'alert', user_id, recipient, language, ${kind}::text, reference,
             dedupe_key, 'QUEUED', until, until, until + ${usefulFor}, ${now}, ${now}
      FROM rest WHERE place = 1 AND open_id IS NULL
      ON CONFLICT (dedupe_key) DO NOTHING
      RETURNING id, user_id, channel, recipient
    ),
    hurried AS (
      UPDATE delivery SET lane = 'critical'
      WHERE id IN (SELECT open_id FROM rest WHERE is_critical) AND lane <> 'critical'
    ),
    also AS (
      INSERT INTO delivery_also (delivery_id, reference)
      SELECT coalesce(r.open_id, g.id), r.reference
      FROM rest r LEFT JOIN gathering g USING (user_id, channel, recipient)
      WHERE r.open_id IS NOT NULL OR (r.place > 1 AND g.id IS NOT NULL)
      ON CONFLICT DO NOTHING
    )
    SELECT channel, lane, count(*)::int AS count FROM firsts GROUP BY channel, lane ORDER BY channel, lane`)
  return rows
}

/** Everything that a row is about, in the order in which it came. */
export async function referencesOf(
  orm: Queryable,
  { id, reference, gathersUntil }: Pick<DeliveryRow, 'id' | 'reference' | 'gathersUntil'>,
): Promise<string[]> {
  if (reference === null) return []
  if (gathersUntil === null) return [reference]
  const others = await orm
    .select({ reference: deliveryAlso.reference })
    .from(deliveryAlso)
    .where(eq(deliveryAlso.deliveryId, id))
    .orderBy(sql`length(${deliveryAlso.reference})`, asc(deliveryAlso.reference))
  return [reference, ...others.map((one) => one.reference)]
}
