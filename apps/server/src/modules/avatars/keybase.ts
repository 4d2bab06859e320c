import { retryAfterMs } from '../../platform/http-client.ts'
import type { Clock } from '../../platform/clock.ts'
import { rootMessage } from '../../platform/errors.ts'
import { linkedSignal, readBounded, readBoundedBytes } from '../../platform/http-client.ts'
import { AskingFailure } from './asking-failure.ts'
import { decodeLookup } from './keybase-lookup.decode.ts'
import { isPictureAddress } from './picture-address.policy.ts'

const lookupAddress = 'https://keybase.io/_/api/1.0/user/lookup.json'
/** For the answer about a key, and for a picture with all its redirects. */
const timeoutMs = 10_000
const mostLookupBytes = 256 * 1024
const mostPictureBytes = 2 * 1024 * 1024
const mostRedirects = 3

/** What is found under a key: a file that should be a picture, none, or something that is not taken. */
export type Found = { file: Buffer } | 'none' | 'unusable'

export interface KeybaseDeps {
  fetch: typeof globalThis.fetch
  clock: Pick<Clock, 'now' | 'timeoutSignal'>
}

export interface Keybase {
  /** @throws AskingFailure where nothing is known by what came, or by what did not come */
  pictureOf(keySuffix: string, signal: AbortSignal): Promise<Found>
}

/** Keybase's published API as far as it is used: the picture of whoever has a key. */
export function createKeybase({ fetch, clock }: KeybaseDeps): Keybase {
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
    if (found === 'unusable') throw new AskingFailure('keybase answered something else')
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
