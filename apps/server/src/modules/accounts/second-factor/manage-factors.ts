import { mostPasskeys, type SecondFactors } from '@roundsman/contract/accounts/second-factor'
import type { Answer, Body } from '@roundsman/contract/endpoints'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type Message, ProblemError } from '../../../platform/http/problem-error.ts'
import { type AccountParts, type ClientContext, lockCaller, type RequestSession } from '../account-parts.ts'
import type { AuditEntry } from '../audit/audit-trail.ts'
import { reauthenticate } from '../credentials/reauthenticate.ts'
import { type LivingSession, setFactorAt } from '../sessions/session.store.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { lockUser } from '../users/user.store.ts'
import { hasFactor, notifyFactors, requireRecentFactor, totpSealedAs } from './factors.ts'
import { checkCreation } from './passkeys.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import {
  confirmPendingTotp,
  deleteFactors,
  deletePasskey,
  deleteTotp,
  findPendingTotp,
  findTotp,
  insertPasskey,
  insertPendingTotp,
  type PasskeyRow,
  passkeysOf,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from './second-factor.store.ts'
import { stepOfCode, totpOf, totpSecretBytes } from './totp.ts'

/** Time to set up an app. */
export const pendingTotpMs = 60 * 60_000

/** What a user has (A120). */
export async function secondFactorsOf(db: Queryable, userId: number): Promise<SecondFactors> {
  return {
    totp: (await findTotp(db, userId)) !== null,
    passkeys: (await passkeysOf(db, userId)).map(passkeyView),
    recovery_codes_left: await recoveryCodesLeft(db, userId),
  }
}

