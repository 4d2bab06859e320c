import { Email } from '@roundsman/contract/accounts/users'
import type { Body } from '@roundsman/contract/endpoints'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext, Sites } from '../account-parts.ts'
import { hostName } from '../sessions/account-cookies.ts'
import { claimSignInStart, type Identity, insertSignInStart, type StartOrigin } from './identity.store.ts'
import {
  askUserInfo,
  checkIdToken,
  exchangeCode,
  type IdTokenClaims,
  type OpenIdClient,
} from './open-id-provider.ts'

/** What a provider says of somebody. */
export interface ProvidedUser extends Identity {
  /** Null: none, or the provider has not verified it. */
  email: string | null
  firstName: string
  /** When they last proved to the provider who they are; null: it does not say. */
  authenticatedAt: Date | null
}

/**
 * So long ago, in seconds, may it be that somebody proved to the provider who they are: any time. But for this it need not
 * say when that was. The page asks for less where it is to stand in for a password (A143).
 */
const maxAgeSeconds = 31_536_000

/** Long enough to find one's password for the provider. */
const signInStartValidMs = 10 * 60_000

export interface SignInStarted {
  state: string
  nonce: string
  authorization_url: string
}

/**
 * Begins a sign-in with the provider (I1): state and nonce are good once, for ten minutes, in this browser. The page
 * adds the challenge of a verifier that never leaves it until the code is there.
 */
export async function startSignIn(
  parts: AccountParts,
  { provider, clientId }: OpenIdClient,
  { bindings: [binding], linkUserId }: StartOrigin,
  browser: ClientContext,
): Promise<SignInStarted> {
  // Cannot be: the CSRF token that came along is bound to one of them.
  if (!binding) throw new ProblemError('csrf_failed')
  const { authorization_endpoint } = await provider.metadata()
  const state = parts.ids.token(32)
  const nonce = parts.ids.token(32)
  await insertSignInStart(parts.db.orm, {
    stateHash: tokenHash(state),
    nonceHash: tokenHash(nonce),
    bindingHash: binding,
    linkUserId,
    expiresAt: new Date(parts.clock.now() + signInStartValidMs),
  })
  const url = new URL(authorization_endpoint)
  const query = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUriOf(parts.sites, browser),
    state,
    nonce,
    max_age: String(maxAgeSeconds),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { state, nonce, authorization_url: url.href }
}

/**
 * Finds out from an ID token or an authorization code who somebody is for the provider (I1 to I3). Uses up what was
 * begun at `origin`.
 */
export async function proveIdentity(
  parts: AccountParts,
  client: OpenIdClient,
  body: Body<'loginGoogle'>,
  origin: StartOrigin,
  browser: ClientContext,
): Promise<ProvidedUser> {
  const claim = async (by: Parameters<typeof claimSignInStart>[1]) => {
    const start = await claimSignInStart(parts.db.orm, by, origin, new Date(parts.clock.now()))
    if (!start) throw new ProblemError('invalid_credential')
    return start
  }
  const check = (token: string) => checkIdToken(client, parts.clock, token)
  const { issuer } = client.provider

  if ('credential' in body) {
    const claims = await check(body.credential)
    await claim({ nonceHash: tokenHash(claims.nonce) })
    return userOf(issuer, claims)
  }
  if (!isOwnRedirectUri(parts.sites, browser, body.redirect_uri)) throw new ProblemError('invalid_credential')
  const start = await claim({ stateHash: tokenHash(body.state) })
  const tokens = await exchangeCode(client, body)
  const claims = await check(tokens.id_token)
  if (!tokenHash(claims.nonce).equals(start.nonceHash)) throw new ProblemError('invalid_credential')
  if (claims.email !== undefined || tokens.access_token === undefined) return userOf(issuer, claims)
  // Providers may keep the address out of the token and tell it here. It counts if it is of the same subject.
  const info = await askUserInfo(client.provider, tokens.access_token)
  if (info && info.sub !== claims.sub) throw new ProblemError('invalid_credential')
  return userOf(issuer, { ...claims, ...info })
}

type UserClaims = Pick<IdTokenClaims, 'sub' | 'email' | 'email_verified' | 'given_name' | 'auth_time'>

function userOf(issuer: string, claims: UserClaims): ProvidedUser {
  const email = Email.safeParse(claims.email)
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return {
    issuer,
    subject: claims.sub,
    email: isVerified && email.success ? email.data : null,
    authenticatedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1_000),
    firstName: (claims.given_name ?? '').replaceAll('\u0000', '').trim().slice(0, 80),
  }
}

/** What a sign-in is bound to: the guest's pre-session, or the session of somebody who is signed in already. */
export function signInOrigin(browser: Pick<ClientContext, 'preSessions' | 'sessionSecrets'>): StartOrigin {
  return {
    bindings: [...browser.preSessions, ...browser.sessionSecrets].map(tokenHash),
    linkUserId: null,
  }
}

/** Where the provider sends people back to. */
const callbackPath = '/login/callback'

/** The page that this request's provider comes back to: on the same host, where its cookies are. */
function redirectUriOf(sites: Sites, to: { protocol: string; host: string }): string {
  const base = sites.domainOfHost(hostName(to.host)) ?? originOf(to) ?? sites.publicUrl()
  return new URL(callbackPath, base).href
}

/** True for that page on this request's own host, on a domain of the catalogue or at the public URL. */
function isOwnRedirectUri(
  sites: Sites,
  to: { protocol: string; host: string },
  redirectUri: string,
): boolean {
  const bases = [originOf(to), ...sites.domains(), sites.publicUrl()]
  return bases.some((base) => base !== null && new URL(callbackPath, base).href === redirectUri)
}

/** Null for a Host that is none, such as `[::1`. */
function originOf({ protocol, host }: { protocol: string; host: string }): string | null {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? origin : null
}
