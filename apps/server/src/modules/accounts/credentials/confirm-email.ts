import type { Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import type { UserRow } from '../accounts.schema.ts'
import { emailKey } from '../email-address.ts'
import { voidRegistrations } from '../registration.store.ts'
import { secretHash } from '../secret-hash.ts'
import { findUserByEmail, lockUser, rememberNetwork, setEmail } from '../user.store.ts'
import type { ClientContext } from '../client-context.ts'
import { orderMail } from './credential-mail.ts'
import { undoValidMs } from './token.policy.ts'
import { claimToken, findOpenToken, insertToken, voidTokens } from './token.store.ts'

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
  const found = await findOpenToken(parts.db.orm, ['email_change', 'email_undo'], secretHash(token), now)
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
    })
  } catch (error) {
    // Somebody registered the address in the same moment.
    if (isDuplicate(error)) throw new ProblemError('invalid_token', { cause: error })
    throw error
  }
  parts.audit.info({ event: found.kind, user: found.userId, ip: client.ip }, 'account')
  return email
}

/** `user` is the account as it was, with the old address. */
async function offerUndo(tx: Tx, parts: AccountParts, user: UserRow, client: ClientContext): Promise<void> {
  const token = parts.ids.token(32)
  const now = parts.clock.now()
  const id = await insertToken(tx, {
    kind: 'email_undo',
    userId: user.id,
    tokenHash: secretHash(token),
    email: user.email,
    createdAt: new Date(now),
    expiresAt: new Date(now + undoValidMs),
  })
  await orderMail(tx, parts, {
    mail: 'emailChanged',
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
