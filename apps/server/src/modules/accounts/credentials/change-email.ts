import type { Body } from '@roundsman/contract/endpoints'
import type { AccountParts } from '../account-parts.ts'
import { emailKey } from '../email-address.ts'
import { secretHash } from '../secret-hash.ts'
import type { LivingSession } from '../session.store.ts'
import { requireStorable } from '../storable.ts'
import { findUserByEmail } from '../user.store.ts'
import type { ClientContext } from '../client-context.ts'
import { orderMail, orderNotice } from './credential-mail.ts'
import { reauthenticate } from './reauthenticate.ts'
import { tokenValidMs } from './token.policy.ts'
import { insertToken, voidTokens } from './token.store.ts'

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
      tokenHash: secretHash(token),
      email,
      createdAt: new Date(now),
      expiresAt: new Date(now + tokenValidMs),
      voidedAt: live ? null : new Date(now),
    })
    await orderMail(tx, parts, {
      mail: owner ? 'emailTaken' : 'confirmEmail',
      to: owner?.email ?? email,
      userId: owner?.id ?? user.id,
      language: owner?.language ?? user.language,
      host: client.host,
      page: owner ? { path: '/login' } : { path: '/email-change/confirm', token },
      dedupeKey: `email-change:${id}`,
      usefulForMs: tokenValidMs,
      suppressed: mayMail ? null : 'too many requests for this address',
    })
    await orderNotice(tx, parts, {
      mail: 'emailNotice',
      user,
      host: client.host,
      dedupeKey: `email-change-notice:${id}`,
    })
  })
  parts.audit.info({ event: 'email_change_asked', user: user.id, ip: client.ip }, 'account')
}
