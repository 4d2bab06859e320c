import type { Body } from '@roundsman/contract/endpoints'
import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import { reauthenticate } from '../credentials/reauthenticate.ts'
import { tokenHash } from '../../../platform/secrets.ts'
import type { RequestAuth } from '../sessions/request-auth.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { lockUser } from '../users/user.store.ts'
import { orderIdentityMail } from './identity-mail.ts'
import {
  forgetRetired,
  identitiesOf,
  type IdentityRow,
  insertIdentity,
  retireIdentity,
  type StartOrigin,
} from './identity.store.ts'
import type { CodeExchange } from './open-id-provider.ts'
import { type ProofDeps, proveIdentity, type SignInStarted, startSignIn } from './prove-identity.ts'

type Session = NonNullable<RequestAuth['session']>

/** Begins to add an identity to the account of this session (I13): the user is proved first. */
export async function startLink(
  parts: AccountParts,
  client: CodeExchange,
  session: Session,
  password: string | undefined,
  browser: ClientContext,
  redirectUri: string,
): Promise<SignInStarted> {
  const own = await identitiesOf(parts.db.orm, session.user.id)
  if (own.some(({ issuer }) => issuer === client.provider.issuer)) throw new ProblemError('already_linked')
  await reauthenticate(parts, session, { field: 'password', password }, browser)
  return startSignIn(parts, client, linkOrigin(session), redirectUri)
}

/** Adds the identity that somebody proves to their account (I13). */
export async function linkIdentity(
  deps: ProofDeps & { parts: AccountParts },
  body: Body<'addSignInMethod'>,
  session: Session,
  browser: ClientContext,
): Promise<IdentityRow> {
  const { parts } = deps
  await parts.throttle.confirmation(browser.network)
  const proved = await proveIdentity(deps, body, linkOrigin(session))
  const added = await parts.db.transaction(async (tx) => {
    const user = await living(tx, session)
    await forgetRetired(tx, user.id, proved.issuer)
    const identity = await insertIdentity(tx, user.id, proved, new Date(parts.clock.now()))
    if (!identity) throw new ProblemError('already_linked')
    await orderIdentityMail(tx, parts, 'added', user, identity, browser.host)
    return identity
  })
  log(parts, 'sign_in_method_added', session, added, browser)
  return added
}

/** Takes a way to sign in away, never the only one; other sessions end (I12). */
export async function removeIdentity(
  parts: AccountParts,
  session: Session,
  id: number,
  password: string | undefined,
  browser: ClientContext,
): Promise<void> {
  removable(session.user, await identitiesOf(parts.db.orm, session.user.id), id)
  await reauthenticate(parts, session, { field: 'password', password }, browser)
  const gone = await parts.db.transaction(async (tx) => {
    const user = await living(tx, session)
    // Looked at again: of two removals at once each would see the other's identity.
    const identity = removable(user, await identitiesOf(tx, user.id), id)
    await retireIdentity(tx, id)
    await parts.sessions.endOthersOf(tx, user.id, session.sessionId)
    await orderIdentityMail(tx, parts, 'removed', user, identity, browser.host)
    return identity
  })
  log(parts, 'sign_in_method_removed', session, gone, browser)
}

function removable(user: UserRow, own: readonly IdentityRow[], id: number): IdentityRow {
  const identity = own.find((one) => one.id === id)
  if (!identity) throw new ProblemError('not_found')
  if (user.passwordHash === null && own.length === 1) throw new ProblemError('last_sign_in_method')
  return identity
}

/** Bound to the session itself: a pre-session that is left over proves nobody. */
function linkOrigin({ secret, user }: Session): StartOrigin {
  return { bindings: [tokenHash(secret)], linkUserId: user.id }
}

async function living(tx: Tx, { user }: Session): Promise<UserRow> {
  const row = await lockUser(tx, user.id)
  if (!row) throw new ProblemError('not_authenticated')
  return row
}

function log(
  { audit }: Pick<AccountParts, 'audit'>,
  event: string,
  { user }: Session,
  { issuer, id }: IdentityRow,
  { ip }: ClientContext,
): void {
  audit.info({ event, user: user.id, by: issuer, identity: id, ip }, 'account')
}
