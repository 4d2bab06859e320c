import type { Language } from '@roundsman/contract/accounts/users'
import { plainLine } from '../channel.ts'
import { type Message } from '../../ledger/new-delivery.ts'

/** `<Say>` of each language. Ukrainian is spoken by Google's voices only (https://www.twilio.com/docs/voice/twiml/say/text-speech). */
const voices: Readonly<Record<Language, string>> = {
  en: 'language="en-US"',
  ru: 'language="ru-RU"',
  uk: 'language="uk-UA" voice="Google.uk-UA-Standard-A"',
}

/** The `Twiml` parameter takes 4,000 characters, and nobody listens to more than this. */
const longestText = 1200
/** How long a key is waited for when all is said, in seconds. */
const keyWaitSeconds = 10
const pause = '<Pause length="1"/>'

/** In which language a call speaks, and how bad it has said that it is. */
export interface Spoken {
  language: Language
  severity: NonNullable<Message['severity']>
}

/** Where the key is reported that the listener presses; `ELSEWHERE`: nowhere, the page takes the answer (E172); null: there is nothing to answer. */
type Answered = { keysUrl: string } | 'ELSEWHERE' | null

/** Said twice, since the first words of a call are often missed. */
export function spokenTwiml(message: Message, language: Language, answer: Answered): string {
  const whole = wholeOf(message)
  return twice(whole, whole, language, answer, { choice: message.choice, again: message.calledAgain })
}

/**
 * What is said after the opening, as of when the phone is taken: at first without what was said already, then all of it. Where something
 * graver has come of it, that is all of it at once.
 */
export function wordsTwiml(message: Message, { language, severity }: Spoken, answer: Answered): string {
  const { call, paragraphs, isOver } = message
  const isAnother = isOver !== true && message.severity !== severity
  if (call === undefined || isAnother) return spokenTwiml(message, language, answer)
  // That it is over asks for nothing: behind the opening, which named it, it is said once (E348).
  if (isOver === true) return document(sayElement(textOf(call.rest), language))
  const keys = { choice: message.choice, again: message.calledAgain }
  return twice(textOf(call.rest), textOf(paragraphs), language, answer, keys)
}

const textOf = (paragraphs: readonly string[]) =>
  paragraphs
    .map(plainLine)
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, longestText)
const wholeOf = ({ subject, paragraphs }: Message) => textOf([subject, ...paragraphs])

function twice(
  first: string,
  again: string,
  language: Language,
  answer: Answered,
  {
    choice = callPhrases[language].choice,
    again: next,
  }: { choice: Message['choice']; again: Message['calledAgain'] },
): string {
  const [said, repeated] = [first, again].map((text) => sayElement(text, language))
  if (answer === null) return document(`${said}${pause}${repeated}`)
  if (answer === 'ELSEWHERE')
    return document(`${said}${pause}${repeated}${sayElement(callPhrases[language].elsewhere, language)}`)
  const keys = sayElement(choice, language)
  const all = [said, repeated].map((one) => `${one}${pause}${keys}`).join(pause)
  const last = next === undefined ? '' : sayElement(callPhrases[language].again[next], language)
  return document(gather(`${all}${last}`, answer.keysUrl))
}

/**
 * What is said before what is so by then is fetched. Where that fails, Twilio says so and hangs up.
 * https://www.twilio.com/docs/voice/twiml/redirect
 */
export function openingTwiml(opening: readonly string[], language: Language, wordsUrl: string): string {
  return document(
    `${sayElement(textOf(opening), language)}<Redirect method="POST">${escapeXml(wordsUrl)}</Redirect>`,
  )
}

/** What is said after a key that does nothing: the choice again. */
export function choiceTwiml(language: Language, keysUrl: string): string {
  return document(gather(sayElement(callPhrases[language].choice, language), keysUrl))
}

/** What is said at last; `said`: of what came of the key, where there is more to it than that it is so. */
export function farewellTwiml(
  { phrase, said }: { phrase: 'acknowledged' | 'muted' | 'failed'; said: string | null },
  language: Language,
): string {
  const own = callPhrases[language]
  const text = said === null ? own[phrase] : `${plainLine(said).slice(0, longestText)} ${own.goodbye}`
  return document(`${sayElement(text, language)}<Hangup/>`)
}

/** One key, pressed whenever its listener likes. https://www.twilio.com/docs/voice/twiml/gather */
function gather(said: string, keysUrl: string): string {
  const action = `action="${escapeXml(keysUrl)}" method="POST"`
  return `<Gather input="dtmf" numDigits="1" timeout="${keyWaitSeconds}" ${action}>${said}</Gather>`
}

function sayElement(text: string, language: Language): string {
  return `<Say ${voices[language]}>${escapeXml(text)}</Say>`
}

function document(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`
}

/** XML takes fewer characters than a string: what it does not take is left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

interface CallPhrases {
  /** What the keys do; said after the text, and again after a key that does nothing. */
  choice: string
  /** In its place where no key reaches this site. */
  elsewhere: string
  /** Behind it at the end, where whoever presses none is called again (E409). */
  again: Readonly<Record<NonNullable<Message['calledAgain']>, string>>
  acknowledged: string
  muted: string
  /** After what came of the key. */
  goodbye: string
  /** Where it could not be written down. */
  failed: string
}

/** What a call says beside the text of its message. */
const callPhrases: Readonly<Record<Language, CallPhrases>> = {
  en: {
    choice: 'Press 1 to acknowledge, 2 to mute these alerts for one hour.',
    elsewhere: 'To acknowledge, open the page of your alerts.',
    again: {
      MINUTE: 'If you press no key, you will be called again within a minute.',
      TWO_MINUTES: 'If you press no key, you will be called again within two minutes.',
      MINUTES: 'If you press no key, you will be called again within a few minutes.',
    },
    acknowledged: 'Acknowledged. Goodbye.',
    muted: 'Muted for one hour. Goodbye.',
    goodbye: 'Goodbye.',
    failed: 'That did not work. Please open the page of your alerts.',
  },
  ru: {
    choice: 'Нажмите 1, чтобы подтвердить получение, или 2, чтобы заглушить эти оповещения на час.',
    elsewhere: 'Чтобы подтвердить получение, откройте страницу оповещений.',
    again: {
      MINUTE: 'Если не нажать клавишу, мы позвоним снова в течение минуты.',
      TWO_MINUTES: 'Если не нажать клавишу, мы позвоним снова в течение двух минут.',
      MINUTES: 'Если не нажать клавишу, мы позвоним снова в течение нескольких минут.',
    },
    acknowledged: 'Получение подтверждено. До свидания.',
    muted: 'Заглушено на час. До свидания.',
    goodbye: 'До свидания.',
    failed: 'Не получилось. Пожалуйста, откройте страницу оповещений.',
  },
  uk: {
    choice: 'Натисніть 1, щоб підтвердити отримання, або 2, щоб заглушити ці сповіщення на годину.',
    elsewhere: 'Щоб підтвердити отримання, відкрийте сторінку сповіщень.',
    again: {
      MINUTE: 'Якщо не натиснути клавішу, ми зателефонуємо знову протягом хвилини.',
      TWO_MINUTES: 'Якщо не натиснути клавішу, ми зателефонуємо знову протягом двох хвилин.',
      MINUTES: 'Якщо не натиснути клавішу, ми зателефонуємо знову протягом кількох хвилин.',
    },
    acknowledged: 'Отримання підтверджено. До побачення.',
    muted: 'Заглушено на годину. До побачення.',
    goodbye: 'До побачення.',
    failed: 'Не вдалося. Будь ласка, відкрийте сторінку сповіщень.',
  },
}
