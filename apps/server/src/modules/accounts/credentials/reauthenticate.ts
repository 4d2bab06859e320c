import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import type { LivingSession } from '../sessions/session.store.ts'
import { requireRecentFactor } from '../second-factor/factors.ts'
import { fieldTexts } from '../users/account-texts.data.ts'

/** A sign-in through a provider stands in for a password of one's own this long (A40). */
const providerSignInMs = 10 * 60_000

/** True within ten minutes of a sign-in through an identity provider in this very session (A40). */
function signedInWithProviderRecently(
  session: Pick<LivingSession, 'providerSignInAt'>,
  now: number,
): boolean {
  return session.providerSignInAt !== null && now - session.providerSignInAt.getTime() < providerSignInMs
}

/**
 * Makes sure that who holds the session is its user (A39, ASVS 7.5.1): by a recent second factor, if there is one (A131),
 * and by the present password, or, without a password of one's own, by a fresh sign-in with the provider. `field` is where the password stands in the request.
 */
export async function reauthenticate(
  parts: AccountParts,
  session: LivingSession,
  given: { field: string; password: string | undefined },
  client: ClientContext,
): Promise<void> {
  await requireRecentFactor(parts, session)
  const { id: userId, passwordHash } = session.user
  if (passwordHash === null) {
    if (signedInWithProviderRecently(session, parts.clock.now())) return
    throw new ProblemError('invalid_credentials')
  }
  const { field, password } = given
  if (password === undefined)
    throw new ProblemError('validation_failed', { errors: { [field]: [fieldTexts.required] } })
  const ok = await parts.throttle.password(
    userId,
    client.network,
    async () => (await parts.hasher.verify(passwordHash, password)).ok,
  )
  if (ok) return
  await parts.audit.record(parts.db.orm, { kind: 'reauthentication_failed', userId, from: client })
  throw new ProblemError('invalid_credentials')
}
