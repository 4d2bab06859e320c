import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import { secretHash } from '../secret-hash.ts'
import type { ClientContext } from '../client-context.ts'
import type { OpenIdProvider } from './open-id-provider.ts'
import { insertSignInStart, type StartOrigin } from './sign-in-start.store.ts'

/** Long enough to find one's password for the provider. */
export const signInStartValidMs = 10 * 60_000

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
  parts: Pick<AccountParts, 'db' | 'ids' | 'clock'>,
  { provider, clientId }: { provider: OpenIdProvider; clientId: string },
  { bindings: [binding], linkUserId }: StartOrigin,
  redirectUri: string,
): Promise<SignInStarted> {
  // Cannot be: the CSRF token that came along is bound to one of them.
  if (!binding) throw new ProblemError('csrf_failed')
  const { authorization_endpoint } = await provider.metadata()
  const state = parts.ids.token(32)
  const nonce = parts.ids.token(32)
  await insertSignInStart(parts.db.orm, {
    stateHash: secretHash(state),
    nonceHash: secretHash(nonce),
    bindingHash: binding,
    linkUserId,
    expiresAt: new Date(parts.clock.now() + signInStartValidMs),
  })
  const url = new URL(authorization_endpoint)
  const query = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state,
    nonce,
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { state, nonce, authorization_url: url.href }
}

/** What a sign-in is bound to: the guest's pre-session, or the session of somebody who is signed in already. */
export function signInOrigin(browser: Pick<ClientContext, 'preSessions' | 'sessionSecrets'>): StartOrigin {
  return {
    bindings: [...browser.preSessions, ...browser.sessionSecrets].map(secretHash),
    linkUserId: null,
  }
}
