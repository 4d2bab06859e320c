import { alertText, type AlertText, causeOf, timesOf } from '../alert-text.ts'
import type { Severity } from '@roundsman/alerting/catalogue'
import { isGovernance } from '../governance/governance-phrases.ts'
import { isBack, isLongAgo, isMissing, leastAndMost } from '../figures.ts'
import { type AlertFacts, cleanName, type Reader, writingFor } from '../writing.ts'

/** Of one group in a call or a subject, and of an SMS at least: then how many more there are. */
export const namedInGroup = 5

/** Of one group with so many names how many are said. */
export type MostNamed = (names: number, index: number) => number

export const someNamed: MostNamed = () => namedInGroup
/** One who is left is named, too: the name takes hardly more room than that there is one. */
export const sixthNamed: MostNamed = (names) => (names === namedInGroup + 1 ? names : namedInGroup)

/** What is the same of some, as a sentence and in its parts; `what` null: they are not all named, or each has its own. */
export interface Group {
  text: string
  /** The same without how many more there are, who are `hidden` of all its `names`. */
  named: string
  names: number
  hidden: number
  severity: Severity
  facts: readonly AlertFacts[]
  count: number
  who: string
  what: string | null
  /** How much time is left to all of them; nothing where that differs. */
  left: readonly string[]
}

/** Which vote it is about, or which signals; the same of all that is about none. */
export function proposalKey({
  evidence: { proposal_id: id, voting_end_at: end, version },
}: AlertFacts): string {
  return [id, end, version].join(' ')
}

/** Of one setting, as it began or as it is over by now (E425); of votes on one proposal as well, or nobody would know on which. */
export function groupKey(facts: AlertFacts): string {
  return `${facts.settingId} ${isBack(facts)} ${proposalKey(facts)}`
}

/** "Ada, Bob: jailed.", of each setting: what is the same of all, or else the name of the setting. */
export function groupsOf(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  reader: Reader,
  mostNamed: MostNamed,
): Group[] {
  const { phrases: own, written } = writingFor(reader)
  const groups = new Map<
    string,
    { title: string; isNearing: boolean; texts: AlertText[]; facts: AlertFacts[] }
  >()
  alerts.forEach((facts, index) => {
    const text = texts[index]
    const { title, subject, evidence } = facts
    const group = groups.get(groupKey(facts)) ?? { title, isNearing: true, texts: [], facts: [] }
    group.facts.push(facts)
    if (text) group.texts.push(text)
    group.isNearing &&= subject === 'jail_near' && isMissing(facts) && evidence.seconds_to_jail != null
    groups.set(groupKey(facts), group)
  })
  return [...groups.values()].map(({ title, isNearing, texts: of, facts }, index) => {
    const whats = [...new Set(of.map(({ what }) => what))]
    const [what] = whats
    const count = of.length
    const severity = facts[0]?.severity ?? 'INFO'
    if (of.every(({ isNetwork }) => isNetwork)) {
      const text = `${of.map((one) => one.what).join(', ')}.`
      return {
        ...{ text, named: text, names: 1, hidden: 0, severity, facts, count },
        ...{ who: '', what: null, left: [] },
      }
    }
    const names = [...new Set(of.map(({ who }) => who))]
    const most = mostNamed(names.length, index)
    const more = names.length > most ? [own.more(written.number(names.length - most))] : []
    const named = names.slice(0, most).join(', ')
    const ofEach = isNearing ? timesOfEach(of.filter(({ who }) => names.indexOf(who) < most)) : null
    const text =
      whats.length === 1 && what !== undefined ? `${named}: ${what}.` : (ofEach ?? `${title}: ${named}.`)
    const isWhole = whats.length === 1 && more.length === 0
    const lefts = new Set(of.map(({ left }) => left.join(' ')))
    const left = lefts.size === 1 ? (of[0]?.left ?? []) : []
    return {
      text: [text, ...more].join(' '),
      named: text,
      names: names.length,
      hidden: Math.max(0, names.length - most),
      severity,
      facts,
      count,
      who: named,
      what: isWhole ? (what ?? null) : null,
      left,
    }
  })
}

/** "Nova: jail in about 25 min (03:21); Ada, Bob: jail in about 32 min": to each the time that is left to it (E344). */
function timesOfEach(of: readonly AlertText[]): string {
  const names = new Map<string, Set<string>>()
  for (const { who, what } of of) names.set(what, (names.get(what) ?? new Set()).add(who))
  return `${[...names].map(([what, whose]) => `${[...whose].join(', ')}: ${what}`).join('; ')}.`
}

export function countOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  of: 'written' | 'spoken' = 'written',
): string {
  const writing = writingFor(reader)
  const network = cleanName(alerts[0]?.network ?? '')
  return `${network}: ${writing.phrases.alerts(alerts.length, writing[of])}`
}

/** What is said of all that are alike at once is said of several (E226). */
export function textsOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  of: 'written' | 'spoken' = 'written',
): AlertText[] {
  return alerts.map((facts) => alertText(facts, reader, of, isOneOfSeveral(facts, alerts)))
}

export function isOneOfSeveral(facts: AlertFacts, alerts: readonly AlertFacts[]): boolean {
  return alerts.some((other) => isAlike(other, facts) && other.target !== facts.target)
}

/** The same thing, which its reader can do the same about. */
function isAlike(one: AlertFacts, other: AlertFacts): boolean {
  return groupKey(one) === groupKey(other) && one.watchedAs === other.watchedAs
}

