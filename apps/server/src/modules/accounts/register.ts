import type { Body } from '@roundsman/contract/endpoints'
import { mailAgainSeconds } from '@roundsman/contract/users'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { AccountParts } from './account-parts.ts'
import { accountTexts } from './account-texts.data.ts'
import { emailKey } from './email-address.ts'
import { passwordFault } from './password.policy.ts'
import { insertRegistration } from './registration.store.ts'
import { secretHash } from './secret-hash.ts'
import { siteLink } from './site-links.ts'
import { requireStorable } from './storable.ts'
import { findUserByEmail } from './user.store.ts'
import type { ClientContext } from './client-context.ts'

export const registrationValidMs = 24 * 60 * 60_000

/**
 * Takes a registration (A8 to A10). A taken address takes the same steps as a free one, a void row and a mail among
 * them, so that neither the answer nor its time tells them apart. Gives the seconds until another mail may be asked for.
 */
export async function register(
  parts: AccountParts,
  body: Body<'register'>,
  client: ClientContext,
): Promise<number> {
  requireStorable({ first_name: body.first_name, email: body.email })
  const fault = passwordFault(body.password, body.email)
  if (fault) throw new ProblemError('validation_failed', { errors: { password: [fault] } })
  const key = emailKey(body.email)
  const waits = await parts.throttle.registration(key, client.network)
  const mayMail = waits === null
  const passwordHash = await parts.hasher.hash(body.password)
  const token = parts.ids.token(32)
  const [preSession] = client.preSessions
  const now = parts.clock.now()
  await parts.db.transaction(async (tx) => {
    const owner = await findUserByEmail(tx, key)
    const id = await insertRegistration(tx, {
      email: body.email.trim(),
      emailKey: key,
      passwordHash,
      firstName: body.first_name ?? '',
      language: client.language,
      tokenHash: secretHash(token),
      preSessionHash: preSession === undefined ? null : secretHash(preSession),
      createdAt: new Date(now),
      expiresAt: new Date(now + registrationValidMs),
      voidedAt: owner ? new Date(now) : null,
    })
    const language = owner?.language ?? client.language
    const { button, ...text } = accountTexts[language][owner ? 'taken' : 'confirm']
    const url = owner
      ? siteLink(parts.sites, client.host, '/login')
      : siteLink(parts.sites, client.host, '/register/confirm', { token })
    await parts.enqueueDelivery(tx, {
      channel: 'email',
      purpose: 'account',
      recipient: owner?.email ?? body.email.trim(),
      userId: owner?.id ?? null,
      language,
      message: { ...text, link: { label: button, url } },
      dedupeKey: `register:${id}`,
      usefulForMs: registrationValidMs,
      ...(mayMail ? {} : { suppressed: 'too many registrations with this address' }),
    })
  })
  parts.audit.info({ event: 'registration_taken', ip: client.ip, mailed: mayMail }, 'account')
  return waits ?? mailAgainSeconds
}
