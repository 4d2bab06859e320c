import { catalogue } from '@roundsman/alerting/catalogue'
import type { TeamStep } from '@roundsman/contract/alerts/on-call'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { plannedForFew } from '../../../platform/db/transaction.ts'
import { mailboxes, phonesOf, readerOf } from '../../accounts/accounts.public.ts'
import { isWanted } from '../entries/entry.store.ts'
import { findAlerts } from '../record/history.store.ts'
import { isMuteOf } from '../record/mute.store.ts'
import type { HeldPhones } from '../record/wanted.ts'
import { quietEndOf } from '../telling/ends/quiet.ts'
import { onCallOf, scheduleOf } from './on-call.store.ts'
import { onCallAt } from './shifts.policy.ts'

const rings = ({ channels }: TeamStep) => channels.includes('SMS') || channels.includes('VOICE')

type Word = Pick<HeldPhones, 'alert_id' | 'team_id' | 'by_sms' | 'by_voice'> & { user_id: number }

/**
 * Of which new alerts whoever is on call for a team has the first word by phone. Only where the team's steps for them run, or have just called
 * of the same incident (D333), and call others than who is on call, or nobody else would ever be called; and where a phone of who is on call rings now. With those, what began of the
 * same target (A149), and what begins later of an incident of which that is so (A151): its message would say the graver one.
 */
export async function firstWords(tx: Tx, now: SQL, alertIds: readonly number[]): Promise<HeldPhones[]> {
  if (alertIds.length === 0) return []
  const { rows } = await tx.execute<Steps & Record<string, unknown>>(sql`
    SELECT x.alert_id::int AS "alertId", x.team_id AS "teamId", x.steps,
           (extract(epoch FROM ${now}) * 1000)::float8 AS "nowMs"
    FROM alert_escalation x
    WHERE x.alert_id IN ${[...alertIds]} AND x.team_id IS NOT NULL
      AND (x.ended_by IS NULL AND x.due_at IS NOT NULL OR x.ended_by = 'EXHAUSTED' AND x.step = 0)`)
  const onCall = new Map<number, number | null>()
  const words = await wordsOf(tx, now, rows, onCall)
  const beside = words.length === 0 ? [] : await wordsBeside(tx, now, alertIds, words)
  const ofIncidents = await wordsOfIncidents(tx, now, alertIds, onCall)
  const isIn = (one: Word) =>
    [...words, ...beside].some((word) => word.alert_id === one.alert_id && word.team_id === one.team_id)
  return [...words, ...beside, ...ofIncidents.filter((one) => !isIn(one))].map(
    ({ user_id: userId, ...word }) => ({
      ...word,
      rung: [userId],
      by_mail: false,
    }),
  )
}

/** Steps of a team for an alert. */
interface Steps {
  alertId: number
  teamId: number
  steps: TeamStep[]
  nowMs: number
}

/** Those by which whoever is on call is told first. */
async function wordsOf(
  tx: Tx,
  now: SQL,
  found: readonly Steps[],
  onCall: Map<number, number | null>,
): Promise<Word[]> {
  const running = found.filter(({ steps }) => steps.some((step) => step.who === 'EVERYONE' && rings(step)))
  const words: Word[] = []
  for (const { alertId, teamId, nowMs } of running) {
    const userId = onCall.has(teamId) ? onCall.get(teamId) : await onCallNow(tx, teamId, nowMs)
    onCall.set(teamId, userId ?? null)
    if (userId == null) continue
    const word = await wordTo(tx, now, { alertId, teamId, userId })
    if (word !== null) words.push(word)
  }
  return words
}

/**
 * What begins of an incident of which an earlier alert goes on, whose steps run or have called everyone (A151): by the channels by which either
 * tells who is on call.
 */
async function wordsOfIncidents(
  tx: Tx,
  now: SQL,
  alertIds: readonly number[],
  onCall: Map<number, number | null>,
): Promise<Word[]> {
  // Nearly no team has anybody on call.
  const { rows: begun } = await tx.execute<{ id: number; settingId: number }>(sql`
    SELECT a.id::int, a.setting_id AS "settingId" FROM alert a
    WHERE a.id IN ${[...alertIds]} AND a.incident_id IS NOT NULL AND a.ended_at IS NULL AND EXISTS (SELECT FROM alert_on_call)`)
  const ids = begun.filter(({ settingId }) => !catalogue.isEnd(settingId)).map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await plannedForFew(tx, () =>
    tx.execute<Steps & { laterId: number } & Record<string, unknown>>(sql`
      SELECT a.id::int AS "laterId", o.id::int AS "alertId", x.team_id AS "teamId", x.steps,
             (extract(epoch FROM ${now}) * 1000)::float8 AS "nowMs"
      FROM alert a
      JOIN alert o ON (o.id = a.incident_id OR o.incident_id = a.incident_id) AND o.id < a.id AND o.ended_at IS NULL
      JOIN alert_escalation x ON x.alert_id = o.id AND x.team_id IS NOT NULL
        AND (x.ended_by IS NULL AND x.due_at IS NOT NULL OR x.ended_by = 'EXHAUSTED')
      WHERE a.id = ANY (${`{${ids.join()}}`}::bigint[])`),
  )
  const words = await wordsOf(tx, now, rows, onCall)
  const own: Word[] = []
  for (const { laterId, teamId } of rows) {
    const earlier = words.filter((word) =>
      rows.some(
        (row) =>
          row.laterId === laterId &&
          row.teamId === teamId &&
          row.alertId === word.alert_id &&
          word.team_id === teamId,
      ),
    )
    const [first] = earlier
    if (first === undefined || own.some((word) => word.alert_id === laterId && word.team_id === teamId))
      continue
    const word = await wordTo(tx, now, { alertId: laterId, teamId, userId: first.user_id })
    own.push(ofAll(laterId, [first, ...earlier, ...(word === null ? [] : [word])]))
  }
  return own
}

