import { answerUrlLength, type Message } from '../../notifications/notifications.public.ts'
import { alertText, type AlertText } from './alert-text.ts'
import { fillSms } from './sms-size.ts'
import { type AlertFacts, phrases, type Reader } from './writing.ts'

/**
 * A message about one alert, as a channel can carry it.
 *
 * @param url where its reader finds it
 * @param lead what is said before anything else
 */
export function alertMessage(
  channel: string,
  facts: AlertFacts,
  reader: Reader,
  url: string,
  lead: readonly string[] = [],
): Message {
  const { severity } = facts
  switch (channel) {
    case 'sms':
      return {
        severity,
        subject: '',
        link: { label: '', url },
        paragraphs: [
          smsOf(alertText(facts, reader), facts.trigger === 'TRUE_TO_FALSE', { room: roomOfLink(url), lead }),
        ],
      }
    case 'voice':
      return { severity, subject: '', paragraphs: callOf(alertText(facts, reader, 'spoken'), reader, lead) }
    default:
      return { severity, ...mailOf(facts, reader, url, lead) }
  }
}

/** "Granite Cloud, Celestia Mainnet: jailed" */
export function headOf({ who, network, isNetwork, what }: AlertText): string {
  return isNetwork ? `${who}: ${what}` : `${who}, ${network}: ${what}`
}

/** What a mail is called: what is left in it is as of the alert, so that it is the same whenever it is made (E175). */
export function subjectOf(facts: AlertFacts, reader: Reader): string {
  const text = alertText({ ...facts, readAt: null }, reader)
  return `[${text.severity}] ${headOf(text)}`
}

function mailOf(facts: AlertFacts, reader: Reader, url: string, lead: readonly string[]): Message {
  const text = alertText(facts, reader)
  const { language } = reader
  const { who, network, isNetwork, what, left, since, details, place } = text
  const { on, openAlert } = phrases[language]
  const first = `${isNetwork ? who : on(who, network)}: ${what}.`
  const paragraphs = [
    lead,
    [first, ...left],
    [...since, ...details, ...place],
    text.cause,
    ...text.advice.map((one) => [one]),
    text.notes,
    text.basis,
  ]
  return {
    subject: subjectOf(facts, reader),
    paragraphs: paragraphs.filter((one) => one.length > 0).map((one) => one.join(' ')),
    commands: text.commands,
    link: { label: openAlert, url },
  }
}

/** Letters of what answers an SMS, with the blank before it. */
export function roomOfLink(url: string): number {
  return answerUrlLength(url) + 1
}

/** What must be said, whatever it costs; then what there is room for without another part. An end says what it was. */
function smsOf(
  text: AlertText,
  isEnd: boolean,
  { room, lead }: { room: number; lead: readonly string[] },
): string {
  const { leftInShort, sinceInShort, sinceShortest, causeInShort, adviceOfSms, notes } = text
  const { severityInShort, whatInShort, placeInShort } = text
  const head = `${severityInShort}: ${headOf({ ...text, what: whatInShort })}.`
  if (isEnd)
    return fillSms(
      [sinceInShort, sinceShortest].map((since) => [...lead, head, ...since]),
      [...leftInShort, ...adviceOfSms.may, ...notes],
      room,
    )
  return fillSms(
    [[...lead, head, ...leftInShort, ...causeInShort, ...adviceOfSms.must]],
    [...sinceInShort, ...adviceOfSms.may, ...notes, ...placeInShort],
    room,
  )
}

function callOf(text: AlertText, { language }: Reader, lead: readonly string[]): string[] {
  return [
    phrases[language].thisIs,
    ...lead,
    `${text.severity}.`,
    `${headOf(text)}.`,
    ...(text.left.length > 0 ? text.left : text.since),
    ...text.cause,
    ...text.adviceInShort,
  ]
}
