import { catalogue } from '@roundsman/alerting/catalogue'
import { settingId } from '@roundsman/contract/alerts/alerts'
import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../../platform/db/database.ts'

// A share of the window stays missed for hours after the outage that made it: its alert goes on, and nobody is rung for it any more (E413).

const shares = catalogue.conditions
  .filter(({ subject }) => subject === 'window_missed')
  .map(({ id }) => settingId(id, 'FALSE_TO_TRUE'))
/** Whose end is that of a row of missed blocks. */
const row = catalogue.conditions.find(
  ({ subject, threshold }) => subject === 'missed_in_a_row' && threshold === missingBlocks,
)?.id
const rowKey = String(row)

const isOfShare = sql`a.setting_id = ANY (${`{${shares.join()}}`}::int[])`
/** What single misses make has no outage that could be over. */
const isOfRow = sql`coalesce((a.evidence ->> 'consecutive_missed')::float8, 0) >= ${missingBlocks}::int`
const isTargetOf = sql`t.network_id = a.network_id AND t.key = split_part(a.occurrence, '/', 2)`
/** What began after the alert is another outage; times are of whole milliseconds. */
const isRowOver = sql`(
  (t.state -> 'conditions' -> ${rowKey}::text ->> 'is')::int = 0
  OR (t.state -> 'conditions' -> ${rowKey}::text ->> 'since')::float8 > extract(epoch FROM a.at) * 1000 + 1)`

/** True of an alert `a` about a share of the window whose outage is over, as decided. */
export const isOutageOver: SQL = sql`(
  ${isOfShare} AND ${isOfRow} AND EXISTS (SELECT FROM alert_target t WHERE ${isTargetOf} AND ${isRowOver}))`

/** Of these alerts, those about a share of the window that goes on, whose outage is over, each with when it signed again; null: not known. */
export async function outagesOver(
  orm: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Date | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await orm.execute<{ id: number; at: number | null }>(sql`
    SELECT a.id::float8 AS id, (t.state -> 'clean' ->> 'at')::float8 AS at
    FROM alert a JOIN alert_target t ON ${isTargetOf}
    WHERE a.id = ANY (${`{${ids.join()}}`}::bigint[]) AND a.ended_at IS NULL AND ${isOfShare} AND ${isOfRow} AND ${isRowOver}`)
  return new Map(rows.map(({ id, at }) => [id, at === null ? null : new Date(at)]))
}

/** Alerts about shares of the window of validators whose outage ends with these outcomes. */
export async function sharesOfEnded(
  tx: Tx,
  networkId: number,
  ends: readonly { conditionId: number; target: { id: number | null } }[],
): Promise<number[]> {
  const validators = ends.filter(({ conditionId }) => conditionId === row).map(({ target }) => target.id)
  if (validators.length === 0) return []
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT a.id::float8 AS id FROM alert a
    WHERE a.network_id = ${networkId} AND a.validator_id = ANY (${`{${validators.join()}}`}::int[])
      AND a.ended_at IS NULL AND ${isOutageOver}`)
  return rows.map(({ id }) => id)
}
