import { alertSeverities, type escalationEnds } from '@roundsman/contract/alerts/alerts'
import type { Escalation } from '@roundsman/contract/alerts/escalation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { teamMembers } from '../../accounts/accounts.public.ts'
import { alertEscalation, alertEscalationPolicy, type EscalationRow } from '../alerts.schema.ts'
import { mayNotAsk, overBy, overForTeam, overForUser, readersInTeam } from './over.ts'
import { joinRounds, takeAlong } from './rounds.store.ts'

/** The kind of the ledger's rows that remind somebody of an alert. */
export const reminderKind = 'reminder'

export type EndedBy = (typeof escalationEnds)[number]

interface StepName {
  alertId: number
  generation: number
  step: number
  /** Null: of the reader alone. */
  teamId: number | null
}

/** Names a step of an alert: with kind, channel and contact it is one delivery, however often it is asked for. */
export const stepReference = ({ alertId, generation, step, teamId }: StepName) =>
  [alertId, generation, step, ...(teamId === null ? [] : [teamId])].join('/')

/** The alert, generation and step that a row of the ledger is about. */
export function stepIn(reference: string): StepName {
  const [alertId = 0, generation = 0, step = 0, teamId = null] = reference.split('/').map(Number)
  return { alertId, generation, step, teamId }
}

/** What a user chose; null: nobody reminds them. */
export async function findPolicy(orm: Queryable, userId: number): Promise<Escalation | null> {
  const { fromSeverity, steps, repeat } = alertEscalationPolicy
  const [row] = await orm
    .select({ from_severity: fromSeverity, steps, repeat })
    .from(alertEscalationPolicy)
    .where(eq(alertEscalationPolicy.userId, userId))
  return row ?? null
}

export async function savePolicy(tx: Tx, userId: number, escalation: Escalation | null): Promise<void> {
  if (escalation === null) {
    await tx.delete(alertEscalationPolicy).where(eq(alertEscalationPolicy.userId, userId))
    return
  }
  const { from_severity: fromSeverity, steps, repeat } = escalation
  const set = { fromSeverity, steps, repeat }
  await tx
    .insert(alertEscalationPolicy)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: alertEscalationPolicy.userId, set })
}

const severityRank = (severity: SQL) =>
  sql`array_position(${sql.param([...alertSeverities])}::text[], ${severity})`

const dueAfter = (from: SQL, step: SQL) =>
  sql`${from} + make_interval(mins => (${step} ->> 'after_minutes')::int)`

/**
 * Begins the escalations of new alerts, with the steps as they are now, in the transaction that raises them (D181, D198). What
 * is there already stays as it is, and so does the round of an incident that its reader knows (D333). `only`: for these readers, who are told after planned work, and the teams through which it
 * concerns them; what that ended before its first step begins anew (D226).
 */
