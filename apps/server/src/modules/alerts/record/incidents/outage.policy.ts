import { catalogue, type Severity, type Subject } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import { jailDueAt } from './jail-due.policy.ts'
import { conditionKey, isHigherStep, partsOf } from './occurrence.policy.ts'

// Which alerts are one outage to its operator: told once (E222), reminded of once (D254), answered once (E233).

/** What was decided of one target within so long is of one moment. */
const momentMs = 60_000
const rank: Readonly<Record<Severity, number>> = { INFO: 0, WARNING: 1, CRITICAL: 2 }
/** Missed blocks in a row, and that jail is near by them: one thing, told of one another's figures. */
const ofMisses: readonly Subject[] = ['missed_in_a_row', 'jail_near']
/** What leads to jail, from the first sign to the last word: each says what those before it do. */
const toJail: readonly Subject[] = ['window_missed', ...ofMisses, 'jailed', 'tombstoned']
const jailings: readonly Subject[] = ['jailed', 'tombstoned']

type Meaning = NonNullable<ReturnType<typeof catalogue.meaning>>

/** An alert as it stands beside others. */
export interface Standing {
  networkId: number
  occurrence: string
  settingId: number
  severity: Severity
  atMs: number
}

/** Above zero where the first is the graver. */
export function compareSeverity(a: Severity, b: Severity): number {
  return rank[a] - rank[b]
}

export function isOfOneMoment(a: number, b: number): boolean {
  return Math.abs(a - b) <= momentMs
}

export function areMisses(a: Subject | null, b: Subject | null): boolean {
  return a !== null && b !== null && ofMisses.includes(a) && ofMisses.includes(b)
}

/** That blocks are missed began: so many in a row or of the window, or that jail is near by them. */
export function beginsMisses(settingId: number): boolean {
  const meaning = catalogue.meaning(settingId)
  return meaning?.condition.type === 'UPTIME' && meaning.trigger === 'FALSE_TO_TRUE'
}

/** Whether it is the end of this beginning, or of another step of its outage. */
export function isEndOf(
  end: Pick<Standing, 'settingId' | 'occurrence'> & { evidence: Evidence },
  begun: Pick<Standing, 'settingId' | 'occurrence' | 'atMs'>,
): boolean {
  const [own, other] = [partsOf(end.occurrence), partsOf(begun.occurrence)]
  if (conditionKey(end) === conditionKey(begun)) return own.times === other.times
  const began = end.evidence.began_at ?? Number.POSITIVE_INFINITY
  if (own.epoch !== other.epoch || own.target !== other.target) return false
  // What was told before it began is of another outage.
  if (begun.atMs < began && !isOfOneMoment(begun.atMs, began)) return false
  const [here, there] = [end, begun].map(({ settingId }) => catalogue.meaning(settingId)?.condition.subject)
  return isHigherStep(begun, end) || areMisses(here ?? null, there ?? null)
}

/** Jailed for a time or forever: what is tombstoned is both, by one block. */
export function isJailing({ condition, trigger }: Meaning): boolean {
  return jailings.includes(condition.subject) && trigger === 'FALSE_TO_TRUE'
}

/** What a jailing brings along: the slash, and that the validator leaves the active set. Both come by themselves, too. */
export function isOfJailing({ condition, trigger }: Meaning): boolean {
  return condition.subject === 'slashed' || (condition.subject === 'bonded' && trigger === 'TRUE_TO_FALSE')
}

export function isOutOfJail({ condition, trigger }: Meaning): boolean {
  return condition.subject === 'jailed' && trigger === 'TRUE_TO_FALSE'
}

/** What leaving jail brings along: its window begins anew, and it enters the active set. Both come by themselves, too. */
export function isOfUnjailing({ condition, trigger }: Meaning): boolean {
  return condition.subject === 'window_missed'
    ? trigger === 'TRUE_TO_FALSE'
    : condition.subject === 'bonded' && trigger === 'FALSE_TO_TRUE'
}

