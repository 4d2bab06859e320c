import { isIP } from 'node:net'
import type { UsedPasskey } from '@roundsman/contract/accounts/second-factor'
import type { Answer, Body } from '@roundsman/contract/endpoints'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { bytea, timestamptz } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext, RequestSession } from '../account-parts.ts'
import { cookieDomainFor, hostName } from '../sessions/account-cookies.ts'
import { findPasskey, type PasskeyRow, passkeysOf } from './second-factor.store.ts'

const userPasskeyChallenge = pgTable('user_passkey_challenge', {
  challengeHash: bytea('challenge_hash').primaryKey(),
  kind: text('kind').$type<'CREATE' | 'USE'>().notNull(),
  bindingHash: bytea('binding_hash').notNull(),
  rpId: text('rp_id').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

/** A challenge can be answered this long (A124); browsers give their users as much. */
const challengeMs = 5 * 60_000
/** EdDSA, ES256 and RS256, by their numbers in COSE. */
const algorithms = [-8, -7, -257]

/** Loaded by the first who needs it: it takes a quarter of a second and 25 MB. */
const webAuthn = () => import('@simplewebauthn/server')
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers')

type Place = Pick<ClientContext, 'protocol' | 'host'>

/**
 * The domain that passkeys made at this address are for (A124): the one that sessions are shared in, where the host lies in
 * it, so that a passkey serves as far as a sign-in does; else the host itself.
 */
export function relyingPartyOf(
  { cookieDomain }: Pick<AccountParts, 'cookieDomain'>,
  { host }: Place,
): string {
  return cookieDomainFor(host, cookieDomain) ?? hostName(host)
}

/** @throws ProblemError where the site is reached by a bare address, for which browsers know no passkeys */
function relyingParty(parts: AccountParts, place: Place): string {
  const rpId = relyingPartyOf(parts, place)
  if (rpId === '' || isIP(rpId) !== 0) throw new ProblemError('not_configured')
  return rpId
}

/** Origins of pages that may use passkeys of `rpId`: the request's own, and those of the catalogue within it. */
function originsFor({ sites }: AccountParts, rpId: string, { protocol, host }: Place): string[] {
  return [`${protocol}://${host}`, ...sites.domains()].flatMap((address) => {
    if (!URL.canParse(address)) return []
    const { origin, hostname } = new URL(address)
    return hostname === rpId || hostname.endsWith(`.${rpId}`) ? [origin] : []
  })
}

/** What an authenticator knows a user by: stands for nobody elsewhere. */
const userHandle = (userId: number) => Buffer.from(`user ${userId}`)

const described = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** Options with which a browser makes a passkey. */
export async function startCreation(
  parts: AccountParts,
  { user, secret }: RequestSession,
  client: ClientContext,
): Promise<Answer<'startPasskey'>> {
  const rpId = relyingParty(parts, client)
  const own = (await passkeysOf(parts.db.orm, user.id)).filter((one) => one.rpId === rpId)
  return {
    challenge: await issueChallenge(parts, 'CREATE', tokenHash(secret), rpId),
    rp: { id: rpId, name: 'Roundsman' },
    user: {
      id: userHandle(user.id).toString('base64url'),
      name: user.email,
      displayName: [user.firstName, user.lastName].filter((name) => name !== '').join(' ') || user.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: own.map(described),
    // A key without a PIN is a second factor as well; it does not sign in by itself (A127).
    authenticatorSelection: {
      ...{ residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
    },
  }
}

/** What a browser made, as it is kept; null where it is not an answer to a challenge of this session. */
export async function checkCreation(
  parts: AccountParts,
  { secret }: RequestSession,
  credential: Body<'addPasskey'>['credential'],
  client: ClientContext,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId'> | null> {
  const rpId = relyingParty(parts, client)
  const expectedChallenge = await claimChallenge(parts, 'CREATE', credential, [tokenHash(secret)], rpId)
  if (expectedChallenge === null) return null
  const { verifyRegistrationResponse } = await webAuthn()
  const { verified, registrationInfo } = await refusalAsFalse(() =>
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: originsFor(parts, rpId, client),
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified || !registrationInfo) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: credential.response.transports ?? [],
    rpId,
  }
}

/**
 * Options with which a browser uses a passkey.
 * @param userId whose passkeys; null: whoever has one signs in by it, which takes their PIN, finger or face (A127)
 */
export async function startUse(
  parts: AccountParts,
  client: ClientContext,
  userId: number | null,
): Promise<Answer<'startPasskeyLogin'>> {
  const rpId = relyingParty(parts, client)
  const [binding] = bindingsOf(client)
  // Cannot be: the CSRF token that came along is bound to one of them.
  if (!binding) throw new ProblemError('csrf_failed')
  const own = userId === null ? [] : await passkeysOf(parts.db.orm, userId)
  return {
    challenge: await issueChallenge(parts, 'USE', binding, rpId),
    rpId,
    timeout: challengeMs,
    userVerification: userId === null ? 'required' : 'preferred',
    allowCredentials: own.filter((one) => one.rpId === rpId).map(described),
  }
}

/** A passkey that was just used, with what its authenticator counts now. */
export interface PasskeyUse {
  passkey: PasskeyRow
  counter: number
}

/** The passkey that answered a challenge of this browser; null where none did. Uses the challenge up. */
export async function checkUse(
  parts: AccountParts,
  credential: UsedPasskey,
  client: ClientContext,
  requireUserVerification: boolean,
): Promise<PasskeyUse | null> {
  const rpId = relyingParty(parts, client)
  const expectedChallenge = await claimChallenge(parts, 'USE', credential, bindingsOf(client), rpId)
  const passkey = await findPasskey(parts.db.orm, Buffer.from(credential.id, 'base64url'))
  if (expectedChallenge === null || passkey?.rpId !== rpId) return null
  const { userHandle: handle, ...response } = credential.response
  if (handle && !Buffer.from(handle, 'base64url').equals(userHandle(passkey.userId))) return null
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await refusalAsFalse(() =>
    verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: originsFor(parts, rpId, client),
      expectedRPID: rpId,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification,
    }),
  )
  return verified && authenticationInfo ? { passkey, counter: authenticationInfo.newCounter } : null
}

/** The library throws where an answer is not as it should be. */
async function refusalAsFalse<T extends { verified: boolean }>(
  verify: () => Promise<T>,
): Promise<T | { verified: false; registrationInfo?: never; authenticationInfo?: never }> {
  try {
    return await verify()
  } catch {
    return { verified: false }
  }
}

/** What a browser is known by, while it signs in and afterwards. */
function bindingsOf({ halfSecrets, sessionSecrets, preSessions }: ClientContext): Buffer[] {
  return [...halfSecrets, ...sessionSecrets, ...preSessions].map(tokenHash)
}

async function issueChallenge(
  { db, clock, ids }: AccountParts,
  kind: 'CREATE' | 'USE',
  bindingHash: Buffer,
  rpId: string,
): Promise<string> {
  const challenge = ids.token(32)
  const expiresAt = new Date(clock.now() + challengeMs)
  await db.orm
    .insert(userPasskeyChallenge)
    .values({ challengeHash: tokenHash(challenge), kind, bindingHash, rpId, expiresAt })
  return challenge
}

/** The challenge that this answers, if it was given to one of these; it can be claimed once, whatever comes of it. */
async function claimChallenge(
  { db, clock }: AccountParts,
  kind: 'CREATE' | 'USE',
  { response }: { response: { clientDataJSON: string } },
  bindings: readonly Buffer[],
  rpId: string,
): Promise<string | null> {
  const challenge = await challengeIn(response.clientDataJSON)
  if (challenge === null || bindings.length === 0) return null
  const claimed = await db.orm
    .delete(userPasskeyChallenge)
    .where(
      and(
        eq(userPasskeyChallenge.challengeHash, tokenHash(challenge)),
        eq(userPasskeyChallenge.kind, kind),
        eq(userPasskeyChallenge.rpId, rpId),
        inArray(userPasskeyChallenge.bindingHash, [...bindings]),
        gt(userPasskeyChallenge.expiresAt, new Date(clock.now())),
      ),
    )
    .returning({ kind: userPasskeyChallenge.kind })
  return claimed.length > 0 ? challenge : null
}

/** Null where there is none to be read. */
async function challengeIn(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await webAuthnHelpers()
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

export async function forgetChallenges(db: Queryable, before: Date): Promise<void> {
  await db.delete(userPasskeyChallenge).where(lt(userPasskeyChallenge.expiresAt, before))
}