export async function beginEscalations(
  tx: Tx,
  now: SQL,
  alertIds: readonly number[],
  only?: readonly { userId: number; alertId: number }[],
): Promise<void> {
  // Nearly nobody has any: a storm for a million readers does not go through them once more for that.
  const { rows } = await tx.execute<{ own: boolean; teams: boolean }>(sql`
    SELECT EXISTS (SELECT FROM alert_escalation_policy) AS own,
           EXISTS (SELECT FROM alert_on_call WHERE steps <> '[]') AS teams`)
  if (alertIds.length === 0) return
  const among = only === undefined ? sql`` : isAmong(only)
  const begun = sql`alert_id, user_id, team_id, steps, repeat, ask_again_minutes, generation, step, since, due_at`
  const onConflict =
    only === undefined
      ? sql`ON CONFLICT DO NOTHING`
      : sql`ON CONFLICT ON CONSTRAINT alert_escalation_once DO UPDATE
        SET steps = excluded.steps, repeat = excluded.repeat, ask_again_minutes = excluded.ask_again_minutes,
            since = excluded.since, due_at = excluded.due_at, is_quiet = false, ended_by = NULL,
            generation = alert_escalation.generation + 1
        WHERE alert_escalation.ended_by = 'SILENCED' AND alert_escalation.step = 0`
  const counts = sql`a.held_back IS NULL AND NOT (a.severity = 'INFO' AND a.setting_id % 10 = 2)
    AND ${severityRank(sql`a.severity`)} >= ${severityRank(sql`p.from_severity`)}`
  const begunIds: number[] = []
  const begin = async (statement: SQL) => {
    const added = await tx.execute<{ id: number }>(
      sql`${statement} ${onConflict} RETURNING alert_escalation.id::float8 AS id`,
    )
    for (const { id } of added.rows) begunIds.push(id)
  }
  if (rows[0]?.own === true)
    await begin(sql`
      INSERT INTO alert_escalation (${begun})
      SELECT a.id, p.user_id, NULL, p.steps, p.repeat, NULL, 1, 0, ${now}, ${dueAfter(now, sql`p.steps -> 0`)}
      FROM alert_escalation_policy p
      JOIN alert_recipient r ON r.user_id = p.user_id AND r.alert_id IN ${[...alertIds]}
      JOIN alert a ON a.id = r.alert_id
      WHERE ${counts} AND ${overForUser(now)} IS NULL ${among}`)
  if (rows[0]?.teams === true)
    await begin(sql`
      INSERT INTO alert_escalation (${begun})
      SELECT a.id, NULL, p.team_id, p.steps, p.repeat, p.ask_again_minutes, 1, 0, ${now},
             ${dueAfter(now, sql`p.steps -> 0`)}
      FROM alert_on_call p JOIN alert a ON a.id IN ${[...alertIds]}
      WHERE p.steps <> '[]' AND ${counts} AND EXISTS (${readersInTeam(sql`p.team_id`)} ${among})
        AND ${overForTeam(now, sql`p.team_id`)} IS NULL`)
  await joinRounds(tx, begunIds)
}

const isAmong = (only: readonly { userId: number; alertId: number }[]) => {
  const rows = only.map(({ userId, alertId }) => ({ user_id: userId, alert_id: alertId }))
  return sql`AND (r.user_id, r.alert_id) IN (
    SELECT user_id, alert_id FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS o (user_id int, alert_id bigint))`
}

const inTeamsOf = (userId: number) =>
  sql`team_id IN (SELECT t.team_id FROM (${teamMembers}) t WHERE t.user_id = ${userId})`

/**
 * Ends those that run and that nobody is to be reminded of any more, in the transaction of what ends them (D183, D200): of a user
 * and of their teams, of a team and of its members, and of alerts. An acknowledgement says when a team is asked again (D204). Gives the ids of their
 * alerts.
 */
export async function endEscalations(
  tx: Tx,
  now: SQL,
  {
    userId = null,
    teamId = null,
    alertIds,
  }: { userId?: number | null; teamId?: number | null; alertIds?: readonly number[] },
): Promise<number[]> {
  const ofUser = userId === null ? sql`false` : sql`y.user_id = ${userId} OR y.${inTeamsOf(userId)}`
  const ofTeam =
    teamId === null
      ? sql`false`
      : sql`y.team_id = ${teamId}
          OR y.user_id IN (SELECT t.user_id FROM (${teamMembers}) t WHERE t.team_id = ${teamId})`
  const ofAlerts =
    alertIds === undefined ? sql`false` : sql`y.alert_id = ANY (${`{${alertIds.join()}}`}::bigint[])`
  const { rows } = await tx.execute<{ id: number }>(sql`
    UPDATE alert_escalation x
    SET ended_by = o.over, generation = x.generation + 1,
        due_at = CASE WHEN o.over = 'ACKNOWLEDGED' AND NOT o.has_ended
                      THEN ${now} + make_interval(mins => x.ask_again_minutes) END
    FROM (
      SELECT y.id, ${overBy(now, sql`y`)} AS over, a.ended_at IS NOT NULL AS has_ended
      FROM alert_escalation y JOIN alert a ON a.id = y.alert_id
      WHERE (y.due_at IS NOT NULL OR y.ended_by = 'EXHAUSTED' AND y.ask_again_minutes IS NOT NULL)
        AND (${ofUser} OR ${ofTeam} OR ${ofAlerts})
    ) o
    WHERE x.id = o.id AND o.over IS NOT NULL AND CASE x.ended_by
      WHEN 'EXHAUSTED' THEN o.over = 'ACKNOWLEDGED' AND NOT o.has_ended
      WHEN 'ACKNOWLEDGED' THEN x.due_at IS NOT NULL AND o.has_ended
      ELSE x.due_at IS NOT NULL END
    RETURNING x.alert_id::int AS id`)
  return rows.map(({ id }) => id)
}

