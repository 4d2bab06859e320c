import { rootMessage } from '@roundsman/cometbft/errors'
import { readBounded } from '@roundsman/cometbft/http-exchange'
import * as z from 'zod/mini'
import { linkedSignal, readBoundedBytes, retryAfterMs } from '../../platform/clients/http-client.ts'
import type { Clock } from '../../platform/clock.ts'

const lookupAddress = 'https://keybase.io/_/api/1.0/user/lookup.json'
/** For the answer about a key, and for a picture with all its redirects. */
const timeoutMs = 10_000
const mostLookupBytes = 256 * 1024
const mostPictureBytes = 2 * 1024 * 1024
const mostRedirects = 3

/** What is found under a key: a file that should be a picture, none, or something that is not taken. */
export type Found = { file: Buffer } | 'none' | 'unusable'

export interface Keybase {
  /** @throws AskingFailure where nothing is known by what came, or by what did not come */
  pictureOf(keySuffix: string, signal: AbortSignal): Promise<Found>
}

/** Keybase's published API as far as it is used: the picture of whoever has a key. */
export function createKeybase(
  fetch: typeof globalThis.fetch,
  clock: Pick<Clock, 'now' | 'timeoutSignal'>,
): Keybase {
  async function limited<T>(stopping: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, release } = linkedSignal(stopping, clock.timeoutSignal(timeoutMs))
    try {
      return await work(signal)
    } finally {
      release()
    }
  }

  /** Redirects are not followed by `fetch`, which would go anywhere. */
  async function get(address: string, signal: AbortSignal): Promise<Response> {
    const headers = { 'user-agent': 'Roundsman (pictures of validators)' }
    const answer = await fetch(address, { redirect: 'manual', signal, headers }).catch(failed)
    const { status } = answer
    if (status !== 429 && status < 500) return answer
    await answer.body?.cancel()
    const pause = retryAfterMs(answer.headers.get('retry-after'), clock.now())
    throw new AskingFailure(`${new URL(address).host} answered ${status}`, pause)
  }

  async function addressOf(keySuffix: string, signal: AbortSignal): Promise<string | null> {
    const query = new URLSearchParams({ key_suffix: keySuffix, fields: 'pictures' })
    const answer = await get(`${lookupAddress}?${query.toString()}`, signal)
    if (answer.status !== 200) {
      await answer.body?.cancel()
      throw new AskingFailure(`keybase answered ${answer.status}`)
    }
    const text = await readBounded(answer, mostLookupBytes).catch(failed)
    const found = decodeLookup(text ?? '')
    if (found === 'unusable') throw new AskingFailure('keybase sent an unexpected answer')
    return found.address
  }

  async function fileAt(address: string, signal: AbortSignal): Promise<Buffer | 'unusable'> {
    let next: string | null = address
    for (let redirects = 0; next !== null && redirects <= mostRedirects; redirects++) {
      if (!isPictureAddress(next)) return 'unusable'
      const answer = await get(next, signal)
      if (answer.status === 200)
        return (await readBoundedBytes(answer, mostPictureBytes).catch(failed)) ?? 'unusable'
      await answer.body?.cancel()
      next = redirectOf(answer, next)
    }
    return 'unusable'
  }

  return {
    async pictureOf(keySuffix, signal) {
      const address = await limited(signal, (within) => addressOf(keySuffix, within))
      if (address === null) return 'none'
      const file = await limited(signal, (within) => fileAt(address, within))
      return file === 'unusable' ? file : { file }
    },
  }
}

/** Where an answer leads on to; null: nowhere. */
function redirectOf({ status, headers }: Response, from: string): string | null {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  return location !== null && URL.canParse(location, from) ? new URL(location, from).href : null
}

function failed(error: unknown): never {
  throw new AskingFailure(rootMessage(error))
}

/** Keybase, or where it keeps pictures, gave no answer that says anything: nothing is known by it. */
export class AskingFailure extends Error {
  override name = 'AskingFailure'
  /** For how long it asked to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * What keybase can be asked about: an identity that is the last 16 hex digits of a key's fingerprint, in capitals.
 * Identities are free text; null where it is anything else.
 */
export function keySuffixOf(identity: string | null): string | null {
  const text = identity?.trim() ?? ''
  return /^[0-9a-f]{16}$/i.test(text) ? text.toUpperCase() : null
}

/** Of keybase's `user/lookup` with `fields=pictures`; people and pictures may be missing. */
const Lookup = z.object({
  status: z.object({ code: z.int() }),
  them: z.nullish(
    z.array(
      z.nullable(
        z.object({
          pictures: z.nullish(z.object({ primary: z.nullish(z.object({ url: z.nullish(z.string()) })) })),
        }),
      ),
    ),
  ),
})

/** Keybase's own codes. https://keybase.io/docs/api/1.0/call/user/lookup */
const ok = 0
const notFound = 205

/**
 * What an answer says of the one who has a key: the address of their picture, or null where there is nobody, no
 * picture, or more than one who has such a key, so that nobody can say whose picture it is. 'unusable': it is no answer.
 */
export function decodeLookup(text: string): { address: string | null } | 'unusable' {
  const read = Lookup.safeParse(parsed(text))
  if (!read.success) return 'unusable'
  const { status, them } = read.data
  if (status.code === notFound) return { address: null }
  if (status.code !== ok) return 'unusable'
  const people = (them ?? []).filter((one) => one !== null)
  const [one] = people
  return { address: people.length === 1 ? (one?.pictures?.primary?.url ?? null) : null }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Where keybase keeps pictures, by host and beginning of the path. */
const places: readonly (readonly [host: string, path: string])[] = [
  ['s3.amazonaws.com', '/keybase_processed_uploads/'],
  ['keybase.io', '/'],
]

/**
 * True for an address of a picture that is fetched: by https, where keybase keeps them. An answer may name any
 * address; one inside the operator's network is never asked, since its name is none of these.
 */
export function isPictureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, pathname, username, password } = new URL(address)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return places.some(([known, path]) => host === known && pathname.startsWith(path))
}
