import type { Message } from '../../notifications/notifications.public.ts'
import { alertText, cleanName } from './alert-message.ts'
import { headOf } from './alert-text.ts'
import { phrases } from './phrases.data.ts'
import { fitsSms, gsmName, gsmSize, plainLetters } from './sms-size.ts'
import { type AlertFacts, createWriting, type Reader } from './writing.ts'

const severities = ['INFO', 'WARNING', 'CRITICAL'] as const
/** Nobody listens to more. */
const saidGroups = 3
/** A mail lists so many, and says how many there are. */
const listedInMail = 200

/** One message about the alerts of a storm: how many, and which; the gravest first. */
export function bundleMessage(
  channel: string,
  told: readonly AlertFacts[],
  reader: Reader,
  url: string,
): Message {
  const ordered = [...told].sort((a, b) => gravity(b) - gravity(a))
  switch (channel) {
    case 'sms':
      return { subject: '', paragraphs: [smsOf(ordered, reader)] }
    case 'voice':
      return { subject: '', paragraphs: voiceOf(ordered, reader) }
    default:
      return mailOf(ordered, reader, url)
  }
}

/** What is about the network itself comes before the validators, where they are as grave. */
const gravity = ({ severity, isNetwork }: AlertFacts) =>
  severities.indexOf(severity) * 2 + (isNetwork ? 1 : 0)

/** What the same setting says of several. */
interface Group {
  title: string
  alerts: AlertFacts[]
}

function groupsOf(told: readonly AlertFacts[]): Group[] {
  const byTitle = new Map<string, AlertFacts[]>()
  for (const facts of told) byTitle.set(facts.title, [...(byTitle.get(facts.title) ?? []), facts])
  return [...byTitle].map(([title, alerts]) => ({ title, alerts }))
}

/** "Jailed: Ada, Bob." */
function textOf({ title, alerts }: Group, letters = (text: string) => text): string {
  const names = alerts.flatMap(({ isNetwork, targetName }) =>
    isNetwork || targetName === null ? [] : [letters(cleanName(targetName))],
  )
  return names.length === 0 ? `${letters(title)}.` : `${letters(title)}: ${[...new Set(names)].join(', ')}.`
}

function countOf(told: readonly AlertFacts[], reader: Reader): string {
  const { phrases: own, number } = createWriting(reader)
  return `${cleanName(told[0]?.network ?? '')}: ${own.alerts(number(told.length))}`
}

/** As many of them as there is room for, and how many are left out. */
function smsOf(told: readonly AlertFacts[], reader: Reader): string {
  const { phrases: own, number } = createWriting(reader)
  const isGsm = told.every(({ title }) => gsmSize(plainLetters(title)) !== null)
  const letters = isGsm ? gsmName : plainLetters
  const head = `${letters(countOf(told, reader))}.`
  const more = (left: number) => (left === 0 ? '' : ` ${own.more(number(left))}`)
  let [text, left] = [head, told.length]
  for (const { title, alerts } of groupsOf(told)) {
    // Of a group as many names as there is room for.
    for (let count = alerts.length; count > 0; count--) {
      const longer = `${text} ${textOf({ title, alerts: alerts.slice(0, count) }, letters)}`
      if (!fitsSms(`${longer}${more(left - count)}`)) continue
      ;[text, left] = [longer, left - count]
      break
    }
  }
  return `${text}${more(left)}`
}

function voiceOf(told: readonly AlertFacts[], reader: Reader): string[] {
  const { phrases: own, number } = createWriting(reader)
  const said = groupsOf(told).slice(0, saidGroups)
  const left = told.length - said.reduce((sum, { alerts }) => sum + alerts.length, 0)
  return [
    `${countOf(told, reader)}.`,
    ...said.map((group) => textOf(group)),
    ...(left > 0 ? [own.more(number(left))] : []),
  ]
}

function mailOf(told: readonly AlertFacts[], reader: Reader, url: string): Message {
  const { phrases: own, number } = createWriting(reader)
  const severity = phrases[reader.language].severity[told[0]?.severity ?? 'INFO']
  const listed = told.slice(0, listedInMail).map((facts) => {
    const text = alertText(facts, reader)
    return [`${headOf(facts, text)}.`, text.place, ...text.facts, ...text.advice, ...text.basis].join(' ')
  })
  const left = told.length - listed.length
  return {
    subject: `[${severity}] ${countOf(told, reader)}`,
    paragraphs: [...listed, ...(left > 0 ? [own.more(number(left))] : [])],
    link: { label: own.link, url },
  }
}