/**
 * Whose the same thing is, where something else is told of others: their reader operates some and delegates to others (E295), or
 * one is tombstoned and another only jailed (E333). Who reads "Stop every node with this key" must not take it for the last one named.
 */
export function whoseOf(facts: AlertFacts, alerts: readonly AlertFacts[], reader: Reader): string | null {
  const alike = alerts.filter((other) => isAlike(other, facts))
  const targets = new Set(alike.map(({ target }) => target))
  if (facts.targetType === 'ANY' || alerts.every(({ target }) => targets.has(target))) return null
  const names = [...new Set(alike.map((one) => alertText(one, reader).who))]
  const { phrases: own, written } = writingFor(reader)
  const more = names.length > namedInGroup ? [own.more(written.number(names.length - namedInGroup))] : []
  return [names.slice(0, namedInGroup).join(', '), ...more].join('. ').replace(/\.$/, '')
}

export type Shared = 'left' | 'leftInShort' | 'since' | 'sinceInShort'

/** What is so of all that the first group names: what is left (E179), and since when. */
export function sameOfFirst(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  how: Shared,
): readonly string[] {
  const keys = alerts.map(groupKey)
  const [first, ...others] = texts.filter((_, index) => keys[index] === keys[0])
  // An SMS has in place of what is not known what to do, which is said once, last.
  if (first === undefined || (how === 'leftInShort' && first.left.length === 0)) return []
  const isOfAll = others.every((one) => one[how].join(' ') === first[how].join(' '))
  return isOfAll ? first[how] : []
}

/** Whether it is the network, of all that the first group names: where they miss with different shares, the least and the most (E345). */
export function causeOfFirst(
  alerts: readonly AlertFacts[],
  reader: Reader,
  of: 'written' | 'spoken',
): readonly string[] {
  const same = alerts.filter((facts) => alerts[0] && groupKey(facts) === groupKey(alerts[0]))
  const [cause, ...others] = new Set(same.map(causeOf))
  if (cause === undefined || cause === null || others.length > 0) return []
  // That nobody else missed a block is said of one.
  if (cause === 'ALONE' && same.length > 1) return []
  const writing = writingFor(reader)
  const shares = same.map(({ evidence }) => evidence.missed_with_you ?? 0)
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => writing[of].percent(share))
  if (least === undefined || most === undefined) return []
  // The sign once, behind both.
  const share = least === most ? most : `${least.replace(/\D+$/, '')}–${most}`
  return [writing.phrases.causeInShort[cause](share)]
}

/** Of ends that the first group names, each with figures of its own: the least and the most, from the first beginning to the last end (E337). */
export function sinceOfEnds(alerts: readonly AlertFacts[], reader: Reader): string[] {
  const [first] = alerts
  const same = alerts.filter((facts) => first && groupKey(facts) === groupKey(first))
  const times = same.flatMap((facts) => timesOf(facts) ?? [])
  const { phrases: own, written } = writingFor(reader)
  const what = first && own.lastedWhat[first.subject]?.(first.evidence.threshold ?? 0, written)
  if (first === undefined || what === undefined || times.length < 2 * same.length) return []
  // What ended in jail did not end well, which is said of all of them or not at all.
  const inJail = same.filter(({ evidence }) => evidence.ended_in_jail === true)
  if (inJail.length > 0 && inJail.length < same.length) return []
  const sorted = times.toSorted((a, b) => a.getTime() - b.getTime())
  const [from, to] = [sorted[0], sorted.at(-1)]
  if (from === undefined || to === undefined) return []
  const missed = same.flatMap(({ evidence }) => evidence.missed_since ?? [])
  const figures = missed.length < same.length ? { missed: null } : leastAndMost(missed)
  const fromTo = isLongAgo(first, from) ? written.ownRange(from, to) : written.clockRange(from, to)
  const range = inJail.length === 0 ? fromTo : `${fromTo}, ${own.endedInJail}`
  return [own.lastedInShort(range, { span: null, what, ...figures }, written)]
}

interface AdviceInShort extends Pick<AlertText, 'adviceInShort' | 'adviceOfSms'> {
  /** Of whom it is, where something else is the matter with others; said by the first of a call. */
  whose: string | null
  /** How to vote, or to signal, beside: its command names what on, and is the same for whoever has to. */
  votes: readonly string[]
}

/** In short, of the gravest that anything can be done about; of what is as grave, who runs it can do most. */
export function adviceInShort(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  reader: Reader,
): AdviceInShort {
  const all = alerts.flatMap((facts, index) => {
    const text = texts[index]
    return text === undefined ? [] : [{ facts, text }]
  })
  const able = all.filter(({ text }) => text.adviceInShort.length > 0)
  const same = able.filter(({ facts }) => facts.settingId === able[0]?.facts.settingId)
  const chosen = same.find(({ facts }) => facts.watchedAs === 'OPERATOR') ?? able[0]
  if (chosen === undefined)
    return { whose: null, adviceInShort: [], adviceOfSms: { must: [], may: [] }, votes: [] }
  const { adviceOfSms } = chosen.text
  const votes = all
    .filter(({ facts, text }) => isGovernance(facts.subject) && text.commands.length > 0)
    .flatMap(({ text }) => text.adviceOfSms.may)
    .filter((one) => !adviceOfSms.may.includes(one))
  const whose = whoseOf(chosen.facts, alerts, reader)
  const [first, ...rest] = chosen.text.adviceInShort
  return {
    whose,
    adviceInShort: first === undefined ? [] : [whose === null ? first : `${whose}: ${first}`, ...rest],
    adviceOfSms,
    votes: [...new Set(votes)],
  }
}
