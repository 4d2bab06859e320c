import { smsAbout } from '../alert-message.ts'
import { type AlertText, sentence } from '../alert-text.ts'
import {
  adviceInShort,
  causeOfFirst,
  countOf,
  type Group,
  groupKey,
  groupsOf,
  proposalKey,
  sameOfFirst,
  type Shared,
  sinceOfEnds,
  someNamed,
  textsOf,
} from './bundle-groups.ts'
import { leastOf, mostParts, packed, type Plan, said, startOf } from './packing.ts'
import { isGovernance } from '../governance/governance-phrases.ts'
import { isOutAndSigns, isOutOfJail, saysThatItSigns, signingBeside } from '../out-of-jail.ts'
import { fillSms, leastParts, partsWithLink, type SmsSentence, whereRoom } from '../sms-size.ts'
import { smsWithTeam } from '../team-named.ts'
import { type AlertFacts, cleanName, type Reader, writingFor } from '../writing.ts'

/**
 * The gravest, then as many of the others as fit, and how many there are where they are not all of one kind; whose team's it is where that
 * takes no further part.
 */
export function bundleSms(
  alerts: readonly AlertFacts[],
  reader: Reader,
  of: { room: number; lead: readonly string[] },
): string {
  const named = smsOfAll(alerts, reader, of)
  if (alerts.every(({ team }) => team === undefined)) return named.text
  const ownAlone = alerts.map((facts) => ({ ...facts, team: undefined }))
  const plain = smsOfAll(ownAlone, reader, of)
  const isWithin = partsWithLink(named.text, of.room) <= partsWithLink(plain.text, of.room)
  // Who it tells of is worth more than whose they are.
  return isWithin && named.counted <= plain.counted ? named.text : plain.text
}

/** `counted`: how many it does not name. */
function smsOfAll(
  alerts: readonly AlertFacts[],
  reader: Reader,
  { room, lead }: { room: number; lead: readonly string[] },
): { text: string; counted: number } {
  const gravest = besideGravest(alerts)
  const told = withoutLeaving(alerts)
  if (gravest !== null) {
    const { first, also, others } = gravest
    const rest = restOf(others, reader)
    const text = smsAbout(first, reader, { room, lead, also, restWithin: rest.within })
    return { text, counted: rest.counted() }
  }
  const texts = textsOf(told, reader)
  const severity = texts[0]?.severityInShort ?? ''
  const { formsWith, counted } = planned(told, texts, reader, { lead, severity, room })
  const text = smsWithTeam(severity, { reader, room }, (named) => fillSms(formsWith(named), room))
  return { text, counted }
}

const gravest: readonly AlertFacts['subject'][] = ['jailed', 'tombstoned', 'halted']

/** What is read first of all, and in full, whatever else waits: that it began. */
function isGravest({ subject, trigger }: AlertFacts): boolean {
  return trigger === 'FALSE_TO_TRUE' && gravest.includes(subject)
}

/** A jailing, a tombstone or a halt of one, what belongs to it, and what is the matter with others (E405); null: it is none, or of several. */
function besideGravest(
  alerts: readonly AlertFacts[],
): { first: AlertFacts; also: readonly AlertFacts[]; others: readonly AlertFacts[] } | null {
  const [first, ...rest] = alerts
  if (first === undefined || !isGravest(first)) return null
  if (rest.some((one) => groupKey(one) === groupKey(first) && one.target !== first.target)) return null
  const isOfIt = (one: AlertFacts) => one.target === first.target && proposalKey(one) === proposalKey(first)
  return { first, also: rest.filter(isOfIt), others: withoutLeaving(rest.filter((one) => !isOfIt(one))) }
}

/** Who is jailed has left the active set: of several that is not said apart, nor counted. */
function withoutLeaving(alerts: readonly AlertFacts[]): readonly AlertFacts[] {
  const jailed = new Set(alerts.filter(isGravest).map(({ target }) => target))
  return alerts.filter(
    ({ subject, trigger, target }) =>
      subject !== 'bonded' || trigger !== 'TRUE_TO_FALSE' || !jailed.has(target),
  )
}

