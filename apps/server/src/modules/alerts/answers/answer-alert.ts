import { catalogue } from '@roundsman/alerting/catalogue'
import { answeredAlertsShown } from '@roundsman/contract/alerts/alert-actions'
import {
  type acknowledgedBy,
  alertSeverities,
  conditionIdOf,
  settingId,
} from '@roundsman/contract/alerts/alerts'
import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import { readerOf } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import {
  type AnswerOwner,
  contractName,
  type IncidentDeed,
} from '../../notifications/notifications.public.ts'
import { lookAgainAtCallsAbout } from '../escalation/calls-to-make-again.ts'
import { endEscalations, stepIn } from '../escalation/escalation.store.ts'
import { shownStatusesOf } from '../history/alert-status.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { acknowledge, type HistoryRow, ownAlerts, withToldAlong } from '../record/history.store.ts'
import { allMutedUntil, muteConditions } from '../record/mute.store.ts'
import { alertText } from '../texts/alert-text.ts'
import { answeredAlong, severityAsTold } from '../telling/told-already.ts'
import { standingOf } from '../texts/bundles/bundle-message.ts'
import { phrases, writingFor } from '../texts/writing.ts'
import { factsOf, type NamedNetwork } from '../messages/alert-facts.ts'
import { readDedupKey } from '../record/programs.ts'
import type { FiguresNow } from '../messages/figures-now.ts'
import {
  alertView,
  asTold,
  bridgesNow,
  isOfJailingBeside,
  missesNow,
  mutedName,
  muteOf,
  notMutedBeside,
  type ReaderOf,
} from './answer-view.ts'

/** As the contract says it of mails and calls; of all others it names the channel. */
function viaOf(channel: string): (typeof acknowledgedBy)[number] {
  const name = contractName(channel)
  if (name === 'EMAIL') return 'MAIL'
  return name === null || name === 'VOICE' ? 'CALL' : name
}

/** Nobody listens to more. */
const spokenMutes = 3

/** Alerts of a reader as an answer to them finds them: muted is what that mutes (E305), be it not the alert's own condition. */
async function answerable(orm: Queryable, now: SQL, userId: number, ids: readonly number[]) {
  const rows = await ownAlerts(orm, now, { userId, ids })
  const passing = rows.flatMap((row) => {
    const { conditions } = muteOf(row)
    return conditions.includes(conditionIdOf(row.settingId)) ? [] : [{ alertId: row.id, conditions }]
  })
  const muted = await allMutedUntil(orm, now, userId, passing)
  const isPassing = new Set(passing.map(({ alertId }) => alertId))
  return rows.map((row) => (isPassing.has(row.id) ? { ...row, mutedUntil: muted.get(row.id) ?? null } : row))
}

