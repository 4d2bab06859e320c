import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { readersOf, teamMembers, teamNames, teamVoices } from '../../accounts/accounts.public.ts'
import { givenTeamContacts } from '../../notifications/notifications.public.ts'
import { isWanted } from '../entries/entry.store.ts'
import { silencedAlerts, silencedDetail } from '../silences/silence.store.ts'
import { answeredDetail, isForPeople } from './answered-outage.store.ts'
import { isMuteOf } from './mute.store.ts'

// Teams as readers of alerts by contacts of their own (migration 0056): a team is named by its negated id.

/** What becomes of an alert `a` that a silence `silenced` holds back from a reader. */
export const heldAs = sql`
  CASE WHEN silenced.silence_id IS NULL THEN NULL
       WHEN a.setting_id % 10 = 1 AND a.held_back IS NULL THEN 'WAITS' ELSE 'RECORDED' END`

/** Teams that have contacts of their own are readers of what they want, where one of their members may read the network. */
export async function addTeamsAsReaders(
  tx: Tx,
  now: SQL,
  access: NetworkAccess,
  added: readonly { id: number; settingId: number }[],
  isKnown: SQL,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO alert_recipient (user_id, alert_id, silence_id, team_ids, silenced)
    SELECT DISTINCT -e.team_id, a.id, silenced.silence_id, ARRAY[e.team_id], ${heldAs}
    FROM alert a
    JOIN alert_entry e ON ${isWanted} AND e.user_id IS NULL AND ${isKnown}
    LEFT JOIN (${silencedAlerts(now, added)}) silenced ON silenced.user_id = -e.team_id AND silenced.alert_id = a.id
    WHERE a.id IN ${added.map(({ id }) => id)}
      AND EXISTS (SELECT FROM (${givenTeamContacts}) g WHERE g.team_id = e.team_id)
      AND EXISTS (
        SELECT FROM (${teamMembers}) m JOIN (${readersOf(access)}) reader ON reader.user_id = m.user_id
        WHERE m.team_id = e.team_id)`)
}

const isAnswered = sql`(w.is_answered AND ${isForPeople(sql`lower(g.channel)`)})`

/** What goes to contacts of teams, beside what goes to their members (D219): a row for each contact that is wanted. */
export const teamRecipientsOf = (
  now: SQL,
  ids: readonly number[],
  channels: readonly string[],
  only: SQL,
) => sql`
  SELECT lower(g.channel), -w.team_id, g.recipient, v.language, w.alert_id::text, w.is_critical,
         CASE WHEN w.is_muted OR w.is_silenced OR w.held_back IS NOT NULL OR ${isAnswered} THEN 'SUPPRESSED' ELSE 'QUEUED' END,
         CASE WHEN w.held_back IS NOT NULL THEN lower(w.held_back) WHEN w.is_silenced THEN ${silencedDetail}::text
              WHEN w.is_muted THEN 'muted' WHEN ${isAnswered} THEN ${answeredDetail}::text END,
         NULL::timestamptz
  FROM (
    SELECT a.id AS alert_id, a.severity = 'CRITICAL' AS is_critical, a.held_back, e.team_id,
           coalesce(r.silenced <> 'TOLD', false) AS is_silenced, r.acknowledged_at IS NOT NULL AS is_answered,
           bool_and(coalesce(e.muted_until > ${now}, false)) OR EXISTS (
             SELECT FROM alert_mute m WHERE m.user_id = -e.team_id AND m.muted_until > ${now} AND ${isMuteOf(sql`a`)}
           ) AS is_muted
    FROM alert a
    JOIN alert_entry e ON ${isWanted} AND e.user_id IS NULL
    JOIN alert_recipient r ON r.user_id < 0 AND r.user_id = -e.team_id AND r.alert_id = a.id
    WHERE a.id IN ${[...ids]} AND ${only}
    GROUP BY a.id, e.team_id, r.silenced, r.acknowledged_at
    OFFSET 0
  ) w
  JOIN (${teamVoices}) v ON v.team_id = w.team_id
  JOIN (${givenTeamContacts}) g ON g.team_id = w.team_id AND g.is_confirmed
    AND g.channel = ANY (${sql.param([...channels])}::text[])
  WHERE EXISTS (
    SELECT FROM alert a JOIN alert_entry e ON ${isWanted} AND e.user_id IS NULL
    WHERE a.id = w.alert_id AND e.team_id = w.team_id AND g.channel = ANY (e.channels))`

/**
 * Of alerts that come to a reader only through teams of theirs, the names of these, by alert, the oldest team first (A146); of what they want
 * alone, and to a team itself, at whose contacts nothing else comes, nothing.
 */
export async function teamsAlone(
  orm: Queryable,
  userId: number,
  alertIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const ids = [...new Set(alertIds)]
  if (userId < 0 || ids.length === 0) return new Map()
  const { rows } = await orm.execute<{ id: number; names: string[] }>(sql`
    SELECT r.alert_id::float8 AS id, array_agg(t.name ORDER BY t.team_id) AS names
    FROM alert_recipient r
    JOIN (${teamNames}) t ON t.team_id = ANY (r.team_ids)
    JOIN (${teamMembers}) m ON m.team_id = t.team_id AND m.user_id = r.user_id
    WHERE r.user_id = ${userId} AND r.alert_id IN ${ids} AND NOT EXISTS (
      SELECT FROM alert a JOIN alert_entry e ON ${isWanted} AND e.user_id = ${userId} AND e.team_entry_id IS NULL
      WHERE a.id = r.alert_id)
    GROUP BY r.alert_id`)
  return new Map(rows.map(({ id, names }) => [id, names]))
}