/** What is said of others: as many of them as there is room for, all of them where that takes one more part, and how many are left. */
function restOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
): { within(this: void, partsWith: (rest: readonly string[]) => number): string[]; counted(): number } {
  const texts = textsOf(alerts, reader).map((text) => ({
    ...text,
    what: text.whatShortest,
    left: text.leftInShort,
  }))
  const groupsBy = (plan: Plan) => groupsOf(alerts, texts, reader, (_, index) => plan[index] ?? 0)
  const all = groupsOf(alerts, texts, reader, someNamed)
  const written = (plan: Plan) => {
    const { named, counted } = said(groupsBy(plan), plan)
    return [
      ...named.flatMap(({ text, left, facts }) => (facts.some(isGravest) ? [text, ...left] : [text])),
      ...moreOf(counted, reader),
    ]
  }
  // What is as grave is named, whatever it costs.
  const gravestLast = all.findLastIndex(({ facts }) => facts.some(isGravest))
  const least = leastOf(all, (_, index) => index <= gravestLast)
  let chosen: Plan = least
  return {
    within: (partsWith) => {
      if (all.length === 0) return []
      const partsOf = (plan: Plan) => partsWith(written(plan))
      const { start, parts } = startOf(all, least, partsOf, {
        fewest: partsWith([]),
        most: Infinity,
      })
      chosen = packed(all, start, (plan) => partsOf(plan) <= parts)
      return written(chosen)
    },
    counted: () => countedBy(groupsBy(chosen), chosen),
  }
}

function countedBy(groups: readonly Group[], plan: Plan): number {
  return groups.reduce((sum, { count, hidden }, index) => sum + (plan[index] === 0 ? count : hidden), 0)
}

function moreOf(counted: number, reader: Reader): string[] {
  const { phrases: own, written } = writingFor(reader)
  return counted === 0 ? [] : [own.more(written.number(counted))]
}

/** How many are to be named so that of all that are out of jail and sign it is said that they do (E411). */
function endsToName(first: Group | undefined, others: readonly Group[]): number {
  const out = new Set(first?.facts.filter(isOutOfJail).map(({ target }) => target))
  return (
    others.findLastIndex(({ facts }) => facts.some((one) => saysThatItSigns(one) && out.has(one.target))) + 1
  )
}

/** Several who are jailed alike, and what belongs to that alone: no alerts of which there is to be said how many (D352). */
function isJailingAlone([first, ...others]: readonly Group[]): boolean {
  const targets = new Set(first?.facts.filter(isGravest).map(({ target }) => target))
  const isOfThem = ({ target, subject }: AlertFacts) => subject === 'slashed' && targets.has(target)
  return others.every(({ facts }) => facts.every(isOfThem))
}

/** What is said of others: not whose it is again, and beside votes that it is something else (V61). */
function besideFirst(
  { text, who, what, facts }: Group,
  first: Group | undefined,
  { isOne, reader }: { isOne: boolean; reader: Reader },
): string {
  if (isOne && what !== null && who === first?.who) return sentence(what)
  const [one] = facts
  const isVote = first?.facts[0] !== undefined && isGovernance(first.facts[0].subject)
  if (!isVote || one === undefined || one.targetType === 'ANY' || !isEnd(one) || !text.startsWith(who))
    return text
  const isSeveral = new Set(facts.map(({ target }) => target)).size > 1
  return `${writingFor(reader).phrases.besideVotes[one.targetType][isSeveral ? 'several' : 'one']} ${text}`
}

function isEnd({ subject, trigger }: AlertFacts): boolean {
  return trigger === 'TRUE_TO_FALSE' && !isGovernance(subject)
}

