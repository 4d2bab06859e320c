import type { Body } from '@roundsman/contract/endpoints'
import { mailAgainSeconds } from '@roundsman/contract/accounts/users'
import { type Message, ProblemError } from '../../../platform/http/problem-error.ts'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { orderMail, orderNotice } from '../account-mail.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import type { LivingSession } from '../sessions/session.store.ts'
import { fieldTexts } from '../users/account-texts.data.ts'
import {
  emailKey,
  findUser,
  findUserByEmail,
  lockUser,
  rememberNetwork,
  replacePasswordHash,
  setPasswordHash,
} from '../users/user.store.ts'
import { credentialTexts } from './credential-texts.data.ts'
import { passwordFault } from './passwords.ts'
import { reauthenticate } from './reauthenticate.ts'
import { claimToken, findOpenToken, insertToken, tokenValidMs, voidTokens } from './token.store.ts'

/**
 * Sets a new password by the old one (A39, A41). Other sessions end, links that were mailed are void, the user is
 * told. Gives the new secret of this session for the cookie.
 */
export async function changePassword(
  parts: AccountParts,
  session: LivingSession,
  body: Body<'passwordChange'>,
  client: ClientContext,
): Promise<string> {
  const fault = passwordFault(body.new_password, session.user.email)
  if (fault) throw new ProblemError('validation_failed', { errors: { new_password: [fault] } })
  await reauthenticate(parts, session, { field: 'old_password', password: body.old_password }, client)
  if (body.new_password === body.old_password)
    throw new ProblemError('validation_failed', { errors: { new_password: [fieldTexts.samePassword] } })
  const passwordHash = await parts.hasher.hash(body.new_password)
  const { user, sessionId } = session
  const now = parts.clock.now()
  return parts.db.transaction(async (tx) => {
    // Another change may have come in between: then the old password was not the old one any more.
    if (!(await replacePasswordHash(tx, user.id, { from: user.passwordHash, to: passwordHash })))
      throw new ProblemError('invalid_credentials')
    await voidTokens(tx, user.id, ['reset', 'email_change'], new Date(now))
    await parts.sessions.endOthersOf(tx, user.id, sessionId)
    await orderNotice(tx, parts, {
      text: credentialTexts[user.language].passwordChanged,
      user,
      host: client.host,
      dedupeKey: `password-changed:${parts.ids.uuid()}`,
    })
    const renewed = await parts.sessions.renew(tx, sessionId)
    if (renewed === null) throw new ProblemError('not_authenticated')
    await parts.audit.record(tx, { kind: 'password_changed', userId: user.id, from: client })
    return renewed
  })
}

/** No id of a user: what is done for an address without an account touches nobody. */
const nobody = 0

/**
 * Mails a link to set a new password (A36 to A38). An address without an account takes the same steps, with a void
 * token and a delivery that is kept and not sent, so that neither the answer nor its time tells them apart. Gives the
 * seconds until another mail may be asked for.
 */
export async function resetPassword(
  parts: AccountParts,
  body: Body<'resetPassword'>,
  client: ClientContext,
): Promise<number> {
  const key = emailKey(body.email)
  const waits = await parts.throttle.reset(key, client.network)
  const mayMail = waits === null
  const token = parts.ids.token(32)
  const now = parts.clock.now()
  await parts.db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, key)
    const owner = found?.disabledAt === null ? found : null
    const live = owner !== null && mayMail
    // What is not mailed voids nothing: the link mailed last goes on working.
    await voidTokens(tx, live ? owner.id : nobody, ['reset'], new Date(now))
    const id = await insertToken(tx, {
      kind: 'reset',
      userId: owner?.id ?? null,
      tokenHash: tokenHash(token),
      createdAt: new Date(now),
      expiresAt: new Date(now + tokenValidMs),
      voidedAt: live ? null : new Date(now),
    })
    const language = owner?.language ?? client.language
    await orderMail(tx, parts, {
      text: credentialTexts[language].reset,
      to: owner?.email ?? 'nobody',
      userId: owner?.id ?? null,
      language,
      host: client.host,
      page: { path: '/reset-password/confirm', token },
      dedupeKey: `reset:${id}`,
      usefulForMs: tokenValidMs,
      suppressed: owner === null ? 'no account' : mayMail ? null : 'too many requests for this address',
    })
    await parts.audit.record(tx, { kind: 'password_reset_asked', userId: owner?.id ?? null, from: client })
  })
  return waits ?? mailAgainSeconds
}

/**
 * Sets the password of the user to whom the token was mailed (A38). Every session ends and nobody is signed in; from
 * this network address the login stays open to them, whatever others do (A23).
 */
export async function confirmReset(
  parts: AccountParts,
  body: Body<'resetPasswordConfirm'>,
  client: ClientContext,
): Promise<void> {
  const refuse = (fault: Message | null) => {
    if (fault) throw new ProblemError('validation_failed', { errors: { password: [fault] } })
  }
  refuse(passwordFault(body.password, null))
  await parts.throttle.confirmation(client.network)
  const now = new Date(parts.clock.now())
  const found = await findOpenToken(parts.db.orm, ['reset'], tokenHash(body.token), now)
  if (!found) throw new ProblemError('invalid_token')
  const owner = await findUser(parts.db.orm, found.userId)
  refuse(passwordFault(body.password, owner?.email ?? null))
  const passwordHash = await parts.hasher.hash(body.password)
  await parts.db.transaction(async (tx) => {
    const user = await lockUser(tx, found.userId)
    if (!user || !(await claimToken(tx, found.id, now))) throw new ProblemError('invalid_token')
    await setPasswordHash(tx, user.id, passwordHash)
    await voidTokens(tx, user.id, ['reset', 'email_change'], now)
    await parts.sessions.endAllOf(tx, user.id)
    await rememberNetwork(tx, user.id, client.network, now)
    await orderNotice(tx, parts, {
      text: credentialTexts[user.language].passwordChanged,
      user,
      host: client.host,
      dedupeKey: `password-reset:${found.id}`,
    })
    await parts.audit.record(tx, { kind: 'password_reset', userId: user.id, from: client })
  })
}
