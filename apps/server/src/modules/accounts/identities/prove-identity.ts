import type { Body } from '@roundsman/contract/endpoints'
import { Email } from '@roundsman/contract/users'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import { secretHash } from '../secret-hash.ts'
import { askUserInfo, type CodeExchange, exchangeCode } from './exchange-code.ts'
import { checkIdToken, type IdTokenClaims } from './id-token.ts'
import type { ProvidedUser } from './sign-in-identity.ts'
import { claimSignInStart, type StartOrigin } from './sign-in-start.store.ts'

export interface ProofDeps extends CodeExchange {
  parts: Pick<AccountParts, 'db' | 'clock'>
  isOwnRedirectUri(redirectUri: string): boolean
}

/**
 * Finds out from an ID token or an authorization code who somebody is for the provider (I1 to I3). Uses up what was
 * begun at `origin`.
 */
export async function proveIdentity(
  deps: ProofDeps,
  body: Body<'loginGoogle'>,
  origin: StartOrigin,
): Promise<ProvidedUser> {
  return 'credential' in body ? byIdToken(deps, body, origin) : byCode(deps, body, origin)
}

async function byIdToken(
  deps: ProofDeps,
  { credential }: { credential: string },
  origin: StartOrigin,
): Promise<ProvidedUser> {
  const claims = await checkIdToken({ ...deps, clock: deps.parts.clock }, credential)
  await claim(deps, { nonceHash: secretHash(claims.nonce) }, origin)
  return userOf(deps, claims)
}

async function byCode(
  deps: ProofDeps,
  body: Extract<Body<'loginGoogle'>, { code: string }>,
  origin: StartOrigin,
): Promise<ProvidedUser> {
  if (!deps.isOwnRedirectUri(body.redirect_uri)) throw new ProblemError('invalid_credential')
  const start = await claim(deps, { stateHash: secretHash(body.state) }, origin)
  const tokens = await exchangeCode(deps, body)
  const claims = await checkIdToken({ ...deps, clock: deps.parts.clock }, tokens.id_token)
  if (!secretHash(claims.nonce).equals(start.nonceHash)) throw new ProblemError('invalid_credential')
  if (claims.email !== undefined || tokens.access_token === undefined) return userOf(deps, claims)
  // Providers may keep the address out of the token and tell it here. It counts if it is of the same subject.
  const info = await askUserInfo(deps.provider, tokens.access_token)
  if (info && info.sub !== claims.sub) throw new ProblemError('invalid_credential')
  return userOf(deps, { ...claims, ...info })
}

async function claim({ parts }: ProofDeps, by: Parameters<typeof claimSignInStart>[1], origin: StartOrigin) {
  const now = new Date(parts.clock.now())
  const start = await claimSignInStart(parts.db.orm, by, origin, now)
  if (!start) throw new ProblemError('invalid_credential')
  return start
}

type UserClaims = Pick<IdTokenClaims, 'sub' | 'email' | 'email_verified' | 'given_name'>

function userOf({ provider }: ProofDeps, claims: UserClaims): ProvidedUser {
  const email = Email.safeParse(claims.email)
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    email: isVerified && email.success ? email.data : null,
    firstName: (claims.given_name ?? '').replaceAll('\u0000', '').trim().slice(0, 80),
  }
}
