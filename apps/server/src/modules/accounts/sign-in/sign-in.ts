import type { Body } from '@roundsman/contract/endpoints'
import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { withTimezone } from '../users/timezone.ts'
import { emailKey, findUserByEmail, groupsOf, rememberNetwork, setPasswordHash } from '../users/user.store.ts'
import { findUnconfirmedPassword } from './registration.store.ts'

export interface SignedIn {
  user: UserRow
  groups: string[]
  /** For the cookie. */
  secret: string
}

interface Tried {
  user: (UserRow & { outdated: boolean }) | null
  /** The password is that of a registration that was not confirmed. */
  isPending: boolean
}

/**
 * Signs in by password (A17 to A19). An unknown address, one without a password, a disabled account and a wrong
 * password answer alike, after the same work. Whoever has the password of a registration that was not confirmed learns
 * that, also where the address has an account of somebody else.
 */
export async function logIn(
  parts: AccountParts,
  body: Body<'login'>,
  client: ClientContext,
): Promise<SignedIn> {
  const key = emailKey(body.email)
  const { user, isPending } = await parts.throttle.login<Tried>(key, client.network, async () => {
    const found = await findUserByEmail(parts.db.orm, key)
    const { ok, outdated } = await parts.hasher.verify(found?.passwordHash ?? null, body.password)
    const admitted = ok && found?.disabledAt === null ? found : null
    if (admitted) return { ok: true, value: { user: { ...admitted, outdated }, isPending: false } }
    const pending = await findUnconfirmedPassword(parts.db.orm, key, new Date(parts.clock.now()))
    const registered = await parts.hasher.verify(pending, body.password)
    return { ok: false, value: { user: null, isPending: registered.ok } }
  })
  if (!user) {
    parts.audit.warn({ event: 'login_failed', ip: client.ip, userAgent: client.userAgent }, 'account')
    throw new ProblemError(isPending ? 'email_not_confirmed' : 'invalid_credentials')
  }
  return complete(parts, user, body.password, client)
}

async function complete(
  parts: AccountParts,
  user: UserRow & { outdated: boolean },
  password: string,
  client: ClientContext,
): Promise<SignedIn> {
  const renewed = user.outdated ? await parts.hasher.hash(password) : null
  const signedIn = await parts.db.transaction(async (tx) => {
    if (renewed !== null) await setPasswordHash(tx, user.id, renewed)
    const secret = await signIn(tx, parts, user.id, client)
    return {
      user: await withTimezone(tx, user, client.timezone),
      groups: await groupsOf(tx, user.id),
      secret,
    }
  })
  parts.audit.info({ event: 'login', user: user.id, ip: client.ip }, 'account')
  return signedIn
}

/**
 * Signs a user in inside the caller's transaction: always a new session, the browser's earlier one ends (A27), and
 * the network address is known from now on (A23). Gives the secret for the cookie.
 * @param byProvider where an identity provider proved the user just now
 */
export async function signIn(
  tx: Tx,
  parts: AccountParts,
  userId: number,
  client: ClientContext,
  byProvider = false,
): Promise<string> {
  await parts.sessions.end(tx, client.sessionSecrets)
  await rememberNetwork(tx, userId, client.network, new Date(parts.clock.now()))
  return parts.sessions.open(tx, { userId, ip: client.ip, userAgent: client.userAgent, byProvider })
}