/** How many of whom an SMS names, in as few parts as what must be said takes (E393, E395); and all that it may say then, with the most words first. */
function planned(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  reader: Reader,
  { lead, severity, room }: { lead: readonly string[]; severity: string; room: number },
): { formsWith(this: void, severity: string): SmsSentence[][]; counted: number } {
  const network = cleanName(alerts[0]?.network ?? '')
  // Nobody has to look whether who signs does (E367).
  const toAdvise = alerts.filter((facts) => !isOutAndSigns(facts, alerts))
  const { whose, adviceOfSms, votes } = adviceInShort(toAdvise, textsOf(toAdvise, reader), reader)
  const ofFirst = (how: Shared) => sameOfFirst(alerts, texts, how)
  // As that of one end says it, whatever it costs, of equal figures too (E350).
  const over = sinceOfEnds(alerts, reader)
  const since = over.length > 0 ? [] : ofFirst('sinceInShort')
  const cause = causeOfFirst(alerts, reader, 'written')
  // With the clock's time of what is near, where that takes no further part.
  const [withClock, shortest] = (['whatInShort', 'whatShortest'] as const).map((what) => {
    const worded = texts.map((text) => ({ ...text, what: text[what] }))
    return (plan: Plan) => groupsOf(alerts, worded, reader, (_, index) => plan[index] ?? 0)
  })
  if (withClock === undefined || shortest === undefined) return { formsWith: () => [], counted: 0 }
  const formOf = (groupsBy: (plan: Plan) => Group[], plan: Plan, left: readonly string[], how: string) => {
    const known = groupsBy(plan)
    const { groups, signing, missed } = signingBeside(known, reader)
    const { named, counted } = said(
      groups,
      groups.map((group) => plan[known.indexOf(group)] ?? 0),
    )
    const [first, ...others] = named
    // Of one thing alone it begins as that of one does (E91).
    const isOneGroup = groups.length === 1
    const isOne = first?.what !== null && (isOneGroup || isJailingAlone(groups))
    return [
      ...lead,
      ...(isOne
        ? [`${how}: ${first?.who}, ${network}: ${first?.what}.`]
        : [`${how}: ${countOf(alerts, reader)}.`, first?.text ?? '']),
      ...signing,
      ...whereRoom(0, missed),
      ...whereRoom(0, isOneGroup ? since : []),
      ...(signing.length > 0 ? whereRoom(1, isOne ? over : []) : isOneGroup && isOne ? over : []),
      ...[...left, ...(isOneGroup ? cause : [])],
      ...others.map((group) => besideFirst(group, first, { isOne, reader })),
      ...moreOf(counted, reader),
      ...adviceOfSms.may.map((text) => ({ text, rank: 1, whose })),
      ...adviceOfSms.must.map((text) => ({ text, rank: 'MUST' as const, whose })),
      // What is typed stands last.
      ...whereRoom(2, votes),
    ]
  }
  const all = groupsOf(alerts, texts, reader, someNamed)
  const toName = endsToName(all[0], all.slice(1))
  const least = leastOf(all, (_, index) => index <= toName)
  const ofAll = ofFirst('leftInShort')
  const sizeOf = (plan: Plan, left: readonly string[]) =>
    leastParts(formOf(shortest, plan, left, severity), room)
  // When voting ends is said whatever it costs, of several too (V41), and beside others from when the first can be unjailed (E405);
  // of several who are jailed alike where that takes one more part (E430).
  const isGrave = alerts[0] !== undefined && isGravest(alerts[0])
  const isVote = alerts[0] !== undefined && isGovernance(alerts[0].subject)
  const hasRoom = () => sizeOf(least, ofAll) <= Math.min(sizeOf(least, []) + 1, mostParts)
  const isMust = ofAll.length > 0 && (isVote || (isGrave && (all.length > 1 || hasRoom())))
  const fewest = sizeOf(least, isMust ? ofAll : [])
  const left = sizeOf(least, ofAll) <= fewest ? ofAll : []
  const { start, parts } = startOf(all, least, (plan) => sizeOf(plan, left), { fewest })
  const fits = (plan: Plan) => sizeOf(plan, left) <= parts
  // Who is out of jail and who signs are named together, where these are six, too.
  const six = start.map((named, index) => (named > 0 && all[index]?.names === named + 1 ? named + 1 : named))
  const plan = packed(all, fits(six) ? six : start, fits)
  return {
    formsWith: (how) => [withClock, shortest].map((groupsBy) => formOf(groupsBy, plan, left, how)),
    counted: countedBy(shortest(plan), plan),
  }
}
