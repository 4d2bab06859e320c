import { type AlertingState, deciding, type TargetKey } from '@roundsman/alerting/deciding'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { alertNetwork, alertTarget } from '../alerts.schema.ts'

/**
 * What is stored of a network's conditions; null: nothing yet. Locked until the transaction ends, also where there is
 * nothing: decisions of a network come one by one.
 */
export async function lockHead(tx: Tx, networkId: number): Promise<AlertingState['head'] | null> {
  const known = await headForUpdate(tx, networkId)
  if (known !== undefined) return known
  await tx.insert(alertNetwork).values({ networkId, head: sql`'null'::jsonb` }).onConflictDoNothing()
  return (await headForUpdate(tx, networkId)) ?? null
}

/** undefined: there is no row. */
async function headForUpdate(tx: Tx, networkId: number): Promise<AlertingState['head'] | null | undefined> {
  const [row] = await tx
    .select({ head: alertNetwork.head })
    .from(alertNetwork)
    .where(eq(alertNetwork.networkId, networkId))
    .for('update')
  return row?.head
}

export async function readTargets(tx: Tx, networkId: number): Promise<AlertingState['targets']> {
  const rows = await tx.select().from(alertTarget).where(eq(alertTarget.networkId, networkId))
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]))
}

/** What is decided of one target, and the database's time, Unix ms. `state` null: nothing was decided yet. */
export async function readTargetState(
  orm: Queryable,
  now: SQL,
  networkId: number,
  key: TargetKey,
): Promise<{ state: AlertingState | null; now: number }> {
  const { rows } = await orm.execute<{
    head: AlertingState['head'] | null
    target: AlertingState['targets'][TargetKey] | null
    now: number
  }>(sql`
    SELECT n.head, t.state AS target, (extract(epoch FROM at.now) * 1000)::float8 AS now
    FROM (SELECT ${now} AS now) at
    LEFT JOIN alert_network n ON n.network_id = ${networkId}
    LEFT JOIN alert_target t ON t.network_id = n.network_id AND t.key = ${key}`)
  const [row] = rows
  if (!row) throw new Error('the database gave no time')
  const { head, target } = row
  const targets = target === null ? {} : { [key]: target }
  return { state: head === null ? null : deciding.read({ head, targets }), now: row.now }
}

/**
 * Writes the head, the targets that changed, and forgets those that are gone. The row of the network is there, as after
 * `lockHead`. `before`: only where that is still what is stored; else nothing is written, and false is given.
 */
export async function writeState(
  tx: Tx,
  networkId: number,
  state: AlertingState,
  change: {
    touched: readonly TargetKey[]
    closed: readonly TargetKey[]
    before: AlertingState['head'] | null
  },
): Promise<boolean> {
  const { head, targets } = state
  const { touched, closed, before } = change
  const changed = touched.flatMap((key) => {
    const target = targets[key]
    return target ? [{ key, state: target }] : []
  })
  const isAsBefore =
    before === null
      ? sql`true`
      : sql`head->'epoch' = to_jsonb(${before.epoch}::bigint) AND head->'step' = to_jsonb(${before.step}::bigint)`
  const { rows } = await tx.execute(sql`
    WITH head AS (
      UPDATE alert_network SET head = ${JSON.stringify(head)}::jsonb
      WHERE network_id = ${networkId} AND ${isAsBefore}
      RETURNING network_id),
    target AS (
      INSERT INTO alert_target (network_id, key, state)
      SELECT network_id, key, state
      FROM head, jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS t (key text, state jsonb)
      ON CONFLICT (network_id, key) DO UPDATE SET state = excluded.state)
    SELECT network_id FROM head`)
  if (rows.length === 0) return false
  if (closed.length > 0)
    await tx
      .delete(alertTarget)
      .where(and(eq(alertTarget.networkId, networkId), inArray(alertTarget.key, [...closed])))
  return true
}

/**
 * Networks whose newest block is further ahead than `ms` of the last one that was decided of, both by the chain's own
 * time: what is decided of a network is written with its blocks, so somebody fails to.
 */
export async function undecidedNetworks(orm: Queryable, ms: number): Promise<number[]> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    SELECT n.network_id AS id
    FROM watch_network n
    JOIN watch_block newest
      ON newest.network_id = n.network_id AND newest.epoch = n.epoch AND newest.height = n.height
    LEFT JOIN alert_network a ON a.network_id = n.network_id
    WHERE ((a.head ->> 'epoch')::int IS DISTINCT FROM n.epoch OR (a.head ->> 'height')::bigint IS DISTINCT FROM n.height)
      AND newest.at - ${ms}::bigint > coalesce((a.head ->> 'at')::float8, (
        SELECT min(at) FROM watch_block first WHERE first.network_id = n.network_id AND first.epoch = n.epoch))
    ORDER BY 1`)
  return rows.map(({ id }) => id)
}
