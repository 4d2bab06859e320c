import { catalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/database.ts'
import type { AlertRow } from '../../alerts.schema.ts'
import { toldTo } from './muted-ends.ts'
import { isEndOf } from '../../record/incidents/outage.policy.ts'

/**
 * Of ends that planned work holds back, tells those of an outage of which their reader was told another step: jail within an hour
 * comes through (D171), and whoever was woken by it waits for the end (E361).
 *
 * @param ids what is decided now
 */
export async function tellEndsOfTold(tx: Tx, networkId: number, ids: readonly number[]): Promise<void> {
  const isHeldEnd = sql`a.id = ANY (${`{${ids.join()}}`}::bigint[]) AND a.setting_id % 10 = 2 AND a.held_back IS NULL`
  const { rows } = await tx.execute<
    { userId: number } & Pick<AlertRow, 'id' | 'settingId' | 'occurrence' | 'evidence'>
  >(sql`
    SELECT r.user_id AS "userId", a.id::float8 AS id, a.setting_id AS "settingId", a.occurrence, a.evidence
    FROM alert a JOIN alert_recipient r ON r.alert_id = a.id WHERE ${isHeldEnd} AND r.silenced = 'RECORDED'
      AND EXISTS (SELECT FROM alert_silence s WHERE s.network_id = ${networkId})`)
  const ends = rows.filter(({ settingId }) => catalogue.isEnd(settingId))
  if (ends.length === 0) return
  const told = await toldTo(tx, networkId, [...new Set(ends.map(({ userId }) => userId))])
  const heard = ends.filter((end) => told.some((one) => one.userId === end.userId && isEndOf(end, one)))
  if (heard.length === 0) return
  await tx.execute(sql`
    UPDATE alert_recipient r SET silenced = NULL, silence_id = NULL
    FROM unnest(${`{${heard.map(({ userId }) => userId).join()}}`}::int[],
                ${`{${heard.map(({ id }) => id).join()}}`}::bigint[]) AS heard (user_id, alert_id)
    WHERE r.user_id = heard.user_id AND r.alert_id = heard.alert_id`)
}
