import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import { isBack, isMissing, nearMs } from './figures.ts'
import { leftOfVoting } from './governance/governance-text.ts'
import type { Figures, Formats } from './phrases.ts'
import type { AlertFacts, Writing } from './writing.ts'

export function isBegun({ subject, trigger }: AlertFacts, wanted: AlertFacts['subject']): boolean {
  return subject === wanted && trigger === 'FALSE_TO_TRUE'
}

/** Until the end of time, as x/slashing writes it of who has signed twice: nothing takes it out of jail (E155). */
export function isForGood(jailedUntil: Date | null): boolean {
  return jailedUntil !== null && jailedUntil.getUTCFullYear() >= 9999
}

export function isJailedForGood(facts: AlertFacts): boolean {
  return isBegun(facts, 'jailed') && isForGood(facts.jailedUntil)
}

interface HowLeft {
  formats: Formats
  isShort: boolean
  isSeveral: boolean
}

/** Until jail, or until it can be unjailed. */
export function leftOf(
  facts: AlertFacts,
  figures: Figures,
  writing: Writing,
  { formats, ...how }: HowLeft,
): string[] {
  const { secondsToJail, isJailExact, jailAt, inARow } = figures
  const { phrases } = writing
  const { isShort, isSeveral } = how
  if (isJailedForGood(facts)) return [phrases.jailedForGood(isSeveral)]
  if (overByNow(facts)) return [phrases.overByNow]
  const ofVoting = leftOfVoting(facts, figures, writing, { formats, isShort })
  if (ofVoting.length > 0) return ofVoting
  if (isBegun(facts, 'jailed')) return unjailOf(facts, writing, { formats, ...how })
  // What it is says so (E399).
  if (isBack(facts)) return []
  // It would run out in words while it signs (E231).
  if (isMissing(facts) && facts.isSigning) return [phrases.signsAgain]
  // Nor is anything left to who is in jail by now (E239); of one or two missed blocks nobody is jailed.
  const isWorth = facts.subject !== 'jail_near' && secondsToJail !== null && (inARow ?? 0) >= missingBlocks
  return isMissing(facts) && isWorth && facts.jailedUntil === null
    ? [(isShort ? phrases.jailInShort : phrases.jailIn)({ secondsToJail, isJailExact, jailAt }, formats)]
    : []
}

/** A beginning that is told when it is over: whoever gets no ends is told so by it (E253). Missed blocks say that they are signed. */
function overByNow(facts: AlertFacts): boolean {
  return facts.recurred?.isOver === true && facts.trigger === 'FALSE_TO_TRUE' && !isMissing(facts)
}

/** From when it can be taken out of jail; in short also how (E173). */
function unjailOf(
  { jailedUntil, readAt, at, unjailCommand, watchedAs }: AlertFacts,
  { phrases, delegator }: Writing,
  { formats, isShort, isSeveral }: HowLeft,
): string[] {
  // Without its flags, which its operator knows; a catalogue may name a longer one than an SMS has room for.
  const [program = ''] = unjailCommand?.split(' --') ?? []
  const command = program === '' || program.length > 48 ? null : program
  // Mails and calls have it as advice.
  const isOperator = watchedAs === 'OPERATOR'
  // What a delegator can do has the room of an SMS; when somebody else could act, the mail says.
  if (isShort && !isOperator) return []
  if (jailedUntil === null) return isShort ? [phrases.unjailInShort({ time: null, span: null, command })] : []
  const leftMs = jailedUntil.getTime() - (readAt ?? at).getTime()
  const span = leftMs > 0 ? formats.span(leftMs / 1000) : null
  const inShort = leftMs < nearMs ? formats.clock(jailedUntil) : formats.ownTime(jailedUntil)
  const time = isShort ? inShort : formats.time(jailedUntil)
  if (!isOperator) return [delegator.unjail({ time, span, isSeveral })]
  if (!isShort) return [phrases.unjail({ time, span, isSeveral }, formats)]
  return [phrases.unjailInShort({ time, span, command })]
}

/** Of the end of a vote that nobody saw: when voting was over, and not when that was known (D347); null: it is no such end. */
export function votingEndedAt({ subject, trigger, at, evidence }: AlertFacts): Date | null {
  const { voting_end_at: end, vote } = evidence
  if (subject !== 'not_voted' || trigger !== 'TRUE_TO_FALSE' || end === undefined || vote) return null
  // Before it, nobody had to vote any more.
  return Date.parse(end) <= (evidence.ended_at ?? at.getTime()) ? new Date(end) : null
}
