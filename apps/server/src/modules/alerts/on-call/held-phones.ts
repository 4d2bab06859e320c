import { catalogue } from '@roundsman/alerting/catalogue'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { plannedForFew } from '../../../platform/db/transaction.ts'
import { teamMembers } from '../../accounts/accounts.public.ts'
import { reminderKind } from '../escalation/escalation.store.ts'
import { alertKind } from '../record/alert.store.ts'
import { type HeldPhones, onCallDetail } from '../record/wanted.ts'
import { firstWords } from './first-word.ts'

/** Rows `d` of the ledger to a phone of a reader `r`. */
const isToPhone = sql`d.user_id = r.user_id AND d.channel IN ('sms', 'voice')`
/** By which it rings or rang, a call that nobody took, too. */
const rings = sql`(d.state IN ('QUEUED', 'SENDING', 'SENT', 'DELIVERED') OR d.channel = 'voice' AND d.ended_ids <> '{}')`

/** Whether there is anything of alerts `o`, of the incident of an end `a`, that concerned a reader `r`. */
const isThere = (joined: SQL) => sql`EXISTS (
  SELECT FROM alert_recipient n JOIN alert o ON o.id = n.alert_id AND a.incident_id IN (o.id, o.incident_id) ${joined}
  WHERE n.user_id = r.user_id AND n.alert_id BETWEEN a.incident_id AND a.id)`

/** Their phone was left to who was on call for the team of `p`. */
const wasHeld = isThere(sql`
  AND p.team_id = ANY (n.team_ids)
  JOIN delivery d ON ${isToPhone} AND d.kind = ${alertKind} AND d.reference = o.id::text AND d.detail = ${onCallDetail}`)

/** Of what the rows are about, also beside something else. */
const hasRung = sql`(
  ${isThere(sql`JOIN delivery d ON ${isToPhone} AND ${rings} AND d.kind = ${alertKind} AND d.reference = o.id::text`)}
  OR ${isThere(sql`
    JOIN delivery_also x ON x.reference = o.id::text
    JOIN delivery d ON d.id = x.delivery_id AND ${isToPhone} AND ${rings} AND d.kind = ${alertKind}`)}
  OR ${isThere(sql`
    JOIN delivery d ON ${isToPhone} AND ${rings} AND d.kind = ${reminderKind}
      AND (split_part(d.reference, '/', 1) = o.id::text OR EXISTS (
        SELECT FROM delivery_also x WHERE x.delivery_id = d.id AND split_part(x.reference, '/', 1) = o.id::text))`)})`

/** Of new alerts, those of which a team leaves the phones of some for later, or alone. */
export async function heldPhones(tx: Tx, now: SQL, alertIds: readonly number[]): Promise<HeldPhones[]> {
  const words = await firstWords(tx, now, alertIds)
  const ends = await endsByPhone(tx, alertIds)
  // An end that has steps itself is told as what began.
  const isIn = (one: HeldPhones) =>
    words.some((word) => word.alert_id === one.alert_id && word.team_id === one.team_id)
  return [...words, ...ends.filter((end) => !isIn(end))]
}

/**
 * Of new ends, whose phones of a team ring (A150): not those that were left to who was on call as it began, and that nothing of the
 * incident has rung since. Where none was, they are not named.
 */
async function endsByPhone(tx: Tx, alertIds: readonly number[]): Promise<HeldPhones[]> {
  if (alertIds.length === 0) return []
  // Nearly no team has anybody on call.
  const { rows } = await tx.execute<{ id: number; settingId: number }>(sql`
    SELECT a.id::int, a.setting_id AS "settingId" FROM alert a
    WHERE a.id IN ${[...alertIds]} AND a.incident_id IS NOT NULL AND EXISTS (SELECT FROM alert_on_call)`)
  const ends = rows.filter(({ settingId }) => catalogue.isEnd(settingId)).map(({ id }) => id)
  if (ends.length === 0) return []
  return plannedForFew(tx, async () => {
    const found = await tx.execute<HeldPhones & Record<string, unknown>>(sql`
      SELECT a.id::int AS alert_id, p.team_id, coalesce(array_agg(r.user_id) FILTER (WHERE NOT s.is_held), '{}') AS rung,
             true AS by_sms, true AS by_voice, true AS by_mail
      FROM alert a CROSS JOIN alert_on_call p
      JOIN (${teamMembers}) m ON m.team_id = p.team_id
      JOIN alert_recipient r ON r.user_id = m.user_id AND r.alert_id = a.id AND p.team_id = ANY (r.team_ids)
      CROSS JOIN LATERAL (SELECT ${wasHeld} AND NOT ${hasRung} AS is_held) s
      WHERE a.id IN ${ends}
      GROUP BY a.id, p.team_id HAVING bool_or(s.is_held)`)
    return found.rows
  })
}
