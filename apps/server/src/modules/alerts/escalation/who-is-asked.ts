import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { readersOf, teamMembers } from '../../accounts/accounts.public.ts'
import { scheduleOf } from '../on-call/on-call.store.ts'
import { onCallAt, type Schedule } from '../on-call/shifts.policy.ts'
import { type DueEscalation, stepAfter } from './escalation.store.ts'
import { isHushed } from './over.ts'

/** Whom a step asks that is due now. */
export interface Asked {
  userIds: readonly number[]
  /** Of a team: all whom its steps could ask now. */
  team: readonly number[]
  /** Whom the step names could not be asked, so everyone in the team is (D202). */
  isToEveryone: boolean
}

/**
 * Whom those that are due ask now, of one network: a reader themselves; of a team whoever is on call at this moment, the member
 * that the step names, or everyone.
 *
 * @param access who may read the network
 */
export async function askedOf(
  tx: Tx,
  now: SQL,
  due: readonly DueEscalation[],
  access: NetworkAccess,
): Promise<ReadonlyMap<DueEscalation, Asked>> {
  const able = await ableOf(tx, now, due, access)
  const schedules = new Map<number, Schedule>()
  const asked = new Map<DueEscalation, Asked>()
  for (const one of due) {
    if (one.teamId === null) {
      const userIds = one.userId === null ? [] : [one.userId]
      asked.set(one, { userIds, team: [], isToEveryone: false })
      continue
    }
    const team = able.get(one.id) ?? []
    const who = stepAfter(one, one.step)?.who ?? 'EVERYONE'
    const schedule = schedules.get(one.teamId) ?? (await scheduleOf(tx, one.teamId))
    schedules.set(one.teamId, schedule)
    const wanted = who === 'ON_CALL' ? onCallAt(schedule, one.nowMs) : who === 'EVERYONE' ? null : who.user_id
    const isOne = wanted !== null && team.includes(wanted)
    asked.set(one, { userIds: isOne ? [wanted] : team, team, isToEveryone: who !== 'EVERYONE' && !isOne })
  }
  return asked
}

/** By escalation of a team, its members who may read the network and have neither muted the alert nor silenced it. */
async function ableOf(
  tx: Tx,
  now: SQL,
  due: readonly DueEscalation[],
  access: NetworkAccess,
): Promise<ReadonlyMap<number, number[]>> {
  const ids = due.filter(({ teamId }) => teamId !== null).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: number; userId: number }>(sql`
    SELECT x.id::int, t.user_id AS "userId"
    FROM alert_escalation x
    JOIN alert a ON a.id = x.alert_id
    JOIN (${teamMembers}) t ON t.team_id = x.team_id
    JOIN (${readersOf(access)}) reader ON reader.user_id = t.user_id
    LEFT JOIN alert_recipient r ON r.alert_id = x.alert_id AND r.user_id = t.user_id
    WHERE x.id = ANY (${`{${ids.join()}}`}::bigint[]) AND NOT ${isHushed(now, sql`r`, sql`t.user_id`, sql`x.team_id`)}
    ORDER BY x.id, t.user_id`)
  const able = new Map<number, number[]>()
  for (const { id, userId } of rows) able.set(id, [...(able.get(id) ?? []), userId])
  return able
}

/** Whoever is asked has the alert in their history, also who joined after it began, and what they say counts for the team. */
export async function concernAsked(tx: Tx, asked: ReadonlyMap<DueEscalation, Asked>): Promise<void> {
  const rows = [...asked].flatMap(([{ alertId, teamId }, { userIds }]) =>
    teamId === null ? [] : userIds.map((userId) => ({ user_id: userId, alert_id: alertId, team_id: teamId })),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    INSERT INTO alert_recipient AS r (user_id, alert_id, team_ids)
    SELECT user_id, alert_id, array_agg(DISTINCT team_id)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w (user_id int, alert_id bigint, team_id int)
    GROUP BY user_id, alert_id
    ORDER BY user_id, alert_id
    ON CONFLICT (user_id, alert_id) DO UPDATE
    SET team_ids = ARRAY(SELECT DISTINCT unnest(coalesce(r.team_ids, '{}') || excluded.team_ids) ORDER BY 1)
    WHERE r.acknowledged_at IS NULL AND NOT coalesce(r.team_ids @> excluded.team_ids, false)`)
}
