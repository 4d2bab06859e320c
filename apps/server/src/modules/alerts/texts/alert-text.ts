import { adviceOf, adviceOfSms } from './advice.ts'
import {
  figuresOf,
  hasNoLength,
  isBack,
  isLongAgo,
  isMissing,
  isOfMore,
  isOfSingleMisses,
  isStill,
  isTimedLag,
  lastedMs,
  lasting,
  lengthOf,
} from './figures.ts'
import { basisOf, notesOf } from './notes.ts'
import type { Cause, Figures, Formats } from './phrases.ts'
import { isGovernance } from './governance/governance-phrases.ts'
import { commandOfVoting, detailsOfVoting, inShort, isVotingOver } from './governance/governance-text.ts'
import { whatOf } from './what-is-over.ts'
import { nameWithTeam } from './team-named.ts'
import { isBegun, isJailedForGood, leftOf, votingEndedAt } from './time-left.ts'
import { type AlertFacts, cleanName, writingFor, type Reader, type Writing } from './writing.ts'

/**
 * What there is to say of an alert, by the one pattern of every message: how bad, who, what, since when and how much time
 * is left, this validator or the network, what to do. Empty: nothing to say of it.
 */
export interface AlertText {
  severity: string
  /** As an SMS has it, the first letter of which is paid for as well. */
  severityInShort: string
  /** Whose it is, as it may be shown. */
  who: string
  network: string
  isNetwork: boolean
  /** What is the matter, in lower case: it follows a colon. */
  what: string
  /** The same in as few letters as an SMS has. */
  whatInShort: string
  /** The same without the clock's time of what is near. */
  whatShortest: string
  /** Until jail, or until it can be unjailed; and in short, without the clock's time at the shortest. */
  left: string[]
  leftInShort: string[]
  leftShortest: string[]
  /** Since when; what has ended, from when to when; in short, and of an end without how long, which the times say. */
  since: string[]
  sinceInShort: string[]
  sinceShortest: string[]
  /** Figures beside; and of them what an SMS has if there is room. */
  details: string[]
  detailsInShort: string[]
  /** Where in the chain it was seen; nothing of what no block says, and of what has its times already (E192). */
  place: string[]
  placeInShort: string[]
  /** The time of that alone, where nothing says since when. */
  timeInShort: string[]
  /** Of a message that comes later: that its figures are those of the alert, and whether that is for want of newer ones. */
  old: string[]
  oldInShort: string[]
  /** This validator or the network, and the same in short. */
  cause: string[]
  causeInShort: string[]
  advice: string[]
  /** The same in one or two short sentences, without a command. */
  adviceInShort: string[]
  /** Of these what an SMS gives whatever it costs, and what it has room for, in its own words (E193). */
  adviceOfSms: { must: string[]; may: string[] }
  /** What of the advice is a command to run. */
  commands: string[]
  /** That it comes again and again, late, or not at all. */
  notes: string[]
  notesInShort: string[]
  /** Of these what an SMS gives whatever it costs: how often it was, where it is told late for that (E253). */
  oftenInShort: string[]
  /** How it is known. */
  basis: string[]
}

/** What goes on until it is mended, from the block that decided it where nothing older is known (E174). */
const ongoing: readonly string[] = ['lagging', 'low_power']
/** Their figures before and after are token amounts. */
const ofTokens: readonly string[] = ['stake_fell', 'stake_rose', 'slashed']
/** Up to this share of the power others miss blocks now and then; above the other it is the network. */
const fewShare = 0.05
const networkShare = 1 / 3

