import { createLocalJWKSet, type LocalJWKSet } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'

const answerMs = 8_000
const largestAnswer = 512 * 1024
/** What a provider publishes changes seldom; a key it has withdrawn is not trusted for longer than this. */
const cacheMs = 60 * 60_000
/** A token with an unknown key makes us ask for the keys again, but nobody can make us ask all the time. */
const cooldownMs = 30_000

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.optional(z.url()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
})
export type ProviderMetadata = z.infer<typeof Metadata>
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export interface OpenIdProvider {
  issuer: string
  metadata(): Promise<ProviderMetadata>
  /** The published keys. With `fresh`, fetched again unless that happened just now. */
  keys(fresh?: boolean): Promise<LocalJWKSet>
  /** One exchange with the provider; a lost one is a 503. Redirects are not followed. */
  ask(url: string, init?: RequestInit): Promise<{ status: number; body: unknown }>
}

export interface OpenIdProviderDeps {
  issuer: string
  fetch: typeof globalThis.fetch
  clock: Clock
}

/** What an issuer says of itself: its endpoints and keys, fetched when first needed and kept for an hour (I3). */
export function createOpenIdProvider({ issuer, fetch, clock }: OpenIdProviderDeps): OpenIdProvider {
  let metadata: Cached<ProviderMetadata> | null = null
  let keys: Cached<LocalJWKSet> | null = null

  async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
    try {
      const signal = clock.timeoutSignal(answerMs)
      const answer = await fetch(url, { ...init, redirect: 'error', signal })
      const text = await answer.text()
      const body: unknown = text.length <= largestAnswer ? parsed(text) : null
      if (answer.status >= 500 || answer.status === 429) throw new Error(`HTTP ${answer.status}`)
      return { status: answer.status, body }
    } catch (cause) {
      throw unreachable(cause)
    }
  }

  async function published<T>(url: string, schema: z.ZodMiniType<T>): Promise<T> {
    const { status, body } = await ask(url)
    const read = schema.safeParse(body)
    if (status !== 200 || !read.success) throw unreachable(new Error(`${new URL(url).host}: HTTP ${status}`))
    return read.data
  }

  async function readMetadata(): Promise<ProviderMetadata> {
    const found = await published(`${issuer}/.well-known/openid-configuration`, Metadata)
    // A document about somebody else would let them sign for this issuer (mix-up).
    if (found.issuer.replace(/\/$/, '') !== issuer) throw unreachable(new Error('the issuer is another one'))
    return found
  }

  async function readKeys(): Promise<LocalJWKSet> {
    const { jwks_uri } = await provider.metadata()
    return createLocalJWKSet(await published(jwks_uri, KeySet))
  }

  const stillGood = <T>(cached: Cached<T> | null, ms: number): cached is Cached<T> =>
    cached !== null && clock.monotonic() - cached.at < ms

  const provider: OpenIdProvider = {
    issuer,
    ask,
    metadata: () => {
      if (!stillGood(metadata, cacheMs)) {
        const fetched = { at: clock.monotonic(), value: readMetadata() }
        metadata = fetched
        fetched.value.catch(() => {
          if (metadata === fetched) metadata = null
        })
      }
      return metadata.value
    },
    keys: (fresh = false) => {
      if (!stillGood(keys, fresh ? cooldownMs : cacheMs)) {
        const fetched = { at: clock.monotonic(), value: readKeys() }
        keys = fetched
        fetched.value.catch(() => {
          if (keys === fetched) keys = null
        })
      }
      return keys.value
    },
  }
  return provider
}

interface Cached<T> {
  at: number
  value: Promise<T>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function unreachable(cause: unknown): ProblemError {
  if (cause instanceof ProblemError) return cause
  return new ProblemError('unavailable', { cause, headers: { 'retry-after': '5' } })
}
