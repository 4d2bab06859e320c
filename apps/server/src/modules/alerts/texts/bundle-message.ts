import type { Message } from '../../notifications/notifications.public.ts'
import { alertMessage, roomOfLink } from './alert-message.ts'
import { alertText, type AlertText, sentence } from './alert-text.ts'
import { asGrave } from './figures.ts'
import { fillSms, partsWithLink } from './sms-size.ts'
import { type AlertFacts, cleanName, phrases, type Reader, writingFor } from './writing.ts'

const severities = ['INFO', 'WARNING', 'CRITICAL'] as const
/** Nobody listens to more. */
const spokenGroups = 3
/** Of one group in an SMS or a call: then how many more there are. */
const namedInGroup = 5
/** In the subject of a mail: a phone that is locked shows little more. */
const namedInSubject = 3
/** A mail lists so many, and says how many there are. */
const listedInMail = 200

/** One message about the alerts of a storm: how many, and which; the gravest first. `lead`: what is said before. */
export function bundleMessage(
  channel: string,
  known: readonly AlertFacts[],
  reader: Reader,
  url: string,
  lead: readonly string[] = [],
): Message {
  const all = known.map((facts) => asGrave(facts, reader))
  const alerts = whatStands(all)
  const leading = leadingOfOne(all)
  if (leading !== null) {
    const others = alerts.filter((facts) => facts !== leading)
    return alertMessage(channel, leading, reader, url, lead, others)
  }
  const severity = alerts[0]?.severity
  switch (channel) {
    case 'sms':
      return {
        severity,
        subject: '',
        link: { label: '', url },
        paragraphs: [smsOf(alerts, reader, { room: roomOfLink(url), lead })],
      }
    case 'voice':
      return { severity, subject: '', ...callOf(alerts, reader, lead) }
    default:
      return { severity, ...mailOf(alerts, reader, url, lead) }
  }
}

/** Of alerts about one target the gravest: their message is about that, with the others beside it; null: of several. */
export function leadingOfOne(all: readonly AlertFacts[]): AlertFacts | null {
  const [first, ...others] = whatStands(all)
  return first !== undefined && others.every(({ target }) => target === first.target) ? first : null
}

/**
 * The gravest first: of several steps of one thing (silent for 1, 5 and 15 minutes) the highest, since the others say less
 * of the same; of what began and is over the end, which says what it was. Steps are in the order of their ids.
 */
export function whatStands(all: readonly AlertFacts[]): AlertFacts[] {
  const highest = new Map<string, AlertFacts>()
  for (const facts of all) {
    const key = thingOf(facts, facts.trigger)
    const known = highest.get(key)
    // Of what came again the last, which says how often.
    if (known === undefined || step(facts) >= step(known)) highest.set(key, facts)
  }
  // What came last of one thing is how it stands.
  const isLast = (facts: AlertFacts) => {
    const isEnd = facts.trigger === 'TRUE_TO_FALSE'
    const other = highest.get(thingOf(facts, isEnd ? 'FALSE_TO_TRUE' : 'TRUE_TO_FALSE'))
    if (other === undefined) return true
    return isEnd ? facts.at.getTime() >= other.at.getTime() : facts.at.getTime() > other.at.getTime()
  }
  return [...highest.values()].filter(isLast).sort((a, b) => gravity(b) - gravity(a))
}

/** The alerts whose facts these are, in their order. */
export function standingOf<T extends { facts: AlertFacts }>(alerts: readonly T[]): T[] {
  const stands = new Set(whatStands(alerts.map(({ facts }) => facts)))
  return alerts.filter(({ facts }) => stands.has(facts))
}

/** That jail is near says of blocks missed in a row all that they say themselves. */
function thingOf({ target, subject }: AlertFacts, trigger: AlertFacts['trigger']): string {
  return `${target} ${subject === 'jail_near' ? 'missed_in_a_row' : subject} ${trigger}`
}

function step({ severity, settingId }: AlertFacts): number {
  return severities.indexOf(severity) * 1e6 + settingId
}

/** What cannot be taken back comes first, then what is nearest to that (E140). */
const gravestFirst: readonly AlertFacts['subject'][] = ['tombstoned', 'jailed', 'slashed', 'jail_near']

/** Of what is as grave: the network itself before what is about one, and of that what is lost or nearly so first. */
function gravity({ severity, targetType, subject }: AlertFacts): number {
  const place = gravestFirst.indexOf(subject)
  const first = place < 0 ? 0 : gravestFirst.length - place
  const isNetwork = targetType === 'ANY' ? gravestFirst.length + 1 : 0
  return severities.indexOf(severity) * 10 + Math.max(isNetwork, first)
}

/**
 * "Ada, Bob: jailed.", of each setting: what is the same of all, or else the name of the setting.
 *
 * @param isSixthNamed one who is left is named, too: the name takes hardly more room than that there is one
 */
