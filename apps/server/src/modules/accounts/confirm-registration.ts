import type { Body } from '@roundsman/contract/endpoints'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { AccountParts } from './account-parts.ts'
import type { RegistrationRow, UserRow } from './accounts.schema.ts'
import {
  claimRegistration,
  countPasswordTry,
  findOpenRegistration,
  voidRegistrations,
} from './registration.store.ts'
import { secretHash } from './secret-hash.ts'
import { signIn } from './sign-in.ts'
import { confirmTries } from './throttle.policy.ts'
import { insertUser } from './user.store.ts'
import type { ClientContext } from './client-context.ts'

export interface SignedIn {
  user: UserRow
  groups: string[]
  /** For the cookie. */
  secret: string
}

/** Makes a registration real by its token and signs its user in (A11 to A13). */
export async function confirmRegistration(
  parts: AccountParts,
  body: Body<'registerConfirm'>,
  client: ClientContext,
): Promise<SignedIn> {
  await parts.throttle.confirmation(client.network)
  const pending = await findOpenRegistration(
    parts.db.orm,
    secretHash(body.token),
    new Date(parts.clock.now()),
  )
  if (!pending) throw new ProblemError('invalid_token')
  if (!registeredHere(pending, client)) await checkPassword(parts, pending, body.password)
  const signedIn = await makeReal(parts, pending, client)
  parts.audit.info({ event: 'registration_confirmed', user: signedIn.user.id, ip: client.ip }, 'account')
  return signedIn
}

function registeredHere(pending: RegistrationRow, client: ClientContext): boolean {
  const registered = pending.preSessionHash
  return registered !== null && client.preSessions.some((one) => secretHash(one).equals(registered))
}

/**
 * Somebody may register with another's address and hope that its owner clicks: without the password the click makes
 * nothing real. After ten wrong ones the token is void.
 */
async function checkPassword(
  parts: AccountParts,
  pending: RegistrationRow,
  password: string | undefined,
): Promise<void> {
  if (password === undefined || password === '') throw new ProblemError('password_required')
  const mayTry = await countPasswordTry(parts.db.orm, pending.id, confirmTries, new Date(parts.clock.now()))
  if (!mayTry) throw new ProblemError('invalid_token')
  const { ok } = await parts.hasher.verify(pending.passwordHash, password)
  if (!ok) throw new ProblemError('invalid_credentials')
}

async function makeReal(
  parts: AccountParts,
  pending: RegistrationRow,
  client: ClientContext,
): Promise<SignedIn> {
  const now = new Date(parts.clock.now())
  return parts.db.transaction(async (tx) => {
    // The user first: the unique address makes rivals wait here, before either holds a row the other needs.
    const user = await insertUser(tx, {
      email: pending.email,
      emailKey: pending.emailKey,
      passwordHash: pending.passwordHash,
      firstName: pending.firstName,
      language: pending.language,
      createdAt: now,
    })
    if (!user || !(await claimRegistration(tx, pending.id, now))) throw new ProblemError('invalid_token')
    await voidRegistrations(tx, pending.emailKey, now)
    return { user, groups: [], secret: await signIn(tx, parts, user.id, client) }
  })
}
