import type { GoogleStart } from '@roundsman/contract/accounts'
import * as z from 'zod/mini'
import { tabStorage } from '../browser-storage.ts'
import { leaveSite } from './leave-site.ts'
import { createPkce } from './pkce.ts'

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
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError'
}

const key = 'provider-attempt'

/**
 * Sends this tab to the provider, with the challenge of a verifier that stays here.
 * @throws StorageBlockedError where the browser cannot make or keep one
 */
export async function redirectToProvider(
  started: Started,
  attempt: Pick<SignInAttempt, 'end' | 'next'>,
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
