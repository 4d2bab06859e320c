import type { Answer, Body } from '@roundsman/contract/endpoints'
import { eq } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { PersonalData } from '../../../platform/process/module.ts'
import { orderMail } from '../account-mail.ts'
import { auditEventsOf, auditEventView } from '../audit/audit-trail.ts'
import type { AccountParts, ClientContext, RequestSession } from '../account-parts.ts'
import { credentialTexts } from '../credentials/credential-texts.data.ts'
import { reauthenticate } from '../credentials/reauthenticate.ts'
import { identitiesOf } from '../identities/identity.store.ts'
import { findQuietHours } from '../quiet-hours/quiet-hours.store.ts'
import { secondFactorsOf } from '../second-factor/manage-factors.ts'
import { voidRegistrations } from '../sign-in/registration.store.ts'
import { type UserRow, userAccount } from '../users/accounts.schema.ts'
import { teamsOf } from '../teams/team.store.ts'
import { leaveTeams } from '../teams/teams.ts'
import { groupsOf, lockUser } from '../users/user.store.ts'
import { findPicture } from './avatar.store.ts'
import { findPreferences } from './preference.store.ts'
import { readProfile } from './profile.ts'

/** That an account is gone is of use for as long as whoever lost it may ask for help. */
const noticeUsefulMs = 7 * 24 * 60 * 60_000
/** More than 400 days hold of anybody who does not try to fill them. */
const exportedEvents = 100_000
/** The widest that is kept, px. */
const exportedWidth = 384

/**
 * Everything that is kept of a user, without secrets (A65): what accounts keep, and what each of `others` does.
 * @param others what other modules keep
 */
export async function exportAccount(
  parts: AccountParts,
  user: UserRow,
  others: readonly PersonalData[],
): Promise<Answer<'exportAccount'>> {
  const { orm } = parts.db
  const kept: Record<string, unknown> = {}
  for (const { read } of others) Object.assign(kept, await read(orm, user.id))
  const sessions = await parts.sessions.listOf(user.id)
  const identities = await identitiesOf(orm, user.id)
  return {
    exported_at: new Date(parts.clock.now()).toISOString(),
    profile: await readProfile(parts, user, await groupsOf(orm, user.id)),
    created_at: user.createdAt.toISOString(),
    picture: await pictureOf(parts, user),
    preferences: await findPreferences(orm, user.id),
    quiet_hours: await quietHoursOf(orm, user.id),
    sessions: sessions.map(({ createdAt, lastSeenAt, ip, userAgent }) => ({
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      ip,
      user_agent: userAgent,
    })),
    sign_in_methods: identities.map(({ issuer, email, createdAt }) => ({
      issuer,
      email,
      created_at: createdAt.toISOString(),
    })),
    second_factors: await secondFactorsOf(orm, user.id),
    teams: (await teamsOf(orm, user.id)).map(({ id, name, role, joinedAt }) => ({
      id,
      name,
      role,
      joined_at: joinedAt.toISOString(),
    })),
    audit: (await auditEventsOf(orm, user.id, { before: undefined, limit: exportedEvents })).map(
      auditEventView,
    ),
    ...kept,
  }
}

/** As `PUT quiet-hours` takes them; null where none were ever set. */
async function quietHoursOf(orm: Queryable, userId: number) {
  const found = await findQuietHours(orm, userId)
  if (found === null || found.quiet.windows.length === 0) return null
  const { timeZone, windows, breakThrough } = found.quiet
  return { time_zone: timeZone, windows, break_through: breakThrough }
}

/** The picture as a data URL; null where there is none. */
async function pictureOf({ db }: AccountParts, { id, avatar }: UserRow): Promise<string | null> {
  const [, name] = /\/avatar\/([\w-]+)\//.exec(avatar ?? '') ?? []
  const webp = name === undefined ? null : await findPicture(db.orm, id, name, exportedWidth)
  return webp && `data:image/webp;base64,${webp.toString('base64')}`
}

/**
 * Deletes an account with all that belongs to it (A66), by its password or a fresh sign-in with the provider. Its sessions
 * end, nothing is sent to it any more but the mail that says so.
 * @throws ProblemError
 */
export async function deleteAccount(
  parts: AccountParts,
  session: RequestSession,
  body: Body<'deleteAccount'>,
  client: ClientContext,
  others: readonly PersonalData[],
): Promise<void> {
  await reauthenticate(parts, session, { field: 'password', password: body.password }, client)
  const { id, passwordHash } = session.user
  await parts.db.transaction((tx) =>
    eraseAccount(tx, parts, { userId: id, host: client.host, passwordHash }, others),
  )
  parts.securityLog.info({ event: 'account_deleted', user: id, ip: client.ip }, 'account')
}

interface Leaver {
  userId: number
  /** Of the request, for the mail's link; empty: the public address. */
  host: string
  /** As it was when its owner proved to know it; undefined: nobody asked. */
  passwordHash?: string | null
}

/**
 * Deletes an account inside the caller's transaction (A66, A69).
 * @throws ProblemError where the account, or the password that was checked, is not there any more
 */
export async function eraseAccount(
  tx: Tx,
  parts: AccountParts,
  { userId, host, passwordHash }: Leaver,
  others: readonly PersonalData[],
): Promise<void> {
  const user = await lockUser(tx, userId)
  // Another change may have come in between: then the password was not the account's any more.
  if (!user || (passwordHash !== undefined && user.passwordHash !== passwordHash))
    throw new ProblemError('invalid_credentials')
  await parts.sessions.endAllOf(tx, userId)
  await leaveTeams(tx, parts, user, host)
  for (const { erase } of others) await erase?.(tx, userId)
  await voidRegistrations(tx, user.emailKey, new Date(parts.clock.now()))
  await tx.delete(userAccount).where(eq(userAccount.id, userId))
  await orderMail(tx, parts, {
    text: credentialTexts[user.language].accountDeleted,
    to: user.email,
    userId: null,
    language: user.language,
    host,
    page: { path: '/register' },
    dedupeKey: `account-deleted:${parts.ids.uuid()}`,
    usefulForMs: noticeUsefulMs,
    suppressed: null,
  })
}
