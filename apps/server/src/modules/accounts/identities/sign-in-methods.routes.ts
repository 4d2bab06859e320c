import type { Call } from '../../../platform/http/caller.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { unlessOverrun } from '../unless-overrun.ts'
import { clientContextOf } from '../client-context.ts'
import type { IdentityRoutesDeps } from './identities.routes.ts'
import type { IdentityRow } from './identities.schema.ts'
import { identitiesOf } from './identity.store.ts'
import { issuerHost } from './identity-mail.ts'
import { isOwnRedirectUri, redirectUriOf } from './redirect-uri.policy.ts'
import { linkIdentity, removeIdentity, startLink } from './sign-in-methods.ts'

/** The calls under /api/users/sign-in-methods/ (I11 to I13). */
export function addSignInMethodRoutes(server: HttpServer, deps: IdentityRoutesDeps): void {
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