/** One that is due, with why it is over, if it is. */
export type DueEscalation = Pick<
  EscalationRow,
  | 'id'
  | 'alertId'
  | 'userId'
  | 'teamId'
  | 'steps'
  | 'repeat'
  | 'generation'
  | 'step'
  | 'firstStep'
  | 'endedBy'
> & {
  networkId: number
  /** Of its alert, the first one of it. */
  incidentId: number
  isCritical: boolean
  isInfo: boolean
  over: EndedBy | null
  /** Of one that waits to ask again: there is nobody who is to be asked. */
  mayNotAsk: boolean
  /** The database's time, Unix ms. */
  nowMs: number
}

/**
 * Takes those that are due, the oldest first, until the transaction ends; what another process has is passed over. Not those
 * whose phones still wait for an observation (D186). `only`: this one.
 */
export async function takeDue(
  tx: Tx,
  now: SQL,
  limit: number,
  only?: Pick<EscalationRow, 'id'>,
): Promise<DueEscalation[]> {
  const { rows } = await tx.execute<DueEscalation & Record<string, unknown>>(sql`
    SELECT x.id::int, x.alert_id::int AS "alertId", x.user_id AS "userId", x.team_id AS "teamId", x.steps, x.repeat,
           x.generation, x.step, x.first_step AS "firstStep", x.ended_by AS "endedBy", a.network_id AS "networkId",
           coalesce(a.incident_id, a.id)::float8 AS "incidentId", a.severity = 'CRITICAL' AS "isCritical", a.severity = 'INFO' AS "isInfo", ${overBy(now, sql`x`)} AS over,
           x.ended_by IS NOT NULL AND ${mayNotAsk(now, sql`x`)} AS "mayNotAsk",
           (extract(epoch FROM ${now}) * 1000)::float8 AS "nowMs"
    FROM alert_escalation x JOIN alert a ON a.id = x.alert_id
    WHERE x.due_at <= ${now} AND NOT a.phones_wait ${only === undefined ? sql`` : sql`AND x.id = ${only.id}`}
    ORDER BY x.due_at, x.id
    LIMIT ${limit}
    FOR UPDATE OF x SKIP LOCKED`)
  return rows
}

/** What follows of one that was due. */
export type Verdict =
  | { what: 'ended'; by: EndedBy }
  /** `untilMs`: when the quiet hours end, Unix ms. */
  | { what: 'quiet'; untilMs: number }
  /** Its next step. `isToEveryone`: of a team, since whom it names could not be asked. */
  | { what: 'done'; isToEveryone: boolean }
  /** Another alert of its incident does the step of the round that both have (D333). */
  | { what: 'follows' }
  /** It was acknowledged, and goes on. */
  | { what: 'again' }
  /** It is looked at again in a minute: nobody knows whether it goes on, or it is on its way to its end. */
  | { what: 'later' }

/** Writes down what became of one that was taken. */
export async function writeVerdict(tx: Tx, now: SQL, one: DueEscalation, verdict: Verdict): Promise<void> {
  const { id, steps, repeat, step, firstStep, generation, endedBy } = one
  const afterStep = (from: SQL, done: number) => {
    const minutes = stepAfter(one, done)?.after_minutes ?? 1
    // At once is for what is new: rounds are a minute apart at least.
    return sql`${from} + make_interval(mins => ${done === firstStep ? minutes : Math.max(1, minutes)}::int)`
  }
  const set = (values: PgUpdateSetSource<typeof alertEscalation>) =>
    tx.update(alertEscalation).set(values).where(eq(alertEscalation.id, id))
  switch (verdict.what) {
    case 'ended': {
      // One that waits to ask again was ended by what it waits behind.
      const ended = endedBy === null ? { endedBy: verdict.by, generation: generation + 1 } : {}
      await set({ ...ended, dueAt: null })
      return
    }
    case 'quiet': {
      const until = sql`to_timestamp(${verdict.untilMs}::float8 / 1000)`
      const told = step === firstStep ? { since: until } : {}
      await set({ ...told, dueAt: afterStep(until, step), isQuiet: true })
      return
    }
    case 'done': {
      const isLast = step + 1 - firstStep >= steps.length * (repeat + 1)
      const next = isLast
        ? { endedBy: 'EXHAUSTED' as const, dueAt: null }
        : { dueAt: afterStep(now, step + 1) }
      const everyone = verdict.isToEveryone
        ? { toEveryone: sql`array_append(${alertEscalation.toEveryone}, ${step + 1}::int)` }
        : {}
      await set({ step: step + 1, steppedAt: now, isQuiet: false, ...everyone, ...next })
      await takeAlong(tx, [id])
      return
    }
    case 'follows':
      return
    case 'again':
      await askAgain(tx, now, one)
      return
    case 'later':
      await putOff(tx, now, one)
  }
}

