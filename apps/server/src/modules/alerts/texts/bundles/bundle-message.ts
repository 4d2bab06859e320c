import type { Message } from '../../../notifications/notifications.public.ts'
import { alertMessage, choiceOf, type How, roomOfLink } from '../alert-message.ts'
import { alertText, type AlertText, sentence } from '../alert-text.ts'
import {
  adviceInShort,
  causeOfFirst,
  countOf,
  type Group,
  groupKey,
  groupsOf,
  isOneOfSeveral,
  proposalKey,
  sameOfFirst,
  sixthNamed,
  someNamed,
  textsOf,
  whoseOf,
} from './bundle-groups.ts'
import { bundleSms } from './bundle-sms.ts'
import { asGrave, asTold, isBack, isMissing, uptime } from '../figures.ts'
import { signingFirst, withoutEmptied } from '../out-of-jail.ts'
import { withTeam } from '../team-named.ts'
import { isGovernance } from '../governance/governance-phrases.ts'
import { type AlertFacts, cleanName, phrases, type Reader, writingFor } from '../writing.ts'

const severities = ['INFO', 'WARNING', 'CRITICAL'] as const
/** Nobody listens to more. */
const spokenGroups = 3
/** In the subject of a mail: a phone that is locked shows little more. */
const namedInSubject = 3
/** A mail lists so many, and says how many there are. */
const listedInMail = 200

/** One message about the alerts of a storm: how many, and which; the gravest first. */
export function bundleMessage(
  channel: string,
  known: readonly AlertFacts[],
  reader: Reader,
  url: string,
  how: How = {},
): Message {
  const whole = known.map((facts) => (channel === 'voice' ? asGrave : asTold)(facts, reader))
  const all = channel === 'sms' || channel === 'voice' ? withoutEmptied(whole) : whole
  const alerts = signingFirst(whatStands(all))
  const leading = leadingOfOne(all)
  if (leading !== null) {
    const others = inOrderOf(
      leading,
      alerts.filter((facts) => facts !== leading),
    )
    return alertMessage(channel, leading, reader, url, { ...how, also: others })
  }
  const { lead = [] } = how
  const severity = alerts[0]?.severity
  switch (channel) {
    case 'sms':
      return {
        severity,
        subject: '',
        link: { label: '', url },
        paragraphs: [bundleSms(alerts, reader, { room: roomOfLink(url), lead })],
      }
    case 'voice':
      return {
        ...{ severity, subject: '', choice: choiceOf(alerts, reader) },
        ...(alerts.every(isBack) ? { asksNothing: true } : {}),
        ...callOf(alerts, reader, lead),
      }
    default:
      return { severity, ...mailOf(alerts, reader, url, lead) }
  }
}

/**
 * Of alerts about one target the gravest: their message is about that, with the others beside it; null: of several. Votes on
 * a proposal have an end of their own, which is not said of what stands beside (V44).
 */
export function leadingOfOne(all: readonly AlertFacts[]): AlertFacts | null {
  const [first, ...others] = whatStands(all)
  if (first === undefined) return null
  const isAboutOne = others.every(
    (one) => one.target === first.target && proposalKey(one) === proposalKey(first),
  )
  return isAboutOne ? first : null
}

/**
 * The gravest first: of several steps of one thing (silent for 1, 5 and 15 minutes) the highest, since the others say less
 * of the same; of what began and is over the end, which says what it was. Steps are in the order of their ids.
 */
export function whatStands(all: readonly AlertFacts[]): AlertFacts[] {
  const highest = new Map<string, AlertFacts>()
  for (const facts of all) {
    const key = thingOf(facts)
    const known = highest.get(key)
    // Of what came again the last, which says how often.
    if (known === undefined || step(facts) >= step(known)) highest.set(key, facts)
  }
  // What came last of one thing is how it stands.
  const isLast = (facts: AlertFacts) => {
    const isEnd = isEnding(facts)
    const other = highest.get(thingOf(facts, !isEnd))
    if (other === undefined) return true
    return isEnd ? facts.at.getTime() >= other.at.getTime() : facts.at.getTime() > other.at.getTime()
  }
  // That a bridge has caught up says that its height rises (D322).
  const isSaid = ({ target, subject, trigger }: AlertFacts) =>
    subject === 'stalled' &&
    trigger === 'TRUE_TO_FALSE' &&
    all.some((one) => one.target === target && one.subject === 'lagging' && one.trigger === trigger)
  // Nor is it anything else that who is tombstoned is in jail and has left the set (E323).
  const isOfTombstone = ({ target, subject, trigger }: AlertFacts) =>
    ((subject === 'jailed' && trigger === 'FALSE_TO_TRUE') ||
      (subject === 'bonded' && trigger === 'TRUE_TO_FALSE')) &&
    all.some((one) => one.target === target && one.subject === 'tombstoned')
  const standing = [...highest.values()].filter(
    (facts) => isLast(facts) && !isSaid(facts) && !isOfTombstone(facts),
  )
  return standing.sort((a, b) => gravity(b) - gravity(a) || toJail(a) - toJail(b))
}

