import type { Body } from '@roundsman/contract/endpoints'
import { type Message, ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import { passwordFault } from '../password.policy.ts'
import { secretHash } from '../secret-hash.ts'
import { findUser, lockUser, rememberNetwork, setPasswordHash } from '../user.store.ts'
import type { ClientContext } from '../client-context.ts'
import { orderNotice } from './credential-mail.ts'
import { claimToken, findOpenToken, voidTokens } from './token.store.ts'

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
  const found = await findOpenToken(parts.db.orm, ['reset'], secretHash(body.token), now)
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
      mail: 'passwordChanged',
      user,
      host: client.host,
      dedupeKey: `password-reset:${found.id}`,
    })
  })
  parts.audit.info({ event: 'password_reset', user: found.userId, ip: client.ip }, 'account')
}
