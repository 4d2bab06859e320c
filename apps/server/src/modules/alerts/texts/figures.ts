import { catalogue } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import { proposalOf, signalsOf } from './governance/proposal.ts'
import type { Figures } from './phrases.ts'
import { type AlertFacts, cleanName, type Reader } from './writing.ts'

/** Their figure is how long it has been so, in seconds. */
export const lasting: readonly string[] = ['no_update', 'stalled', 'halted', 'unseen']
/** What is sent so soon has the figures of the alert, as its subject and its history have (E220). */
export const atOnceMs = 30_000

/** From here on jail is what a message about missed blocks says first (E235). */
export const nearJailSeconds = 3_600

/** Up to here a clock says when jail is; further away the blocks do not come so evenly. */
const clockedSeconds = 6 * 3_600

/** Missed blocks, of whichever figure, that jail is less than an hour away by, as of the alert. */
export function isNearJail({
  subject,
  trigger,
  evidence: { consecutive_missed: inARow, seconds_to_jail: toJail },
}: Pick<AlertFacts, 'subject' | 'trigger' | 'evidence'>): boolean {
  const isOfMisses = subject === 'missed_in_a_row' || subject === 'window_missed'
  // Of one or two missed blocks nobody is jailed.
  return (
    isOfMisses &&
    trigger === 'FALSE_TO_TRUE' &&
    (inARow ?? 0) >= missingBlocks &&
    toJail != null &&
    toJail <= nearJailSeconds
  )
}

/**
 * As a message tells it: who is less than an hour from jail is told that, with its severity, whichever step of the outage they
 * want by this channel (E235); but not while it signs again.
 */
export function asGrave(facts: AlertFacts, { language }: Reader): AlertFacts {
  const near = catalogue.conditions.find(
    ({ subject, threshold }) => subject === 'jail_near' && threshold === nearJailSeconds,
  )
  const settingId = near ? catalogue.settingId(near, 'FALSE_TO_TRUE') : null
  const setting = settingId === null ? null : catalogue.setting(settingId, language)
  if (setting === null || facts.isSigning || facts.jailedUntil !== null || !isNearJail(facts)) return facts
  return {
    ...facts,
    subject: 'jail_near',
    settingId: setting.id,
    title: setting.name,
    severity: setting.severity,
  }
}

/** A row of missed blocks that is over as it is told, though its condition waits before it ends: nothing leads to jail now (E399). */
export function isBack({ subject, trigger, isSigning, jailedUntil }: AlertFacts): boolean {
  const isOfRow = subject === 'missed_in_a_row' || subject === 'jail_near'
  return isOfRow && trigger === 'FALSE_TO_TRUE' && isSigning && jailedUntil === null
}

/** As a written message tells it: for information, where it is over by then. */
export function asTold(facts: AlertFacts, reader: Reader): AlertFacts {
  return isBack(facts) ? { ...facts, severity: 'INFO' } : asGrave(facts, reader)
}

/** What the words of an alert may name, as of when it is read. */
export function figuresOf(facts: AlertFacts, isSeveral: boolean): Figures {
  const { evidence, windowSeconds, readAt, height, subject, trigger, staleness } = facts
  const { seconds_to_jail: toJail, seconds_to_jail_at_most: atMost, upgrade } = evidence
  const laterMs = readAt === null ? 0 : Math.max(0, readAt.getTime() - evidence.observed_at)
  const sinceMs = laterMs < atOnceMs ? 0 : laterMs
  const secondsToJail = toJail == null ? null : asWritten(Math.max(0, toJail - sinceMs / 1000))
  // It may have signed since the alert, where nobody knows (E244): then jail is further away.
  const isJailExact =
    toJail == null || (staleness === null && asWritten(atMost ?? toJail) <= asWritten(toJail))
  const isSoon = isJailExact && secondsToJail !== null && secondsToJail >= 60
  return {
    inARow: evidence.consecutive_missed ?? null,
    isExact: evidence.consecutive_missed_exact !== false,
    missed: evidence.missed_blocks ?? null,
    window: evidence.signed_blocks_window ?? null,
    secondsToJail,
    isJailExact,
    // The same whenever it is told: who reads it late has not to reckon (E330).
    jailAt:
      isSoon && toJail != null && toJail <= clockedSeconds
        ? new Date(evidence.observed_at + toJail * 1000)
        : null,
    isMissedExact: evidence.missed_blocks_exact !== false,
    // What goes on is told as of now (E196).
    value:
      evidence.value !== null && trigger === 'FALSE_TO_TRUE' && lasting.includes(subject)
        ? asWritten(evidence.value + (staleness === null ? sinceMs / 1000 : 0))
        : evidence.value,
    threshold: evidence.threshold,
    windowSeconds,
    before: evidence.before == null ? null : Number(evidence.before),
    after: evidence.after == null ? null : Number(evidence.after),
    signedShare: evidence.signed_power_share ?? null,
    upgrade: upgrade ? { name: cleanName(upgrade.name), height: upgrade.height } : null,
    isReached:
      upgrade && height !== null && subject === 'upgrade_near' && trigger === 'TRUE_TO_FALSE'
        ? height >= upgrade.height
        : null,
    proposal: proposalOf(facts),
    signals: signalsOf(facts),
    stillSince: stillSinceOf(facts),
    behindSince: isTimedLag(facts) ? timed(facts, facts.evidence.began_at) : null,
    overSince: isSeveral || !isToldLate(facts) ? null : timed(facts, overAt(facts)),
    isSeveral,
  }
}