/** What comes with leaving jail, as it comes: in the set, it signs, and its window has started over. */
const outOfJail: readonly AlertFacts['subject'][] = [
  'bonded',
  'jail_near',
  'missed_in_a_row',
  'window_missed',
]

function inOrderOf({ subject, trigger }: AlertFacts, others: readonly AlertFacts[]): readonly AlertFacts[] {
  if (subject !== 'jailed' || trigger !== 'TRUE_TO_FALSE') return others
  return others.toSorted((a, b) => outOfJail.indexOf(a.subject) - outOfJail.indexOf(b.subject))
}

/** The alerts whose facts these are, in their order. */
export function standingOf<T extends { facts: AlertFacts }>(alerts: readonly T[]): T[] {
  const stands = new Set(whatStands(alerts.map(({ facts }) => facts)))
  return alerts.filter(({ facts }) => stands.has(facts))
}

/** What says of another thing all that it says itself: that jail is near of blocks missed in a row. */
const saidBy: Partial<Record<AlertFacts['subject'], AlertFacts['subject']>> = {
  jail_near: 'missed_in_a_row',
  upgrade_proposal_voting: 'proposal_voting',
}

/** What has no end of its own and is the end of another thing: it is over, and so is what was told of it. */
const overBy: Partial<Record<AlertFacts['subject'], AlertFacts['subject']>> = {
  voted: 'not_voted',
  proposal_passed: 'proposal_voting',
  proposal_rejected: 'proposal_voting',
  proposal_failed: 'proposal_voting',
}

function isEnding({ subject, trigger }: AlertFacts): boolean {
  return trigger === 'TRUE_TO_FALSE' || overBy[subject] !== undefined
}

/** Of one target and, where it is about one, of one proposal. */
function thingOf(facts: AlertFacts, isEnd = isEnding(facts)): string {
  const { target, subject } = facts
  const thing = overBy[subject] ?? saidBy[subject] ?? subject
  return `${proposalKey(facts)} ${target} ${thing} ${isEnd}`
}

function step({ severity, settingId }: AlertFacts): number {
  return severities.indexOf(severity) * 1e6 + settingId
}

/** What cannot be taken back comes first, then what is nearest to that (E140). */
const gravestFirst: readonly AlertFacts['subject'][] = ['tombstoned', 'jailed', 'slashed', 'jail_near']

/** Of what is as grave: the network itself before what is about one, of that what is lost or nearly so first, and votes last (E352). */
function gravity({ severity, targetType, subject }: AlertFacts): number {
  const place = gravestFirst.indexOf(subject)
  const first = place < 0 ? 0 : gravestFirst.length - place
  const isNetwork = targetType === 'ANY' ? gravestFirst.length + 1 : 0
  const last = isGovernance(subject) ? -1 : 0
  return severities.indexOf(severity) * 10 + Math.max(isNetwork, first) + last
}

/** Of missed blocks, how far away jail is: who is nearest comes first (E344). */
function toJail(facts: AlertFacts): number {
  return isMissing(facts) ? (facts.evidence.seconds_to_jail ?? Number.MAX_SAFE_INTEGER) : 0
}

function severityOf(alerts: readonly AlertFacts[], { language }: Reader): string {
  return phrases[language].severity[alerts[0]?.severity ?? 'INFO']
}

function callOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  lead: readonly string[],
): Required<Pick<Message, 'call' | 'paragraphs'>> {
  const { phrases: own, spoken } = writingFor(reader)
  const texts = textsOf(alerts, reader, 'spoken')
  const groups = groupsOf(alerts, texts, reader, sixthNamed)
  const [first, ...all] = groups
  const isBeside = ({ facts }: Group) => facts.every(comesAlong) && isOfSaid(facts, groups)
  // What is said of an incident by something graver leaves its place to others (E397).
  const others = [...all.filter((group) => !isBeside(group)), ...all.filter(isBeside)]
  const said = others.length === spokenGroups ? others : others.slice(0, spokenGroups - 1)
  const unsaid = others.slice(said.length).filter(({ facts }) => !isOfSaid(facts, [first, ...said]))
  const before = [own.thisIs, ...lead, sentence(withTeam(severityOf(alerts, reader), reader))]
  const rest = [
    first?.text ?? '',
    // Beside other things nobody would know of whom that is.
    ...(others.length === 0 ? sameOfFirst(alerts, texts, 'since') : []),
    ...sameOfFirst(alerts, texts, 'left'),
    ...(others.length === 0 ? causeOfFirst(alerts, reader, 'spoken') : []),
    // From when the others can be unjailed is theirs alone (E333).
    ...said.flatMap((group, index) => [alsoOf(group, said[index - 1] ?? first, reader), ...group.left]),
    ...moreOf(unsaid, reader),
    ...adviceInShort(alerts, texts, reader).adviceInShort,
  ]
  return {
    paragraphs: [...before, `${countOf(alerts, reader, 'spoken')}.`, ...rest],
    // It may be taken when some of them are over: then it says how many and who are left (E369).
    call: {
      opening: [...before, `${cleanName(alerts[0]?.network ?? '')}.`],
      rest: [sentence(own.alerts(alerts.length, spoken)), ...rest],
    },
  }
}