/** How far what leads to jail has come by then; below zero: it does not. */
export function nearnessToJail(meaning: Meaning | null): number {
  return meaning === null ? -1 : toJail.indexOf(meaning.condition.subject)
}

/**
 * Whether whoever knows of the first has no need to be reminded of the other: a lower step of the same thing, or of the same outage and
 * not graver, which was there by then; or what came with a jailing. Never both ways.
 */
export function saysAllOf(a: Standing, other: Standing): boolean {
  const [here, there] = [a, other].map(({ settingId }) => catalogue.meaning(settingId))
  if (!here || !there || here.trigger !== 'FALSE_TO_TRUE' || !isOfOneTarget(a, other)) return false
  const isGraver = compareSeverity(a.severity, other.severity) >= 0
  if (isOfJailing(there))
    return jailings.includes(here.condition.subject) && isGraver && isOfOneMoment(a.atMs, other.atMs)
  if (there.trigger !== here.trigger || !wasThere(other, a)) return false
  if (isHigherStep(a, other)) return true
  const [mine, theirs] = [here, there].map(({ condition }) => toJail.indexOf(condition.subject))
  return mine !== undefined && theirs !== undefined && theirs >= 0 && mine > theirs && isGraver
}

/** Whether an answer to the first answers the other as well (E233): it says all of it, or both are missed blocks and it is as grave. */
export function answersFor(answered: Standing, other: Standing): boolean {
  if (answered.settingId === other.settingId) return false
  if (saysAllOf(answered, other)) return true
  const [here, there] = [answered, other].map(({ settingId }) => catalogue.meaning(settingId))
  if (here?.trigger !== 'FALSE_TO_TRUE' || there?.trigger !== here.trigger) return false
  if (!areMisses(here.condition.subject, there.condition.subject) || !isOfOneTarget(answered, other))
    return false
  return wasThere(other, answered) && compareSeverity(answered.severity, other.severity) >= 0
}

/** Whether the first is a jailing and the other the slash that came with it: one message tells both (E255). */
export function isJailingWithSlash(a: Standing, other: Standing): boolean {
  const [jailing, slash] = [a, other].map(({ settingId }) => catalogue.meaning(settingId))
  return (
    jailing?.trigger === 'FALSE_TO_TRUE' &&
    jailings.includes(jailing.condition.subject) &&
    slash?.condition.subject === 'slashed' &&
    isOfOneTarget(a, other) &&
    isOfOneMoment(a.atMs, other.atMs)
  )
}

function isOfOneTarget(a: Standing, b: Standing): boolean {
  const [here, there] = [partsOf(a.occurrence), partsOf(b.occurrence)]
  return a.networkId === b.networkId && here.epoch === there.epoch && here.target === there.target
}

/** What comes later is another step, and asks anew. */
function wasThere(other: Standing, a: Standing): boolean {
  return other.atMs <= a.atMs + momentMs
}

/** Blocks missed, whichever figure counts them: what somebody who was told of them mutes together. */
const misses: readonly Subject[] = ['window_missed', ...ofMisses]

const soonSeconds = 3_600

/** Jail within an hour: neither planned work (D171) nor an answer to missed blocks (E305) keeps that from anybody. */
export function isJailSoon({
  subject,
  threshold,
}: Pick<Meaning['condition'], 'subject' | 'threshold'>): boolean {
  return subject === 'jail_near' && (threshold ?? 0) <= soonSeconds
}

/**
 * What a reader mutes who answers an alert (E137): its condition, and of missed blocks each that is no graver than what they were
 * told, but jail within an hour. `upTo` is that severity; null: the condition alone.
 */
export function mutedTogether(
  settingId: number,
  told: Severity,
): { conditions: readonly number[]; upTo: Severity | null } {
  const own = catalogue.meaning(settingId)?.condition
  if (!own || !misses.includes(own.subject)) return { conditions: own ? [own.id] : [], upTo: null }
  const began = own.severity.FALSE_TO_TRUE
  const upTo = compareSeverity(told, began) > 0 ? told : began
  const others = catalogue.conditions.filter(
    (one) =>
      misses.includes(one.subject) &&
      !isJailSoon(one) &&
      compareSeverity(one.severity.FALSE_TO_TRUE, upTo) <= 0,
  )
  return { conditions: others.map(({ id }) => id), upTo }
}

