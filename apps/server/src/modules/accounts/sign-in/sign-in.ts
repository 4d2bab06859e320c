import type { Body } from '@roundsman/contract/endpoints'
import type { FactorMethod } from '@roundsman/contract/accounts/users'
import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import { methodsOf } from '../second-factor/factors.ts'
import { relyingPartyOf } from '../second-factor/passkeys.ts'
import { openHalfSession } from '../sessions/half-sessions.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { withTimezone } from '../users/timezone.ts'
import {
  emailKey,
  findUserByEmail,
  groupsOf,
  lockUser,
  rememberNetwork,
  setPasswordHash,
} from '../users/user.store.ts'
import { findUnconfirmedPassword } from './registration.store.ts'

export interface SignedIn {
  user: UserRow
  groups: string[]
  /** For the cookie. */
  secret: string
}

/** A first factor was right, and a second one is wanted (A128). */
export interface HalfSignedIn {
  /** For the cookie. */
  halfSecret: string
  methods: FactorMethod[]
}

interface Tried {
  user: (UserRow & { outdated: boolean }) | null
  /** The password is that of a registration that was not confirmed. */
  isPending: boolean
  /** Whose address was tried; null: nobody's. */
  ownerId: number | null
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
): Promise<SignedIn | HalfSignedIn> {
  const key = emailKey(body.email)
  const { user, isPending, ownerId } = await parts.throttle.login<Tried>(key, client.network, async () => {
    const found = await findUserByEmail(parts.db.orm, key)
    const { ok, outdated } = await parts.hasher.verify(found?.passwordHash ?? null, body.password)
    const admitted = ok && found?.disabledAt === null ? found : null
    const ownerId = found?.id ?? null
    if (admitted) return { ok: true, value: { user: { ...admitted, outdated }, isPending: false, ownerId } }
    const pending = await findUnconfirmedPassword(parts.db.orm, key, new Date(parts.clock.now()))
    const registered = await parts.hasher.verify(pending, body.password)
    return { ok: false, value: { user: null, isPending: registered.ok, ownerId } }
  })
  if (!user) {
    // Written for an address without an account as well, so that neither the answer nor its time tells them apart.
    await parts.audit.record(parts.db.orm, { kind: 'login_failed', userId: ownerId, from: client })
    throw new ProblemError(isPending ? 'email_not_confirmed' : 'invalid_credentials')
  }
  return complete(parts, user, body.password, client)
}

async function complete(
  parts: AccountParts,
  user: UserRow & { outdated: boolean },
  password: string,
  client: ClientContext,
): Promise<SignedIn | HalfSignedIn> {
  const renewed = user.outdated ? await parts.hasher.hash(password) : null
  return parts.db.transaction(async (tx) => {
    if (renewed !== null) await setPasswordHash(tx, user.id, renewed)
    return enter(tx, parts, user, client, null)
  })
}

/**
 * What a right first factor leads to, inside the caller's transaction: a session, or, for whoever has a second factor,
 * half of one (A128).
 * @param provider that proved the user; null: the password did
 */
export async function enter(
  tx: Tx,
  parts: AccountParts,
  user: UserRow,
  client: ClientContext,
  provider: ProviderProof | null,
): Promise<SignedIn | HalfSignedIn> {
  // So that a factor which is being added is either seen here, or ends the session that begins here.
  if (!(await lockUser(tx, user.id))) throw new ProblemError('invalid_credentials')
  const methods = await methodsOf(tx, user.id, relyingPartyOf(parts, client))
  if (methods !== null) {
    const halfSecret = parts.ids.token(32)
    await openHalfSession(tx, { userId: user.id, secret: halfSecret, provider }, parts.clock.now())
    const detail = provider === null ? {} : { detail: provider.issuer }
    await parts.audit.record(tx, { kind: 'second_factor_asked', userId: user.id, from: client, ...detail })
    return { halfSecret, methods }
  }
  const secret = await signIn(tx, parts, user.id, client, { provider, factor: null })
  const zoned = await withTimezone(tx, user, client.timezone)
  return { user: zoned, groups: await groupsOf(tx, user.id), secret }
}

/** What an identity provider said of somebody. */
export interface ProviderProof {
  issuer: string
  /** When they last proved there who they are. */
  at: Date
}

/** What proved somebody: an identity provider, a second factor; null: the password, none. */
export interface SignInBy {
  provider: ProviderProof | null
  factor: FactorMethod | null
}

/**
 * Signs a user in inside the caller's transaction: always a new session, the browser's earlier one ends (A27), and
 * the network address is known from now on (A23). Gives the secret for the cookie.
 */
export async function signIn(
  tx: Tx,
  parts: AccountParts,
  userId: number,
  client: ClientContext,
  { provider, factor }: SignInBy,
): Promise<string> {
  await parts.sessions.end(tx, client.sessionSecrets)
  await rememberNetwork(tx, userId, client.network, new Date(parts.clock.now()))
  const { ip, userAgent } = client
  const secret = await parts.sessions.open(tx, {
    ...{ userId, ip, userAgent },
    providerSignInAt: provider?.at ?? null,
    byFactor: factor !== null,
  })
  const by = [provider?.issuer ?? null, factor].filter((one) => one !== null).join(', ')
  const detail = by === '' ? {} : { detail: by }
  await parts.audit.record(tx, { kind: 'login', userId, from: client, ...detail })
  return secret
}