export function passkeyView({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

/** The first factor is added without a password for as long after the sign-in, or after another factor was given (A137). */
const recentMs = 10 * 60_000

/**
 * Makes sure that it is the user who adds a factor (A137, ASVS 7.5.1): whoever finds a browser signed in could else lock its
 * user out, since no reset of the password removes a factor. By a recent factor where there is one (A131), else by a recent
 * sign-in, or as every other change of credentials (A39, A40).
 * @throws ProblemError
 */
export async function requireOwner(
  parts: AccountParts,
  session: LivingSession,
  { password }: { password?: string | undefined },
  client: ClientContext,
): Promise<void> {
  await requireRecentFactor(parts, session)
  const { signedInAt, factorAt } = session
  const provedAt = Math.max(signedInAt.getTime(), factorAt?.getTime() ?? 0)
  if (parts.clock.now() - provedAt < recentMs || (await hasFactor(parts.db.orm, session.user.id))) return
  await reauthenticate(parts, session, { field: 'password', password }, client)
}

/** A secret for an app; good for nothing before a code of it is given (A121). */
export async function startTotp(
  parts: AccountParts,
  session: RequestSession,
  given: Body<'startTotp'>,
  client: ClientContext,
): Promise<{ secret: string; uri: string }> {
  await requireOwner(parts, session, given ?? {}, client)
  const { user } = session
  const started = totpOf(Buffer.from(parts.ids.token(totpSecretBytes), 'base64url'), user.email)
  await parts.db.transaction(async (tx) => {
    await lockCaller(tx, session)
    const seal = (id: number) => parts.seal.seal(totpSealedAs(id), started.secret)
    await insertPendingTotp(tx, user.id, new Date(parts.clock.now()), seal)
  })
  return started
}

/** Puts the secret that was started into use, by a code of it; gives the new recovery codes (A121, A123). */
export async function confirmTotp(
  parts: AccountParts,
  session: RequestSession,
  { code }: Body<'confirmTotp'>,
  client: ClientContext,
): Promise<string[]> {
  await requireRecentFactor(parts, session)
  return parts.db.transaction(async (tx) => {
    const user = await lockCaller(tx, session)
    const now = parts.clock.now()
    const pending = await findPendingTotp(tx, user.id, new Date(now - pendingTotpMs))
    const secret = pending && parts.seal.open(totpSealedAs(pending.id), pending.sealed)
    const step = secret === null ? null : stepOfCode(secret, code, now)
    if (!pending || step === null) throw new ProblemError('invalid_code')
    await confirmPendingTotp(tx, pending, step, new Date(now))
    const codes = await renewRecoveryCodes(tx, parts.ids, user.id)
    await setFactorAt(tx, session.sessionId, new Date(now))
    await changed(tx, parts, { session, user, client, what: 'totpAdded', detail: 'TOTP' })
    return codes
  })
}

/** @throws ProblemError 404 without one */
export async function removeTotp(
  parts: AccountParts,
  session: RequestSession,
  client: ClientContext,
): Promise<void> {
  await requireRecentFactor(parts, session)
  await parts.db.transaction(async (tx) => {
    const user = await lockCaller(tx, session)
    if (!(await deleteTotp(tx, user.id))) throw new ProblemError('not_found')
    await dropUselessCodes(tx, user.id)
    await changed(tx, parts, { session, user, client, what: 'totpRemoved', detail: 'TOTP' })
  })
}

/** Keeps the passkey that a browser made (A124); gives recovery codes where there were none (A123). */
export async function addPasskey(
  parts: AccountParts,
  session: RequestSession,
  { name, credential }: Body<'addPasskey'>,
  client: ClientContext,
): Promise<Answer<'addPasskey'>> {
  await requireRecentFactor(parts, session)
  const created = await checkCreation(parts, session, credential, client)
  if (created === null) throw new ProblemError('invalid_credential')
  return parts.db.transaction(async (tx) => {
    const user = await lockCaller(tx, session)
    if ((await passkeysOf(tx, user.id)).length >= mostPasskeys)
      throw new ProblemError('validation_failed', { errors: { name: [tooMany] } })
    const now = new Date(parts.clock.now())
    const passkey = await insertPasskey(tx, { ...created, userId: user.id, name, createdAt: now })
    if (!passkey) throw new ProblemError('invalid_credential')
    const hasCodes = (await recoveryCodesLeft(tx, user.id)) > 0
    const codes = hasCodes ? null : await renewRecoveryCodes(tx, parts.ids, user.id)
    await setFactorAt(tx, session.sessionId, now)
    await changed(tx, parts, { session, user, client, what: 'passkeyAdded', detail: name })
    return { ...passkeyView(passkey), recovery_codes: codes }
  })
}

const tooMany: Message = {
  en: `You can have at most ${mostPasskeys} passkeys. Remove one first.`,
  ru: `Можно иметь не больше ${mostPasskeys} ключей доступа. Сначала удалите один из них.`,
  uk: `Можна мати не більше ${mostPasskeys} ключів доступу. Спершу видаліть один із них.`,
}

/** @throws ProblemError 404 where it is none of the user's */
export async function removePasskey(
  parts: AccountParts,
  session: RequestSession,
  id: number,
  client: ClientContext,
): Promise<void> {
  await requireRecentFactor(parts, session)
  await parts.db.transaction(async (tx) => {
    const user = await lockCaller(tx, session)
    const gone = await deletePasskey(tx, user.id, id)
    if (!gone) throw new ProblemError('not_found')
    await dropUselessCodes(tx, user.id)
    await changed(tx, parts, { session, user, client, what: 'passkeyRemoved', detail: gone.name })
  })
}

/** Ten new recovery codes in place of the old ones (A123). @throws ProblemError 404 without a factor beside them */
export async function makeRecoveryCodes(
  parts: AccountParts,
  session: RequestSession,
  client: ClientContext,
): Promise<string[]> {
  await requireRecentFactor(parts, session)
  return parts.db.transaction(async (tx) => {
    const user = await lockCaller(tx, session)
    if (!(await hasFactor(tx, user.id))) throw new ProblemError('not_found')
    const codes = await renewRecoveryCodes(tx, parts.ids, user.id)
    await notifyFactors(tx, parts, 'codesMade', user, client.host)
    await parts.audit.record(tx, { kind: 'recovery_codes_created', userId: user.id, from: client })
    return codes
  })
}

/** Takes everything from a user who can give none of it any more (A135), by the operator; their sessions end. */
export async function resetSecondFactor(parts: AccountParts, user: UserRow): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await deleteFactors(tx, user.id)
    await parts.sessions.endAllOf(tx, user.id)
    await notifyFactors(tx, parts, 'reset', user, '')
    await parts.audit.record(tx, { kind: 'second_factor_reset', userId: user.id, from: null })
  })
}

/** Recovery codes stand in for a factor: without one they open nothing. */
async function dropUselessCodes(tx: Tx, userId: number): Promise<void> {
  if (!(await hasFactor(tx, userId))) await replaceRecoveryCodes(tx, userId)
}

interface Change {
  session: RequestSession
  user: UserRow
  client: ClientContext
  what: 'totpAdded' | 'totpRemoved' | 'passkeyAdded' | 'passkeyRemoved'
  detail: NonNullable<AuditEntry['detail']>
}

/** Other sessions end, the owner is told, and the audit trail has it (A133). */
async function changed(
  tx: Tx,
  parts: AccountParts,
  { session, user, client, what, detail }: Change,
): Promise<void> {
  await parts.sessions.endOthersOf(tx, user.id, session.sessionId)
  await notifyFactors(tx, parts, what, user, client.host)
  const kind = what.endsWith('Added') ? 'second_factor_added' : 'second_factor_removed'
  await parts.audit.record(tx, { kind, userId: user.id, from: client, detail })
}
