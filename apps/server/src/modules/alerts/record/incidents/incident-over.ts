import { catalogue, type Subject } from '@roundsman/alerting/catalogue'
import { settingId } from '@roundsman/contract/alerts/alerts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/database.ts'
import { conditionsThatGoOn } from './incident.policy.ts'

// Which incidents are over and await no acknowledgment (E386), in statements about alerts of a reader.

const beginsOf = (...subjects: readonly Subject[]) =>
  catalogue.conditions
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ id }) => settingId(id, 'FALSE_TO_TRUE'))

const shares = beginsOf('window_missed')
const rowsOfMisses = beginsOf('missed_in_a_row', 'jail_near')
const votes = beginsOf('not_voted')
/** What goes on until it is over. A tombstone never is; who left the active set may be back in it (E384). */
const goingOn = [
  ...conditionsThatGoOn.map((id) => settingId(id, 'FALSE_TO_TRUE')),
  ...beginsOf('tombstoned'),
  ...catalogue.conditions
    .filter(({ subject }) => subject === 'bonded')
    .map(({ id }) => settingId(id, 'TRUE_TO_FALSE')),
]

const listOf = (settings: readonly number[]) => sql`(${`{${settings.join()}}`}::int[])`

/**
 * True where all of the incident of an alert `a` that its reader is told of and that goes on is over: of a row of missed blocks though a
 * share of the window is still missed, of a vote once voting is (E376). Of what has no end alone it is false.
 */
export const isIncidentOver = (now: SQL, a: SQL, userId: SQL) => {
  const step = sql`s.id, s.setting_id, s.ended_at, s.evidence`
  const incident = sql`coalesce(${a}.incident_id, ${a}.id)`
  return sql<boolean>`(
    SELECT coalesce(NOT bool_or(is_open AND NOT is_share)
                    AND (NOT bool_or(is_open AND is_share) OR bool_or(is_row)), false)
    FROM (
      SELECT s.ended_at IS NULL AND NOT (s.setting_id = ANY ${listOf(votes)}
               AND coalesce((s.evidence ->> 'voting_end_at')::timestamptz <= ${now}, false)) AS is_open,
             s.setting_id = ANY ${listOf(shares)} AS is_share, s.setting_id = ANY ${listOf(rowsOfMisses)} AS is_row
      FROM (SELECT ${step} FROM alert s WHERE s.id = ${incident}
            UNION ALL SELECT ${step} FROM alert s WHERE s.incident_id = ${incident}) s
      JOIN alert_recipient o ON o.alert_id = s.id AND o.user_id = ${userId}
      WHERE s.setting_id = ANY ${listOf(goingOn)}) steps)`
}

/** These alerts and all others of their incidents. */
export async function withIncidents(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: number }>(sql`
    WITH incident AS (SELECT DISTINCT coalesce(incident_id, id) AS id FROM alert WHERE id = ANY (${`{${ids.join()}}`}::bigint[]))
    SELECT id::int FROM incident
    UNION SELECT a.id::int FROM alert a JOIN incident i ON a.incident_id = i.id`)
  return rows.map(({ id }) => id)
}
