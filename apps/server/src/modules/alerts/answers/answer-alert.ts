import { catalogue } from '@roundsman/alerting/catalogue'
import { type AlertAnswerView, answeredAlertsShown } from '@roundsman/contract/alerts/alert-actions'
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
import { type AlertStatus, shownStatusesOf } from '../history/alert-status.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { acknowledge, type HistoryRow, ownAlerts, withToldAlong } from '../record/history.store.ts'
import { jailDueAt } from '../record/incidents/jail-due.policy.ts'
import { allMutedUntil, type MutableAlert, muteConditions } from '../record/mute.store.ts'
import { beginsMisses, mutedTogether } from '../record/incidents/outage.policy.ts'
import { alertText, heldSince } from '../texts/alert-text.ts'
import { answeredAlong, severityAsTold } from '../telling/told-already.ts'
import { asGrave, figuresOf, uptime } from '../texts/figures.ts'
import { isGovernance } from '../texts/governance/governance-phrases.ts'
import { standingOf } from '../texts/bundle-message.ts'
import { isForGood } from '../texts/time-left.ts'
import { signingSince } from '../texts/out-of-jail.ts'
import { type AlertFacts, phrases, withSmallLetter, writingFor } from '../texts/writing.ts'
import { conditionName, factsOf, type NamedNetwork } from '../messages/alert-facts.ts'
import { readDedupKey } from '../record/programs.ts'
import type { FiguresNow } from '../messages/figures-now.ts'

/** As the contract says it of mails and calls; of all others it names the channel. */
function viaOf(channel: string): (typeof acknowledgedBy)[number] {
  const name = contractName(channel)
  if (name === 'EMAIL') return 'MAIL'
  return name === null || name === 'VOICE' ? 'CALL' : name
}

/** What an answer to a message mutes: what its reader was told. */
const muteOf = (told: MutableAlert) => mutedTogether(told.settingId, severityAsTold(told))