function groupsOf(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  reader: Reader,
  isSixthNamed: boolean,
): { text: string; count: number }[] {
  const { phrases: own, written } = writingFor(reader)
  const groups = new Map<number, { title: string; texts: AlertText[] }>()
  alerts.forEach(({ settingId, title }, index) => {
    const text = texts[index]
    const group = groups.get(settingId) ?? { title, texts: [] }
    if (text) group.texts.push(text)
    groups.set(settingId, group)
  })
  return [...groups.values()].map(({ title, texts: of }) => {
    const whats = [...new Set(of.map(({ what }) => what))]
    const [what] = whats
    const count = of.length
    if (of.every(({ isNetwork }) => isNetwork))
      return { text: `${of.map((one) => one.what).join(', ')}.`, count }
    const names = [...new Set(of.map(({ who }) => who))]
    const most = isSixthNamed && names.length === namedInGroup + 1 ? names.length : namedInGroup
    const more = names.length > most ? [own.more(written.number(names.length - most))] : []
    const named = names.slice(0, most).join(', ')
    const text = whats.length === 1 && what !== undefined ? `${named}: ${what}.` : `${title}: ${named}.`
    return { text: [text, ...more].join(' '), count }
  })
}

function countOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  of: 'written' | 'spoken' = 'written',
): string {
  const writing = writingFor(reader)
  const network = cleanName(alerts[0]?.network ?? '')
  return `${network}: ${writing.phrases.alerts(alerts.length, writing[of])}`
}

function severityOf(alerts: readonly AlertFacts[], { language }: Reader): string {
  return phrases[language].severity[alerts[0]?.severity ?? 'INFO']
}

/** How many and the gravest, then as many of the others as fit. */
function smsOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  { room, lead }: { room: number; lead: readonly string[] },
): string {
  const texts = textsOf(alerts, reader)
  const inShort = texts.map((text) => ({ ...text, what: text.whatInShort }))
  const { phrases: own, written } = writingFor(reader)
  const left = leftOfFirst(alerts, texts, 'leftInShort')
  const textOf = (isSixthNamed: boolean) => {
    const [first, ...others] = groupsOf(alerts, inShort, reader, isSixthNamed)
    const head = [...lead, `${texts[0]?.severityInShort}: ${countOf(alerts, reader)}.`, first?.text ?? '']
    // As many of the others as take no further part, and how many are left (E198).
    const rest = others.map((_, index) => {
      const out = others.slice(others.length - index).reduce((sum, { count }) => sum + count, 0)
      const named = others.slice(0, others.length - index).map(({ text }) => text)
      return out === 0 ? named : [...named, own.more(written.number(out))]
    })
    const all = others.reduce((sum, { count }) => sum + count, 0)
    const rests = [...rest, all === 0 ? [] : [own.more(written.number(all))]]
    return fillSms(
      [...rests.map((one) => [...head, ...left, ...one]), ...rests.map((one) => [...head, ...one])],
      whatToDo(alerts, texts, reader),
      room,
    )
  }
  const [short, whole] = [textOf(false), textOf(true)]
  return partsWithLink(whole, room) <= partsWithLink(short, room) ? whole : short
}

function callOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  lead: readonly string[],
): Required<Pick<Message, 'call' | 'paragraphs'>> {
  const { phrases: own, spoken } = writingFor(reader)
  const texts = textsOf(alerts, reader, 'spoken')
  const groups = groupsOf(alerts, texts, reader, true)
  const [first, ...others] = groups
  const settings = [...new Set(alerts.map(({ settingId }) => settingId))].slice(0, spokenGroups)
  const left = alerts.filter(({ settingId }) => !settings.includes(settingId)).length
  const opening = [
    own.thisIs,
    ...lead,
    `${severityOf(alerts, reader)}.`,
    `${countOf(alerts, reader, 'spoken')}.`,
  ]
  const rest = [
    first?.text ?? '',
    ...leftOfFirst(alerts, texts, 'left'),
    ...others.slice(0, spokenGroups - 1).map(({ text }) => text),
    ...(left > 0 ? [own.more(spoken.number(left))] : []),
    ...whatToDo(alerts, texts, reader),
  ]
  return { paragraphs: [...opening, ...rest], call: { opening, rest } }
}

/** What is said of all that are alike at once is said of several (E226). */
function textsOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  of: 'written' | 'spoken' = 'written',
): AlertText[] {
  return alerts.map((facts) => alertText(facts, reader, of, isOneOfSeveral(facts, alerts)))
}

function isOneOfSeveral({ target, ...facts }: AlertFacts, alerts: readonly AlertFacts[]): boolean {
  return alerts.some((other) => isAlike(other, facts) && other.target !== target)
}

type Kind = Pick<AlertFacts, 'settingId' | 'watchedAs'>

/** The same thing, which its reader can do the same about. */
function isAlike(one: Kind, other: Kind): boolean {
  return one.settingId === other.settingId && one.watchedAs === other.watchedAs
}

/** Whose the same thing is, where other advice stands beside: a reader operates some and delegates to others (E295). */
function whoseOf(facts: AlertFacts, alerts: readonly AlertFacts[], reader: Reader): string | null {
  if (alerts.every(({ watchedAs }) => watchedAs === facts.watchedAs)) return null
  const alike = alerts.filter((other) => isAlike(other, facts))
  const names = [...new Set(alike.map((one) => alertText(one, reader).who))]
  const { phrases: own, written } = writingFor(reader)
  const more = names.length > namedInGroup ? [own.more(written.number(names.length - namedInGroup))] : []
  return [names.slice(0, namedInGroup).join(', '), ...more].join('. ').replace(/\.$/, '')
}

