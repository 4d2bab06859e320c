import { catalogue, type Severity } from '@roundsman/alerting/catalogue'
import { maxMissed } from '@roundsman/contract/networks/time-to-jail'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { toldDetail } from '../../notifications/notifications.public.ts'
import type { AlertRow } from '../alerts.schema.ts'
import { reminderKind } from '../escalation/escalation.store.ts'
import { alertStatusesOf } from '../history/alert-status.ts'
import { alertKind } from '../record/alert.store.ts'
import { jailDueAt } from '../record/incidents/jail-due.policy.ts'
import { hasMutedOf, mutedUntilOf } from '../record/mute.store.ts'
import { conditionKey, partsOf } from '../record/incidents/occurrence.policy.ts'
import { areMisses, compareSeverity, conditionsOfMisses } from '../record/incidents/outage.policy.ts'
import type { LaterFigures, Recurred } from '../texts/writing.ts'
import { nearJailSeconds } from '../texts/figures.ts'
import {
  canRecur,
  type JailAhead,
  longRunFrom,
  type Telling,
  tellFrom,
  troubleMs,
} from './recurring.policy.ts'
import { type Contact, hasTold, isTo } from './contact.ts'
import { howOften, isOfMisses } from './how-often.ts'
import { isOutlived } from './outlived.ts'
import { programs } from '../record/programs.ts'
import { severityAsTold, subjectAsTold } from './told-already.ts'

/** Of the newest alerts of a reader so many are looked at: who has more at once is told more often. */
const lookedAt = 500
/** Rows of the ledger that gather what comes and goes, by their `waits_beside`; and why, as the ledger writes it. */
const besidePrefix = 'again/'
export const gatheredDetail = 'comes_and_goes'

/** Whether a row of the ledger has waited because what it is about comes and goes. */
export function isGathering(waitedBeside: string | null): boolean {
  return waitedBeside?.startsWith(besidePrefix) === true
}

type Told = Pick<
  AlertRow,
  'id' | 'networkId' | 'settingId' | 'severity' | 'occurrence' | 'evidence' | 'heldBack' | 'endedAt'
>
/**
 * `minSigned`: the share of its window that a validator of the network has to sign; null: not known. `jailedMs`: when its
 * validator was jailed last before it began; null: never. `hasMutedMisses`: its reader has muted steps of missed blocks of its target.
 * `isNext`: a message about it to the contact is being sent, or due within a minute.
 */
type Known = Told & {
  toldMs: number | null
  endedMs: number | null
  isMuted: boolean
  hasMutedMisses: boolean
  acknowledgedMs: number | null
  minSigned: string | null
  jailedMs: number | null
  isNext: boolean
}

/** How what comes and goes is told to a contact. */
export interface Recurrence {
  /** It waits until then, Unix ms, as one message with what else of its target does; null: it is told now. */
  wait: { waitUntil: number; beside: string; detail: string } | null
  /** Of what is told: how often it came, where it came and went before. */
  recurred: ReadonlyMap<number, Recurred>
  /** Of what was gathered, what their reader has muted meanwhile: it is not told. */
  muted: ReadonlySet<number>
  /** Of what was gathered, what goes on and its reader has acknowledged meanwhile, with what came before it: it is not told (E328). */
  seen: ReadonlySet<number>
  /** After which the contact was told how it stands: told now, it would undo that (E346). */
  superseded: ReadonlySet<number>
}

/**
 * Whether alerts that are about to be told to a contact wait, since what they are about comes and goes (E251): not where it is
 * told for the first time in an hour, is graver than what was told, or has brought jail near, nor for longer than the bounds of
 * `recurring.policy.ts`. What is told with something that does not wait does not wait either.
 *
 * @param asked all of one network
 * @param gatheredSince null: it has not waited for what comes and goes
 * @param told what another message has told, though the ledger does not say so yet
 */