/** The same in words: the condition's name, or that of missed blocks. */
function mutedName(told: MutableAlert, { language }: Pick<ReaderOf, 'language'>): string | null {
  const { upTo } = muteOf(told)
  if (upTo === null) return conditionName(told.settingId, language)
  return phrases[language].missesMuted(upTo === 'CRITICAL' ? null : phrases[language].severity[upTo])
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
  figures: Pick<FiguresNow, 'validator' | 'jailing'>,
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
      if (!reader || !network) return null
      const statuses = await shownStatusesOf(db, rows)
      const stands = standing(rows, network, reader)
      const gravest = stands.toSorted((a, b) => graveness(b) - graveness(a)).slice(0, answeredAlertsShown)
      const now = new Date(clock.now())
      const alerts = []
      for (const row of gravest) {
        const stands = { status: statuses.get(row.id) ?? null, ...(await missesNow(figures, row)) }
        alerts.push(...alertView(row, stands, { network, reader: { ...reader, userId }, now }))
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

/** As its message told it, also of whom it has jailed since: how it stands by now stands beside (P973). */
function asTold(facts: AlertFacts, reader: ReaderOf): AlertFacts {
  return { ...asGrave({ ...facts, jailedUntil: null }, reader), jailedUntil: facts.jailedUntil }
}

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

type ReaderOf = NonNullable<Awaited<ReturnType<typeof readerOf>>>

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

/** How the validator of an alert about missed blocks or its jailing stands now. */
type Misses = Pick<AlertAnswerView['alerts'][number], 'now' | 'jailed'>

async function missesNow(
  figures: Pick<FiguresNow, 'validator' | 'jailing'>,
  { networkId, validatorId, settingId }: HistoryRow,
): Promise<Misses> {
  const meaning = catalogue.meaning(settingId)
  const isOfMisses = beginsMisses(settingId)
  const isOfJailing = meaning?.condition.subject === 'jailed' && meaning.trigger === 'FALSE_TO_TRUE'
  if (validatorId === null || !(isOfMisses || isOfJailing)) return { now: null, jailed: null }
  const jailing = await figures.jailing(validatorId)
  if (jailing !== null) {
    const { at, until } = jailing
    const forever = isForGood(until)
    const jailed = { at: timeOf(at), until: forever ? null : timeOf(until), forever }
    return { now: null, jailed }
  }
  const known = isOfMisses ? await figures.validator(networkId, validatorId) : null
  const inARow = known?.row.consecutive_missed ?? null
  if (known === null || inARow === null) return { now: null, jailed: null }
  const { row, at, height, isLive } = known
  const jailAt = (secondsToJail: number | null) => {
    const dueAt = isLive ? jailDueAt(at.getTime(), { secondsToJail, inARow }) : null
    return dueAt === null ? null : new Date(dueAt).toISOString()
  }
  const now = {
    height,
    at: at.toISOString(),
    in_a_row: inARow,
    in_a_row_exact: row.consecutive_missed_exact !== false,
    missed_blocks: row.missed_blocks,
    missed_blocks_exact: row.missed_blocks_exact !== false,
    window: row.signed_blocks_window,
    jail_at: jailAt(row.seconds_to_jail),
    jail_at_most: jailAt(row.seconds_to_jail_at_most),
  }
  return { now, jailed: null }
}

function timeOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}

/**
 * What a jail that was near is called where nobody knows how near it is now (P1014): by the time that its message said, and never by
 * the most that its setting allows, which reads as so much time; null: it is none.
 */
function nearJail(facts: AlertFacts, isOver: boolean, reader: ReaderOf): string | null {
  if (facts.subject !== 'jail_near' || facts.trigger !== 'FALSE_TO_TRUE') return null
  const { phrases, clock } = writingFor(reader)
  const { jailAt } = figuresOf({ ...facts, evidence: facts.raised, readAt: null, staleness: null }, false)
  return phrases.wasNearJail({ time: jailAt == null ? null : clock(jailAt), isOver })
}

/** Nobody has to do anything about what is over (E386), nor answers what is for information. */
function isAwaited({ acknowledgedAt, severity, isIncidentOver }: HistoryRow): boolean {
  return acknowledgedAt === null && severity !== 'INFO' && !isIncidentOver
}

/** As the link calls its reader, or as the history names a colleague (A144). Who answers at a contact of a team is the team. */
function acknowledgedName(
  { acknowledgedAt, acknowledgedBy: by }: HistoryRow,
  { userId, name }: ReaderOf & { userId: number | null },
): string | null {
  if (acknowledgedAt === null) return null
  if (by === null) return userId !== null && userId < 0 ? name : null
  return by.user_id === userId ? name : by.name
}

/** None where the catalogue does not know its setting any more. */
function alertView(
  row: HistoryRow,
  stands: Misses & { status: AlertStatus },
  {
    network,
    reader,
    now,
  }: { network: NamedNetwork; reader: ReaderOf & { userId: number | null }; now: Date },
): AlertAnswerView['alerts'] {
  const isOver = stands.status === 'ENDED'
  const known = stands.status === 'ONGOING' ? stands.now : null
  // What nobody knows is of the alert, and jail may be further away by now (E244).
  const later = stands.status === 'UNKNOWN' && stands.jailed === null ? 'UNKNOWN' : 'SAME'
  const own = factsOf(row, network, reader.language, { later })
  if (own === null) return []
  const facts = asTold(own, reader)
  const { who, what, place, old, details } = alertText(facts, reader)
  // What is left is as of now; of what is over there is none, and nothing to do.
  const { left, since, cause } = alertText({ ...facts, readAt: now }, reader)
  // In jail, it is the jailing that something is to be done about.
  const subject = stands.jailed === null ? facts.subject : 'jailed'
  const { advice, commands } = alertText({ ...facts, subject, readAt: now }, reader)
  const isOfMisses = facts.trigger === 'FALSE_TO_TRUE' && uptime.includes(facts.subject)
  // Of what is near jail its words say that, which the page leaves to what is as of now.
  const ofMisses = alertText({ ...facts, subject: 'missed_in_a_row', readAt: now }, reader).left
  const { now: sayNow } = writingFor(reader).phrases
  const leftNow = later === 'UNKNOWN' ? ofMisses : ofMisses.map((one) => sayNow(withSmallLetter(one)))
  return [
    {
      id: row.id,
      severity: severityAsTold(row),
      trigger: facts.trigger,
      who,
      what,
      title:
        nearJail(facts, isOver, reader) ?? conditionName(facts.settingId, reader.language) ?? facts.title,
      mutes: mutedName(row, reader) ?? facts.title,
      counts: isOfMisses ? (facts.subject === 'jail_near' ? 'JAIL' : 'BLOCKS') : null,
      now: known,
      jailed: isOver ? null : stands.jailed,
      // An end says what it was, and when.
      says: [
        ...(facts.trigger === 'TRUE_TO_FALSE' ? since : []),
        // A count is of its block, beside what is as of now (P803).
        ...(isOfMisses ? [...place, ...old] : []),
        // What the page counts down by itself it does not read twice (P885).
        ...(isOver || known !== null || stands.jailed !== null ? [] : isOfMisses ? leftNow : left),
        ...cause,
        // How others voted is of its block, too.
        ...(isGovernance(facts.subject) ? [...details, ...place] : []),
      ],
      advice: isOver || row.isIncidentOver ? [] : advice,
      commands: isOver || row.isIncidentOver ? [] : commands,
      is_end: catalogue.isEnd(facts.settingId),
      signing_since: signingSince(facts)?.toISOString(),
      began_at: heldSince(facts).toISOString(),
      status: stands.status,
      ended_at: row.endedAt?.toISOString() ?? null,
      ...(row.isIncidentOver && { is_over: true }),
      ...(isOver && row.jailedAt !== null && { ended_in_jail: true }),
      acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
      acknowledged_via: row.acknowledgedVia,
      acknowledged_by: acknowledgedName(row, reader),
      muted_until: row.mutedUntil?.toISOString() ?? null,
    },
  ]
}