/** Who has just been named is not named again. */
function alsoOf({ text, who, what }: Group, before: Group | undefined, { language }: Reader): string {
  return what !== null && who !== '' && who === before?.who ? phrases[language].also(what) : text
}

/** Steps of one incident (E315): blocks missed, the jailing that they led to, and what comes with that. */
const ofOneIncident: readonly AlertFacts['subject'][] = [
  ...uptime,
  'jailed',
  'tombstoned',
  'slashed',
  'bonded',
]

/** Missed blocks and the active set, of which a jailing says enough. */
function comesAlong({ subject }: AlertFacts): boolean {
  return subject === 'bonded' || uptime.includes(subject)
}

/** Whether some are all of incidents that others say something of. */
function isOfSaid(facts: readonly AlertFacts[], said: readonly (Group | undefined)[]): boolean {
  const others = said.flatMap((group) => group?.facts ?? []).filter((one) => !facts.includes(one))
  const isStep = ({ subject }: AlertFacts) => ofOneIncident.includes(subject)
  return facts.every(
    (one) => isStep(one) && others.some((other) => other.target === one.target && isStep(other)),
  )
}

/** "And 5 more: Commission raised; Stake up 1% in 1 hour.": how many a call does not name, and what they are (E397). */
function moreOf(unsaid: readonly Group[], reader: Reader): string[] {
  const { phrases: own, spoken } = writingFor(reader)
  const count = unsaid.reduce((sum, group) => sum + group.count, 0)
  const titles = new Set(unsaid.flatMap(({ facts }) => facts.map(({ title }) => title)))
  const named = [...titles].slice(0, spokenGroups).join('; ')
  return count === 0 ? [] : [`${withoutStop(own.more(spoken.number(count)))}: ${named}.`]
}

function mailOf(
  alerts: readonly AlertFacts[],
  reader: Reader,
  url: string,
  lead: readonly string[],
): Message {
  const { phrases: own, written } = writingFor(reader)
  const texts = alerts.slice(0, listedInMail).map((facts) => alertText(facts, reader))
  // What is the same of all is said once, below them, and of several.
  const parts = ['left', 'since', 'details', 'place', 'old', 'cause', 'notes'] as const
  const isShared = (part: (typeof parts)[number]) =>
    texts.length > 1 && new Set(texts.map((text) => text[part].join(' '))).size === 1
  const shared = parts.filter(isShared)
  const listed = texts.map((text) => {
    const { severity, who, isNetwork, what } = text
    const own = parts.filter((part) => !shared.includes(part)).flatMap((part) => text[part])
    return [isNetwork ? `${severity}: ${sentence(what)}` : `${severity}: ${who}: ${what}.`, ...own].join(' ')
  })
  const [ofAll] = textsOf(alerts.slice(0, 2), reader)
  const alike = shared.flatMap((part) => ofAll?.[part] ?? []).join(' ')
  const left = alerts.length - listed.length
  const { advice, commands } = adviceOf(alerts, reader)
  return {
    subject: subjectOf(alerts, reader),
    paragraphs: [
      ...lead,
      `${countOf(alerts, reader)}.`,
      ...listed,
      ...(left > 0 ? [own.more(written.number(left))] : []),
      ...(alike === '' ? [] : [alike]),
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
    .filter((facts) => alerts[0] && groupKey(facts) === groupKey(alerts[0]))
    .slice(0, namedInSubject)
  const texts = gravest.map((facts) => {
    const text = alertText(facts, reader, 'written', isOneOfSeveral(facts, alerts))
    return { ...text, what: text.whatShortest }
  })
  const first = groupsOf(gravest, texts, reader, someNamed)[0]?.text ?? ''
  const left = alerts.length - gravest.length
  const [other] = left === 1 ? alerts.filter((facts) => !gravest.includes(facts)) : []
  // Who reads "And 1 more" takes it for one more of the same (E352).
  const isOtherProposal = (one: AlertFacts) => other !== undefined && proposalKey(one) !== proposalKey(other)
  const isOther = ({ target, subject }: AlertFacts) =>
    gravest.every((one) => one.target === target && (one.subject !== subject || isOtherProposal(one)))
  const more = left === 0 ? first : `${first} ${own.more(written.number(left))}`
  const whole =
    other && isOther(other)
      ? `${withoutStop(first)}; ${alertText(other, reader).whatShortest}`
      : withoutStop(more)
  return `[${withTeam(severityOf(alerts, reader), reader)}] ${cleanName(alerts[0]?.network ?? '')}: ${whole}`
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '')
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
    const known = first === undefined ? undefined : kinds.get(first)
    // The same of another proposal has another command.
    known?.rest.push(...rest.filter((one) => !known.rest.includes(one)))
    if (first !== undefined && known === undefined) {
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