export async function recurrenceOf(
  db: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  asked: readonly Told[],
  {
    gatheredSince = null,
    told = new Set(),
  }: { gatheredSince?: Date | null; told?: ReadonlySet<number> } = {},
): Promise<Recurrence> {
  const isGathered = gatheredSince !== null
  const recurred = new Map<number, Recurred>()
  const nobody: ReadonlySet<number> = new Set()
  const none = { wait: null, recurred, muted: nobody, seen: nobody, superseded: nobody }
  // What began for the first time ever was never told: a storm is not looked up one by one.
  const mayRecur = ({ settingId, occurrence }: Told) =>
    canRecur(settingId) && Number(partsOf(occurrence).times) > 1
  if (programs.includes(contact.channel)) return none
  // The first time of one step may be of an outage that is not the first one.
  if (!asked.some(mayRecur)) return { ...none, recurred: await howOftenTold(db, contact, asked) }
  const { known, nowMs } = await knownTo(db, contact, asked)
  const ids = new Set(asked.map(({ id }) => id))
  const muted = new Set(
    known
      .filter((one) => isGathered && one.isMuted && ids.has(one.id) && !isEndOfTold(one, known))
      .map(({ id }) => id),
  )
  const statuses = await alertStatusesOf(
    db.orm,
    known.filter(({ endedAt }) => endedAt === null),
  )
  const later = {
    goesOn: (other: Known) => !isKnownOver(other, statuses),
    isTold: ({ id, toldMs, isNext }: Known) =>
      toldMs !== null || told.has(id) || (isGathered && isNext && !ids.has(id)),
  }
  const superseded = new Set(
    asked
      .filter((one) => isSuperseded(one, known, told) || isOutlived(one, known, later))
      .map(({ id }) => id),
  )
  const untold = asked.filter(({ id }) => !muted.has(id) && !superseded.has(id))
  const since = gatheredSince?.getTime() ?? Number.POSITIVE_INFINITY
  const seen = new Set(untold.filter((one) => isSeen(one, since, known, statuses)).map(({ id }) => id))
  const left = { muted, seen, superseded }
  const alerts = untold.filter(({ id }) => !seen.has(id))
  const [first] = alerts
  if (first === undefined) return { ...none, ...left }
  const waits = [...new Set(alerts.map(conditionKey))].map((key) => {
    const pending = alerts.filter((one) => conditionKey(one) === key)
    const all = sinceJailing(
      known.filter((one) => conditionKey(one) === key),
      pending,
    )
    // A phone rings for none of what is over (E200), so what else there is to call about waits as if it were alone.
    if (contact.channel === 'voice' && pending.every((one) => isOverNow(one, all, statuses))) return 'OVER'
    const own = pending.every(mayRecur) ? all : []
    for (const one of pending) {
      const how = howOften(one, known)
      if (how !== null)
        recurred.set(one.id, { ...how, isOver: statuses.get(one.id) === 'ENDED' || one.endedAt !== null })
    }
    if (own.every(({ toldMs }) => toldMs === null) || pending.some(endsInJail)) return null
    const wait = waitOf(pending, { own, statuses, channel: contact.channel, nowMs })
    return wait === null && !isGathered && leavesUntold(pending, own) ? nowMs : wait
  })
  const open = waits.filter((one) => one !== 'OVER')
  const untils = open.filter((one) => one !== null)
  if (untils.length < open.length || open.length === 0) return { ...none, ...left }
  const { epoch, target } = partsOf(first.occurrence)
  const isOfOne = alerts.every(({ occurrence }) => partsOf(occurrence).target === target)
  const beside = `${besidePrefix}${first.networkId}/${epoch}/${isOfOne ? target : 'several'}`
  return { wait: { waitUntil: Math.min(...untils), beside, detail: gatheredDetail }, recurred, ...left }
}

/** How often what alerts tell has come, by alert, where it may have come before (E314), as they are told by now. */
export async function howOftenTold(
  db: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  alerts: readonly Told[],
  later: ReadonlyMap<number, LaterFigures> = new Map(),
): Promise<ReadonlyMap<number, Recurred>> {
  const asked = alerts.filter((one) => canRecur(one.settingId) && one.evidence.began_at !== undefined)
  if (asked.length === 0) return new Map()
  const evidenceOf = ({ id }: Told) => {
    const now = later.get(id)
    return typeof now === 'object' ? now.evidence : {}
  }
  const asTold = asked.map((one) => ({ ...one, evidence: { ...one.evidence, ...evidenceOf(one) } }))
  const { known } = await knownTo(db, contact, asTold)
  return new Map(
    asked.flatMap((one) => {
      const how = howOften(one, known, evidenceOf(one).began_at)
      return how === null ? [] : [[one.id, { ...how, isOver: one.endedAt !== null }]]
    }),
  )
}

