import { smsAbout } from '../alert-message.ts'
import type { AlertText } from '../alert-text.ts'
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
  textsOf,
} from './bundle-groups.ts'
import { isGovernance } from '../governance/governance-phrases.ts'
import { isOutAndSigns, isOutOfJail, saysThatItSigns, signingBeside } from '../out-of-jail.ts'
import { fillSms, partsWithLink, type SmsSentence, whereRoom } from '../sms-size.ts'
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
  if (alerts.every(({ team }) => team === undefined)) return named
  const ownAlone = alerts.map((facts) => ({ ...facts, team: undefined }))
  const plain = smsOfAll(ownAlone, reader, of)
  return partsWithLink(named, of.room) <= partsWithLink(plain, of.room) ? named : plain
}

function smsOfAll(
  alerts: readonly AlertFacts[],
  reader: Reader,
  { room, lead }: { room: number; lead: readonly string[] },
): string {
  const gravest = besideGravest(alerts)
  if (gravest !== null) {
    const { first, also, others } = gravest
    return smsAbout(first, reader, { room, lead, also, rests: restsOf(others, reader) })
  }
  const texts = textsOf(alerts, reader)
  return smsWithTeam(texts[0]?.severityInShort ?? '', { reader, room }, (severity) => {
    const [short, whole] = [false, true].map((isSixthNamed) =>
      fillSms(smsForms(alerts, texts, reader, { isSixthNamed, lead, severity }), room),
    )
    if (short === undefined || whole === undefined) return ''
    return partsWithLink(whole, room) <= partsWithLink(short, room) ? whole : short
  })
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

/** What is said of others, as many of them as there is room for, and how many are left: with the most words first. */
function restsOf(alerts: readonly AlertFacts[], reader: Reader): string[][] {
  const { phrases: own, written } = writingFor(reader)
  const texts = textsOf(alerts, reader).map((text) => ({
    ...text,
    what: text.whatShortest,
    left: text.leftInShort,
  }))
  const groups = groupsOf(alerts, texts, reader, false)
  // What is as grave is named, whatever it costs.
  const least = groups.findLastIndex(({ facts }) => facts.some(isGravest)) + 1
  return Array.from({ length: groups.length - least + 1 }, (_, index) => groups.length - index).map(
    (named) => {
      const out = groups.slice(named).reduce((sum, { count }) => sum + count, 0)
      return [
        ...groups
          .slice(0, named)
          .flatMap(({ text, left, facts }) => (facts.some(isGravest) ? [text, ...left] : [text])),
        ...(out === 0 ? [] : [own.more(written.number(out))]),
      ]
    },
  )
}

/** How many are to be named so that of all that are out of jail and sign it is said that they do (E411). */
function endsToName(first: Group | undefined, others: readonly Group[]): number {
  const out = new Set(first?.facts.filter(isOutOfJail).map(({ target }) => target))
  return (
    others.findLastIndex(({ facts }) => facts.some((one) => saysThatItSigns(one) && out.has(one.target))) + 1
  )
}

/** All that an SMS may say, with the most words first. */
function smsForms(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  reader: Reader,
  { isSixthNamed, lead, severity }: { isSixthNamed: boolean; lead: readonly string[]; severity: string },
): SmsSentence[][] {
  const { phrases: own, written } = writingFor(reader)
  const network = cleanName(alerts[0]?.network ?? '')
  // Nobody has to look whether who signs does (E367).
  const toAdvise = alerts.filter((facts) => !isOutAndSigns(facts, alerts))
  const { whose, adviceOfSms, votes } = adviceInShort(toAdvise, textsOf(toAdvise, reader), reader)
  const ofFirst = (how: Shared) => sameOfFirst(alerts, texts, how)
  // As that of one end says it, whatever it costs, of equal figures too (E350).
  const over = sinceOfEnds(alerts, reader)
  const since = over.length > 0 ? [] : ofFirst('sinceInShort')
  // With the clock's time of what is near, where that takes no further part.
  const worded = (['whatInShort', 'whatShortest'] as const).map((what) =>
    groupsOf(
      alerts,
      texts.map((text) => ({ ...text, what: text[what] })),
      reader,
      isSixthNamed,
    ),
  )
  const formOf = (all: readonly Group[], left: readonly string[], mostNamed: number) => {
    const { groups, signing, missed } = signingBeside(all, reader)
    const [first, ...others] = groups
    const named = Math.max(mostNamed, endsToName(first, others))
    // Of one thing alone it begins as that of one does (E91).
    const isOneGroup = others.length === 0
    const isOne = isOneGroup && first?.what !== null
    const out = others.slice(named).reduce((sum, { count }) => sum + count, 0)
    return [
      ...lead,
      ...(isOne
        ? [`${severity}: ${first?.who}, ${network}: ${first?.what}.`]
        : [`${severity}: ${countOf(alerts, reader)}.`, first?.text ?? '']),
      ...signing,
      ...whereRoom(0, missed),
      ...whereRoom(0, isOneGroup ? since : []),
      ...(signing.length > 0 ? whereRoom(1, isOne ? over : []) : isOne ? over : []),
      ...[...left, ...(isOneGroup ? causeOfFirst(alerts, reader, 'written') : [])],
      ...others.slice(0, named).map(({ text }) => text),
      // As many of the others as take no further part, and how many are left (E198).
      ...(out === 0 ? [] : [own.more(written.number(out))]),
      ...adviceOfSms.may.map((text) => ({ text, rank: 1, whose })),
      ...adviceOfSms.must.map((text) => ({ text, rank: 'MUST' as const, whose })),
      // What is typed stands last.
      ...whereRoom(2, votes),
    ]
  }
  const most = worded[0]?.length ?? 0
  const counts = Array.from({ length: most }, (_, index) => most - 1 - index)
  const ofAll = ofFirst('leftInShort')
  // When voting ends is said whatever it costs, of several too (V41), and beside others from when the first can be unjailed (E405).
  const isMust =
    ofAll.length > 0 &&
    alerts[0] !== undefined &&
    (isGovernance(alerts[0].subject) || (isGravest(alerts[0]) && most > 1))
  return (isMust ? [ofAll] : [ofAll, []]).flatMap((left) =>
    counts.flatMap((named) => worded.map((groups) => formOf(groups, left, named))),
  )
}