/** What readers say to a message about alerts, by a key of the phone or its link, and what the link shows (D25, D27, D45). */
export function createAlertAnswers(
  db: Pick<Database, 'orm' | 'now' | 'notify'>,
  networks: Pick<Networks, 'byId'>,
  clock: Pick<Clock, 'now'>,
  figures: Pick<FiguresNow, 'of' | 'validator' | 'jailing'>,
): AnswerOwner {
  return {
    onAnswer: async (tx, { channel, references, userId }, answer) => {
      const alertIds = references.map(Number)
      if (userId === null || alertIds.length === 0) return null
      // A mute acknowledges, too; ending it takes back the mute alone.
      const answered =
        answer === 'UNMUTE'
          ? { alertIds }
          : await acknowledgeAll(tx, db.now(), { userId, alertIds, via: viaOf(channel) })
      if (answer !== 'ACKNOWLEDGE')
        await muteConditions(tx, db.now(), {
          ...{ userId, alertIds, mute: answer === 'MUTE' },
          conditionsOf: (told) => muteOf(told).conditions,
        })
      await afterAnswer(tx, db, userId, answered.alertIds)
      if (answer === 'UNMUTE') return null
      const reader = await readerOf(tx, userId)
      const rows = await answerable(tx, db.now(), userId, alertIds)
      const network = rows[0] && networks.byId(rows[0].networkId)
      if (!reader || !network) return null
      return answer === 'MUTE' ? mutedWords(rows, network, reader) : acknowledgedWords(rows, reader)
    },
    view: async ({ references, userId, createdAt }, goodForMs) => {
      const ids = references.map(Number)
      const reader = userId === null ? null : await readerOf(db.orm, userId)
      const rows = userId === null ? [] : await answerable(db.orm, db.now(), userId, ids)
      const network = rows[0] && networks.byId(rows[0].networkId)
      if (userId === null || !reader || !network) return null
      const statuses = await shownStatusesOf(db, rows)
      const stands = standing(rows, network, reader)
      const gravest = stands.toSorted((a, b) => graveness(b) - graveness(a)).slice(0, answeredAlertsShown)
      const now = new Date(clock.now())
      const alerts = []
      const bridges = await bridgesNow(db, figures, gravest)
      for (const row of gravest) {
        const shown = {
          status: statuses.get(row.id) ?? null,
          later: bridges.get(row.id) ?? 'SAME',
          notMuted: await notMutedBeside(db, row, { ...reader, userId }),
          isOfJailingBeside: isOfJailingBeside(row, stands),
          ...(await missesNow(figures, row)),
        }
        alerts.push(...alertView(row, shown, { network, reader: { ...reader, userId }, now }))
      }
      return {
        language: reader.language,
        timezone: reader.timezone,
        network: network.name,
        reader: reader.name,
        expires_at: new Date(createdAt.getTime() + goodForMs).toISOString(),
        count: stands.length,
        alerts,
        waiting: rows.filter(isAwaited).length,
        muted: rows.filter(({ mutedUntil }) => mutedUntil !== null).length,
      }
    },
  }
}

/** What readers say to a reminder, said to the alerts that it is about. */
export function createReminderAnswers({ onAnswer, view, words }: AnswerOwner): AnswerOwner {
  const ofAlerts = <T extends { references: readonly string[] }>(answered: T): T => ({
    ...answered,
    references: [...new Set(answered.references.map((one) => String(stepIn(one).alertId)))],
  })
  return {
    onAnswer: (tx, answered, answer) => onAnswer(tx, ofAlerts(answered), answer),
    view: (of, goodForMs) => view(ofAlerts(of), goodForMs),
    ...(words && { words: (of) => words(ofAlerts(of)) }),
  }
}

/** Clocks differ by as much. */
const clockSkewMs = 60_000

/**
 * What somebody acknowledges at a provider is acknowledged here (D227): the alerts of its user's incident that had begun by then
 * and went on. Another user's incident is nothing to them.
 */
