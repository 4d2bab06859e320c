import { decodeProtectedHeader, errors, type JWTVerifyResult, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { OpenIdProvider } from './open-id-provider.ts'

/** Signatures by a key pair only: with a shared secret, who can check a token can make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** Clocks differ. */
const toleranceSeconds = 30

const googleIssuer = 'https://accounts.google.com'

const Claims = z.object({
  // OpenID Connect Core §2: at most 255 ASCII characters.
  sub: z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)),
  nonce: z.string().check(z.minLength(1)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  email: z.optional(z.string()),
  // Some providers write it as text.
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  given_name: z.optional(z.string()),
})
export type IdTokenClaims = z.infer<typeof Claims>

export interface IdTokenDeps {
  provider: OpenIdProvider
  clientId: string
  clock: Clock
}

/**
 * Checks an ID token (I2): signature by a published key, algorithm, issuer, audience, authorized party, times. The
 * nonce is there, whether it is the right one is the caller's to see.
 * @throws ProblemError `invalid_credential`; `unavailable` if the provider's keys cannot be had
 */
export async function checkIdToken(deps: IdTokenDeps, token: string): Promise<IdTokenClaims> {
  const { payload, protectedHeader } = await verified(deps, token, false)
  const claims = Claims.safeParse(payload)
  if (!claims.success) throw new ProblemError('invalid_credential')
  const { aud, azp } = claims.data
  const several = typeof aud !== 'string' && aud.length > 1
  const isForUs = azp === undefined ? !several : azp === deps.clientId
  // An access token of the same provider is signed by the same keys.
  const isIdToken = protectedHeader.typ === undefined || protectedHeader.typ.toLowerCase() === 'jwt'
  if (!isForUs || !isIdToken) throw new ProblemError('invalid_credential')
  return claims.data
}

async function verified(deps: IdTokenDeps, token: string, fresh: boolean): Promise<JWTVerifyResult> {
  const { provider, clientId, clock } = deps
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
    if (error instanceof errors.JWKSNoMatchingKey && !fresh) return verified(deps, token, true)
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
