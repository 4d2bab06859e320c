import { catalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { type AgedAlert, findAlerts } from '../record/history.store.ts'

const shareEnds = catalogue.conditions
  .filter(({ subject }) => subject === 'window_missed')
  .flatMap((condition) => catalogue.settingId(condition, 'TRUE_TO_FALSE') ?? [])

/** Whether it says that a share of the window is missed no more. */
export function isEndOfShare(settingId: number): boolean {
  return shareEnds.includes(settingId)
}

/**
 * Where several shares of the window are missed no more at one block, each with the figure of the largest that its reader was told of: who has
 * 5% by mail and 10% by SMS reads one figure (E398).
 */
export async function withLargestShare(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  userId: number,
  alerts: readonly AgedAlert[],
): Promise<readonly AgedAlert[]> {
  const ids = alerts.filter(({ settingId }) => isEndOfShare(settingId)).map(({ id }) => id)
  if (ids.length === 0) return alerts
  const { rows } = await orm.execute<{ id: number; largest: number }>(sql`
    SELECT mine.id::float8 AS id, (
      SELECT other.id::float8 FROM alert other JOIN alert_recipient r ON r.alert_id = other.id AND r.user_id = ${userId}
      WHERE other.network_id = mine.network_id AND other.validator_id = mine.validator_id AND other.at = mine.at
        AND other.setting_id IN ${shareEnds}
      ORDER BY other.setting_id DESC LIMIT 1) AS largest
    FROM alert mine WHERE mine.id IN ${ids}`)
  const largest = new Map(rows.map((row) => [row.id, row.largest]))
  const found = await findAlerts(orm, now(), [...largest.values()].filter(Number.isSafeInteger))
  return alerts.map((one) => {
    const other = found.find(({ id }) => id === largest.get(one.id))
    return other === undefined ? one : { ...one, settingId: other.settingId, evidence: other.evidence }
  })
}
