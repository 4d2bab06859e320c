import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import type { Step } from '../record/incidents/outage.policy.ts'
import { roundAfter } from './rounds.policy.ts'

// The round of steps that the alerts of one incident have in common, for each reader and each team (D333).

// By their indexes: of what was reminded of for a year nothing else is looked at.
const isOfOneReader = sql`(y.user_id = x.user_id OR y.team_id = x.team_id) AND y.id <> x.id`
const isOfIncident = (incident: SQL) => sql`(e.id = ${incident} OR e.incident_id = ${incident})`
const isUnanswered = sql`(y.ended_by IS NULL OR y.ended_by = 'EXHAUSTED')`
const asStep = (alias: 'n' | 'e') => {
  const of = sql.raw(alias)
  return sql`jsonb_build_object(
    'networkId', ${of}.network_id, 'occurrence', ${of}.occurrence, 'settingId', ${of}.setting_id, 'severity', ${of}.severity,
    'atMs', extract(epoch FROM ${of}.at) * 1000, 'evidence', jsonb_strip_nulls(jsonb_build_object(
      'began_at', ${of}.evidence -> 'began_at', 'consecutive_missed', ${of}.evidence -> 'consecutive_missed',
      'seconds_to_jail', ${of}.evidence -> 'seconds_to_jail', 'observed_at', ${of}.evidence -> 'observed_at')))`
}

/** As far in its round as that of `x`, with its steps; the numbers of its own steps go on. */
const asFarAs = sql`
  steps = x.steps, repeat = x.repeat, first_step = y.step - (x.step - x.first_step), due_at = x.due_at, ended_by = x.ended_by,
  is_quiet = x.is_quiet, since = least(y.since, x.since)`

/**
 * Gives escalations that have just begun the clock of their incident, and its round (D333): of what its reader has not acknowledged. Of
 * what is graver the round begins anew, and takes along what goes on of the incident.
 */
export async function joinRounds(tx: Tx, begun: readonly number[]): Promise<void> {
  if (begun.length === 0) return
  const begunIds = sql`${`{${begun.join()}}`}::bigint[]`
  const { rows } = await tx.execute<{ later: number; earlier: number; step: Step; before: Step }>(sql`
    SELECT DISTINCT n.id::float8 AS later, e.id::float8 AS earlier, ${asStep('n')} AS step, ${asStep('e')} AS before
    FROM alert_escalation x
    JOIN alert n ON n.id = x.alert_id AND n.incident_id IS NOT NULL
    JOIN alert e ON ${isOfIncident(sql`n.incident_id`)}
    JOIN alert_escalation y ON y.alert_id = e.id AND ${isOfOneReader} AND ${isUnanswered} AND y.id <> ALL (${begunIds})
    WHERE x.id = ANY (${begunIds})`)
  if (rows.length === 0) return
  const pairs = rows.map(({ later, earlier, step, before }) => ({
    later,
    earlier,
    how: roundAfter(step, before),
  }))
  const among = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS p (later bigint, earlier bigint, how text)`
  await tx.execute(sql`
    UPDATE alert_escalation x SET since = o.since
    FROM (
      SELECT x.id, least(x.since, min(y.since)) AS since
      FROM alert_escalation x JOIN ${among} ON p.later = x.alert_id
      JOIN alert_escalation y ON y.alert_id = p.earlier AND ${isOfOneReader} AND ${isUnanswered}
      WHERE x.id = ANY (${begunIds})
      GROUP BY x.id
    ) o WHERE x.id = o.id`)
  const { rows: joined } = await tx.execute<{ id: number }>(sql`
    UPDATE alert_escalation y SET ${asFarAs}
    FROM (
      SELECT DISTINCT ON (x.id) x.id AS joining, y.*
      FROM alert_escalation x JOIN ${among} ON p.later = x.alert_id
      JOIN alert_escalation y ON y.alert_id = p.earlier AND ${isOfOneReader} AND ${isUnanswered}
      WHERE x.id = ANY (${begunIds}) AND (p.how = 'FOLLOWS' OR p.how = 'JOINS' AND y.ended_by IS NULL)
      ORDER BY x.id, y.ended_by IS NOT NULL, y.id DESC
    ) x WHERE y.id = x.joining
    RETURNING y.id::float8 AS id`)
  const isJoined = new Set(joined.map(({ id }) => id))
  await takeAlong(
    tx,
    begun.filter((id) => !isJoined.has(id)),
  )
}

/** Sets what runs beside these of the same incident, reader and team to where they stand in their round. */
export async function takeAlong(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    UPDATE alert_escalation y SET ${asFarAs}
    FROM alert_escalation x JOIN alert n ON n.id = x.alert_id
      JOIN alert e ON ${isOfIncident(sql`coalesce(n.incident_id, n.id)`)}
    WHERE x.id = ANY (${`{${ids.join()}}`}::bigint[]) AND ${isOfOneReader} AND y.due_at IS NOT NULL AND y.ended_by IS NULL
      AND e.id = y.alert_id`)
}
