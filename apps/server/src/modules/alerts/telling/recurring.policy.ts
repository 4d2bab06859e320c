import { catalogue, type Severity } from '@roundsman/alerting/catalogue'
import { compareSeverity } from '../record/incidents/outage.policy.ts'

// How what comes and goes is told (decision 030): nothing here withholds a message for longer than these bounds.

/** Two tellings within so long are of one trouble. */
export const troubleMs = 3_600_000
/** What began again and has gone on for so long is told. */
export const onMs = 5 * 60_000
/** What was told as going on and has been over for so long is told. */
export const overMs = 15 * 60_000
/** So near to jail nothing waits, where the outage itself has brought it near. */
const nearJailMs = 15 * 60_000
/** Who was told that it signs again is wrong for so large a part of what is left at most. */
const nearJailParts = 4
/** What is shorter is a blip, however short the window. */
const blipMs = 60_000
/** So many times as long as the longest of those before it, and so many blocks at least, a run of missed blocks is no blip. */
const longRunTimes = 3
const longRunBlocks = 16
/** Of one trouble, calls in an hour: what comes and goes is called about once, and once more where it then stays. */
const mostCalls = 2

/** Whose ends and beginnings are events of their own, each of which is told. */
const events: readonly string[] = ['jailed', 'bonded', 'upgrade_near', 'not_voted']

/** Whether a condition can come and go: one that has an end, which is no event of its own. */
export function canRecur(settingId: number): boolean {
  const condition = catalogue.meaning(settingId)?.condition
  return condition?.severity.TRUE_TO_FALSE === 'INFO' && !events.includes(condition.subject)
}

/** One alert that a contact was told of, with the message's time, Unix ms. */
export interface Telling {
  alertId: number
  /** Which beginning of its condition it is, or ends. */
  times: string
  isEnd: boolean
  /** It was over by then: so far the contact knows it to be. */
  isOver: boolean
  severity: Severity
  atMs: number
}

/** What a validator that goes on missing is ahead of, by its figures. */
export interface JailAhead {
  /** Of the figures, and when it is jailed. */
  asOfMs: number
  atMs: number
  /** Blocks of the window that are missed, and the most that may be; null: not known. */
  missed: number | null
  mostMissed: number | null
}

/** What is about to be told to a contact of one condition of one target. */
export interface Recurring {
  /** Of the newest alert that is to be told. */
  times: string
  /** An end is among what is to be told: its reader wants to know. */
  hasEnd: boolean
  /** Its reader, or somebody of a team of theirs, has acknowledged the newest time that it was so. */
  isAcknowledged: boolean
  /** How it stands, and since when. What is UNKNOWN goes on. */
  stands: { isOn: boolean; sinceMs: number }
  /** Of the newest beginning, as it is told. */
  severity: Severity
  /** null: it is not known to be jailed for it. */
  jail: JailAhead | null
  /** From when on, Unix ms, it is no blip beside those before it (E421); null: nobody knows. */
  longRunMs: number | null
  /** Such a run, which is over, is among what is to be told. */
  hasLongRun: boolean
  /** Its reader has muted the other steps of its outage, and not this one (E305). */
  isLeftOutOfMute: boolean
  /** Whatever the contact was told of it. */
  told: readonly Telling[]
}

