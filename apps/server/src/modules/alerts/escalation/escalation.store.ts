import { catalogue } from '@roundsman/alerting/catalogue'
import { alertSeverities, type escalationEnds } from '@roundsman/contract/alerts/alerts'
import type { Escalation } from '@roundsman/contract/alerts/escalation'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { teamMembers } from '../../accounts/accounts.public.ts'
import { alertEscalation, alertEscalationPolicy, type EscalationRow } from '../alerts.schema.ts'
import { isWanted } from '../entries/entry.store.ts'
import { isMuteOf } from '../record/mute.store.ts'
import { isSilenced, isSilencedNow } from '../silences/silence.store.ts'

/** The kind of the ledger's rows that remind somebody of an alert. */
export const reminderKind = 'reminder'

export type EndedBy = (typeof escalationEnds)[number]

/** Names a step of an alert: with kind, channel and contact it is one delivery, however often it is asked for. */
export const stepReference = (of: { alertId: number; generation: number; step: number }) =>
  `${of.alertId}/${of.generation}/${of.step}`

/** The alert, generation and step that a row of the ledger is about. */
export function stepIn(reference: string): { alertId: number; generation: number; step: number } {
  const [alertId = 0, generation = 0, step = 0] = reference.split('/').map(Number)
  return { alertId, generation, step }
}