/** @param isSeveral what is left and what to do are said of several that are alike, not of this one (E226) */
export function alertText(
  facts: AlertFacts,
  reader: Reader,
  of: 'written' | 'spoken' = 'written',
  isSeveral = false,
): AlertText {
  const writing = writingFor(reader)
  const formats = writing[of]
  const { phrases } = writing
  const { evidence } = facts
  // Of a message that comes later, those of its figures.
  const { height, at } = facts.asOf ?? facts
  const network = cleanName(facts.network)
  const isNetwork = facts.targetType === 'ANY'
  const known = figuresOf(facts, isSeveral)
  const untimed = { ...known, jailAt: null }
  // A call is heard now, and its figures are those of now.
  const figures = of === 'spoken' ? untimed : known
  const cause = causeOf(facts)
  const share = formats.percent(evidence.missed_with_you ?? 0)
  const advice = isVotingOver(facts, figures)
    ? undefined
    : adviceOf(facts, writing, { formats, cause, isSeveral })
  const leftInShort = leftOf(facts, figures, writing, { formats, isShort: true, isSeveral })
  // Beside when something ends another time would be taken for that.
  const isTimedByLeft = leftInShort.length > 0 && isGovernance(facts.subject)
  const clock = (time: Date) => (isLongAgo(facts, time) ? formats.ownTime(time) : formats.clock(time))
  const sinceInShort = sinceOf(facts, writing, { formats, length: 'short', isSeveral })
  const isTimed =
    (sinceInShort.length > 0 && !ofTokens.includes(facts.subject)) || isStill(facts) || isTimedLag(facts)
  // From when it can be unjailed is a time.
  const isJailTimed = isBegun(facts, 'jailed') && facts.jailedUntil !== null && facts.watchedAs === 'OPERATOR'
  const since = sinceOf(facts, writing, { formats, length: 'whole', isSeveral })
  const notesInShort = notesOf(facts, writing, { ...formats, time: clock })
  const block = height === null ? null : formats.number(height)
  const isToUnjail = isBegun(facts, 'jailed') && !isJailedForGood(facts) && facts.watchedAs === 'OPERATOR'
  const unjail = isToUnjail && facts.unjailCommand !== null ? facts.unjailCommand : null
  const voting = commandOfVoting(facts, figures, writing)
  const lost = lostByDelegator(facts, writing, formats)
  const whereOf = (what: string) =>
    facts.otherNetworks === 0 ? what : phrases.alsoOn(what, facts.otherNetworks, formats)
  const { what, whatInShort } = whatOf(facts, phrases)
  const ofSite = facts.otherNetworks > 0 && facts.trigger === 'FALSE_TO_TRUE' ? [phrases.siteItself] : []
  return {
    severity: phrases.severity[facts.severity],
    severityInShort: phrases.severityInShort[facts.severity],
    who: isNetwork ? network : nameWithTeam(nameOf(facts, writing), facts),
    network,
    isNetwork,
    what: whereOf(lost ?? what(figures, formats)),
    whatInShort: whereOf(lost ?? whatInShort(inShort(figures), formats)),
    whatShortest: whereOf(lost ?? whatInShort(inShort(untimed), formats)),
    left: leftOf(facts, figures, writing, { formats, isShort: false, isSeveral }),
    leftInShort,
    leftShortest: leftOf(facts, untimed, writing, { formats, isShort: true, isSeveral }),
    since,
    sinceInShort,
    sinceShortest: sinceOf(facts, writing, { formats, length: 'shortest', isSeveral }),
    details: [
      ...detailsOf(facts, figures, writing, formats),
      ...detailsOfVoting(facts, figures, writing, formats),
    ],
    detailsInShort: detailsOfVoting(facts, inShort(figures), writing, formats),
    place: placeOf(facts, figures, phrases, { block, time: formats.time(at), since }),
    placeInShort: isTimedByLeft
      ? []
      : placeOf(facts, figures, phrases, { block, time: clock(at), since: [] }),
    // Beside how long it takes until an upgrade it would be taken for that of the upgrade.
    timeInShort:
      isTimed || isTimedByLeft || facts.subject === 'upgrade_near' || isJailTimed || facts.staleness !== null
        ? []
        : [phrases.place(null, clock(votingEndedAt(facts) ?? at))],
    old: oldOf(facts, phrases, facts.staleness === null ? '' : formats.time(at)),
    oldInShort: oldOf(facts, phrases, clock(at)),
    cause: cause === null ? ofSite : [phrases.cause[cause](share)],
    causeInShort: cause === null ? ofSite : [phrases.causeInShort[cause](share)],
    advice: [
      ...(advice === undefined ? [] : [advice.written]),
      ...(unjail === null ? [] : [phrases.unjailBy(unjail, isSeveral)]),
      ...(voting === null ? [] : [voting.written]),
    ],
    adviceInShort: [...(advice?.short ?? []), ...(advice?.above ? [advice.above.said] : [])],
    adviceOfSms: voting === null ? adviceOfSms(facts, advice) : { must: [], may: [voting.inShort] },
    commands: [...(unjail === null ? [] : [unjail]), ...(voting === null ? [] : [voting.command])],
    notes: notesOf(facts, writing, formats),
    notesInShort,
    oftenInShort: (facts.recurred?.count ?? 1) > 1 ? notesInShort.slice(0, 1) : [],
    basis: basisOf(facts, writing),
  }
}

/** All of it as one text, as the history has it. */
export function alertSentences(facts: AlertFacts, reader: Reader): string {
  const text = alertText(facts, reader)
  const { what, left, since, details, place, old, cause, advice, notes, basis } = text
  // A sentence behind a command would look like a part of what is to be typed (D280).
  const [before, last] = text.commands.length === 0 ? [advice, []] : [[], advice]
  return [
    sentence(what),
    ...left,
    ...since,
    ...details,
    ...place,
    ...old,
    ...cause,
    ...before,
    ...notes,
    ...basis,
    ...last,
  ].join(' ')
}

