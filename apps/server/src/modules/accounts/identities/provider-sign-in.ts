import type { Body } from '@roundsman/contract/endpoints'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import type { SignedIn } from '../confirm-registration.ts'
import type { ClientContext } from '../client-context.ts'
import { type ProofDeps, proveIdentity } from './prove-identity.ts'
import { signInIdentity } from './sign-in-identity.ts'
import { signInOrigin } from './start-sign-in.ts'

/** Signs in by an ID token or by an authorization code (I1 to I8). */
export async function signInByProvider(
  deps: ProofDeps & { parts: AccountParts },
  body: Body<'loginGoogle'>,
  browser: ClientContext,
): Promise<SignedIn> {
  const { parts } = deps
  await parts.throttle.confirmation(browser.network)
  try {
    const signedIn = await signInIdentity(
      parts,
      await proveIdentity(deps, body, signInOrigin(browser)),
      browser,
    )
    parts.audit.info(
      { event: 'login', by: deps.provider.issuer, user: signedIn.user.id, ip: browser.ip },
      'account',
    )
    return signedIn
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'invalid_credential') {
      parts.audit.warn({ event: 'login_failed', by: deps.provider.issuer, ip: browser.ip }, 'account')
    }
    throw error
  }
}
