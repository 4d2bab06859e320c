import { catalogue } from '@roundsman/alerting/catalogue'
import { type SQL, sql } from 'drizzle-orm'
import { teamMembers } from '../../accounts/accounts.public.ts'
import { isWanted } from '../entries/entry.store.ts'
import { isMuteOf } from '../record/mute.store.ts'
import { isOutageOver } from '../record/incidents/outage-over.store.ts'
import { isSilenced, isSilencedNow } from '../silences/silence.store.ts'

// Why nobody is reminded of an alert `a` any more, in statements about escalations `x`.

const silencedConditions = catalogue.conditions.map(({ id }) => id).filter(isSilenced)
const isSilenceable = sql`a.setting_id / 10 = ANY (${`{${silencedConditions.join()}}`}::int[])`

/**
 * True where somebody is not to hear of an alert `a` just now: planned work of theirs holds it back, or they have muted it. Who
 * has no entry any more that asks for it, but those of teams with planned work, wants it as little as who has muted all of them.
 *
 * @param r their row of it
 * @param ofTeam left out: all their entries count; else those alone that they have of this team
 */
export const isHushed = (now: SQL, r: SQL, userId: SQL, ofTeam?: SQL) => sql`(
  coalesce(${r}.silenced IN ('WAITS', 'RECORDED'), false)
  OR (${isSilenceable} AND ${isSilencedNow(sql`a`, { userId }, now)})
  OR EXISTS (
    SELECT FROM alert_mute m WHERE m.user_id = ${userId} AND m.muted_until > ${now} AND ${isMuteOf(sql`a`)})
  OR NOT EXISTS (
    SELECT FROM alert_entry e
    WHERE e.user_id = ${userId} ${ofTeam === undefined ? sql`` : sql`AND e.team_id = ${ofTeam}`}
      AND ${isWanted} AND coalesce(e.muted_until <= ${now}, true)
      AND NOT (${isSilenceable} AND ${isSilencedNow(sql`a`, { teamId: sql`e.team_id` }, now)})))`

/** The same of a team's own contacts, by its row `r` of an alert `a` (D206). */
export const areContactsHushed = (now: SQL) => sql`(
  coalesce(r.silenced IN ('WAITS', 'RECORDED'), false) OR EXISTS (
    SELECT FROM alert_mute m WHERE m.user_id = r.user_id AND m.muted_until > ${now} AND ${isMuteOf(sql`a`)}))`

/** Nobody is to be reminded: of a share of the window since the outage that made it is over (E413). */
const isEnded = sql`(a.ended_at IS NOT NULL OR ${isOutageOver})`

/** Why the reader of an alert `a`, by their row `r` of it, is reminded of it no more (D183); NULL: they are. */
export const overForUser = (now: SQL) => sql`CASE
  WHEN r.acknowledged_at IS NOT NULL THEN 'ACKNOWLEDGED'
  WHEN ${isEnded} THEN 'ENDED'
  WHEN ${isHushed(now, sql`r`, sql`r.user_id`)} THEN 'SILENCED' END`

/** Rows `r` of an alert `a` that its readers have through a team, while they are in it. Few, each looked up by itself. */
export const readersInTeam = (teamId: SQL) => sql`
  SELECT FROM (${teamMembers}) t JOIN alert_recipient r ON r.user_id = t.user_id AND r.alert_id = a.id
  WHERE t.team_id = ${teamId} AND ${teamId} = ANY (r.team_ids)`

/**
 * Why a team asks nobody about an alert `a` any more (D200); NULL: it does. One member's acknowledgement does for all (A86), a
 * mute or planned work once there is nobody left who is to hear of it.
 */
export const overForTeam = (now: SQL, teamId: SQL) => sql`CASE
  WHEN EXISTS (${readersInTeam(teamId)} AND r.acknowledged_at IS NOT NULL) THEN 'ACKNOWLEDGED'
  WHEN ${isEnded} THEN 'ENDED'
  WHEN ${isHushedForTeam(now, teamId)} THEN 'SILENCED' END`

const isHushedForTeam = (now: SQL, teamId: SQL) => sql`
  NOT EXISTS (${readersInTeam(teamId)} AND NOT ${isHushed(now, sql`r`, sql`r.user_id`, teamId)})`

/** Why an escalation `x` of an alert `a` is over; NULL: it is not. */
export const overBy = (now: SQL, x: SQL) => sql`CASE
  WHEN ${x}.team_id IS NOT NULL THEN ${overForTeam(now, sql`${x}.team_id`)}
  ELSE (SELECT ${overForUser(now)} FROM alert_recipient r WHERE r.alert_id = a.id AND r.user_id = ${x}.user_id) END`

/** True where a team `x` that waits to ask again about an alert `a` has nobody to ask. */
export const mayNotAsk = (now: SQL, x: SQL) => sql`
  coalesce(${x}.team_id IS NOT NULL AND (${isEnded} OR ${isHushedForTeam(now, sql`${x}.team_id`)}), true)`
