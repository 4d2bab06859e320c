import { base64 } from '@scure/base'

/** An endpoint's address, taken apart so that secrets stay in here. */
export interface EndpointAddress {
  /** Host, with the port where it is not the usual one: the only part that may be shown. */
  host: string
  /** Where to send requests: without user and password, which `fetch` refuses in an address. */
  target: string
  headers: Readonly<Record<string, string>>
  /** Makes a text from outside fit to be shown: no address, no key, no control characters, at most 240 characters. */
  redact: (text: string) => string
}

const LONGEST_REASON = 240
const ANY_ADDRESS = /\b(?:https?|wss?|tcp):\/\/[^\s"'<>]+/gi
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g
const SHORTEST_SECRET = 6
const SURELY_A_KEY = 16

/** @throws TypeError (without the address) where it is none, or not http(s) */
export function parseEndpointAddress(url: string): EndpointAddress {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new TypeError('an endpoint address is not a URL')
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new TypeError(`the endpoint address of ${parsed.host} is neither http nor https`)
  }
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...authorization(parsed),
  }
  const secrets = secretsOf(parsed)
  const host = parsed.host
  parsed.username = ''
  parsed.password = ''
  parsed.hash = ''
  return { host, target: parsed.href, headers, redact: (text) => redact(text, secrets) }
}

function authorization(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {}
  const pair = `${decoded(url.username)}:${decoded(url.password)}`
  return { authorization: `Basic ${base64.encode(new TextEncoder().encode(pair))}` }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function secretsOf(url: URL): string[] {
  const given = [url.username, url.password, ...url.searchParams.values(), url.search.slice(1)]
  return [...given, ...url.pathname.split('/').filter(looksLikeKey)]
    .flatMap((part) => [part, decoded(part)])
    .filter((part) => part.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}

/** Parts of a path are keys at times, and at times plain words ("celestia", "rpc") that may stand in any message. */
function looksLikeKey(part: string): boolean {
  return part.length >= SURELY_A_KEY || /\d/.test(part)
}

function redact(text: string, secrets: readonly string[]): string {
  let safe = text
    .slice(0, 4 * LONGEST_REASON)
    .replace(ANY_ADDRESS, '[address]')
    .replace(CONTROL, ' ')
  for (const secret of secrets) safe = safe.replaceAll(secret, '[hidden]')
  return safe.length > LONGEST_REASON ? `${safe.slice(0, LONGEST_REASON)}…` : safe
}