/**
 * Whether the contact was told of a later beginning or end of the same condition and target: a blip that was gathered says "signing
 * again" of whoever is on the way to jail by now, and a beginning that waited rings after its end was told.
 */
function isSuperseded(one: Told, known: readonly Known[], told: ReadonlySet<number>): boolean {
  if (!canRecur(one.settingId)) return false
  const key = conditionKey(one)
  return known.some(
    (other) =>
      other.id > one.id && (other.toldMs !== null || told.has(other.id)) && conditionKey(other) === key,
  )
}

/** Of one condition, what began since the jailing before the newest that is pending: what ended in jail does not come and go (E326). */
function sinceJailing(known: readonly Known[], pending: readonly Told[]): Known[] {
  const ids = new Set(pending.map(({ id }) => id))
  const newest = known.find(({ id }) => ids.has(id))
  return known.filter(({ id, jailedMs }) => ids.has(id) || jailedMs === newest?.jailedMs)
}

/** That who was jailed for it signs again, which whoever unjailed it waits for: no blip's end (E389). */
function endsInJail({ settingId, evidence }: Told): boolean {
  const subject = catalogue.meaning(settingId)?.condition.subject ?? null
  return evidence.ended_in_jail === true && catalogue.isEnd(settingId) && areMisses(subject, subject)
}

/**
 * Whether it, or what began again after it, goes on, and its reader has said that they know since then: what they had answered before it
 * waited is told at the end of a mute (E306).
 */
function isSeen(one: Told, sinceMs: number, known: readonly Known[], statuses: Beside['statuses']): boolean {
  const key = conditionKey(one)
  const newest = known.find((other) => conditionKey(other) === key)
  if (newest === undefined || catalogue.isEnd(newest.settingId)) return false
  return newest.acknowledgedMs !== null && newest.acknowledgedMs >= sinceMs && !isKnownOver(newest, statuses)
}

/** The end of what was told before it was muted is told (E321). */
function isEndOfTold(one: Told, known: readonly Known[]): boolean {
  const isItsBeginning = (other: Known) =>
    !catalogue.isEnd(other.settingId) &&
    conditionKey(other) === conditionKey(one) &&
    partsOf(other.occurrence).times === partsOf(one.occurrence).times
  return (
    catalogue.isEnd(one.settingId) && known.some((other) => other.toldMs !== null && isItsBeginning(other))
  )
}

interface Beside {
  /** Of the same condition of the same target, the newest first, these included. */
  own: readonly Known[]
  statuses: Awaited<ReturnType<typeof alertStatusesOf>>
  channel: string
  nowMs: number
}

function waitOf(pending: readonly Told[], { own, statuses, channel, nowMs }: Beside): number | null {
  const isBegun = ({ settingId }: Told) => !catalogue.isEnd(settingId)
  const newest = pending.reduce((a, b) => (a.id > b.id ? a : b))
  const [begun] = own.filter(isBegun)
  const [ended] = own.filter((one) => !isBegun(one))
  const isOn = begun !== undefined && (ended?.id ?? 0) < begun.id && !isKnownOver(begun, statuses)
  const overSince = ended?.evidence.observed_at ?? begun?.endedMs ?? nowMs
  const told = own.flatMap((one): Telling[] => {
    const { id: alertId, toldMs: atMs, endedMs } = one
    const isEnd = !isBegun(one)
    if (atMs === null) return []
    // A message of the instant in which it ended may have been composed before.
    const isOver = isEnd || (endedMs !== null && endedMs < atMs)
    return [
      { alertId, times: partsOf(one.occurrence).times, isEnd, isOver, severity: severityAsTold(one), atMs },
    ]
  })
  const toTell = pending.filter(isBegun)
  return tellFrom(
    channel,
    {
      times: partsOf(newest.occurrence).times,
      hasEnd: toTell.length < pending.length,
      isAcknowledged: begun !== undefined && begun.acknowledgedMs !== null,
      stands: { isOn, sinceMs: isOn ? begun.evidence.observed_at : overSince },
      severity: gravestOf(toTell),
      jail: begun === undefined ? null : jailAheadOf(begun),
      longRunMs: begun === undefined ? null : longRunOf(begun, own),
      hasLongRun: own.some(
        (one) =>
          toTell.some(({ id }) => id === one.id) && (one.endedMs ?? 0) >= (longRunOf(one, own) ?? Infinity),
      ),
      isLeftOutOfMute: begun !== undefined && isLeftOutOfMute(begun),
      told,
    },
    nowMs,
  )
}

