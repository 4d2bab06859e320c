import type { SecondFactorBody, UsedPasskey } from '@roundsman/contract/accounts/second-factor'
import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext, RequestSession } from '../account-parts.ts'
import { endHalfSession, type HalfSession } from '../sessions/half-sessions.ts'
import { setFactorAt } from '../sessions/session.store.ts'
import { type SignedIn, type SignInBy, signIn } from '../sign-in/sign-in.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { withTimezone } from '../users/timezone.ts'
import { groupsOf, lockUser } from '../users/user.store.ts'
import { countUse, notifyFactors, takeFactor } from './factors.ts'
import { checkUse } from './passkeys.ts'

/** The first step is not there, or not any more. */
export function startAgain(): ProblemError {
  return new ProblemError('invalid_token', {
    detail: {
      en: 'This sign-in has expired. Start again with your password.',
      ru: 'Время на вход истекло. Начните заново с пароля.',
      uk: 'Час на вхід минув. Почніть знову з пароля.',
    },
  })
}

/** The second step of a sign-in (A129). @throws ProblemError as `takeFactor`; `startAgain` where the first step is too old */
export async function finishSignIn(
  parts: AccountParts,
  half: HalfSession,
  given: SecondFactorBody,
  client: ClientContext,
): Promise<SignedIn> {
  return takeFactor(parts, half.userId, given, client, async (tx, user, method) => {
    if (!(await endHalfSession(tx, half.id))) throw startAgain()
    if (method === 'RECOVERY_CODE') await recoveryCodeUsed(tx, parts, user, client, null)
    const at = half.providerSignInAt ?? new Date(parts.clock.now())
    const provider = half.issuer === null ? null : { issuer: half.issuer, at }
    return signedIn(tx, parts, user, client, { provider, factor: method })
  })
}

/** A factor given again by somebody who is signed in (A131). The session goes on under a new secret (ASVS 7.2.4). */
export async function giveFactorAgain(
  parts: AccountParts,
  session: RequestSession,
  given: SecondFactorBody,
  client: ClientContext,
): Promise<SignedIn> {
  const { sessionId, groups } = session
  return takeFactor(parts, session.user.id, given, client, async (tx, user, method) => {
    await setFactorAt(tx, sessionId, new Date(parts.clock.now()))
    if (method === 'RECOVERY_CODE') await recoveryCodeUsed(tx, parts, user, client, sessionId)
    const secret = await parts.sessions.renew(tx, sessionId)
    if (secret === null) throw new ProblemError('not_authenticated')
    const entry = { kind: 'second_factor_given', userId: user.id, from: client, detail: method } as const
    await parts.audit.record(tx, entry)
    return { user, groups, secret }
  })
}

/** A sign-in by a passkey alone, which is both factors at once (A127). @throws ProblemError 400 `invalid_credential` */
export async function signInByPasskey(
  parts: AccountParts,
  credential: UsedPasskey,
  client: ClientContext,
): Promise<SignedIn> {
  await parts.throttle.confirmation(client.network)
  const use = await checkUse(parts, credential, client, true)
  const entered =
    use &&
    (await parts.db.transaction(async (tx) => {
      const user = await lockUser(tx, use.passkey.userId)
      if (!user || !(await countUse(tx, use, parts.clock.now()))) return null
      return signedIn(tx, parts, user, client, { provider: null, factor: 'PASSKEY' })
    }))
  if (entered) return entered
  const userId = use?.passkey.userId ?? null
  await parts.audit.record(parts.db.orm, { kind: 'login_failed', userId, from: client, detail: 'PASSKEY' })
  throw new ProblemError('invalid_credential')
}

async function signedIn(
  tx: Tx,
  parts: AccountParts,
  user: UserRow,
  client: ClientContext,
  by: SignInBy,
): Promise<SignedIn> {
  return {
    user: await withTimezone(tx, user, client.timezone),
    groups: await groupsOf(tx, user.id),
    secret: await signIn(tx, parts, user.id, client, by),
  }
}

/**
 * Somebody without the phone or key that they usually have: their other sessions end, and they are told (A123).
 * @param sessionId the one that stays; null: none
 */
async function recoveryCodeUsed(
  tx: Tx,
  parts: AccountParts,
  user: UserRow,
  client: ClientContext,
  sessionId: number | null,
): Promise<void> {
  if (sessionId === null) await parts.sessions.endAllOf(tx, user.id)
  else await parts.sessions.endOthersOf(tx, user.id, sessionId)
  await notifyFactors(tx, parts, 'codeUsed', user, client.host)
  await parts.audit.record(tx, { kind: 'recovery_code_used', userId: user.id, from: client })
}
