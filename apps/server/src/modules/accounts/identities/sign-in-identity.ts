import type { Body } from '@roundsman/contract/endpoints'
import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import { voidRegistrations } from '../sign-in/registration.store.ts'
import { signIn, type SignedIn } from '../sign-in/sign-in.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { emailKey, findUserByEmail, groupsOf, insertUser } from '../users/user.store.ts'
import { orderIdentityMail } from './identity-mail.ts'
import { credentialTexts } from './identity-texts.data.ts'
import { findUserByIdentity, insertIdentity, touchIdentity } from './identity.store.ts'
import { type ProofDeps, proveIdentity, signInOrigin, type ProvidedUser } from './prove-identity.ts'

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

/** Signs in whoever this identity is: somebody known, the owner of its verified address, or a new user (I5 to I8). */
async function signInIdentity(
  parts: AccountParts,
  provided: ProvidedUser,
  browser: ClientContext,
): Promise<SignedIn> {
  const { issuer, subject } = provided
  return parts.db.transaction(async (tx) => {
    const known = await findUserByIdentity(tx, { issuer, subject })
    const user = known ?? (await connect(tx, parts, provided, browser))
    if (user.disabledAt !== null) throw new ProblemError('invalid_credential')
    if (known) await touchIdentity(tx, provided, new Date(parts.clock.now()))
    const secret = await signIn(tx, parts, user.id, browser, true)
    return { user, groups: await groupsOf(tx, user.id), secret }
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
  else await orderIdentityMail(tx, parts, 'linked', user, identity, browser.host)
  return user
}
