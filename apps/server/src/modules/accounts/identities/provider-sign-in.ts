import type { Body } from '@roundsman/contract/endpoints'
import { Email } from '@roundsman/contract/users'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import type { SignedIn } from '../confirm-registration.ts'
import { secretHash } from '../secret-hash.ts'
import type { Visitor } from '../visitor.ts'
import { askUserInfo, type CodeExchange, exchangeCode } from './exchange-code.ts'
import { checkIdToken, type IdTokenClaims } from './id-token.ts'
import { type ProvidedUser, signInIdentity } from './sign-in-identity.ts'
import { claimSignInStart } from './sign-in-start.store.ts'
import { bindingsOf } from './start-sign-in.ts'

export interface ProviderSignInDeps extends CodeExchange {
  parts: AccountParts
  isOwnRedirectUri(redirectUri: string): boolean
}

/** Signs in by an ID token or by an authorization code (I1 to I8). */
export async function signInByProvider(
  deps: ProviderSignInDeps,
  body: Body<'loginGoogle'>,
  visitor: Visitor,
): Promise<SignedIn> {
  const { parts } = deps
  await parts.throttle.confirmation(visitor.network)
  try {
    const user =
      'credential' in body ? await byIdToken(deps, body, visitor) : await byCode(deps, body, visitor)
    const signedIn = await signInIdentity(parts, user, visitor)
    parts.audit.info(
      { event: 'login', by: deps.provider.issuer, user: signedIn.user.id, ip: visitor.ip },
      'account',
    )
    return signedIn
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'invalid_credential') {
      parts.audit.warn({ event: 'login_failed', by: deps.provider.issuer, ip: visitor.ip }, 'account')
    }
    throw error
  }
}

async function byIdToken(
  deps: ProviderSignInDeps,
  { credential }: { credential: string },
  visitor: Visitor,
): Promise<ProvidedUser> {
  const claims = await checkIdToken({ ...deps, clock: deps.parts.clock }, credential)
  await claim(deps, { nonceHash: secretHash(claims.nonce) }, visitor)
  return userOf(deps, claims)
}

async function byCode(
  deps: ProviderSignInDeps,
  body: Extract<Body<'loginGoogle'>, { code: string }>,
  visitor: Visitor,
): Promise<ProvidedUser> {
  if (!deps.isOwnRedirectUri(body.redirect_uri)) throw new ProblemError('invalid_credential')
  const start = await claim(deps, { stateHash: secretHash(body.state) }, visitor)
  const tokens = await exchangeCode(deps, body)
  const claims = await checkIdToken({ ...deps, clock: deps.parts.clock }, tokens.id_token)
  if (!secretHash(claims.nonce).equals(start.nonceHash)) throw new ProblemError('invalid_credential')
  if (claims.email !== undefined || tokens.access_token === undefined) return userOf(deps, claims)
  // Providers may keep the address out of the token and tell it here. It counts if it is of the same subject.
  const info = await askUserInfo(deps.provider, tokens.access_token)
  if (info && info.sub !== claims.sub) throw new ProblemError('invalid_credential')
  return userOf(deps, { ...claims, ...info })
}

async function claim(
  { parts }: ProviderSignInDeps,
  by: Parameters<typeof claimSignInStart>[1],
  visitor: Visitor,
) {
  const now = new Date(parts.clock.now())
  const start = await claimSignInStart(parts.db.orm, by, bindingsOf(visitor), now)
  if (!start) throw new ProblemError('invalid_credential')
  return start
}

type UserClaims = Pick<IdTokenClaims, 'sub' | 'email' | 'email_verified' | 'given_name'>

function userOf({ provider }: ProviderSignInDeps, claims: UserClaims): ProvidedUser {
  const email = Email.safeParse(claims.email)
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    email: isVerified && email.success ? email.data : null,
    firstName: (claims.given_name ?? '').replaceAll('\u0000', '').trim().slice(0, 80),
  }
}