export async function acknowledgeIncident(
  tx: Tx,
  db: Pick<Database, 'now' | 'notify'>,
  { userId, channel, incident, at }: IncidentDeed,
): Promise<void> {
  const named = readDedupKey(incident)
  if (named?.userId !== userId || (await readerOf(tx, userId)) === null) return
  const begins = (['FALSE_TO_TRUE', 'TRUE_TO_FALSE'] as const)
    .map((trigger) => settingId(named.condition, trigger))
    .filter((id) => !catalogue.isEnd(id))
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT a.id::int AS id FROM alert_recipient r JOIN alert a ON a.id = r.alert_id
    WHERE r.user_id = ${userId} AND r.acknowledged_at IS NULL AND a.network_id = ${named.networkId}
      AND a.setting_id IN ${begins} AND split_part(a.occurrence, '/', 2) = ${named.target}
      AND a.created_at <= ${new Date(at.getTime() + clockSkewMs).toISOString()}::timestamptz
      AND (a.ended_at IS NULL OR a.ended_at > ${at.toISOString()}::timestamptz)`)
  if (rows.length === 0) return
  const alertIds = rows.map(({ id }) => id)
  await acknowledge(tx, db.now(), { userId, alertIds, via: viaOf(channel) })
  await lookAgainAtCallsAbout(tx, db.now(), alertIds)
  await afterAnswer(tx, db, userId, alertIds)
}

/**
 * Notes an answer to alerts, to those that their message said (E229) and to the lower steps of theirs (E233). Gives all of these, and
 * how many of those that are named concern who answers.
 */
export async function acknowledgeAll(
  tx: Tx,
  now: SQL,
  answer: Parameters<typeof acknowledge>[2],
): Promise<{ own: number; alertIds: number[] }> {
  const { userId } = answer
  const own = await acknowledge(tx, now, answer)
  const told = await withToldAlong(tx, answer)
  const alertIds = [...new Set([...told, ...(await answeredAlong(tx, { userId, alertIds: told }))])]
  await acknowledge(tx, now, { ...answer, alertIds })
  await lookAgainAtCallsAbout(tx, now, alertIds)
  return { own, alertIds }
}

/** Ends what is over by an answer, and lets open pages know. */
export async function afterAnswer(
  tx: Tx,
  db: Pick<Database, 'now' | 'notify'>,
  userId: number,
  alertIds: readonly number[],
): Promise<void> {
  const owner = userId < 0 ? { teamId: -userId } : { userId }
  const ended = await endEscalations(tx, db.now(), { ...owner, alertIds })
  await hintChanged(db, tx, [...new Set([...alertIds, ...ended])])
}

const graveness = (row: HistoryRow) => alertSeverities.indexOf(severityAsTold(row))

/** What the message told of them: of what began and is over the end alone, of steps of one thing the highest (P804). */
function standing(
  rows: readonly HistoryRow[],
  network: NamedNetwork,
  reader: ReaderOf,
): readonly HistoryRow[] {
  const known = rows.flatMap((row) => {
    const facts = factsOf(row, network, reader.language)
    return facts === null ? [] : [{ row, facts: asTold(facts, reader) }]
  })
  return standingOf(known).map(({ row }) => row)
}

/** Until when, and what: of each alert its condition and whom it is about. */
function mutedWords(rows: readonly HistoryRow[], network: NamedNetwork, reader: ReaderOf): string | null {
  const { phrases, written, clock } = writingFor(reader)
  const facts = rows.flatMap((row) => factsOf(row, network, reader.language) ?? [])
  const named = [
    ...new Set(facts.map((one) => `${alertText(one, reader).who}, ${mutedName(one, reader) ?? one.title}`)),
  ]
  const until = rows.map(({ mutedUntil }) => mutedUntil?.getTime() ?? 0)
  if (named.length === 0) return null
  const said = [phrases.muted(clock(new Date(Math.min(...until))), named.slice(0, spokenMutes).join('; '))]
  const left = named.length - spokenMutes
  return [
    ...said,
    ...(left > 0 ? [phrases.more(written.number(left))] : []),
    // Whoever mutes is at work on it, and waits for that word (E321).
    ...(rows.some(isToEnd) ? [phrases.endNotMuted] : []),
  ].join(' ')
}

/** It goes on, and that it is over can be told. */
function isToEnd({ settingId, endedAt }: HistoryRow): boolean {
  const meaning = catalogue.meaning(settingId)
  if (endedAt !== null || meaning?.trigger !== 'FALSE_TO_TRUE') return false
  return catalogue.settingId(meaning.condition, 'TRUE_TO_FALSE') !== null
}

/** What still comes (E355); null: nothing that anybody waits for. */
function acknowledgedWords(rows: readonly HistoryRow[], { language }: ReaderOf): string | null {
  return rows.some(isToEnd) ? phrases[language].acknowledgedStill : null
}

/** Nobody has to do anything about what is over (E386), nor answers what is for information. */
function isAwaited({ acknowledgedAt, severity, isIncidentOver }: HistoryRow): boolean {
  return acknowledgedAt === null && severity !== 'INFO' && !isIncidentOver
}