/** Words that follow a colon, as a sentence of their own. */
export function sentence(what: string): string {
  const [first = '', ...rest] = what
  return `${first.toUpperCase()}${rest.join('')}.`
}

/** A slash as a delegator is told of it, as far as its share can be written. */
function lostByDelegator(
  { subject, watchedAs, evidence: { value } }: AlertFacts,
  { delegator }: Writing,
  { percent }: Formats,
): string | null {
  if (subject !== 'slashed' || watchedAs === 'OPERATOR' || value === null) return null
  const share = percent(Math.abs(value))
  return share === percent(0) ? null : delegator.slashed(share)
}

/**
 * What a chain does not say itself has no block: bridges, and what nobody sees; of a halt it is the last one. Nor has an
 * end one beside from when to when it lasted: it is decided blocks later (E192).
 */
function placeOf(
  facts: AlertFacts,
  { isReached }: Figures,
  phrases: Writing['phrases'],
  { block, time, since }: { block: string | null; time: string; since: readonly string[] },
): string[] {
  const { subject, trigger, targetType, evidence } = facts
  if (targetType === 'BRIDGE' || subject === 'unseen') return []
  // The time of that is said with the figures.
  if (facts.staleness !== null) return block === null ? [] : [phrases.block(block)]
  if (
    trigger === 'TRUE_TO_FALSE' &&
    evidence.began_at !== undefined &&
    !hasNoLength(subject) &&
    !isOfMore(facts)
  )
    return []
  if (subject === 'halted') return block === null ? [] : [phrases.lastBlock(block)]
  // Nor is a time said twice.
  const isTimed = block !== null && isReached !== true && since.some((one) => one.includes(time))
  if (isTimed) return [phrases.block(block)]
  // Which one it reached has been said.
  return [phrases.place(isReached === true ? null : block, time)]
}

/** Whose figures are old says of when they are (E244). */
function oldOf({ staleness }: AlertFacts, { asOf }: Writing['phrases'], time: string): string[] {
  return staleness === null ? [] : [asOf(time, staleness === 'UNKNOWN')]
}

function nameOf({ targetName, targetType }: AlertFacts, { phrases }: Writing): string {
  const name = targetName === null ? '' : cleanName(targetName)
  if (name !== '') return name
  return targetType === 'BRIDGE' ? phrases.unnamedBridge : phrases.unnamedValidator
}

/** From when to when what has ended lasted; null: it has not, or that says nothing of it. */
export function timesOf(facts: AlertFacts): [from: Date, to: Date] | null {
  const { evidence, at, subject, trigger } = facts
  const { began_at: began, threshold, ended_at: ended } = evidence
  if (trigger !== 'TRUE_TO_FALSE' || began === undefined || hasNoLength(subject) || isOfMore(facts))
    return null
  // What is reported after so many minutes began so many minutes before (E158).
  const from = lasting.includes(subject) ? began - (threshold ?? 0) * 1000 : began
  return [new Date(from), new Date(ended ?? at)]
}

/** Ends say what it was: how long, from when to when, and how many blocks. */
function sinceOf(
  facts: AlertFacts,
  { phrases }: Writing,
  {
    formats,
    length,
    isSeveral,
  }: { formats: Formats; length: 'whole' | 'short' | 'shortest'; isSeveral: boolean },
): string[] {
  const { evidence, subject, trigger, silencedUntil } = facts
  const { began_at: began, missed_since: missed, value } = evidence
  const over = timesOf(facts)
  if (over !== null) {
    const what = phrases.lastedWhat[subject]?.(evidence.threshold ?? 0, formats)
    if (what === undefined) return []
    const [first, last] = over
    const [from, ended] = [first.getTime(), last.getTime()]
    // A few minutes are as long as the page says (E240): "34 blocks in 1 min" would not go into it.
    const isExact = ended - from < 600_000
    const lasted = isExact ? Math.floor(ended / 1000) - Math.floor(from / 1000) : lengthOf(from, ended)
    // Of a few blocks the seconds say nothing that their number does not.
    const isFew = missed !== undefined && missed < 10 && lasted < 60
    const span = formats.span(lasted, isExact)
    const of = { span, missed: missed ?? null, what }
    const withJail = (range: string) =>
      evidence.ended_in_jail === true ? `${range}, ${phrases.endedInJail}` : range
    if (length === 'whole')
      return [phrases.lasted(withJail(formats.range(first, last)), { ...of, isFew, isSeveral }, formats)]
    const range = withJail(
      isLongAgo(facts, first) ? formats.ownRange(first, last) : formats.clockRange(first, last),
    )
    return [
      phrases.lastedInShort(range, { ...of, span: length === 'short' && !isFew ? span : null }, formats),
    ]
  }
  if (trigger === 'TRUE_TO_FALSE' || isBack(facts)) return []
  // Until when is what counts, not since when nobody has voted.
  if (isGovernance(subject) && silencedUntil === null) return []
  // What was lost is the validator's, of which the reader has a part.
  if ((subject === 'slashed' && facts.watchedAs === 'DELEGATOR') || isStill(facts)) return []
  if (length !== 'whole' && isTimedLag(facts)) return []
  if (ofTokens.includes(subject)) return changeOf(facts, phrases, formats)
  const isKnown =
    began !== undefined || ongoing.includes(subject) || (lasting.includes(subject) && value !== null)
  if ((!isKnown || isOfSingleMisses(facts)) && silencedUntil === null) return []
  const from = beganAt(facts)
  const timeInShort = isLongAgo(facts, from) ? formats.ownTime : formats.clock
  const written = length === 'whole' ? formats.time : timeInShort
  // It was so before it was seen here (E254).
  const time = evidence.began_earlier === true ? phrases.orEarlier(written(from)) : written(from)
  // Told late, by what was planned: that comes before how long it takes to be reported.
  if (silencedUntil !== null) return [phrases.silenced(time, written(silencedUntil))]
  // An SMS has no room to say of what, and is better for saying since when at all.
  const beyond = isMissing(facts) && length !== 'whole' ? undefined : phrases.sinceOver[subject]
  return beyond === undefined ? [phrases.since(time)] : [beyond(time, evidence.threshold ?? 0, formats)]
}

