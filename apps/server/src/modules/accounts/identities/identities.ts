import type { Body } from '@roundsman/contract/endpoints'
import { tokenHash } from '../../../platform/config/secrets.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { orderNotice } from '../account-mail.ts'
import { type AccountParts, type ClientContext, lockCaller, type RequestSession } from '../account-parts.ts'
import { reauthenticate } from '../credentials/reauthenticate.ts'
import { voidRegistrations } from '../sign-in/registration.store.ts'
import { enter, type HalfSignedIn, type SignedIn } from '../sign-in/sign-in.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { emailKey, findUserByEmail, insertUser } from '../users/user.store.ts'
import {
  findUserByIdentity,
  forgetRetired,
  type IdentityRow,
  identitiesOf,
  insertIdentity,
  retireIdentity,
  type StartOrigin,
  touchIdentity,
} from './identity.store.ts'
import { credentialTexts, identityMails } from './identity-texts.data.ts'
import type { OpenIdClient } from './open-id-provider.ts'
import {
  type ProvidedUser,
  proveIdentity,
  type SignInStarted,
  signInOrigin,
  startSignIn,
} from './prove-identity.ts'

/** Signs in by an ID token or by an authorization code (I1 to I8). */
export async function signInByProvider(
  parts: AccountParts,
  client: OpenIdClient,
  body: Body<'loginGoogle'>,
  browser: ClientContext,
): Promise<SignedIn | HalfSignedIn> {
  await parts.throttle.confirmation(browser.network)
  try {
    const provided = await proveIdentity(parts, client, body, signInOrigin(browser), browser)
    return await signInIdentity(parts, provided, browser)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'invalid_credential') {
      const detail = client.provider.issuer
      await parts.audit.record(parts.db.orm, { kind: 'login_failed', userId: null, from: browser, detail })
    }
    throw error
  }
}

/** Signs in whoever this identity is: somebody known, the owner of its verified address, or a new user (I5 to I8). */
async function signInIdentity(
  parts: AccountParts,
  provided: ProvidedUser,
  browser: ClientContext,
): Promise<SignedIn | HalfSignedIn> {
  const { issuer, subject } = provided
  return parts.db.transaction(async (tx) => {
    const known = await findUserByIdentity(tx, { issuer, subject })
    const user = known ?? (await connect(tx, parts, provided, browser))
    if (user.disabledAt !== null) throw new ProblemError('invalid_credential')
    if (known) await touchIdentity(tx, provided, new Date(parts.clock.now()))
    // Of a provider that does not say, this sign-in is all that is known (A143).
    const at = Math.min(provided.authenticatedAt?.getTime() ?? parts.clock.now(), parts.clock.now())
    return enter(tx, parts, user, browser, { issuer, at: new Date(at) })
  })
}

async function connect(
  tx: Tx,
  parts: AccountParts,
  provided: ProvidedUser,
  browser: ClientContext,
): Promise<UserRow> {
  const { email, issuer, subject } = provided
  if (email === null) throw new ProblemError('invalid_credential', { detail: credentialTexts.unverified })
  const key = emailKey(email)
  const now = new Date(parts.clock.now())
  // Made first: of two at the same moment the unique address lets one make the account, the other finds it.
  const made = await insertUser(tx, {
    email,
    emailKey: key,
    passwordHash: null,
    firstName: provided.firstName,
    language: browser.language,
    createdAt: now,
  })
  const user = made ?? (await findUserByEmail(tx, key))
  if (!user || user.disabledAt !== null) throw new ProblemError('invalid_credential')
  const identity = await insertIdentity(tx, user.id, provided, now)
  if (!identity) {
    // Either a twin of this request was faster, or the account has, or removed, another identity of this issuer.
    const owner = await findUserByIdentity(tx, { issuer, subject })
    if (owner?.id !== user.id)
      throw new ProblemError('invalid_credential', { detail: credentialTexts.signInFirst })
    return user
  }
  if (made) await voidRegistrations(tx, key, now)
  else await notifyOwner(tx, parts, 'linked', user, identity, browser)
  const kind = made ? 'registration_confirmed' : 'sign_in_method_added'
  await parts.audit.record(tx, { kind, userId: user.id, from: browser, detail: issuer })
  return user
}

