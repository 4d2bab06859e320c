import {
  mostInTeam,
  type OwnTeam,
  type SentInvitation,
  type TeamInvitation,
  type TeamRole,
} from '@roundsman/contract/accounts/teams'
import type { Queryable } from '../../../platform/db/database.ts'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { orderMail } from '../account-mail.ts'
import type { AccountParts, ClientContext } from '../account-parts.ts'
import { emailKey, findUser, findUserByEmail, requireStorable } from '../users/user.store.ts'
import { teamFaults, teamTexts } from './team-texts.data.ts'
import * as store from './team.store.ts'
import { enterTeam, invitationView, lockSelf, recordInTeam, requireRoom } from './teams.ts'

const day = 24 * 60 * 60_000
/** An invitation works this long (A73), and is listed as expired for as long after that (A81). */
const invitationValidMs = 7 * day
export const invitationKeptMs = 30 * day

/**
 * Sends an invitation to an address, with an account or without, in place of an earlier one (A73–A77).
 * @throws ProblemError
 */
export async function invite(
  parts: AccountParts,
  place: { teamId: number; userId: number },
  { email, role }: { email: string; role: TeamRole },
  client: ClientContext,
): Promise<TeamInvitation> {
  requireStorable({ email })
  const key = emailKey(email)
  // Before anything is counted: who may not invite uses up nothing, and learns nothing.
  await parts.db.transaction((tx) => enterTeam(tx, place, ['OWNER']))
  const mayMail = await parts.throttle.invitation(place.userId, key, client.network)
  const token = parts.ids.token(32)
  const now = parts.clock.now()
  const row = await parts.db.transaction(async (tx) => {
    const { user: inviter, members, name } = await enterTeam(tx, place, ['OWNER'])
    if (members.some(({ user }) => user.emailKey === key)) throw refused('email', teamFaults.isMember)
    const sent = await store.invitationsOf(tx, place.teamId)
    const earlier = sent.find((one) => one.emailKey === key)
    if (members.length + sent.length - (earlier ? 1 : 0) >= mostInTeam)
      throw refused('email', teamFaults.teamIsFull)
    const put = await store.putInvitation(tx, {
      teamId: place.teamId,
      inviterId: inviter.id,
      email,
      emailKey: key,
      role,
      // A mail that is not sent voids nothing: the last link keeps working.
      tokenHash: mayMail || !earlier ? tokenHash(token) : earlier.tokenHash,
      createdAt: new Date(now),
      expiresAt: new Date(now + invitationValidMs),
    })
    const invited = await findUserByEmail(tx, key)
    const { language } = invited ?? inviter
    await orderMail(tx, parts, {
      text: teamTexts[language].invitation(inviter.email),
      to: invited?.email ?? email,
      userId: invited?.id ?? null,
      language,
      host: client.host,
      page: { path: '/teams/join', token },
      dedupeKey: `team-invitation:${parts.ids.uuid()}`,
      usefulForMs: invitationValidMs,
      suppressed: mayMail ? null : 'too many requests for this address',
    })
    await recordInTeam(tx, parts, 'team_invited', { userId: place.userId, from: client }, name)
    return put
  })
  return invitationView(row)
}

export async function withdrawInvitation(
  parts: AccountParts,
  place: { teamId: number; userId: number },
  invitationId: number,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await enterTeam(tx, place, ['OWNER'])
    if (!(await store.deleteInvitation(tx, place.teamId, invitationId))) throw new ProblemError('not_found')
  })
}

/** What the link with this token is about, for whoever has it; changes nothing. */
export async function readInvitation(parts: AccountParts, token: string): Promise<SentInvitation> {
  const { orm } = parts.db
  const found = await store.findInvitation(orm, tokenHash(token), new Date(parts.clock.now()))
  const team = found && (await store.findTeam(orm, found.teamId))
  const inviter = found && (await findUser(orm, found.inviterId))
  if (!found || !team || !inviter) throw new ProblemError('invalid_token')
  const { email, role, expiresAt } = found
  return {
    team_name: team.name,
    role,
    email,
    invited_by: inviter.email,
    expires_at: expiresAt.toISOString(),
  }
}

/**
 * Uses an invitation for the account with the address that it was sent to (A75).
 * @throws ProblemError 400 `invalid_token`
 */
export async function joinTeam(
  parts: AccountParts,
  userId: number,
  token: string,
  client: ClientContext,
): Promise<OwnTeam> {
  const now = new Date(parts.clock.now())
  const hash = tokenHash(token)
  const found = await store.findInvitation(parts.db.orm, hash, now)
  if (!found) throw new ProblemError('invalid_token')
  return parts.db.transaction(async (tx) => {
    const user = await lockSelf(tx, userId)
    const team = await store.lockTeam(tx, found.teamId)
    // It may have been used or withdrawn while this one waited.
    const open = await store.findInvitation(tx, hash, now)
    if (!team || !open || open.emailKey !== user.emailKey) throw new ProblemError('invalid_token')
    await store.deleteInvitation(tx, team.id, open.id)
    const role = await store.roleIn(tx, team.id, userId)
    if (role === null) {
      await requireRoom(tx, userId, 'token')
      await store.insertMember(tx, { teamId: team.id, userId, role: open.role, joinedAt: now })
      for (const joined of parts.joinListeners) await joined(tx, { teamId: team.id, userId })
      await recordInTeam(tx, parts, 'team_joined', { userId, from: client }, team.name)
    }
    return { id: team.id, name: team.name, role: role ?? open.role }
  })
}

/** Forgets those that expired long ago. */
export async function forgetInvitations(db: Queryable, now: number): Promise<void> {
  await store.forgetInvitations(db, new Date(now - invitationKeptMs))
}

const refused = (field: string, message: (typeof teamFaults)[keyof typeof teamFaults]) =>
  new ProblemError('validation_failed', { errors: { [field]: [message] } })
