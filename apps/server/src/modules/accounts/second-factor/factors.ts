import type { SecondFactorBody } from '@roundsman/contract/accounts/second-factor'
import type { FactorMethod } from '@roundsman/contract/accounts/users'
import type { SealedColumn } from '../../../platform/config/text-seal.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import { orderNotice } from '../account-mail.ts'
import type { LivingSession } from '../sessions/session.store.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { lockUser } from '../users/user.store.ts'
import { checkUse, type PasskeyUse } from './passkeys.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { factorMails } from './second-factor-texts.data.ts'
import {
  findPasskey,
  findTotp,
  markPasskeyUsed,
  passkeysOf,
  recoveryCodesLeft,
  takeRecoveryCode,
  takeStep,
} from './second-factor.store.ts'
import { stepOfCode } from './totp.ts'

/** A factor is good for changes for as long after it was given (A131). */
const recentMs = 10 * 60_000

/** Under what the secret of a generator is sealed. */
export const totpSealedAs = (id: number) => `totp:${id}`
export const sealedTotp: SealedColumn = {
  table: 'user_totp',
  column: 'sealed',
  key: { column: 'id', type: 'bigint' },
  rowName: (id) => totpSealedAs(Number(id)),
}

/** Whether somebody has a factor: recovery codes alone are none. */
export async function hasFactor(db: Queryable, userId: number): Promise<boolean> {
  return (await findTotp(db, userId)) !== null || (await passkeysOf(db, userId)).length > 0
}

/**
 * What a user can give as their second factor here; null where they have none.
 * @param rpId passkeys of another domain are of no use here
 */
export async function methodsOf(db: Queryable, userId: number, rpId: string): Promise<FactorMethod[] | null> {
  const totp = await findTotp(db, userId)
  const passkeys = await passkeysOf(db, userId)
  if (totp === null && passkeys.length === 0) return null
  const methods: FactorMethod[] = totp === null ? [] : ['TOTP']
  if (passkeys.some((passkey) => passkey.rpId === rpId)) methods.push('PASSKEY')
  if ((await recoveryCodesLeft(db, userId)) > 0) methods.push('RECOVERY_CODE')
  return methods
}

/**
 * Lets a change of credentials pass where the user has no factor, or gave one in this session within ten minutes (A131).
 * @throws ProblemError 403 `second_factor_needed`
 */
export async function requireRecentFactor(
  { db, clock }: Pick<AccountParts, 'db' | 'clock'>,
  { user, factorAt }: Pick<LivingSession, 'user' | 'factorAt'>,
): Promise<void> {
  if (factorAt !== null && clock.now() - factorAt.getTime() < recentMs) return
  if (await hasFactor(db.orm, user.id)) throw new ProblemError('second_factor_needed')
}

/**
 * Takes a factor of a user and does what follows from it, in one transaction. The tries of one user come one after the
 * other, in whatever process: the row of the user is locked, so that a code is taken once and every wrong one counts
 * (A122, A130).
 * @throws ProblemError 400 `invalid_code`, 429 after ten wrong ones
 */
export async function takeFactor<T>(
  parts: AccountParts,
  userId: number,
  given: SecondFactorBody,
  client: ClientContext,
  then: (tx: Tx, user: UserRow, method: FactorMethod) => Promise<T>,
): Promise<T> {
  // The signature is checked before the lock is taken; it counts below.
  const use = 'credential' in given ? await checkUse(parts, given.credential, client, false) : null
  const taken = await parts.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new ProblemError('not_authenticated')
    await parts.throttle.factor(tx, userId)
    const method = await take(tx, parts, user, given, use)
    if (method !== null) return { value: await then(tx, user, method) }
    await parts.throttle.wrongFactor(tx, userId, client.network)
    await parts.audit.record(tx, { kind: 'second_factor_failed', userId, from: client })
    return null
  })
  if (taken === null) throw new ProblemError('invalid_code')
  return taken.value
}

/** Which factor this is of the user, used up; null for none. */
async function take(
  tx: Tx,
  parts: AccountParts,
  user: UserRow,
  given: SecondFactorBody,
  use: PasskeyUse | null,
): Promise<FactorMethod | null> {
  const now = parts.clock.now()
  if ('recovery_code' in given) {
    const ok = await takeRecoveryCode(tx, user.id, recoveryCodeHash(given.recovery_code), new Date(now))
    return ok ? 'RECOVERY_CODE' : null
  }
  if ('credential' in given)
    return use?.passkey.userId === user.id && (await countUse(tx, use, now)) ? 'PASSKEY' : null
  const totp = await findTotp(tx, user.id)
  if (totp === null) return null
  const step = stepOfCode(parts.seal.open(totpSealedAs(totp.id), totp.sealed), given.code, now)
  return step !== null && (await takeStep(tx, totp.id, step)) ? 'TOTP' : null
}

/**
 * Writes down that a passkey was used; false where it has gone meanwhile, or where its authenticator counts backwards,
 * which a copied one does (A125). Its user's row is locked.
 */
export async function countUse(tx: Tx, { passkey, counter }: PasskeyUse, now: number): Promise<boolean> {
  const present = await findPasskey(tx, passkey.credentialId)
  if (!present || (counter <= present.counter && (counter > 0 || present.counter > 0))) return false
  await markPasskeyUsed(tx, present.id, counter, new Date(now))
  return true
}

/** Tells the owner of an account what happened to its factors, inside the caller's transaction (A133). */
export function notifyFactors(
  tx: Tx,
  parts: AccountParts,
  what: keyof typeof factorMails,
  user: UserRow,
  host: string,
): Promise<void> {
  const text = factorMails[what][user.language]
  return orderNotice(tx, parts, { text, user, host, dedupeKey: `second-factor:${parts.ids.uuid()}` })
}
