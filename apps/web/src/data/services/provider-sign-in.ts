import type { GoogleStart } from '@roundsman/contract/accounts/accounts'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useFormats } from '../../i18n/formats.ts'
import type { ApiClient } from '../api/api-client.ts'
import { formProblem, isProblem } from '../api/errors.ts'
import { browserBytes, leaveSite } from '../browser/browser.ts'
import { tabStorage } from '../browser/storage.ts'

/** A secret of this page and its digest: who brings the code back shows that it asked for it (RFC 7636, S256). */
interface Pkce {
  verifier: string
  challenge: string
}

/** Null where the browser makes no digests: on plain http anywhere but on localhost. */
async function createPkce(): Promise<Pkce | null> {
  // Missing there, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return null
  const verifier = base64url(browserBytes(32))
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(digest)) }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export type Started = z.infer<typeof GoogleStart>

const SignInAttempt = z.object({
  state: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** What the identity is for: to sign in, or to be added to the account of whoever is signed in. */
  end: z.enum(['sign-in', 'add']),
  next: z.optional(z.string()),
})
/** What this tab remembers while it is at the provider. */
export type SignInAttempt = z.infer<typeof SignInAttempt>

/** Why nobody was sent to the provider. */
class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError'
}

const key = 'provider-attempt'
/** For so long it stands in for a password of one's own (A40, A143). */
const freshSeconds = 600

/**
 * Sends this tab to the provider, with the challenge of a verifier that stays here. `isFresh`: there they are to prove who
 * they are anew, unless they just did.
 * @throws StorageBlockedError where the browser cannot make or keep one
 */
export async function redirectToProvider(
  started: Started,
  { isFresh = false, ...attempt }: Pick<SignInAttempt, 'end' | 'next'> & { isFresh?: boolean },
): Promise<void> {
  const url = new URL(started.authorization_url)
  const pkce = await createPkce()
  const kept =
    pkce !== null &&
    tabStorage.write(
      key,
      JSON.stringify({
        ...attempt,
        state: started.state,
        verifier: pkce.verifier,
        redirectUri: url.searchParams.get('redirect_uri') ?? '',
      }),
    )
  if (!kept) throw new StorageBlockedError('This browser cannot keep what proves the way back.')
  url.searchParams.set('code_challenge', pkce.challenge)
  url.searchParams.set('code_challenge_method', 'S256')
  if (isFresh) url.searchParams.set('max_age', String(freshSeconds))
  leaveSite(url.href)
}

/** What came back to this page, and what this tab knows of it. */
export type Arrival =
  /** Begun in another tab or browser, finished already, or made up. */
  | { kind: 'lost' }
  /** `error` as in RFC 6749 §4.1.2.1. */
  | { kind: 'refused'; attempt: SignInAttempt; error: string }
  | { kind: 'proof'; attempt: SignInAttempt; proof: Proof }

export interface Proof {
  code: string
  redirect_uri: string
  code_verifier: string
  state: string
}

/** Reads the query that the provider sent this tab back with. */
export function readArrival(query: string): Arrival {
  const search = new URLSearchParams(query)
  const state = search.get('state')
  const attempt = keptAttempt()
  if (attempt === null || state !== attempt.state) return { kind: 'lost' }
  const code = search.get('code')
  if (code === null) return { kind: 'refused', attempt, error: search.get('error') ?? '' }
  const { redirectUri: redirect_uri, verifier: code_verifier } = attempt
  return { kind: 'proof', attempt, proof: { code, redirect_uri, code_verifier, state } }
}

/** A attempt serves once. */
export function endAttempt(): void {
  tabStorage.remove(key)
}

function keptAttempt(): SignInAttempt | null {
  try {
    const kept = z.safeParse(SignInAttempt, JSON.parse(tabStorage.read(key) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

/** What is begun is good for ten minutes. */
const freshMs = 9 * 60_000

/**
 * A sign-in that is begun and kept fresh while a page offers it: Google's button needs its nonce before it is drawn,
 * and where it leads tells whether it is Google's.
 */
export function startQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['provider-start'],
    queryFn: ({ signal }) => client.call('loginGoogleStart', { signal }),
    staleTime: freshMs,
    refetchInterval: freshMs,
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  })
}

/** One sentence for a call about a sign-in with the provider. What it refuses, the server says in the user's language. */
export function useProviderProblem(): (error: unknown) => string {
  const { t } = useTranslation()
  const { t: ofAccount } = useTranslation('account')
  const formats = useFormats()
  return (error) => {
    if (error instanceof StorageBlockedError) return ofAccount('provider.noStorage')
    if (isProblem(error, 'unavailable')) return ofAccount('provider.silent')
    if (isProblem(error, 'not_configured')) return ofAccount('provider.gone')
    return formProblem(error, t, formats)
  }
}

/** The path if it leads to a page of this very site, else the root: `next` comes from a link that anybody can write. */
export function sitePath(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/')) return '/'
  // A base that no link can name: whatever leaves it leaves the site ("//evil", "/\evil", control characters).
  const base = 'https://site.invalid'
  try {
    const url = new URL(next, base)
    const path = url.pathname + url.search + url.hash
    // "/.//evil" stays on this base, and what is left of it once the dots are gone would not.
    return url.origin === base && !path.startsWith('//') ? path : '/'
  } catch {
    return '/'
  }
}
