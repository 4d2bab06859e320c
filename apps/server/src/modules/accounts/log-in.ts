import type { Body } from '@roundsman/contract/endpoints'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { AccountParts } from './account-parts.ts'
import type { UserRow } from './accounts.schema.ts'
import type { SignedIn } from './confirm-registration.ts'
import { emailKey } from './email-address.ts'
import { signIn } from './sign-in.ts'
import { findUserByEmail, groupsOf, setPasswordHash } from './user.store.ts'
import type { Visitor } from './visitor.ts'

/**
 * Signs in by password (L1 to L3). An unknown address, one without a password, a disabled account and a wrong
 * password answer alike, after the same work.
 */
export async function logIn(parts: AccountParts, body: Body<'login'>, visitor: Visitor): Promise<SignedIn> {
  const key = emailKey(body.email)
  const user = await parts.throttle.login(key, visitor.network, async () => {
    const found = await findUserByEmail(parts.db.orm, key)
    const { ok, outdated } = await parts.hasher.verify(found?.passwordHash ?? null, body.password)
    const admitted = ok && found?.disabledAt === null ? found : null
    return { ok: admitted !== null, value: admitted && { ...admitted, outdated } }
  })
  if (!user) {
    parts.audit.warn({ event: 'login_failed', ip: visitor.ip, userAgent: visitor.userAgent }, 'account')
    throw new ProblemError('invalid_credentials')
  }
  return complete(parts, user, body.password, visitor)
}

async function complete(
  parts: AccountParts,
  user: UserRow & { outdated: boolean },
  password: string,
  visitor: Visitor,
): Promise<SignedIn> {
  const renewed = user.outdated ? await parts.hasher.hash(password) : null
  const signedIn = await parts.db.transaction(async (tx) => {
    if (renewed !== null) await setPasswordHash(tx, user.id, renewed)
    return { user, groups: await groupsOf(tx, user.id), secret: await signIn(tx, parts, user.id, visitor) }
  })
  parts.audit.info({ event: 'login', user: user.id, ip: visitor.ip }, 'account')
  return signedIn
}
