import { lookup as lookUp } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'
import type { Clock } from '../clock.ts'
import { linkedSignal, readBoundedBytes } from './http-client.ts'

/** For everything, from looking up the name to the last byte. */
const answerMs = 10_000
/** Of an answer's body; the rest is discarded. */
const mostBytes = 64 * 1024

/** Why nothing could be sent or no answer came. Its message names the host at most: addresses hold secrets. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  /** `address_not_allowed` is for good, `no_answer` for now. */
  readonly code: 'address_not_allowed' | 'no_answer'
  /** False where nothing was sent. */
  readonly mayHaveArrived: boolean

  constructor(code: OutboundError['code'], message: string, mayHaveArrived = false) {
    super(message)
    this.code = code
    this.mayHaveArrived = mayHaveArrived
  }
}

interface GuardedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  signal: AbortSignal
}

/**
 * A request to an address that a user gave (B151–B155). Follows no redirect, gives the answer whatever its status, with
 * at most 64 KiB of its body as it came. Throws an `OutboundError`, or the reason of `signal`.
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>

interface ResolvedAddress {
  address: string
  family: number
}

/** All addresses of a name. */
type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>

type Range = ReturnType<typeof ipaddr.parseCIDR>

/** The way out to addresses that users give; `allow` are addresses and CIDR ranges that need not be public. */
export function createGuardedFetch(
  allow: () => readonly string[],
  clock: Pick<Clock, 'timeoutSignal'>,
  resolve: Resolve = (hostname) => lookUp(hostname, { all: true, verbatim: true }),
): GuardedFetch {
  const agentFor = (isTaken: (address: string) => boolean) =>
    new Agent({ connect: { lookup: checkedLookup(resolve, isTaken) } })
  const isNamed = (address: string) => isIn(allow().map(rangeOf), address)
  const isReachable = (address: string) => isPublic(address) || isNamed(address)
  const ways = new Map([
    ['https:', { isTaken: isReachable, agent: agentFor(isReachable) }],
    // Without TLS anybody on the way reads it, so only where the operator vouches for the way.
    ['http:', { isTaken: isNamed, agent: agentFor(isNamed) }],
  ])

  return async (address, { method, headers, body, signal }) => {
    const url = parsedUrl(address)
    const way = ways.get(url.protocol)
    if (way === undefined) throw refused('Only https addresses are allowed.')
    if (url.username !== '' || url.password !== '')
      throw refused('An address with a user name or a password is not allowed.')
    // A literal address is never looked up, so it is checked here.
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (ipaddr.isValid(literal) && !way.isTaken(literal)) throw notAllowed(url.hostname)
    const limited = linkedSignal(signal, clock.timeoutSignal(answerMs))
    try {
      const answer = await request(url, {
        dispatcher: way.agent,
        method,
        headers: { ...headers, 'user-agent': 'Roundsman' },
        body: body ?? null,
        signal: limited.signal,
      })
      return responseOf(answer, await firstBytes(answer.body, signal))
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw outboundError(error, url.hostname, limited.signal.aborted)
    } finally {
      limited.release()
    }
  }
}

/**
 * A request to an address that the operator gave, wherever it leads: no redirect, an answer within 10 s of at most
 * `mostBytes`. Throws as a `GuardedFetch` does, since such an address may hold a key that the errors of `fetch` repeat.
 */
export function createSiteFetch(
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Pick<Clock, 'timeoutSignal'> },
  most = mostBytes,
): GuardedFetch {
  return async (address, { signal, body, headers = {}, method }) => {
    const limited = linkedSignal(signal, clock.timeoutSignal(answerMs))
    try {
      const sent = body instanceof Uint8Array ? Uint8Array.from(body) : (body ?? null)
      const request = { method, headers, body: sent, redirect: 'error', signal: limited.signal } as const
      const answer = await fetch(address, request)
      // An answer that breaks off came, and says nothing: its message may have arrived.
      const bytes = await readBoundedBytes(answer, most)
      const isKept = bytes !== null && !bodiless.includes(answer.status)
      return new Response(isKept ? Uint8Array.from(bytes) : null, answer)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      throw outboundError(cause, parsedUrl(address).hostname, limited.signal.aborted)
    } finally {
      limited.release()
    }
  }
}

/**
 * What a connection asks for the addresses of its host: every one is checked, and it goes to those that were checked.
 * A second look-up could say something else.
 */
function checkedLookup(resolve: Resolve, isTaken: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined || !addresses.every(({ address }) => isTaken(address)))
          callback(notAllowed(hostname), [])
        else if (all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}

/** Global unicast, and no range of IPv6 that leads into one of IPv4. */
function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isIn(globalUnicast, text)
}

const globalUnicast = [ipaddr.parseCIDR('2000::/3')]

function isIn(ranges: readonly Range[], text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return ranges.some((range) => range[0].kind() === address.kind() && address.match(range))
}

function rangeOf(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function parsedUrl(address: string): URL {
  // Its own error holds the whole address.
  if (!URL.canParse(address)) throw refused('This is not an address.')
  return new URL(address)
}

function refused(message: string): OutboundError {
  return new OutboundError('address_not_allowed', message)
}

function notAllowed(hostname: string): OutboundError {
  return refused(`${hostname} leads to an address that is not allowed.`)
}

function outboundError(error: unknown, hostname: string, isLate: boolean): OutboundError {
  if (error instanceof OutboundError) return error
  if (isLate) return new OutboundError('no_answer', `${hostname} did not answer in time.`, true)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new OutboundError(
    'no_answer',
    `${hostname} could not be reached (${code}).`,
    !beforeSending.test(code),
  )
}

/** No such name, no connection, or no certificate that fits: nothing was sent yet. */
const beforeSending =
  /^(ENOTFOUND|EAI_|ECONNREFUSED$|EHOSTUNREACH$|ENETUNREACH$|EADDRNOTAVAIL$|UND_ERR_CONNECT|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** What came of the body until it was too much or too late: the status is there already, and says what became of it. */
async function firstBytes(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    // Leaving the loop closes the connection.
    for await (const part of body) {
      parts.push(part)
      size += part.byteLength
      if (size >= mostBytes) break
    }
  } catch {
    signal.throwIfAborted()
  }
  return Buffer.concat(parts).subarray(0, mostBytes)
}

/** Statuses whose answers have no body. */
const bodiless = [204, 205, 304]

function responseOf(
  { statusCode, headers }: Dispatcher.ResponseData,
  body: Uint8Array<ArrayBuffer>,
): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new Response(bodiless.includes(statusCode) ? null : body, { status: statusCode, headers: pairs })
}
