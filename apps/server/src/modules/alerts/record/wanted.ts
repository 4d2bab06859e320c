import { type SQL, sql } from 'drizzle-orm'
import { isWanted } from '../entries/entry.store.ts'

/** Why a phone is not rung at once: somebody else of the team is on call (A147). */
export const onCallDetail = 'on_call'

/** Of an alert by a team, whose phones ring at once: by these channels no other one of it does (A147, A149, A150). */
export interface HeldPhones {
  alert_id: number
  team_id: number
  /** Members. */
  rung: number[]
  by_sms: boolean
  by_voice: boolean
  /** Whoever would have it by these alone gets a mail: nothing that rings comes later. */
  by_mail: boolean
}

const phonesAndMail = sql`ARRAY['SMS', 'VOICE', 'EMAIL']`

/**
 * Who gets a message about alerts: the channels of all entries of a user that ask for it are united, and it is muted only
 * if all of them are, or its condition on its target is. A row for each alert and reader, in the order of their ids,
 * and narrow until then, since a million are sorted. By phone at once only if one of them asks that does not leave it to
 * whoever is on call.
 */
export const wantedOf = (
  now: SQL,
  ids: readonly number[],
  { only, held }: { only: SQL; held: readonly HeldPhones[] },
) => sql`
  SELECT alert_id, user_id, bool_and(is_muted) AS are_muted, bool_or(is_silenced) AS is_silenced,
         bool_or(is_answered) AS is_answered, bool_or(by_email) AS by_email, bool_or(by_sms) AS by_sms, bool_or(by_voice) AS by_voice,
         bool_or(by_given) AS by_given, bool_or(by_sms AND NOT sms_held) AS rings_sms,
         bool_or(by_voice AND NOT voice_held) AS rings_voice, bool_or(is_mailed) AS is_mailed
  FROM (
    SELECT a.id AS alert_id, e.user_id, coalesce(e.muted_until > ${now}, false) AS is_muted,
           coalesce(r.silenced <> 'TOLD', false) AS is_silenced, r.acknowledged_at IS NOT NULL AS is_answered,
           'EMAIL' = ANY (e.channels) AS by_email, 'SMS' = ANY (e.channels) AND NOT a.phones_wait AS by_sms,
           'VOICE' = ANY (e.channels) AND NOT a.phones_wait AS by_voice,
           NOT e.channels <@ ${phonesAndMail} AS by_given,
           ${held.length === 0 ? sql`false AS sms_held, false AS voice_held, false AS is_mailed` : sql`coalesce(f.by_sms, false) AS sms_held, coalesce(f.by_voice, false) AS voice_held, coalesce(f.by_mail, false) AS is_mailed`}
    FROM alert a
    JOIN alert_entry e ON ${isWanted}
    JOIN alert_recipient r ON r.alert_id = a.id AND r.user_id = e.user_id
    ${held.length === 0 ? sql`` : heldFor(held)}
    WHERE a.id IN ${[...ids]} AND (NOT a.phones_wait OR NOT e.channels <@ ARRAY['SMS', 'VOICE'])
      AND ${only}
    OFFSET 0
  ) e
  GROUP BY alert_id, user_id`

const heldFor = (held: readonly HeldPhones[]) => sql`
    LEFT JOIN jsonb_to_recordset(${JSON.stringify(held)}::jsonb) AS f (
      alert_id bigint, team_id int, rung int[], by_sms boolean, by_voice boolean, by_mail boolean)
      ON f.alert_id = a.id AND f.team_id = e.team_id AND e.team_entry_id IS NOT NULL AND e.user_id <> ALL (f.rung)`