/** What a stake was and is, or what was lost of it (E194). */
function changeOf(
  { evidence: { before, after }, unit, subject }: AlertFacts,
  { changed, lostTokens }: Writing['phrases'],
  { tokens }: Formats,
): string[] {
  const [from, to] = [before, after].map((amount) => (amount ? Number(amount) : Number.NaN))
  if (unit === null || from === undefined || to === undefined || Number.isNaN(from + to)) return []
  // A slash is a small part of it: both would be written alike.
  return subject === 'slashed'
    ? [lostTokens(tokens(from - to, unit))]
    : [changed(tokens(from, unit), tokens(to, unit))]
}

/** Since when it has been so, as far as it is known; of an end, when it was over. */
export function beganAt({ evidence, at, subject, trigger }: AlertFacts): Date {
  if (trigger === 'TRUE_TO_FALSE') return new Date(evidence.ended_at ?? at)
  return new Date(evidence.began_at ?? at.getTime() - (lasting.includes(subject) ? lastedMs(evidence) : 0))
}

/**
 * Since when its condition has held: a share of the window is reached blocks after the misses began, and is left while others
 * are signed, so neither is the time of the misses (P884).
 */
export function heldSince(facts: AlertFacts): Date {
  return facts.subject === 'window_missed' ? facts.at : beganAt(facts)
}

function detailsOf(
  facts: AlertFacts,
  { inARow, isExact, missed, window, isMissedExact: isWhole }: Figures,
  { phrases }: Writing,
  formats: Formats,
): string[] {
  const { number, time } = formats
  const { subject, evidence, trigger } = facts
  if (facts.targetType === 'BRIDGE') {
    const { bridge } = evidence
    if (!bridge) return []
    return [
      // Of a silent one that is since when it is silent (E157).
      ...(bridge.updated_at === null || (subject === 'no_update' && trigger === 'FALSE_TO_TRUE')
        ? []
        : [phrases.bridge.lastPush(time(new Date(bridge.updated_at)))]),
      ...(bridge.height === null ? [] : [phrases.bridge.height(number(bridge.height))]),
      ...(bridge.lag === null || subject === 'lagging' ? [] : [phrases.bridge.lag(bridge.lag, formats)]),
      ...(bridge.version === null ? [] : [phrases.bridge.version(cleanName(bridge.version))]),
    ]
  }
  const isOfShare = subject === 'jail_near' || subject === 'window_missed'
  if (isOfShare && trigger === 'TRUE_TO_FALSE' && missed !== null && window !== null)
    return [phrases.missedOfWindow(number(missed), number(window), true)]
  if (!isMissing(facts)) return []
  return [
    // All that were missed, in a row, need not be counted twice.
    ...(subject !== 'missed_in_a_row' && inARow && inARow !== missed && !isOfSingleMisses(facts)
      ? [phrases.inARow(number(inARow), isExact)]
      : []),
    ...(subject !== 'window_missed' && missed !== null && window !== null
      ? // Beside a row of a later block than the total (E218).
        [phrases.missedOfWindow(number(missed), number(window), isWhole)]
      : []),
  ]
}

export function causeOf(facts: AlertFacts): Cause | null {
  const { missed_with_you: others, consecutive_missed: inARow } = facts.evidence
  if (!isMissing(facts) || facts.isSigning || others == null || !inARow) return null
  if (others < 1e-9) return 'ALONE'
  if (others >= networkShare) return 'NETWORK'
  return others <= fewShare ? 'FEW' : 'SOME'
}
