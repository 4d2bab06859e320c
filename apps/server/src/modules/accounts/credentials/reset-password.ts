import type { Body } from '@roundsman/contract/endpoints'
import { mailAgainSeconds } from '@roundsman/contract/users'
import type { AccountParts } from '../account-parts.ts'
import { emailKey } from '../email-address.ts'
import { secretHash } from '../secret-hash.ts'
import { findUserByEmail } from '../user.store.ts'
import type { ClientContext } from '../client-context.ts'
import { orderMail } from './credential-mail.ts'
import { tokenValidMs } from './token.policy.ts'
import { insertToken, voidTokens } from './token.store.ts'

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
      tokenHash: secretHash(token),
      createdAt: new Date(now),
      expiresAt: new Date(now + tokenValidMs),
      voidedAt: live ? null : new Date(now),
    })
    await orderMail(tx, parts, {
      mail: 'reset',
      to: owner?.email ?? 'nobody',
      userId: owner?.id ?? null,
      language: owner?.language ?? client.language,
      host: client.host,
      page: { path: '/reset-password/confirm', token },
      dedupeKey: `reset:${id}`,
      usefulForMs: tokenValidMs,
      suppressed: owner === null ? 'no account' : mayMail ? null : 'too many requests for this address',
    })
  })
  parts.audit.info({ event: 'password_reset_asked', ip: client.ip, mailed: mayMail }, 'account')
  return waits ?? mailAgainSeconds
}