/** From when on, Unix ms, it is told at the latest; null: at once. */
export function tellFrom(channel: string, one: Recurring, nowMs: number): number | null {
  const recent = one.told.filter(({ atMs }) => atMs > nowMs - troubleMs)
  // The first time, and the end of that, is told at once.
  if (!recent.some(({ times }) => times !== one.times)) return null
  const begun = recent.filter(({ isEnd }) => !isEnd)
  if (one.stands.isOn && begun.every(({ severity }) => compareSeverity(one.severity, severity) > 0))
    return null
  // Somebody is at work on it, and waits to be told that it is over (E301).
  if (!one.stands.isOn && one.hasEnd && one.isAcknowledged) return null
  // It was over before its message could be sent: no blip, of which its reader knows nothing.
  if (one.hasLongRun && channel !== 'voice') return null
  const from = channel === 'voice' ? callFrom(one, begun) : messageFrom(one, recent)
  const nearJail = one.stands.isOn && one.jail !== null ? nearJailFrom(one.jail) : Infinity
  // Nothing else tells of it while the mute lasts (E422).
  const leftOut = one.stands.isOn && one.isLeftOutOfMute ? one.stands.sinceMs + blipMs : Infinity
  const soonest = Math.min(from, nearJail, leftOut)
  return soonest > nowMs ? soonest : null
}

/**
 * From when on, Unix ms, a run of missed blocks is much longer than those before it; null: none is known. A time and no number of
 * blocks: what waits is due then, and nobody has to look at it with each block.
 *
 * @param beforeMs how long those before it were
 */
export function longRunFrom(
  beganMs: number,
  { jail, beforeMs }: { jail: JailAhead | null; beforeMs: readonly number[] },
): number | null {
  if (beforeMs.length === 0) return null
  const blockMs = jail === null ? null : blockMsBy(jail)
  const leastMs = blockMs === null ? blipMs : longRunBlocks * blockMs
  return beganMs + Math.max(leastMs, longRunTimes * Math.max(...beforeMs))
}

function blockMsBy({ asOfMs, atMs, missed, mostMissed }: JailAhead): number | null {
  const left = missed === null || mostMissed === null ? 0 : mostMissed + 1 - missed
  return left > 0 ? (atMs - asOfMs) / left : null
}

/**
 * From when on jail is near since the outage has brought it there: by time, and a quarter of the time that was left is gone, or more than
 * half of what may be missed is. Where the window is short, jail is never far by time, and three blocks say nothing.
 */
function nearJailFrom({ asOfMs, atMs, missed, mostMissed }: JailAhead): number {
  const near = atMs - nearJailMs
  if (missed === null || mostMissed === null) return near
  const untilHalf = Math.floor(mostMissed / 2) + 1 - missed
  if (untilHalf <= 0) return near
  const leftMs = atMs - asOfMs
  const halfMs = (leftMs * untilHalf) / (mostMissed + 1 - missed)
  return Math.max(near, asOfMs + Math.min(halfMs, Math.max(blipMs, leftMs / nearJailParts)))
}

function messageFrom({ stands, hasEnd, longRunMs }: Recurring, recent: readonly Telling[]): number {
  const last = recent.reduce((newest, telling) => (telling.alertId > newest.alertId ? telling : newest))
  const hourEnds = Math.max(...recent.map(({ atMs }) => atMs)) + troubleMs
  // Who is told of beginnings alone cannot know that it goes on.
  const isToldOfEnds = hasEnd || recent.some(({ isEnd }) => isEnd)
  const isKnown = stands.isOn ? isToldOfEnds && !last.isOver : !isToldOfEnds || last.isOver
  // Whoever knows how it stands is told how often it came and went when the hour is over.
  const longRun = stands.isOn ? (longRunMs ?? Infinity) : Infinity
  const standing = isKnown ? Infinity : stands.sinceMs + (stands.isOn ? onMs : overMs)
  return Math.min(hourEnds, standing, longRun)
}

function callFrom({ stands, times, longRunMs }: Recurring, calls: readonly Telling[]): number {
  // About what is over nobody is called (E200).
  if (!stands.isOn) return 0
  const newestFirst = calls.filter((call) => call.times !== times).map(({ atMs }) => atMs)
  newestFirst.sort((a, b) => b - a)
  const oldest = newestFirst[mostCalls - 1]
  if (oldest !== undefined) return oldest + troubleMs
  return Math.min((newestFirst[0] ?? 0) + troubleMs, stands.sinceMs + onMs, longRunMs ?? Infinity)
}
