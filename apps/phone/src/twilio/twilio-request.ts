import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { magicNumbers, type TwilioFault } from './twilio-faults.data.ts'

export type TwilioResource = 'Messages' | 'Calls'

/** What is wrong with a request to send, as Twilio would say; null: nothing. */
export function faultOf(
  resource: TwilioResource,
  form: Readonly<Record<string, string>>,
  from: string,
): TwilioFault | null {
  const { To: to, From: sender, StatusCallback: callback } = form
  if (to === undefined || to === '') return resource === 'Messages' ? 21604 : 21201
  const magic = magicNumbers[to]?.[resource]
  if (magic !== undefined) return magic
  if (!/^\+[1-9]\d{6,14}$/.test(to) || !parsePhoneNumberFromString(to)?.isPossible()) return 21211
  if (sender === undefined || sender === '') return resource === 'Messages' ? 21603 : 21213
  if (sender !== from) return resource === 'Messages' ? 21606 : 21210
  if (callback !== undefined && !isWebAddress(callback)) return 21609
  return resource === 'Messages' ? messageFault(form) : callFault(form)
}

function messageFault({ Body: body }: Readonly<Record<string, string>>): TwilioFault | null {
  if (body === undefined || body === '') return 21602
  return body.length > 1600 ? 21617 : null
}

function callFault({
  Twiml: twiml,
  Url: url,
  From: from,
}: Readonly<Record<string, string>>): TwilioFault | null {
  if (from !== undefined && !from.startsWith('+')) return 21212
  if (twiml === undefined) return url === undefined || !isWebAddress(url) ? 21205 : null
  return twiml.length > 4000 || spokenIn(twiml) === null ? 20001 : null
}

const gather =
  /<Gather input="dtmf" numDigits="1" timeout="\d+" action="([^"<>]+)" method="POST">(.*)<\/Gather>/s

/** Where the key goes that is pressed during a call; null where none is waited for. */
export function keysAddressIn(twiml: string): string | null {
  const action = gather.exec(twiml)?.[1]
  return action === undefined ? null : unescaped(action)
}

const redirect = /<Redirect method="POST">([^<>]+)<\/Redirect>/

/** Where a document says that the next one is; null: nowhere. */
export function redirectIn(twiml: string): string | null {
  const address = redirect.exec(twiml)?.[1]
  return address === undefined ? null : unescaped(address)
}

/**
 * What a call would say; null if the document is not one of `Say`, `Pause`, `Hangup`, and one `Gather` or `Redirect`, that is written
 * well.
 */
export function spokenIn(twiml: string): { language: string; text: string }[] | null {
  const document = /^<\?xml version="1\.0" encoding="UTF-8"\?><Response>(.*)<\/Response>$/s.exec(twiml)?.[1]
  if (document === undefined) return null
  const verbs = document.replace(gather, '$2').replace(redirect, '')
  const said: { language: string; text: string }[] = []
  const rest = verbs.replaceAll(
    /<Say language="([\w-]+)"(?: voice="[\w.-]+")?>([^<>]*)<\/Say>|<Pause length="\d+"\/>|<Hangup\/>/g,
    (_whole, language: string | undefined, text: string | undefined) => {
      if (language !== undefined && text !== undefined) said.push({ language, text: unescaped(text) })
      return ''
    },
  )
  const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos);)/.test(document)
  return rest === '' && said.length > 0 && !strayAmpersand ? said : null
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}
