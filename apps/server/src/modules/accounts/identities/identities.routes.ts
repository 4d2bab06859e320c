import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountParts, clientContextOf, sessionOf } from '../account-parts.ts'
import { answerEntered } from '../sign-in/sign-in.routes.ts'
import { issuerHost, linkIdentity, removeIdentity, signInByProvider, startLink } from './identities.ts'
import { type IdentityRow, identitiesOf } from './identity.store.ts'
import { createOpenIdProvider, type OpenIdClient } from './open-id-provider.ts'
import { signInOrigin, startSignIn } from './prove-identity.ts'

/**
 * The sign-in with Google or another OpenID provider, and the ways to sign in of a user (I11 to I13). Nothing is asked of
 * the provider before somebody signs in.
 */
export function addIdentityRoutes(
  server: HttpServer,
  { config: { google }, fetch, clock }: Platform,
  parts: AccountParts,
): void {
  const client: OpenIdClient | null = google && {
    provider: createOpenIdProvider(google.issuer, { fetch, clock }),
    clientId: google.clientId,
    clientSecret: google.clientSecret,
  }
  const configured = () => {
    if (!client) throw new ProblemError('not_configured')
    return client
  }

  server.add('loginGoogleStart', async (_input, call) => {
    const provider = configured()
    const browser = await clientContextOf(call, parts)
    return { status: 200, body: await startSignIn(parts, provider, signInOrigin(browser), browser) }
  })

  server.add('loginGoogle', async ({ body }, call) => {
    const browser = await clientContextOf(call, parts)
    return answerEntered(call, parts, await signInByProvider(parts, configured(), body, browser))
  })

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
    const provider = configured()
    const session = await sessionOf(call, parts)
    const browser = await clientContextOf(call, parts)
    return { status: 200, body: await startLink(parts, provider, session, body.password, browser) }
  })

  server.add('addSignInMethod', async ({ body }, call) => {
    const provider = configured()
    const session = await sessionOf(call, parts)
    const added = await linkIdentity(parts, provider, body, session, await clientContextOf(call, parts))
    return { status: 201, body: methodView(added) }
  })

  // Also where the site has no provider any more.
  server.add('removeSignInMethod', async ({ params, body }, call) => {
    const session = await sessionOf(call, parts)
    await removeIdentity(parts, session, params.id, body.password, await clientContextOf(call, parts))
    return { status: 204, body: undefined }
  })
}

function methodView({ id, issuer, email, createdAt }: IdentityRow) {
  return { id, issuer: issuerHost(issuer), email, linked_at: createdAt.toISOString() }
}
