import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import type { UserRow } from '../accounts.schema.ts'
import type { SignedIn } from '../confirm-registration.ts'
import { emailKey } from '../email-address.ts'
import { voidRegistrations } from '../registration.store.ts'
import { signIn } from '../sign-in.ts'
import { findUserByEmail, groupsOf, insertUser } from '../user.store.ts'
import type { ClientContext } from '../client-context.ts'
import { findUserByIdentity, type Identity, insertIdentity, touchIdentity } from './identity.store.ts'
import { orderIdentityMail } from './identity-mail.ts'
import { credentialTexts } from './identity-texts.data.ts'

/** What a provider says of somebody. */
export interface ProvidedUser extends Identity {
  /** Null: none, or the provider has not verified it. */
  email: string | null
  firstName: string
}

/** Signs in whoever this identity is: somebody known, the owner of its verified address, or a new user (I5 to I8). */
export async function signInIdentity(
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
