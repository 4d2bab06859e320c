import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTVerifyResult,
  jwtVerify,
  type LocalJWKSet,
} from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Platform } from '../../../platform/platform.ts'

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
type ProviderMetadata = z.infer<typeof Metadata>
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

interface OpenIdProvider {
  issuer: string
  metadata(): Promise<ProviderMetadata>
  /** The published keys. With `fresh`, fetched again unless that happened just now. */
  keys(fresh?: boolean): Promise<LocalJWKSet>
  /** One exchange with the provider; a lost one is a 503. Redirects are not followed. */
  ask(url: string, init?: RequestInit): Promise<{ status: number; body: unknown }>
}

/** What an issuer says of itself: its endpoints and keys, fetched when first needed and kept for an hour (I3). */
export function createOpenIdProvider(
  issuer: string,
  { fetch, clock }: Pick<Platform, 'fetch' | 'clock'>,
): OpenIdProvider {
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

const Tokens = z.object({ id_token: z.string(), access_token: z.optional(z.string()) })
const UserInfo = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  given_name: z.optional(z.string()),
})
type UserInfo = z.infer<typeof UserInfo>

/** This site as the provider knows it. */
export interface OpenIdClient {
  provider: OpenIdProvider
  clientId: string
  clientSecret: string
}

/** Trades an authorization code with its PKCE verifier for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export async function exchangeCode(
  { provider, clientId, clientSecret }: OpenIdClient,
  given: { code: string; redirect_uri: string; code_verifier: string },
): Promise<z.infer<typeof Tokens>> {
  const { token_endpoint, token_endpoint_auth_methods_supported: methods } = await provider.metadata()
  // Basic is the default where the provider says nothing; it takes both parts form-encoded (§2.3.1).
  const basic = methods === undefined || methods.includes('client_secret_basic')
  const credentials = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
  const { status, body } = await provider.ask(token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(basic ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: given.redirect_uri,
      code_verifier: given.code_verifier,
      ...(basic ? {} : { client_id: clientId, client_secret: clientSecret }),
    }).toString(),
  })
  const tokens = Tokens.safeParse(body)
  if (status !== 200 || !tokens.success) throw new ProblemError('invalid_credential')
  return tokens.data
}

/** What the provider says of the user whom an access token is for; null if it says nothing. */
export async function askUserInfo(provider: OpenIdProvider, accessToken: string): Promise<UserInfo | null> {
  const { userinfo_endpoint } = await provider.metadata()
  if (userinfo_endpoint === undefined) return null
  const { status, body } = await provider.ask(userinfo_endpoint, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
  })
  const info = UserInfo.safeParse(body)
  return status === 200 && info.success ? info.data : null
}

function formEncoded(text: string): string {
  return new URLSearchParams({ text }).toString().slice('text='.length)
}

/** Signatures by a key pair only: with a shared secret, who can check a token can make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** Clocks differ. */
const toleranceSeconds = 30

const googleIssuer = 'https://accounts.google.com'

const Claims = z.object({
  // OpenID Connect Core §2: at most 255 ASCII characters.
  sub: z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)),
  nonce: z.string().check(z.minLength(1)),
  // When they last proved to the provider who they are, Unix seconds: as asked for by `max_age`.
  auth_time: z.optional(z.number().check(z.minimum(0), z.maximum(253_402_300_799))),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  email: z.optional(z.string()),
  // Some providers write it as text.
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  given_name: z.optional(z.string()),
})
export type IdTokenClaims = z.infer<typeof Claims>

/** Who issues tokens, and to whom. */
type IdTokenAudience = Pick<OpenIdClient, 'provider' | 'clientId'>

/**
 * Checks an ID token (I2): signature by a published key, algorithm, issuer, audience, authorized party, times. The
 * nonce is there, whether it is the right one is the caller's to see.
 * @throws ProblemError `invalid_credential`; `unavailable` if the provider's keys cannot be had
 */
export async function checkIdToken(
  { provider, clientId }: IdTokenAudience,
  clock: Clock,
  token: string,
): Promise<IdTokenClaims> {
  const { payload, protectedHeader } = await verified({ provider, clientId }, clock, { token })
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw new ProblemError('invalid_credential')
  const { aud, azp } = claims.data
  const several = typeof aud !== 'string' && aud.length > 1
  const isForUs = azp === undefined ? !several : azp === clientId
  // An access token of the same provider is signed by the same keys.
  const isIdToken = protectedHeader.typ === undefined || protectedHeader.typ.toLowerCase() === 'jwt'
  if (!isForUs || !isIdToken) throw new ProblemError('invalid_credential')
  return claims.data
}

async function verified(
  { provider, clientId }: IdTokenAudience,
  clock: Clock,
  { token, fresh = false }: { token: string; fresh?: boolean },
): Promise<JWTVerifyResult> {
  refuseUnlessSigned(token)
  const keys = await provider.keys(fresh)
  try {
    return await jwtVerify(token, keys, {
      algorithms,
      // Google's tokens name it either way.
      issuer:
        provider.issuer === googleIssuer ? [googleIssuer, 'accounts.google.com'] : await issuerName(provider),
      audience: clientId,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(clock.now()),
    })
  } catch (error) {
    // The provider may have new keys.
    if (error instanceof errors.JWKSNoMatchingKey && !fresh)
      return verified({ provider, clientId }, clock, { token, fresh: true })
    if (error instanceof ProblemError) throw error
    throw new ProblemError('invalid_credential', { cause: error })
  }
}

/** As the provider writes it: with or without a slash at its end. */
async function issuerName(provider: OpenIdProvider): Promise<string> {
  return (await provider.metadata()).issuer
}

/** Refused before the provider is asked for anything: what is no token, or one that names no algorithm of ours. */
function refuseUnlessSigned(token: string): void {
  try {
    if (algorithms.includes(decodeProtectedHeader(token).alg ?? '')) return
  } catch {
    // Falls through to the refusal.
  }
  throw new ProblemError('invalid_credential')
}
