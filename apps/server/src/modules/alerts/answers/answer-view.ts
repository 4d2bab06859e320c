import { catalogue } from '@roundsman/alerting/catalogue'
import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import type { readerOf } from '../../accounts/accounts.public.ts'
import type { Language } from '@roundsman/contract/accounts/users'
import type { Database } from '../../../platform/db/database.ts'
import type { AlertStatus } from '../history/alert-status.ts'
import { conditionName, factsOf, type NamedNetwork } from '../messages/alert-facts.ts'
import type { FiguresNow } from '../messages/figures-now.ts'
import { findAlerts, type HistoryRow } from '../record/history.store.ts'
import { jailDueAt } from '../record/incidents/jail-due.policy.ts'
import {
  beginsMisses,
  compareSeverity,
  isJailing,
  isOfJailing,
  mutedTogether,
} from '../record/incidents/outage.policy.ts'
import { type MutableAlert, wantedUnmuted } from '../record/mute.store.ts'
import { severityAsTold } from '../telling/told-already.ts'
import { alertText, heldSince } from '../texts/alert-text.ts'
import { asGrave, figuresOf, uptime } from '../texts/figures.ts'
import { isGovernance } from '../texts/governance/governance-phrases.ts'
import { signingSince } from '../texts/out-of-jail.ts'
import { isForGood } from '../texts/time-left.ts'
import { type AlertFacts, type LaterFigures, phrases, withSmallLetter, writingFor } from '../texts/writing.ts'

export type ReaderOf = NonNullable<Awaited<ReturnType<typeof readerOf>>>

/** What an answer to a message mutes: what its reader was told. */
export const muteOf = (told: MutableAlert) => mutedTogether(told.settingId, severityAsTold(told))

/** The same in words: the condition's name, or that of missed blocks. */
export function mutedName(told: MutableAlert, { language }: Pick<ReaderOf, 'language'>): string | null {
  const { upTo } = muteOf(told)
  if (upTo === null) return conditionName(told.settingId, language)
  return phrases[language].missesMuted(upTo === 'CRITICAL' ? null : phrases[language].severity[upTo])
}

/** As its message told it, also of whom it has jailed since: how it stands by now stands beside (P973). */
export function asTold(facts: AlertFacts, reader: ReaderOf): AlertFacts {
  return { ...asGrave({ ...facts, jailedUntil: null }, reader), jailedUntil: facts.jailedUntil }
}

/** Whether it came with a jailing that stands beside it: what to do is said of that, and “check whether it was jailed” would ask. */
export function isOfJailingBeside(row: HistoryRow, all: readonly HistoryRow[]): boolean {
  const meaning = catalogue.meaning(row.settingId)
  if (meaning === null || !isOfJailing(meaning)) return false
  return all.some(({ settingId, validatorId }) => {
    const other = catalogue.meaning(settingId)
    return other !== null && isJailing(other) && validatorId === row.validatorId
  })
}

/** How the validator of an alert about missed blocks or its jailing stands now. */
export type Misses = Pick<AlertAnswerView['alerts'][number], 'now' | 'jailed'>

export async function missesNow(
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

/** What is known now of what alerts about bridges are about, by alert (E417). */
export async function bridgesNow(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  figures: Pick<FiguresNow, 'of'>,
  rows: readonly HistoryRow[],
): Promise<ReadonlyMap<number, LaterFigures>> {
  const ids = rows.filter(({ settingId }) => isOfBridge(settingId)).map(({ id }) => id)
  return ids.length === 0 ? new Map() : figures.of(await findAlerts(orm, now(), ids))
}

function isOfBridge(settingId: number): boolean {
  return catalogue.meaning(settingId)?.condition.targetType === 'BRIDGE'
}

/** What a mute in answer to an alert about a bridge leaves of the same kind, as grave or graver: its steps are muted one by one (E418). */
export async function notMutedBeside(
  { orm, now }: Pick<Database, 'orm' | 'now'>,
  { id, settingId }: Pick<HistoryRow, 'id' | 'settingId'>,
  { userId, language }: { userId: number; language: Language },
): Promise<string[]> {
  const own = catalogue.meaning(settingId)?.condition
  if (own?.targetType !== 'BRIDGE') return []
  const begun = (one: typeof own) => one.severity.FALSE_TO_TRUE
  const settings = catalogue.conditions
    .filter(
      (one) => one.type === own.type && one.id !== own.id && compareSeverity(begun(one), begun(own)) >= 0,
    )
    .flatMap((one) => catalogue.settingId(one, 'FALSE_TO_TRUE') ?? [])
  const wanted = await wantedUnmuted(orm, now(), { userId, alertId: id, settings })
  return settings.filter((one) => wanted.has(one)).flatMap((one) => conditionName(one, language) ?? [])
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
export function alertView(
  row: HistoryRow,
  stands: Misses & {
    status: AlertStatus
    later: LaterFigures
    notMuted: readonly string[]
    isOfJailingBeside: boolean
  },
  {
    network,
    reader,
    now,
  }: { network: NamedNetwork; reader: ReaderOf & { userId: number | null }; now: Date },
): AlertAnswerView['alerts'] {
  const isOver = stands.status === 'ENDED'
  const known = stands.status === 'ONGOING' ? stands.now : null
  // What nobody knows is of the alert, and jail may be further away by now (E244).
  const isUnknown = stands.status === 'UNKNOWN' && stands.jailed === null
  const later = isUnknown ? 'UNKNOWN' : stands.status === 'ONGOING' ? stands.later : 'SAME'
  const own = factsOf(row, network, reader.language, { later })
  if (own === null) return []
  const facts = asTold(own, reader)
  // How far behind a bridge is, and for how long its height stands, is as of now (E417).
  const isNow = facts.targetType === 'BRIDGE' && stands.status === 'ONGOING'
  const { who, what, place, old, details } = alertText(isNow ? { ...facts, readAt: now } : facts, reader)
  // What is left is as of now; of what is over there is none, and nothing to do.
  const { left, since, cause } = alertText({ ...facts, readAt: now }, reader)
  // In jail, it is the jailing that something is to be done about.
  const subject = stands.jailed === null ? facts.subject : 'jailed'
  const { advice, commands } = alertText({ ...facts, subject, readAt: now }, reader)
  const isOfMisses = facts.trigger === 'FALSE_TO_TRUE' && uptime.includes(facts.subject)
  // Of what is near jail its words say that, which the page leaves to what is as of now.
  const ofMisses = alertText({ ...facts, subject: 'missed_in_a_row', readAt: now }, reader).left
  const saysNothing = isOver || row.isIncidentOver || stands.isOfJailingBeside
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
      ...(stands.notMuted.length > 0 && { not_muted: [...stands.notMuted] }),
      counts: isOfMisses ? (facts.subject === 'jail_near' ? 'JAIL' : 'BLOCKS') : null,
      now: known,
      jailed: isOver ? null : stands.jailed,
      // An end says what it was, and when.
      says: [
        ...(facts.trigger === 'TRUE_TO_FALSE' ? since : []),
        // A count is of its block, beside what is as of now (P803).
        ...(isOfMisses ? [...place, ...old] : facts.targetType === 'BRIDGE' ? old : []),
        // What the page counts down by itself it does not read twice (P885).
        ...(isOver || known !== null || stands.jailed !== null ? [] : isOfMisses ? leftNow : left),
        ...cause,
        // How others voted is of its block, too.
        ...(isGovernance(facts.subject) ? [...details, ...place] : []),
      ],
      advice: saysNothing ? [] : advice,
      commands: saysNothing ? [] : commands,
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