/** References of every step of escalations that was done. */
export function doneSteps(rows: readonly EscalationRow[]): string[] {
  return rows.flatMap(({ alertId, generation, step: done }) =>
    Array.from({ length: generation }, (_one, older) =>
      Array.from({ length: done }, (_other, before) =>
        stepReference({ alertId, generation: older + 1, step: before + 1 }),
      ),
    ).flat(),
  )
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
const silencedConditions = catalogue.conditions.map(({ id }) => id).filter(isSilenced)
const isSilenceable = sql`a.setting_id / 10 = ANY (${`{${silencedConditions.join()}}`}::int[])`

/**
 * Why the reader of an alert `a`, by their row `r` of it, is reminded of it no more (D183); NULL: they are. Who has no entry
 * any more that asks for it wants it as little as who has muted all of them.
 */
const overBy = (now: SQL) => sql`CASE
  WHEN r.acknowledged_at IS NOT NULL THEN 'ACKNOWLEDGED'
  WHEN a.ended_at IS NOT NULL THEN 'ENDED'
  WHEN r.silenced IN ('WAITS', 'RECORDED')
    OR (${isSilenceable} AND ${isSilencedNow(sql`a`, { userId: sql`r.user_id` }, now)})
    OR EXISTS (SELECT FROM alert_mute m WHERE m.user_id = r.user_id AND m.muted_until > ${now} AND ${isMuteOf(sql`a`)})
    OR NOT EXISTS (
      SELECT FROM alert_entry e
      WHERE e.user_id = r.user_id AND ${isWanted} AND coalesce(e.muted_until <= ${now}, true)
        AND NOT (${isSilenceable} AND ${isSilencedNow(sql`a`, { teamId: sql`e.team_id` }, now)}))
    THEN 'SILENCED' END`

const dueAfter = (from: SQL, step: SQL) =>
  sql`${from} + make_interval(mins => (${step} ->> 'after_minutes')::int)`

/**
 * Begins the escalations of new alerts, with the steps as they are now, in the transaction that raises them (D181). What is
 * there already stays as it is. `only`: for these readers, who are told after planned work; one of theirs that this ended
 * before its first step begins anew (D226).
 */
export async function beginEscalations(
  tx: Tx,
  now: SQL,
  alertIds: readonly number[],
  only?: readonly { userId: number; alertId: number }[],
): Promise<void> {
  // Nearly nobody has any: a storm for a million readers does not go through them once more for that.
  const { rows } = await tx.execute(sql`SELECT FROM alert_escalation_policy LIMIT 1`)
  if (rows.length === 0 || alertIds.length === 0) return
  await tx.execute(sql`
    INSERT INTO alert_escalation (alert_id, user_id, steps, repeat, generation, step, since, due_at)
    SELECT a.id, p.user_id, p.steps, p.repeat, 1, 0, ${now}, ${dueAfter(now, sql`p.steps -> 0`)}
    FROM alert_escalation_policy p
    JOIN alert_recipient r ON r.user_id = p.user_id AND r.alert_id IN ${[...alertIds]}
    JOIN alert a ON a.id = r.alert_id AND a.held_back IS NULL
    WHERE ${severityRank(sql`a.severity`)} >= ${severityRank(sql`p.from_severity`)}
      AND NOT (a.severity = 'INFO' AND a.setting_id % 10 = 2)
      AND ${overBy(now)} IS NULL
      ${only === undefined ? sql`` : isAmong(only)}
    ON CONFLICT ${
      only === undefined
        ? sql`DO NOTHING`
        : sql`(alert_id, user_id) DO UPDATE
          SET steps = excluded.steps, repeat = excluded.repeat, since = excluded.since, due_at = excluded.due_at,
              is_quiet = false, ended_by = NULL, generation = alert_escalation.generation + 1
          WHERE alert_escalation.ended_by = 'SILENCED' AND alert_escalation.step = 0`
    }`)
}

const isAmong = (only: readonly { userId: number; alertId: number }[]) => {
  const rows = only.map(({ userId, alertId }) => ({ user_id: userId, alert_id: alertId }))
  return sql`AND (r.user_id, r.alert_id) IN (
    SELECT user_id, alert_id FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS o (user_id int, alert_id bigint))`
}

/**
 * Ends those that run and that nobody is to be reminded of any more, of a user, of a team's members or of alerts, in the transaction of what ends
 * them (D183). Gives the ids of their alerts.
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
  const { rows } = await tx.execute<{ id: number }>(sql`
    UPDATE alert_escalation x SET ended_by = o.over, due_at = NULL, generation = x.generation + 1
    FROM (
      SELECT y.alert_id, y.user_id, ${overBy(now)} AS over
      FROM alert_escalation y
      JOIN alert a ON a.id = y.alert_id
      JOIN alert_recipient r ON r.alert_id = y.alert_id AND r.user_id = y.user_id
      WHERE y.due_at IS NOT NULL
        ${userId === null ? sql`` : sql`AND y.user_id = ${userId}`}
        ${teamId === null ? sql`` : sql`AND y.user_id IN (SELECT m.user_id FROM (${teamMembers}) m WHERE m.team_id = ${teamId})`}
        ${alertIds === undefined ? sql`` : sql`AND y.alert_id = ANY (${`{${alertIds.join()}}`}::bigint[])`}
    ) o
    WHERE x.alert_id = o.alert_id AND x.user_id = o.user_id AND o.over IS NOT NULL AND x.due_at IS NOT NULL
    RETURNING x.alert_id::int AS id`)
  return rows.map(({ id }) => id)
}

/** One whose step is due, with why it is over, if it is, and how long its reader has known of it. */
export type DueEscalation = Pick<
  EscalationRow,
  'alertId' | 'userId' | 'steps' | 'repeat' | 'generation' | 'step'
> & {
  networkId: number
  isCritical: boolean
  over: EndedBy | null
}

/**
 * Takes those whose step is due, the oldest first, until the transaction ends; what another process has is passed over. Not
 * those whose phones still wait for an observation (D186). `only`: this one.
 */
export async function takeDue(
  tx: Tx,
  now: SQL,
  limit: number,
  only?: Pick<EscalationRow, 'alertId' | 'userId'>,
): Promise<DueEscalation[]> {
  const { rows } = await tx.execute<DueEscalation & Record<string, unknown>>(sql`
    SELECT x.alert_id::int AS "alertId", x.user_id AS "userId", x.steps, x.repeat, x.generation, x.step,
           a.network_id AS "networkId", a.severity = 'CRITICAL' AS "isCritical", ${overBy(now)} AS over
    FROM alert_escalation x
    JOIN alert a ON a.id = x.alert_id
    JOIN alert_recipient r ON r.alert_id = x.alert_id AND r.user_id = x.user_id
    WHERE x.due_at <= ${now} AND NOT a.phones_wait
      ${only === undefined ? sql`` : sql`AND x.alert_id = ${only.alertId} AND x.user_id = ${only.userId}`}
    ORDER BY x.due_at, x.alert_id, x.user_id
    LIMIT ${limit}
    FOR UPDATE OF x SKIP LOCKED`)
  return rows
}

/** What follows of one that was due. */
export type Verdict =
  | { what: 'ended'; by: EndedBy }
  /** `untilMs`: when the quiet hours end, Unix ms. */
  | { what: 'quiet'; untilMs: number }
  | { what: 'done' }

/** Writes down what became of one that was taken. */
export async function writeVerdict(
  tx: Tx,
  now: SQL,
  { alertId, userId, steps, repeat, step }: DueEscalation,
  verdict: Verdict,
): Promise<void> {
  const one = and(eq(alertEscalation.alertId, alertId), eq(alertEscalation.userId, userId))
  const ended = (endedBy: EndedBy) => ({ endedBy, dueAt: null })
  const afterStep = (from: SQL, index: number) =>
    sql`${from} + make_interval(mins => ${minutesOf(steps, index)}::int)`
  if (verdict.what === 'ended') {
    const generation = sql`${alertEscalation.generation} + 1`
    await tx
      .update(alertEscalation)
      .set({ ...ended(verdict.by), generation })
      .where(one)
    return
  }
  if (verdict.what === 'quiet') {
    const until = sql`to_timestamp(${verdict.untilMs}::float8 / 1000)`
    const told = step === 0 ? { since: until } : {}
    await tx
      .update(alertEscalation)
      .set({ ...told, dueAt: afterStep(until, step), isQuiet: true })
      .where(one)
    return
  }
  const isLast = step + 1 >= steps.length * (repeat + 1)
  const next = isLast ? ended('EXHAUSTED') : { dueAt: afterStep(now, step + 1) }
  await tx
    .update(alertEscalation)
    .set({ step: step + 1, steppedAt: now, isQuiet: false, ...next })
    .where(one)
}

/** Of the step after so many of all rounds. */
function minutesOf(steps: EscalationRow['steps'], done: number): number {
  return stepAfter(steps, done)?.after_minutes ?? 1
}

export function stepAfter(
  steps: EscalationRow['steps'],
  done: number,
): EscalationRow['steps'][number] | undefined {
  return steps[done % steps.length]
}

/** What could not be done now is tried again in a minute, after all others. */
export async function putOff(
  tx: Queryable,
  now: SQL,
  of: Pick<EscalationRow, 'alertId' | 'userId'>,
): Promise<void> {
  await tx
    .update(alertEscalation)
    .set({ dueAt: sql`${now} + interval '1 minute'` })
    .where(
      and(
        eq(alertEscalation.alertId, of.alertId),
        eq(alertEscalation.userId, of.userId),
        sql`${alertEscalation.dueAt} <= ${now}`,
      ),
    )
}

/** In ms, when the next step of any is due; null: none runs. */
export async function nextDueInMs(orm: Queryable, now: SQL): Promise<number | null> {
  const { rows } = await orm.execute<{ ms: number | null }>(sql`
    SELECT (extract(epoch FROM min(due_at) - ${now}) * 1000)::float8 AS ms FROM alert_escalation WHERE due_at IS NOT NULL`)
  return rows[0]?.ms ?? null
}

/** References of steps of a network that were done so many seconds ago, at most. */
export async function recentSteps(tx: Tx, now: SQL, networkId: number, seconds: number): Promise<string[]> {
  const { rows } = await tx.execute<Parameters<typeof stepReference>[0]>(sql`
    SELECT x.alert_id::int AS "alertId", x.generation, x.step
    FROM alert_escalation x JOIN alert a ON a.id = x.alert_id
    WHERE a.network_id = ${networkId} AND x.stepped_at > ${now} - make_interval(secs => ${seconds}::float8)`)
  return rows.map(stepReference)
}

/** What waits for the end of a user's quiet hours is looked at again, since they are others now (D187). */
export async function releaseQuiet(tx: Tx, now: SQL, userId: number): Promise<void> {
  await tx.execute(sql`
    UPDATE alert_escalation
    SET due_at = least(due_at, ${dueAfter(now, sql`steps -> (step % jsonb_array_length(steps))`)})
    WHERE user_id = ${userId} AND due_at IS NOT NULL AND is_quiet`)
}

/** Those of alerts and users, also when they have ended. */
export async function escalationsOf(
  orm: Queryable,
  { userIds, alertIds }: { userIds: readonly number[]; alertIds: readonly number[] },
): Promise<EscalationRow[]> {
  if (userIds.length === 0 || alertIds.length === 0) return []
  return orm
    .select()
    .from(alertEscalation)
    .where(
      and(inArray(alertEscalation.userId, [...userIds]), inArray(alertEscalation.alertId, [...alertIds])),
    )
}

/** What is still to be reminded of by rows of the ledger, with the steps and since when; in the order of the alerts. */
export async function openSteps(
  orm: Queryable,
  now: SQL,
  { userId, references }: { userId: number; references: readonly string[] },
): Promise<(Pick<EscalationRow, 'alertId' | 'steps'> & { reference: string; sinceMs: number })[]> {
  const found = await orm.execute<
    Pick<EscalationRow, 'alertId' | 'steps' | 'generation'> & {
      sinceMs: number
      over: string | null
    } & Record<string, unknown>
  >(sql`
    SELECT x.alert_id::int AS "alertId", x.steps, x.generation, ${overBy(now)} AS over,
           (extract(epoch FROM ${now} - x.since) * 1000)::float8 AS "sinceMs"
    FROM alert_escalation x
    JOIN alert a ON a.id = x.alert_id
    JOIN alert_recipient r ON r.alert_id = x.alert_id AND r.user_id = x.user_id
    WHERE x.user_id = ${userId} AND x.alert_id = ANY (${`{${references.map((one) => stepIn(one).alertId).join()}}`}::bigint[])
    ORDER BY x.alert_id`)
  return found.rows.flatMap(({ over, generation, ...row }) => {
    const reference = references.find((one) => {
      const step = stepIn(one)
      return step.alertId === row.alertId && step.generation === generation
    })
    return reference === undefined || over !== null ? [] : [{ ...row, reference }]
  })
}