/** An alert as a later step of its outage is compared with it. */
export type Step = Standing & {
  evidence: Pick<Evidence, 'began_at' | 'consecutive_missed' | 'seconds_to_jail' | 'observed_at'>
}

/**
 * Whether an answer to missed blocks answers a step of the same row of them that comes later (E340). It does not where the step may be
 * within an hour of jail and what was answered did not say that (E341), nor where nobody knows that they are of one outage.
 */
export function answersLaterStep(answered: Step, later: Step): boolean {
  const [here, there] = stepsOfOneRow(answered, later)
  if (!here || !there) return false
  if (saysJailSoon(answered, here)) return true
  // What asks for no answer got none.
  return answered.severity !== 'INFO' && !mayBeJailSoon(later, there)
}

/** What both mean; nothing where they are not two steps of one row of missed blocks. */
function stepsOfOneRow(one: Step, other: Step): readonly Meaning[] {
  const steps = [one, other].flatMap(({ settingId }) => {
    const meaning = catalogue.meaning(settingId)
    return meaning?.trigger === 'FALSE_TO_TRUE' && isOfMisses(meaning.condition) ? [meaning] : []
  })
  const { began_at: began } = one.evidence
  const isOne = began != null && began === other.evidence.began_at && isOfOneTarget(one, other)
  return isOne && one.settingId !== other.settingId && steps.length === 2 ? steps : []
}

/** Whoever was told of an outage is told of it again, by the next step of it, after so long, or a quarter of what is left to jail. */
const newsAgainMs = 30 * 60_000
/** Jail is no nearer than was told where it has moved by so little, or a tenth of what is left. */
const sameJailMs = 60_000

/**
 * Whether a later step of a row of missed blocks says nothing to whoever was told of an earlier one (E322): not where jail has come nearer
 * than was told, is within an hour and was not, or is not known, nor where it was told long ago.
 */
export function saysNothingNew(told: Step, later: Step): boolean {
  const [here, there] = stepsOfOneRow(told, later)
  const [before, now] = [told, later].map(({ evidence }) =>
    jailDueAt(evidence.observed_at, {
      secondsToJail: evidence.seconds_to_jail,
      inARow: evidence.consecutive_missed,
    }),
  )
  if (!here || !there || before == null || now == null) return false
  if (mayBeJailSoon(later, there) && !saysJailSoon(told, here)) return false
  const leftMs = Math.max(0, now - later.atMs)
  return (
    now >= before - Math.max(sameJailMs, leftMs / 10) &&
    later.atMs - told.atMs <= Math.max(newsAgainMs, leftMs / 4)
  )
}

function isOfMisses({ subject }: Meaning['condition']): boolean {
  return misses.includes(subject)
}

/** As its message was told (E235). */
function saysJailSoon({ evidence }: Step, { condition }: Meaning): boolean {
  const { seconds_to_jail: toJail, consecutive_missed: inARow } = evidence
  const isNear = toJail != null && toJail <= soonSeconds
  // Of one or two missed blocks nobody is jailed.
  return isJailSoon(condition) || (isNear && (condition.subject === 'jail_near' || (inARow ?? 0) >= 3))
}

function mayBeJailSoon({ evidence: { seconds_to_jail: toJail } }: Step, { condition }: Meaning): boolean {
  return isJailSoon(condition) || toJail == null || toJail <= soonSeconds
}

/** Conditions that are steps of missed blocks. */
export const conditionsOfMisses = catalogue.conditions.filter(isOfMisses).map(({ id }) => id)

/** Missed blocks of who is in jail by now: the jailing has an alert of its own, and nothing is left until jail (E239). */
export function hasLedToJail({
  settingId,
  jailedUntil,
}: {
  settingId: number
  jailedUntil: Date | null
}): boolean {
  return jailedUntil !== null && beginsMisses(settingId)
}