/** From when on a run of missed blocks is no blip beside those of the hour before it (E421). */
function longRunOf(begun: Known, own: readonly Known[]): number | null {
  if (!isOfMisses(begun)) return null
  const beganMs = beganOf(begun)
  const beforeMs = own.flatMap((one) => {
    const isBefore = one.id < begun.id && one.endedMs !== null && one.endedMs >= beganMs - troubleMs
    return isBefore && isOfMisses(one) ? [(one.endedMs ?? 0) - beganOf(one)] : []
  })
  return longRunFrom(beganMs, { jail: jailAheadOf(begun), beforeMs })
}

const beganOf = ({ evidence }: Known) => evidence.began_at ?? evidence.observed_at

/** Jail within an hour, which comes through a mute of the other steps (E305). */
function isLeftOutOfMute({ settingId, isMuted, hasMutedMisses }: Known): boolean {
  const condition = catalogue.meaning(settingId)?.condition
  const isWithinHour =
    condition?.subject === 'jail_near' && (condition.threshold ?? Infinity) <= nearJailSeconds
  return isWithinHour && hasMutedMisses && !isMuted
}

/** Whether the end of what was acknowledged (E301) would leave behind what waits of it: told later, that would say less than this does. */
function leavesUntold(pending: readonly Told[], own: readonly Known[]): boolean {
  const [newest] = own
  const begun = own.find(({ settingId }) => !catalogue.isEnd(settingId))
  const isAwaited = newest !== begun && begun !== undefined && begun.acknowledgedMs !== null
  const ids = new Set(pending.map(({ id }) => id))
  return isAwaited && own.some(({ id, toldMs, isMuted }) => toldMs === null && !isMuted && !ids.has(id))
}

/** A beginning that is over, by itself or since it has ended and begun again. */
function isOverNow(one: Told, known: readonly Known[], statuses: Beside['statuses']): boolean {
  const row = known.find(({ id }) => id === one.id)
  return !catalogue.isEnd(one.settingId) && row !== undefined && isKnownOver(row, statuses)
}

function isKnownOver({ id, endedAt }: Known, statuses: Beside['statuses']): boolean {
  return endedAt !== null || statuses.get(id) === 'ENDED'
}

function gravestOf(alerts: readonly Told[]): Severity {
  return alerts.map(severityAsTold).reduce<Severity>((a, b) => (compareSeverity(b, a) > 0 ? b : a), 'INFO')
}

function jailAheadOf({ evidence, minSigned }: Known): JailAhead | null {
  const { consecutive_missed: inARow, seconds_to_jail: secondsToJail, observed_at: asOfMs } = evidence
  const { missed_blocks: missed = null, signed_blocks_window: window = null } = evidence
  const atMs = jailDueAt(asOfMs, { secondsToJail, inARow })
  if (atMs === null) return null
  const mostMissed = window === null || minSigned === null ? null : maxMissed(window, minSigned)
  return { asOfMs, atMs, missed, mostMissed }
}

/** Of missed blocks each step's: how often an outage came is known from all of them. */
function keysOfOutage(one: Told): string[] {
  const subject = catalogue.meaning(one.settingId)?.condition.subject ?? null
  const told = subjectAsTold(one)
  if (!areMisses(subject, subject) && !areMisses(told, told)) return [conditionKey(one)]
  const { epoch, target } = partsOf(one.occurrence)
  const steps = catalogue.conditions.filter((other) => areMisses(other.subject, other.subject))
  return [conditionKey(one), ...steps.map(({ id }) => [epoch, target, id].join('/'))]
}

