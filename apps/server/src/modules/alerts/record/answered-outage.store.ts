import { settingId } from '@roundsman/contract/alerts/alerts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { programs } from './programs.ts'
import { isMuteOf } from './mute.store.ts'
import { answersLaterStep, conditionsOfMisses, type Step } from './incidents/outage.policy.ts'

/** Why a row of the ledger is not sent: its reader had acknowledged that by then. */
export const answeredDetail = 'acknowledged'

/** Programs get each alert, whoever has seen it. */
export const isForPeople = (channel: SQL) => sql`${channel} NOT IN ${[...programs]}`

const stepsOfMisses = conditionsOfMisses.map((id) => settingId(id, 'FALSE_TO_TRUE'))

/**
 * Notes that new alerts are answered for who has acknowledged an earlier step of their outage (E340), by and when of that answer: before
 * their deliveries and reminders begin. Not for whom they concern through a team whose that step was not, nor for who has muted them, who
 * is told when that ends (E306).
 */
export async function answerLaterSteps(tx: Tx, now: SQL, added: readonly number[]): Promise<void> {
  if (added.length === 0) return
  const { rows } = await tx.execute<Step & { id: number; isNew: boolean } & Record<string, unknown>>(sql`
    SELECT a.id::float8 AS id, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence,
           (extract(epoch FROM a.at) * 1000)::float8 AS "atMs", a.evidence, a.id IN ${[...added]} AS "isNew"
    FROM alert a
    WHERE a.ended_at IS NULL AND a.held_back IS NULL AND a.setting_id IN ${stepsOfMisses} AND (a.network_id, a.validator_id) IN (
      SELECT n.network_id, n.validator_id FROM alert n
      WHERE n.id IN ${[...added]} AND n.setting_id IN ${stepsOfMisses})`)
  const pairs = rows
    .filter(({ isNew }) => isNew)
    .flatMap((later) =>
      rows
        .filter((one) => !one.isNew && answersLaterStep(one, later))
        .map((one) => ({ later_id: later.id, answered_id: one.id })),
    )
  if (pairs.length === 0) return
  // An answer that was itself taken over from an earlier step is no answer of its own: that one may have been taken back since (D204).
  await tx.execute(sql`
    UPDATE alert_recipient r
    SET acknowledged_at = o.acknowledged_at, acknowledged_via = o.acknowledged_via, acknowledged_by = o.acknowledged_by
    FROM (
      SELECT DISTINCT ON (mine.user_id, mine.alert_id) mine.user_id, mine.alert_id,
             o.acknowledged_at, o.acknowledged_via, o.acknowledged_by
      FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS p (later_id bigint, answered_id bigint)
      JOIN alert a ON a.id = p.later_id
      JOIN alert earlier ON earlier.id = p.answered_id
      JOIN alert_recipient o ON o.alert_id = p.answered_id AND o.acknowledged_at >= earlier.created_at
      JOIN alert_recipient mine ON mine.alert_id = p.later_id AND mine.user_id = o.user_id
      WHERE (mine.team_ids IS NULL OR mine.team_ids <@ o.team_ids) AND NOT EXISTS (
        SELECT FROM alert_mute m WHERE m.user_id = mine.user_id AND m.muted_until > ${now} AND ${isMuteOf(sql`a`)})
      ORDER BY mine.user_id, mine.alert_id, o.acknowledged_at
    ) o
    WHERE r.user_id = o.user_id AND r.alert_id = o.alert_id AND r.acknowledged_at IS NULL`)
}