/** What is left to all that the first group names, where it is the same (E179). */
function leftOfFirst(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  how: 'left' | 'leftInShort',
): readonly string[] {
  const [first, ...others] = texts.filter((_, index) => alerts[index]?.settingId === alerts[0]?.settingId)
  if (first === undefined || first.left.length === 0) return []
  const isOfAll = others.every((one) => one[how].join(' ') === first[how].join(' '))
  return isOfAll ? first[how] : []
}

/** In short, of the gravest that anything can be done about; of what is as grave, who runs it can do most. */
function whatToDo(
  alerts: readonly AlertFacts[],
  texts: readonly AlertText[],
  reader: Reader,
): readonly string[] {
  const all = alerts.map((facts, index) => ({ facts, advice: texts[index]?.adviceInShort ?? [] }))
  const able = all.filter(({ advice }) => advice.length > 0)
  const same = able.filter(({ facts }) => facts.settingId === able[0]?.facts.settingId)
  const chosen = same.find(({ facts }) => facts.watchedAs === 'OPERATOR') ?? able[0]
  if (chosen === undefined) return []
  const whose = whoseOf(chosen.facts, alerts, reader)
  const [first = '', ...rest] = chosen.advice
  return whose === null ? chosen.advice : [`${whose}: ${first}`, ...rest]
}

function mailOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  url: string,
  lead: readonly string[],
): Message {
  const { phrases: own, written } = writingFor(reader)
  const texts = alerts.slice(0, listedInMail).map((facts) => alertText(facts, reader))
  const listed = texts.map((text) => {
    const { severity, who, isNetwork, what, left, since, details, place, old, cause, notes } = text
    return [
      isNetwork ? `${severity}: ${sentence(what)}` : `${severity}: ${who}: ${what}.`,
      ...left,
      ...since,
      ...details,
      ...place,
      ...old,
      ...cause,
      ...notes,
    ].join(' ')
  })
  const left = alerts.length - listed.length
  const { advice, commands } = adviceOf(alerts, reader)
  return {
    subject: subjectOf(alerts, reader),
    paragraphs: [
      ...lead,
      `${countOf(alerts, reader)}.`,
      ...listed,
      ...(left > 0 ? [own.more(written.number(left))] : []),
      ...advice,
      ...basisOf(texts),
    ],
    commands,
    link: { label: own.openHistory, url },
  }
}

/** "[Critical] Celestia Mainnet: Ada, Bob, Cyd: jailed. And 2 more.": whose the gravest are and what, as an SMS has it (E227). */
function subjectOf(alerts: readonly AlertFacts[], reader: Reader): string {
  const { phrases: own, written } = writingFor(reader)
  const gravest = alerts
    .filter(({ settingId }) => settingId === alerts[0]?.settingId)
    .slice(0, namedInSubject)
  const texts = gravest.map((facts) => {
    const text = alertText(facts, reader)
    return { ...text, what: text.whatInShort }
  })
  const first = groupsOf(gravest, texts, reader, false)[0]?.text ?? ''
  const left = alerts.length - gravest.length
  const more = left > 0 ? `${first} ${own.more(written.number(left))}` : first
  const network = cleanName(alerts[0]?.network ?? '')
  return `[${severityOf(alerts, reader)}] ${network}: ${more.replace(/\.$/, '')}`
}

/** How they are known, each way once; where it is not that of all, with whose it is (E177). */
function basisOf(texts: readonly AlertText[]): string[] {
  const bases = new Map<string, Set<string>>()
  for (const { basis, who } of texts)
    for (const one of basis) bases.set(one, (bases.get(one) ?? new Set()).add(who))
  const isOfAll = bases.size === 1 && texts.every(({ basis }) => basis.length > 0)
  return [...bases].map(([one, names]) =>
    isOfAll ? one : `${one.replace(/\.$/, '')}: ${[...names].join(', ')}.`,
  )
}

/** What to do, of each kind once, the gravest first; where there are several kinds, each with the name of its setting. */
function adviceOf(alerts: readonly AlertFacts[], reader: Reader): { advice: string[]; commands: string[] } {
  const kinds = new Map<string, { title: string; rest: string[] }>()
  const commands = new Set<string>()
  for (const facts of alerts) {
    const text = alertText(facts, reader, 'written', isOneOfSeveral(facts, alerts))
    const [first, ...rest] = text.advice
    if (first !== undefined && !kinds.has(first)) {
      const whose = whoseOf(facts, alerts, reader)
      kinds.set(first, { title: whose === null ? facts.title : `${facts.title}: ${whose}`, rest })
    }
    text.commands.forEach((one) => commands.add(one))
  }
  const advice = [...kinds].flatMap(([first, { title, rest }]) => [
    kinds.size === 1 ? first : `${phrases[reader.language].whatToDo(title)} ${first}`,
    ...rest,
  ])
  return { advice, commands: [...commands] }
}
