import type { Body } from '@roundsman/contract/endpoints'
import { mailAgainSeconds } from '@roundsman/contract/accounts/users'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { orderMail } from '../account-mail.ts'
import { type AccountParts, type ClientContext } from '../account-parts.ts'
import { passwordFault } from '../credentials/passwords.ts'
import { accountTexts } from '../users/account-texts.data.ts'
import type { RegistrationRow } from '../users/accounts.schema.ts'
import { withTimezone } from '../users/timezone.ts'
import { confirmTries } from '../users/throttle.ts'
import { emailKey, findUserByEmail, insertUser, requireStorable } from '../users/user.store.ts'
import {
  claimRegistration,
  countPasswordTry,
  findOpenRegistration,
  insertRegistration,
  voidRegistrations,
} from './registration.store.ts'
import { type SignedIn, signIn } from './sign-in.ts'

const registrationValidMs = 24 * 60 * 60_000

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
      tokenHash: tokenHash(token),
      preSessionHash: preSession === undefined ? null : tokenHash(preSession),
      createdAt: new Date(now),
      expiresAt: new Date(now + registrationValidMs),
      voidedAt: owner ? new Date(now) : null,
    })
    const language = owner?.language ?? client.language
    await orderMail(tx, parts, {
      text: accountTexts[language][owner ? 'taken' : 'confirm'],
      to: owner?.email ?? body.email.trim(),
      userId: owner?.id ?? null,
      language,
      host: client.host,
      page: owner ? { path: '/login' } : { path: '/register/confirm', token },
      dedupeKey: `register:${id}`,
      usefulForMs: registrationValidMs,
      suppressed: mayMail ? null : 'too many registrations with this address',
    })
  })
  parts.securityLog.info({ event: 'registration_taken', ip: client.ip, mailed: mayMail }, 'account')
  return waits ?? mailAgainSeconds
}

/** Makes a registration real by its token and signs its user in (A11 to A13). */
export async function confirmRegistration(
  parts: AccountParts,
  body: Body<'registerConfirm'>,
  client: ClientContext,
): Promise<SignedIn> {
  await parts.throttle.confirmation(client.network)
  const pending = await findOpenRegistration(parts.db.orm, tokenHash(body.token), new Date(parts.clock.now()))
  if (!pending) throw new ProblemError('invalid_token')
  if (!registeredHere(pending, client)) await checkPassword(parts, pending, body.password)
  return makeReal(parts, pending, client)
}

function registeredHere(pending: RegistrationRow, client: ClientContext): boolean {
  const registered = pending.preSessionHash
  return registered !== null && client.preSessions.some((one) => tokenHash(one).equals(registered))
}

/**
 * Somebody may register with another's address and hope that its owner clicks: without the password the click makes
 * nothing real. After ten wrong ones the token is void.
 */
async function checkPassword(
  parts: AccountParts,
  pending: RegistrationRow,
  password: string | undefined,
): Promise<void> {
  if (password === undefined || password === '') throw new ProblemError('password_required')
  const mayTry = await countPasswordTry(parts.db.orm, pending.id, confirmTries, new Date(parts.clock.now()))
  if (!mayTry) throw new ProblemError('invalid_token')
  const { ok } = await parts.hasher.verify(pending.passwordHash, password)
  if (!ok) throw new ProblemError('invalid_credentials')
}

async function makeReal(
  parts: AccountParts,
  pending: RegistrationRow,
  client: ClientContext,
): Promise<SignedIn> {
  const now = new Date(parts.clock.now())
  return parts.db.transaction(async (tx) => {
    // The user first: the unique address makes rivals wait here, before either holds a row the other needs.
    const user = await insertUser(tx, {
      email: pending.email,
      emailKey: pending.emailKey,
      passwordHash: pending.passwordHash,
      firstName: pending.firstName,
      language: pending.language,
      createdAt: now,
    })
    if (!user || !(await claimRegistration(tx, pending.id, now))) throw new ProblemError('invalid_token')
    await voidRegistrations(tx, pending.emailKey, now)
    await parts.audit.record(tx, { kind: 'registration_confirmed', userId: user.id, from: client })
    return {
      user: await withTimezone(tx, user, client.timezone),
      groups: [],
      secret: await signIn(tx, parts, user.id, client, { provider: null, factor: null }),
    }
  })
}