/** By each channel by which any of them tells who is on call. */
function ofAll(alertId: number, [first, ...others]: readonly [Word, ...Word[]]): Word {
  const all = [first, ...others]
  const by_sms = all.some((word) => word.by_sms)
  return { ...first, alert_id: alertId, by_sms, by_voice: all.some((word) => word.by_voice) }
}

/** What began of the same targets without a word of its own, by the channels by which either tells who is on call. */
async function wordsBeside(
  tx: Tx,
  now: SQL,
  alertIds: readonly number[],
  words: readonly Word[],
): Promise<Word[]> {
  const { rows } = await tx.execute<{ id: number; settingId: number; target: string; isOver: boolean }>(sql`
    SELECT id::int, setting_id AS "settingId", split_part(occurrence, '/', 2) AS target, ended_at IS NOT NULL AS "isOver"
    FROM alert WHERE id IN ${[...alertIds]}`)
  const targets = new Map(rows.map(({ id, target }) => [id, target]))
  const beside: Word[] = []
  for (const { id, settingId, target, isOver } of rows) {
    if (isOver || catalogue.isEnd(settingId)) continue
    const ofTarget = words.filter((word) => targets.get(word.alert_id) === target)
    for (const teamId of new Set(ofTarget.map((word) => word.team_id))) {
      const graver = ofTarget.filter((word) => word.team_id === teamId)
      const [first] = graver
      if (first === undefined || graver.some((word) => word.alert_id === id)) continue
      const own = await wordTo(tx, now, { alertId: id, teamId, userId: first.user_id })
      beside.push(ofAll(id, [first, ...graver, ...(own === null ? [] : [own])]))
    }
  }
  return beside
}

async function onCallNow(tx: Tx, teamId: number, nowMs: number): Promise<number | null> {
  const { rotation, overrides } = await onCallOf(tx, teamId)
  return rotation === null && overrides.length === 0 ? null : onCallAt(await scheduleOf(tx, teamId), nowMs)
}

/** By which phone's channels the team tells them now; null: by none. */
async function wordTo(
  tx: Tx,
  now: SQL,
  { alertId, teamId, userId }: { alertId: number; teamId: number; userId: number },
): Promise<Word | null> {
  const { rows } = await tx.execute<Pick<Word, 'by_sms' | 'by_voice'> & Record<string, unknown>>(sql`
    SELECT coalesce(bool_or('SMS' = ANY (e.channels)), false) AS by_sms,
           coalesce(bool_or('VOICE' = ANY (e.channels)), false) AS by_voice
    FROM alert a
    JOIN alert_entry e ON ${isWanted} AND e.user_id = ${userId} AND e.team_id = ${teamId} AND e.team_entry_id IS NOT NULL
    JOIN alert_recipient r ON r.alert_id = a.id AND r.user_id = e.user_id
    JOIN (${mailboxes}) u ON u.user_id = e.user_id
    WHERE a.id = ${alertId} AND NOT coalesce(e.muted_until > ${now}, false) AND coalesce(r.silenced = 'TOLD', true)
      AND r.acknowledged_at IS NULL AND a.held_back IS NULL
      AND NOT a.phones_wait AND ${phonesOf(sql`e.user_id`)} <> '{}'
      AND NOT EXISTS (
        SELECT FROM alert_mute m WHERE m.user_id = e.user_id AND m.muted_until > ${now} AND ${isMuteOf(sql`a`)})`)
  const [row] = rows
  if (row === undefined || !(row.by_sms || row.by_voice)) return null
  // Who sleeps is not rung for this: then all are told as without a rotation.
  const quiet = (await readerOf(tx, userId))?.quiet ?? null
  if (quiet !== null && quietEndOf(quiet, await findAlerts(tx, now, [alertId])) !== null) return null
  return { alert_id: alertId, team_id: teamId, user_id: userId, by_sms: row.by_sms, by_voice: row.by_voice }
}
