import type { Message } from '../../notifications/notifications.public.ts'
import { type AlertText, alertText } from './alert-message.ts'
import { phrases } from './phrases.data.ts'
import { fitsSms, gsmName, gsmSize, plainLetters } from './sms-size.ts'
import type { AlertFacts, Reader } from './writing.ts'

/** A message of an alert as a channel can carry it. `url`: where the reader finds the network. */
export function alertMessage(channel: string, facts: AlertFacts, reader: Reader, url: string): Message {
  const text = alertText(facts, reader)
  switch (channel) {
    case 'sms':
      return { subject: '', paragraphs: [smsOf(facts, text)] }
    case 'voice':
      return { subject: '', paragraphs: [`${headOf(facts, text)}.`, ...text.facts.slice(0, 2)] }
    default:
      return mailOf(facts, text, { reader, url })
  }
}

/** The message of the history: the same sentences, one after the other. */
export function alertSentences(facts: AlertFacts, reader: Reader): string {
  const { place, facts: told, advice, basis } = alertText(facts, reader)
  return [place, ...told, ...advice, ...basis].join(' ')
}

function mailOf(
  facts: AlertFacts,
  text: AlertText,
  { reader: { language }, url }: { reader: Reader; url: string },
): Message {
  const severity = phrases[language].severity[facts.severity]
  const { place, facts: told, advice, basis } = text
  const paragraphs = [place, ...(told.length > 0 ? [told.join(' ')] : []), ...advice, ...basis]
  const link = { label: phrases[language].link, url }
  return { subject: `[${severity}] ${headOf(facts, text)}`, paragraphs, link }
}

/** Whose it is and what. */
export function headOf({ title }: AlertFacts, { name, network, facts: _facts }: AlertText): string {
  return name === network ? `${network}: ${title}` : `${name}, ${network}: ${title}`
}

/** As many sentences as there is room for, the weightiest first; of the head only the name is ever cut. */
function smsOf(facts: AlertFacts, text: AlertText): string {
  const title = plainLetters(facts.title)
  const isGsm = gsmSize(title) !== null
  const letters = isGsm ? gsmName : plainLetters
  const named = { ...text, name: letters(text.name), network: letters(text.network) }
  const head = shortened(
    (name) => `${plainLetters(headOf({ ...facts, title }, { ...named, name }))}.`,
    named.name,
  )
  const sentences = [text.place, ...text.facts, ...text.advice, ...text.basis].map(letters)
  return sentences.reduce((sms, sentence) => {
    const longer = `${sms} ${sentence}`
    return fitsSms(longer) ? longer : sms
  }, head)
}

/** The longest text with a name, cut as little as it needs to fit. */
function shortened(textWith: (name: string) => string, name: string): string {
  const letters = [...name]
  for (let kept = letters.length; kept > 0; kept--) {
    const text = textWith(letters.slice(0, kept).join('').trimEnd())
    if (fitsSms(text)) return text
  }
  return textWith('')
}
