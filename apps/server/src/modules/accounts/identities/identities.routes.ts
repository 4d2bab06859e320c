import type { Call, HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountParts, clientContextOf, unlessOverrun } from '../account-parts.ts'
import { readProfile } from '../profile/profile.ts'
import type { AccountCookies } from '../sessions/account-cookies.ts'
import type { AuthOf } from '../sessions/request-auth.ts'
import { issuerHost } from './identity-mail.ts'
import { identitiesOf, type IdentityRow } from './identity.store.ts'
import { type CodeExchange, createOpenIdProvider } from './open-id-provider.ts'
import { isOwnRedirectUri, redirectUriOf, signInOrigin, startSignIn } from './prove-identity.ts'
import { signInByProvider } from './sign-in-identity.ts'
import { linkIdentity, removeIdentity, startLink } from './sign-in-methods.ts'

interface IdentityRoutesDeps {
  parts: AccountParts
  cookies: AccountCookies
  authOf: AuthOf
  /** Null: not configured. */
  client: CodeExchange | null
}

/** The two calls of the sign-in with Google or another OpenID provider. */
function addIdentityRoutes(server: HttpServer, deps: IdentityRoutesDeps): void {
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

/** The calls under /api/users/sign-in-methods/ (I11 to I13). */
function addSignInMethodRoutes(server: HttpServer, deps: IdentityRoutesDeps): void {
  const { parts, authOf, client } = deps
  const sessionOf = async (call: Call) => {
    const { session } = await authOf(call.request)
    if (!session) throw new ProblemError('not_authenticated')
    return session
  }

  server.add('signInMethods', async (_input, { caller }) => {
    const own = await identitiesOf(parts.db.orm, caller.userId)
    const issuer = client?.provider.issuer
    const isAddable = issuer !== undefined && own.every((one) => one.issuer !== issuer)
    return {
      status: 200,
      body: { methods: own.map(methodView), addable: isAddable ? issuerHost(issuer) : null },
    }
  })

  server.add('startSignInMethod', async ({ body }, call) => {
    if (!client) throw new ProblemError('not_configured')
    const session = await sessionOf(call)
    const browser = await clientContextOf(call, authOf)
    const redirectUri = redirectUriOf(parts.sites, call.request)
    const started = startLink(parts, client, session, body.password, browser, redirectUri)
    return { status: 200, body: await unlessOverrun(started) }
  })

  server.add('addSignInMethod', async ({ body }, call) => {
    if (!client) throw new ProblemError('not_configured')
    const added = await linkIdentity(
      { ...client, parts, isOwnRedirectUri: (uri) => isOwnRedirectUri(parts.sites, call.request, uri) },
      body,
      await sessionOf(call),
      await clientContextOf(call, authOf),
    )
    return { status: 201, body: methodView(added) }
  })

  // Also where the site has no provider any more.
  server.add('removeSignInMethod', async ({ params, body }, call) => {
    const session = await sessionOf(call)
    const browser = await clientContextOf(call, authOf)
    await unlessOverrun(removeIdentity(parts, session, params.id, body.password, browser))
    return { status: 204, body: undefined }
  })
}

function methodView({ id, issuer, email, createdAt }: IdentityRow) {
  return { id, issuer: issuerHost(issuer), email, linked_at: createdAt.toISOString() }
}

/** Adds the sign-in with a provider, and what users keep of it, to the server; nothing is asked of the provider before somebody signs in. */
export function addIdentities(
  server: HttpServer,
  { config, fetch, clock }: Pick<Platform, 'config' | 'fetch' | 'clock'>,
  deps: Omit<IdentityRoutesDeps, 'client'>,
): void {
  const { google } = config
  const client = google && {
    provider: createOpenIdProvider({ issuer: google.issuer, fetch, clock }),
    clientId: google.clientId,
    clientSecret: google.clientSecret,
  }
  addIdentityRoutes(server, { ...deps, client })
  addSignInMethodRoutes(server, { ...deps, client })
}