/** Takes back what its members acknowledged through the team, and begins once more, with a step that is due now (D204). */
async function askAgain(tx: Tx, now: SQL, { id, alertId, teamId }: DueEscalation): Promise<void> {
  await tx.execute(sql`
    UPDATE alert_escalation x
    SET ended_by = NULL, due_at = ${now}, since = ${now}, is_quiet = false, first_step = x.step, unended_since = (
      SELECT min(r.acknowledged_at) FROM (${teamMembers}) t
      JOIN alert_recipient r ON r.user_id = t.user_id AND r.alert_id = ${alertId}
      WHERE t.team_id = ${teamId} AND ${teamId} = ANY (r.team_ids))
    WHERE x.id = ${id}`)
  // And for the team's own contacts (D221).
  await tx.execute(sql`
    UPDATE alert_recipient r SET acknowledged_at = NULL, acknowledged_via = NULL, acknowledged_by = NULL
    WHERE r.alert_id = ${alertId} AND (${teamId} = ANY (r.team_ids) OR r.user_id = -${teamId}::int) AND r.user_id = ANY (ARRAY(
      SELECT t.user_id FROM (${teamMembers}) t WHERE t.team_id = ${teamId} UNION ALL SELECT -${teamId}::int))`)
}

/** Of all rounds, since it began or began once more. */
export function stepAfter(
  { steps, firstStep }: Pick<EscalationRow, 'steps' | 'firstStep'>,
  done: number,
): EscalationRow['steps'][number] | undefined {
  return steps[(done - firstStep) % steps.length]
}

/** What could not be done now is tried again in a minute, after all others. */
export async function putOff(tx: Queryable, now: SQL, { id }: Pick<EscalationRow, 'id'>): Promise<void> {
  await tx
    .update(alertEscalation)
    .set({ dueAt: sql`${now} + interval '1 minute'` })
    .where(and(eq(alertEscalation.id, id), sql`${alertEscalation.dueAt} <= ${now}`))
}

/** In ms, when the next step of any is due; null: none runs. */
export async function nextDueInMs(orm: Queryable, now: SQL): Promise<number | null> {
  const { rows } = await orm.execute<{ ms: number | null }>(sql`
    SELECT (extract(epoch FROM min(due_at) - ${now}) * 1000)::float8 AS ms FROM alert_escalation WHERE due_at IS NOT NULL`)
  return rows[0]?.ms ?? null
}

/** References of steps of a network that were done so many seconds ago, at most. */
export async function recentSteps(tx: Tx, now: SQL, networkId: number, seconds: number): Promise<string[]> {
  const { rows } = await tx.execute<StepName & Record<string, unknown>>(sql`
    SELECT x.alert_id::int AS "alertId", x.generation, x.step, x.team_id AS "teamId"
    FROM alert_escalation x JOIN alert a ON a.id = x.alert_id
    WHERE a.network_id = ${networkId} AND x.stepped_at > ${now} - make_interval(secs => ${seconds}::float8)`)
  return rows.map(stepReference)
}

/** What waits for the end of quiet hours is looked at again, since they are others now (D187): a user's, and their teams'. */
export async function releaseQuiet(tx: Tx, now: SQL, userId: number): Promise<void> {
  await tx.execute(sql`
    UPDATE alert_escalation
    SET due_at = least(due_at, ${dueAfter(now, sql`steps -> ((step - first_step) % jsonb_array_length(steps))`)})
    WHERE (user_id = ${userId} OR ${inTeamsOf(userId)}) AND due_at IS NOT NULL AND is_quiet`)
}
