import type { Body } from '@roundsman/contract/endpoints'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import { fieldTexts } from '../account-texts.data.ts'
import { passwordFault } from '../password.policy.ts'
import type { LivingSession } from '../session.store.ts'
import { replacePasswordHash } from '../user.store.ts'
import type { ClientContext } from '../client-context.ts'
import { orderNotice } from './credential-mail.ts'
import { reauthenticate } from './reauthenticate.ts'
import { voidTokens } from './token.store.ts'

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
  const secret = await parts.db.transaction(async (tx) => {
    // Another change may have come in between: then the old password was not the old one any more.
    if (!(await replacePasswordHash(tx, user.id, { from: user.passwordHash, to: passwordHash })))
      throw new ProblemError('invalid_credentials')
    await voidTokens(tx, user.id, ['reset', 'email_change'], new Date(now))
    await parts.sessions.endOthersOf(tx, user.id, sessionId)
    await orderNotice(tx, parts, {
      mail: 'passwordChanged',
      user,
      host: client.host,
      dedupeKey: `password-changed:${parts.ids.uuid()}`,
    })
    const renewed = await parts.sessions.renew(tx, sessionId)
    if (renewed === null) throw new ProblemError('not_authenticated')
    return renewed
  })
  parts.audit.info({ event: 'password_changed', user: user.id, ip: client.ip }, 'account')
  return secret
}