/** Since when the height of a bridge that is behind has not risen (E335). Of several it differs. */
function stillSinceOf(facts: AlertFacts): Figures['stillSince'] {
  if (!isStill(facts)) return null
  return timed(facts, facts.evidence.bridge?.still_since)
}

function timed(facts: AlertFacts, ms = 0): { at: Date; isLongAgo: boolean } {
  const at = new Date(ms)
  return { at, isLongAgo: isLongAgo(facts, at) }
}

/** A bridge that is far behind and rises: its SMS says since when, as of one that stands (D324). */
export function isTimedLag(facts: AlertFacts): boolean {
  const { subject, trigger, severity, evidence } = facts
  const isGrave = subject === 'lagging' && trigger === 'FALSE_TO_TRUE' && severity === 'CRITICAL'
  return isGrave && !isStill(facts) && evidence.began_at !== undefined && evidence.began_earlier !== true
}

/** Whoever reads an end so long after it would take it for now. */
const lateMs = 2 * 60_000

function overAt({ at, evidence }: AlertFacts): number {
  return evidence.ended_at ?? at.getTime()
}

export function isToldLate(facts: AlertFacts): boolean {
  const { trigger, readAt, at, evidence } = facts
  // Out of jail, an outage is over since it was jailed (E313).
  if (trigger !== 'TRUE_TO_FALSE' || readAt === null || evidence.ended_in_jail === true) return false
  // From when it was decided: ten clean blocks of a slow chain are two minutes.
  return readAt.getTime() - at.getTime() > lateMs
}

export function isStill({ subject, trigger, evidence }: AlertFacts): boolean {
  return subject === 'lagging' && trigger === 'FALSE_TO_TRUE' && evidence.bridge?.still_since !== undefined
}

/** Cut and not rounded, in the units that it is written in, as on the page (E219): “at least” is never too much. */
function asWritten(seconds: number): number {
  const unit = seconds < 60 ? 1 : seconds < 2 * 86_400 ? 60 : 3_600
  return Math.floor(seconds / unit) * unit
}

/** A share of the window that the blocks of its last outage do not make: they are not what is over (E238). */
export function isOfMore({ subject, evidence }: AlertFacts): boolean {
  const { missed_since: missed, threshold, signed_blocks_window: window } = evidence
  if (subject !== 'window_missed' || missed === undefined || threshold === null || window == null)
    return false
  return missed < (1 - threshold) * window
}

/** What is looked at every few seconds is reported so much later than its threshold, at the most. */
const lookMs = 30_000

/** For how long it had been so when it was reported: as its end reckons (E158), by its threshold, where it was seen to reach that (E419). */
export function lastedMs({ value, threshold }: Pick<Evidence, 'value' | 'threshold'>): number {
  if (value === null) return 0
  const isReached = threshold !== null && (value - threshold) * 1000 < lookMs
  return (isReached ? Math.min(value, threshold) : value) * 1000
}

/** In seconds: of a minute and more what lies between the minutes that are shown of both (E171). */
export function lengthOf(from: number, to: number): number {
  const minutes = Math.floor(to / 60_000) - Math.floor(from / 60_000)
  return to - from < 60_000 ? Math.max(0, to - from) / 1000 : minutes * 60
}

/** Events whose ends are events themselves: how long somebody was in the set, or an upgrade near, says nothing. */
export function hasNoLength(subject: AlertFacts['subject']): boolean {
  return subject === 'bonded' || subject === 'upgrade_near'
}

/** What is less than a day away is known by its time alone. */
export const nearMs = 23 * 3_600_000

/** Its time alone would be taken for today's. */
export function isLongAgo({ readAt, at }: AlertFacts, from: Date): boolean {
  return (readAt ?? at).getTime() - from.getTime() >= nearMs
}

/** A share of the window that came of single misses: the last one of them says neither since when nor how many (E223). */
export function isOfSingleMisses({ evidence, subject }: AlertFacts): boolean {
  return subject === 'window_missed' && (evidence.consecutive_missed ?? 0) < missingBlocks
}

/** Subjects about missed blocks. */
export const uptime: readonly AlertFacts['subject'][] = ['window_missed', 'missed_in_a_row', 'jail_near']

export function isMissing({ subject, trigger }: AlertFacts): boolean {
  return trigger === 'FALSE_TO_TRUE' && uptime.includes(subject)
}

/** Of several the fewest and the most blocks; "4–100" would be a range that says nothing of either: up to how many (E394). */
export function leastAndMost(counts: readonly number[]): { missed: number | null; mostMissed: number } {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return { missed: 2 * least < most ? null : least, mostMissed: most }
}