/** Begins to add an identity to the account of this session (I13): the user is proved first. */
export async function startLink(
  parts: AccountParts,
  client: OpenIdClient,
  session: RequestSession,
  password: string | undefined,
  browser: ClientContext,
): Promise<SignInStarted> {
  const own = await identitiesOf(parts.db.orm, session.user.id)
  if (own.some(({ issuer }) => issuer === client.provider.issuer)) throw new ProblemError('already_linked')
  await reauthenticate(parts, session, { field: 'password', password }, browser)
  return startSignIn(parts, client, linkOrigin(session), browser)
}

/** Adds the identity that somebody proves to their account (I13). */
export async function linkIdentity(
  parts: AccountParts,
  client: OpenIdClient,
  body: Body<'addSignInMethod'>,
  session: RequestSession,
  browser: ClientContext,
): Promise<IdentityRow> {
  await parts.throttle.confirmation(browser.network)
  const proved = await proveIdentity(parts, client, body, linkOrigin(session), browser)
  return parts.db.transaction(async (tx) => {
    const user = await lockCaller(tx, session)
    await forgetRetired(tx, user.id, proved.issuer)
    const identity = await insertIdentity(tx, user.id, proved, new Date(parts.clock.now()))
    if (!identity) throw new ProblemError('already_linked')
    await notifyOwner(tx, parts, 'added', user, identity, browser)
    const { issuer } = identity
    await parts.audit.record(tx, {
      kind: 'sign_in_method_added',
      userId: user.id,
      from: browser,
      detail: issuer,
    })
    return identity
  })
}

/** Takes a way to sign in away, never the only one; other sessions end (I12). */
export async function removeIdentity(
  parts: AccountParts,
  session: RequestSession,
  id: number,
  password: string | undefined,
  browser: ClientContext,
): Promise<void> {
  removable(session.user, await identitiesOf(parts.db.orm, session.user.id), id)
  await reauthenticate(parts, session, { field: 'password', password }, browser)
  await parts.db.transaction(async (tx) => {
    const user = await lockCaller(tx, session)
    // Looked at again: of two removals at once each would see the other's identity.
    const identity = removable(user, await identitiesOf(tx, user.id), id)
    await retireIdentity(tx, id)
    await parts.sessions.endOthersOf(tx, user.id, session.sessionId)
    await notifyOwner(tx, parts, 'removed', user, identity, browser)
    const { issuer } = identity
    await parts.audit.record(tx, {
      kind: 'sign_in_method_removed',
      userId: user.id,
      from: browser,
      detail: issuer,
    })
  })
}

function removable(user: UserRow, own: readonly IdentityRow[], id: number): IdentityRow {
  const identity = own.find((one) => one.id === id)
  if (!identity) throw new ProblemError('not_found')
  if (user.passwordHash === null && own.length === 1) throw new ProblemError('last_sign_in_method')
  return identity
}

/** Bound to the session itself: a pre-session that is left over proves nobody. */
function linkOrigin({ secret, user }: RequestSession): StartOrigin {
  return { bindings: [tokenHash(secret)], linkUserId: user.id }
}

/** Tells the owner of an account that a way to sign in came or went (I6, I12, I13), inside the caller's transaction. */
function notifyOwner(
  tx: Tx,
  parts: AccountParts,
  what: keyof typeof identityMails,
  user: UserRow,
  { id, issuer }: IdentityRow,
  { host }: ClientContext,
): Promise<void> {
  const { button, texts } = identityMails[what][user.language]
  const text = { ...texts(issuerHost(issuer)), button }
  return orderNotice(tx, parts, { text, user, host, dedupeKey: `identity-${what}:${id}` })
}

/** What an issuer is called towards people. */
export function issuerHost(issuer: string): string {
  return new URL(issuer).host
}
