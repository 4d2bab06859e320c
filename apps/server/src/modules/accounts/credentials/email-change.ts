import type { Body } from '@roundsman/contract/endpoints'
import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { orderMail, orderNotice } from '../account-mail.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import type { LivingSession } from '../sessions/session.store.ts'
import { voidRegistrations } from '../sign-in/registration.store.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import {
  emailKey,
  findUserByEmail,
  lockUser,
  rememberNetwork,
  requireStorable,
  setEmail,
} from '../users/user.store.ts'
import { credentialTexts } from './credential-texts.data.ts'
import { reauthenticate } from './reauthenticate.ts'
import {
  claimToken,
  findOpenToken,
  insertToken,
  tokenValidMs,
  undoValidMs,
  voidTokens,
} from './token.store.ts'

/**
 * Takes the wish for another address (A39, A42): a link to the new one, a notice to the old one. A taken address takes
 * the same steps with a void token, and its owner gets a note.
 */
export async function changeEmail(
  parts: AccountParts,
  session: LivingSession,
  body: Body<'emailChange'>,
  client: ClientContext,
): Promise<void> {
  requireStorable({ email: body.email })
  await reauthenticate(parts, session, { field: 'password', password: body.password }, client)
  const { user } = session
  const email = body.email.trim()
  const key = emailKey(email)
  const mayMail = await parts.throttle.emailChange(user.id, key, client.network)
  const token = parts.ids.token(32)
  const now = parts.clock.now()
  await parts.db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, key)
    // Another spelling of one's own address is a change like any other.
    const owner = found !== null && found.id !== user.id ? found : null
    const live = owner === null && mayMail
    await voidTokens(tx, user.id, ['email_change'], new Date(now))
    const id = await insertToken(tx, {
      kind: 'email_change',
      userId: user.id,
      tokenHash: tokenHash(token),
      email,
      createdAt: new Date(now),
      expiresAt: new Date(now + tokenValidMs),
      voidedAt: live ? null : new Date(now),
    })
    const { language } = owner ?? user
    await orderMail(tx, parts, {
      text: credentialTexts[language][owner ? 'emailTaken' : 'confirmEmail'],
      to: owner?.email ?? email,
      userId: owner?.id ?? user.id,
      language,
      host: client.host,
      page: owner ? { path: '/login' } : { path: '/email-change/confirm', token },
      dedupeKey: `email-change:${id}`,
      usefulForMs: tokenValidMs,
      suppressed: mayMail ? null : 'too many requests for this address',
    })
    await orderNotice(tx, parts, {
      text: credentialTexts[user.language].emailNotice,
      user,
      host: client.host,
      dedupeKey: `email-change-notice:${id}`,
    })
    await parts.audit.record(tx, { kind: 'email_change_asked', userId: user.id, from: client })
  })
}

/**
 * Gives an account the address to which the token was mailed (A42, A43), with or without a session; signs nobody in.
 * The old address gets a link to take itself back; used, that one also ends every session.
 */
export async function confirmEmail(
  parts: AccountParts,
  token: string,
  client: ClientContext,
): Promise<string> {
  await parts.throttle.confirmation(client.network)
  const now = new Date(parts.clock.now())
  const found = await findOpenToken(parts.db.orm, ['email_change', 'email_undo'], tokenHash(token), now)
  if (!found || found.email === null) throw new ProblemError('invalid_token')
  const { email } = found
  const key = emailKey(email)
  try {
    await parts.db.transaction(async (tx) => {
      const user = await lockUser(tx, found.userId)
      if (!user || !(await claimToken(tx, found.id, now))) throw new ProblemError('invalid_token')
      const owner = await findUserByEmail(tx, key)
      if (owner && owner.id !== user.id) throw new ProblemError('invalid_token')
      await setEmail(tx, user.id, { email, emailKey: key })
      await voidRegistrations(tx, key, now)
      await rememberNetwork(tx, user.id, client.network, now)
      await voidTokens(tx, user.id, ['reset', 'email_change'], now)
      if (found.kind === 'email_undo') {
        // Whoever had the account may hold links to addresses of their own.
        await voidTokens(tx, user.id, ['email_undo'], now)
        await parts.sessions.endAllOf(tx, user.id)
      } else await offerUndo(tx, parts, user, client)
      const kind = found.kind === 'email_undo' ? 'email_restored' : 'email_changed'
      await parts.audit.record(tx, { kind, userId: user.id, from: client })
    })
  } catch (error) {
    // Somebody registered the address in the same moment.
    if (isDuplicate(error)) throw new ProblemError('invalid_token', { cause: error })
    throw error
  }
  return email
}

/** `user` is the account as it was, with the old address. */
async function offerUndo(tx: Tx, parts: AccountParts, user: UserRow, client: ClientContext): Promise<void> {
  const token = parts.ids.token(32)
  const now = parts.clock.now()
  const id = await insertToken(tx, {
    kind: 'email_undo',
    userId: user.id,
    tokenHash: tokenHash(token),
    email: user.email,
    createdAt: new Date(now),
    expiresAt: new Date(now + undoValidMs),
  })
  await orderMail(tx, parts, {
    text: credentialTexts[user.language].emailChanged,
    to: user.email,
    userId: user.id,
    language: user.language,
    host: client.host,
    page: { path: '/email-change/confirm', token },
    dedupeKey: `email-changed:${id}`,
    usefulForMs: undoValidMs,
    suppressed: null,
  })
}

/** SQLSTATE unique_violation, looking through the wrappers that libraries put around it. */
function isDuplicate(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === '23505') return true
  return false
}
