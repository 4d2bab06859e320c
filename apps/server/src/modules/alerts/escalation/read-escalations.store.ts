import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { teamMembers } from '../../accounts/accounts.public.ts'
import { alert, alertEscalation, type EscalationRow } from '../alerts.schema.ts'
import type { Standing } from '../record/incidents/outage.policy.ts'
import { type DueEscalation, stepIn, stepReference } from './escalation.store.ts'
import { areContactsHushed, isHushed, overBy } from './over.ts'

// What is shown of escalations, and what their messages are made from.

/** References of every step of escalations that was done. */
export function doneSteps(
  rows: readonly Pick<EscalationRow, 'alertId' | 'teamId' | 'generation' | 'step'>[],
): string[] {
  return rows.flatMap(({ alertId, teamId, generation, step: done }) =>
    Array.from({ length: generation }, (_one, older) =>
      Array.from({ length: done }, (_other, before) =>
        stepReference({ alertId, teamId, generation: older + 1, step: before + 1 }),
      ),
    ).flat(),
  )
}

/** One as somebody sees it whom the alert concerns: their own, or that of a team of theirs. */
export type ReadEscalation = EscalationRow & { readerId: number }

/** Those of alerts that users see, also when they have ended. */
export async function escalationsOf(
  orm: Queryable,
  { userIds, alertIds }: { userIds: readonly number[]; alertIds: readonly number[] },
): Promise<ReadEscalation[]> {
  if (userIds.length === 0 || alertIds.length === 0) return []
  const { rows: readers } = await orm.execute<{ id: number; readerId: number }>(sql`
    SELECT x.id::int, r.user_id AS "readerId"
    FROM alert_escalation x JOIN alert_recipient r ON r.alert_id = x.alert_id
    WHERE x.alert_id = ANY (${`{${alertIds.join()}}`}::bigint[]) AND r.user_id = ANY (${`{${userIds.join()}}`}::int[])
      AND (x.user_id = r.user_id OR x.team_id = ANY (r.team_ids) AND EXISTS (
        SELECT FROM (${teamMembers}) t WHERE t.team_id = x.team_id AND t.user_id = r.user_id))
    ORDER BY x.id`)
  if (readers.length === 0) return []
  const rows = await orm
    .select()
    .from(alertEscalation)
    .where(sql`${alertEscalation.id} = ANY (${`{${readers.map(({ id }) => id).join()}}`}::bigint[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return readers.flatMap(({ id, readerId }) => {
    const row = byId.get(id)
    return row ? [{ ...row, readerId }] : []
  })
}

/** What is still to be reminded of by a row of the ledger, with its steps and since when. */
export type OpenStep = Pick<EscalationRow, 'alertId' | 'teamId' | 'steps' | 'firstStep' | 'toEveryone'> & {
  reference: string
  sinceMs: number
  /** How long ago that was acknowledged which no end followed; null: it has not begun once more. */
  unendedMs: number | null
}

/** In the order of the alerts. */
export async function openSteps(
  orm: Queryable,
  now: SQL,
  { userId, references }: { userId: number; references: readonly string[] },
): Promise<OpenStep[]> {
  const named = references.map(stepIn)
  const teams = named.flatMap(({ teamId }) => teamId ?? [])
  const ageOf = (time: SQL) => sql`(extract(epoch FROM ${now} - ${time}) * 1000)::float8`
  const found = await orm.execute<
    OpenStep & Pick<EscalationRow, 'generation'> & { over: string | null } & Record<string, unknown>
  >(sql`
    SELECT x.alert_id::int AS "alertId", x.team_id AS "teamId", x.steps, x.first_step AS "firstStep",
           x.to_everyone AS "toEveryone", x.generation, ${ageOf(sql`x.since`)} AS "sinceMs",
           ${ageOf(sql`x.unended_since`)} AS "unendedMs",
           CASE WHEN x.team_id IS NOT NULL AND CASE
                  WHEN r.user_id < 0 THEN ${areContactsHushed(now)}
                  ELSE t.user_id IS NULL OR ${isHushed(now, sql`r`, sql`r.user_id`, sql`x.team_id`)} END
                THEN 'SILENCED' ELSE ${overBy(now, sql`x`)} END AS over
    FROM alert_escalation x
    JOIN alert a ON a.id = x.alert_id
    JOIN alert_recipient r ON r.alert_id = x.alert_id AND r.user_id = ${userId}
    LEFT JOIN (${teamMembers}) t ON t.team_id = x.team_id AND t.user_id = ${userId}
    WHERE (x.user_id = ${userId} OR x.team_id = ANY (${`{${teams.join()}}`}::int[]))
      AND x.alert_id = ANY (${`{${named.map(({ alertId }) => alertId).join()}}`}::bigint[])
    ORDER BY x.alert_id, x.id`)
  return found.rows.flatMap(({ over, generation, ...row }) => {
    const reference = references.find((one) => {
      const step = stepIn(one)
      return step.alertId === row.alertId && step.teamId === row.teamId && step.generation === generation
    })
    return reference === undefined || over !== null ? [] : [{ ...row, reference }]
  })
}

/** One beside others of the same reader or team. */
export type Beside = Pick<EscalationRow, 'id' | 'userId' | 'teamId'> &
  Standing & {
    /** Of its alert, the first one of it. */
    incidentId: number
    /** Its next step is to be done now, by whichever process. */
    isDue: boolean
  }

/**
 * What the same readers and teams are reminded of beside these, of the same networks and not over, and what of that they have
 * acknowledged.
 */
export async function besideOf(tx: Tx, now: SQL, due: readonly DueEscalation[]): Promise<Beside[]> {
  const networks = [...new Set(due.map(({ networkId }) => networkId))]
  const users = [...new Set(due.flatMap(({ userId }) => userId ?? []))]
  const teams = [...new Set(due.flatMap(({ teamId }) => teamId ?? []))]
  const { id, userId, teamId, dueAt, endedBy } = alertEscalation
  const { networkId, occurrence, settingId, severity, at } = alert
  const incidentId = sql<number>`coalesce(${alert.incidentId}, ${alert.id})::float8`
  const isDue = sql<boolean>`(${endedBy} IS NULL AND ${dueAt} <= ${now} AND NOT ${alert.phonesWait})`
  const rows = await tx
    .select({ id, userId, teamId, networkId, occurrence, settingId, severity, at, incidentId, isDue })
    .from(alertEscalation)
    .innerJoin(alert, eq(alert.id, alertEscalation.alertId))
    .where(
      and(
        or(inArray(userId, users), inArray(teamId, teams)),
        inArray(alert.networkId, networks),
        isNull(alert.endedAt),
        or(isNotNull(dueAt), eq(endedBy, 'ACKNOWLEDGED')),
      ),
    )
  return rows.map(({ at: raisedAt, ...row }) => ({ ...row, atMs: raisedAt.getTime() }))
}
