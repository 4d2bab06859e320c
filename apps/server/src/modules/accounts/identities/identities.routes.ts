import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountCookies } from '../account-cookies.ts'
import type { AccountParts } from '../account-parts.ts'
import { readProfile } from '../read-profile.ts'
import { clientContextOf } from '../client-context.ts'
import type { AuthOf } from '../request-auth.ts'
import type { CodeExchange } from './exchange-code.ts'
import { signInByProvider } from './provider-sign-in.ts'
import { isOwnRedirectUri, redirectUriOf } from './redirect-uri.policy.ts'
import { signInOrigin, startSignIn } from './start-sign-in.ts'

export interface IdentityRoutesDeps {
  parts: AccountParts
  cookies: AccountCookies
  authOf: AuthOf
  /** Null: not configured. */
  client: CodeExchange | null
}

/** The two calls of the sign-in with Google or another OpenID provider. */
export function addIdentityRoutes(server: HttpServer, deps: IdentityRoutesDeps): void {
  const { parts, cookies, authOf, client } = deps

  server.add('loginGoogleStart', async (_input, call) => {
    if (!client) throw new ProblemError('not_configured')
    const redirectUri = redirectUriOf(parts.sites, call.request)
    const browser = await clientContextOf(call, authOf)
    return { status: 200, body: await startSignIn(parts, client, signInOrigin(browser), redirectUri) }
  })

  server.add('loginGoogle', async ({ body }, call) => {
    if (!client) throw new ProblemError('not_configured')
    const { user, secret } = await signInByProvider(
      { ...client, parts, isOwnRedirectUri: (uri) => isOwnRedirectUri(parts.sites, call.request, uri) },
      body,
      await clientContextOf(call, authOf),
    )
    const profile = await readProfile(parts.db.orm, user)
    cookies.signIn(call, secret)
    return { status: 200, body: profile }
  })
}