/**
 * What concerns a reader of the conditions of these alerts, of their targets, the newest first, with when a message told the contact of each, reminders
 * counted and what another message said of it; and the database's time. A message's time is when it was taken to be sent, or will
 * be due again: what a provider reports later does not move it.
 */
async function knownTo(
  db: Pick<Database, 'orm' | 'now'>,
  contact: Contact,
  of: readonly Told[],
): Promise<{ known: Known[]; nowMs: number }> {
  const ms = (time: SQL) => sql`(extract(epoch FROM ${time}) * 1000)::float8`
  const isTold = sql`${isTo(contact)} AND (${hasTold} OR d.state = 'SUPPRESSED' AND d.detail = ${toldDetail})`
  const toldAt = sql`greatest(d.due_at, d.claimed_at) AS told_at`
  const at = (kind: string, references: SQL) => sql`
    SELECT ${toldAt} FROM delivery d WHERE d.kind = ${kind} AND d.reference IN (${references}) AND ${isTold}
    UNION ALL
    SELECT ${toldAt} FROM delivery_also o JOIN delivery d ON d.id = o.delivery_id
    WHERE o.reference IN (${references}) AND d.kind = ${kind} AND ${isTold}`
  const reminders = sql`
    SELECT concat_ws('/', a.id, g.number, s.number, x.team_id) FROM alert_escalation x
    CROSS JOIN generate_series(1, x.generation) AS g (number) CROSS JOIN generate_series(1, x.step) AS s (number)
    WHERE x.alert_id = a.id`
  const keys = [...new Set(of.flatMap(keysOfOutage))]
  const { rows } = await db.orm.execute<Known & { nowMs: number } & Record<string, unknown>>(sql`
    SELECT a.id::float8 AS id, a.network_id AS "networkId", a.setting_id AS "settingId", a.severity, a.occurrence,
           a.evidence, a.held_back AS "heldBack", a.ended_at AS "endedAt", ${ms(sql`a.ended_at`)} AS "endedMs",
           ${mutedUntilOf(sql`a`, sql`${contact.userId}::int`, db.now())} IS NOT NULL AS "isMuted",
           ${hasMutedOf(sql`a`, { userId: contact.userId, conditions: conditionsOfMisses, now: db.now() })} AS "hasMutedMisses", ${ms(db.now())} AS "nowMs",
           ${ms(sql`newest.acknowledged_at`)} AS "acknowledgedMs",
           (SELECT n.min_signed_per_window FROM watch_network n WHERE n.network_id = a.network_id) AS "minSigned",
           (SELECT max(coalesce(e.chain_at, e.at))::float8 FROM watch_event e WHERE e.validator_id = a.validator_id AND e.kind = 'jailed'
              AND coalesce(e.chain_at, e.at) < coalesce((a.evidence ->> 'began_at')::float8, extract(epoch FROM a.at) * 1000)) AS "jailedMs",
           EXISTS (SELECT FROM delivery d WHERE d.kind = ${alertKind} AND ${isTo(contact)} AND d.state IN ('QUEUED', 'SENDING')
             AND d.due_at <= ${db.now()} + interval '1 minute' AND (d.reference = a.id::text
               OR d.id IN (SELECT o.delivery_id FROM delivery_also o WHERE o.reference = a.id::text))) AS "isNext",
           (SELECT ${ms(sql`max(t.told_at)`)} FROM (
             ${at(alertKind, sql`SELECT a.id::text`)} UNION ALL ${at(reminderKind, reminders)}) t) AS "toldMs"
    FROM (SELECT r.alert_id, r.acknowledged_at FROM alert_recipient r WHERE r.user_id = ${contact.userId}
          ORDER BY r.alert_id DESC LIMIT ${lookedAt}) newest
    JOIN alert a ON a.id = newest.alert_id
    WHERE a.network_id = ${of[0]?.networkId ?? 0} AND a.held_back IS NULL
      AND concat_ws('/', split_part(a.occurrence, '/', 1), split_part(a.occurrence, '/', 2), a.setting_id / 10)
        = ANY (${sql.param(keys)}::text[])
    ORDER BY a.id DESC`)
  return { known: rows, nowMs: rows[0]?.nowMs ?? Number.POSITIVE_INFINITY }
}
