import {
  mostTeams,
  type OwnTeam,
  type Team,
  type TeamInvitation,
  type TeamMember,
  type TeamRole,
  teamRoles,
} from '@roundsman/contract/accounts/teams'
import type { AuditKind } from '@roundsman/contract/accounts/audit'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { orderMail } from '../account-mail.ts'
import type { AccountParts } from '../account-parts.ts'
import type { Origin } from '../audit/audit-trail.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { lockUser } from '../users/user.store.ts'
import { teamFaults, teamTexts } from './team-texts.data.ts'
import * as store from './team.store.ts'

/** A notice that nobody could deliver in a week comes too late to be of use. */
const noticeUsefulMs = 7 * 24 * 60 * 60_000

/** A team, and who does something there. */
export interface Place {
  teamId: number
  userId: number
  from: Origin
}

/** Of whoever does it; members who are concerned see it in the team (A100). */
export function recordInTeam(
  tx: Tx,
  { audit }: Pick<AccountParts, 'audit'>,
  kind: Extract<AuditKind, `team_${string}`>,
  { userId, from }: Omit<Place, 'teamId'>,
  name: string,
): Promise<void> {
  return audit.record(tx, { kind, userId, from, detail: name })
}

export async function listTeams(db: Queryable, userId: number): Promise<OwnTeam[]> {
  return (await store.teamsOf(db, userId)).map(({ id, name, role }) => ({ id, name, role }))
}

/** @throws ProblemError where the user has as many teams as anybody may have (A77) */
export async function createTeam(
  parts: AccountParts,
  { userId, from }: { userId: number; from: Origin },
  name: string,
): Promise<Team> {
  const now = new Date(parts.clock.now())
  return parts.db.transaction(async (tx) => {
    await lockSelf(tx, userId)
    await requireRoom(tx, userId, 'name')
    const { id } = await store.insertTeam(tx, name, now)
    await store.insertMember(tx, { teamId: id, userId, role: 'OWNER', joinedAt: now })
    await recordInTeam(tx, parts, 'team_created', { userId, from }, name)
    return readTeam(tx, id, userId)
  })
}

/** @throws ProblemError 404 for what is no team of the user's (A70) */
export async function readTeam(db: Queryable, teamId: number, userId: number): Promise<Team> {
  const team = await store.findTeam(db, teamId)
  const members = await store.membersOf(db, teamId)
  if (!team || !members.some(({ user }) => user.id === userId)) throw new ProblemError('not_found')
  return {
    id: team.id,
    name: team.name,
    members: members.map(memberView),
    invitations: (await store.invitationsOf(db, teamId)).map(invitationView),
  }
}

/** Also by an EDITOR. */
export async function renameTeam(
  parts: AccountParts,
  place: { teamId: number; userId: number },
  name: string,
): Promise<Team> {
  return parts.db.transaction(async (tx) => {
    await enterTeam(tx, place, ['OWNER', 'EDITOR'])
    await store.setTeamName(tx, place.teamId, name)
    return readTeam(tx, place.teamId, place.userId)
  })
}

export async function deleteTeam(parts: AccountParts, place: Place): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const { name } = await enterTeam(tx, place, ['OWNER'])
    await removeTeam(tx, parts, place.teamId)
    await recordInTeam(tx, parts, 'team_deleted', place, name)
  })
}

async function removeTeam(tx: Tx, { teamListeners }: AccountParts, teamId: number): Promise<void> {
  for (const deleted of teamListeners) await deleted(tx, teamId)
  await store.removeTeam(tx, teamId)
}

/**
 * Gives a member another role, their own too (A71, A72).
 * @throws ProblemError 409 `last_owner`
 */
export async function changeMember(
  parts: AccountParts,
  place: Place,
  change: { memberId: number; role: TeamRole },
): Promise<TeamMember> {
  const { memberId, role } = change
  const member = await parts.db.transaction(async (tx) => {
    const { members, name } = await enterTeam(tx, place, ['OWNER'])
    const found = memberOf(members, memberId)
    if (found.role === 'OWNER' && role !== 'OWNER') await stopOwning(tx, place.teamId, memberId, members)
    await store.setRole(tx, { teamId: place.teamId, userId: memberId }, role)
    await recordInTeam(tx, parts, 'team_role_changed', place, name)
    return { ...found, role }
  })
  return memberView(member)
}

/**
 * Takes a member out of a team; everybody may take out themselves.
 * @throws ProblemError 409 `last_owner`
 */
export async function removeMember(parts: AccountParts, place: Place, memberId: number): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const { members, name } = await enterTeam(tx, place, memberId === place.userId ? teamRoles : ['OWNER'])
    const found = memberOf(members, memberId)
    if (found.role === 'OWNER') await stopOwning(tx, place.teamId, memberId, members)
    await store.deleteMember(tx, place.teamId, memberId)
    await recordInTeam(tx, parts, 'team_member_removed', place, name)
  })
}

/**
 * Before the account of a user, who is locked, is deleted (A79): a team that would be left without an OWNER gets another
 * of its members as one, who is told by mail; a team without another member is deleted. Invitations to the user go.
 */
export async function leaveTeams(tx: Tx, parts: AccountParts, user: UserRow, host: string): Promise<void> {
  const ids = (await store.teamsOf(tx, user.id)).map(({ id }) => id)
  // In one order, so that two who leave wait for each other and not both.
  for (const id of ids.sort((one, other) => one - other)) {
    const team = await store.lockTeam(tx, id)
    const members = await store.membersOf(tx, id)
    const others = members.filter((member) => member.user.id !== user.id)
    if (!team || others.some(owns)) continue
    const heir = others.toSorted((one, other) => heirRank(one) - heirRank(other))[0]
    if (!heir) {
      await removeTeam(tx, parts, id)
      continue
    }
    await store.setRole(tx, { teamId: id, userId: heir.user.id }, 'OWNER')
    await orderMail(tx, parts, {
      text: teamTexts[heir.user.language].nowOwner(team.name),
      to: heir.user.email,
      userId: heir.user.id,
      language: heir.user.language,
      host,
      page: { path: '/settings?tab=teams' },
      dedupeKey: `team-owner:${parts.ids.uuid()}`,
      usefulForMs: noticeUsefulMs,
      suppressed: null,
    })
  }
  await store.deleteInvitationsTo(tx, user.emailKey)
}

/** Somebody who cannot sign in would own a team only on paper. */
const owns = ({ role, user }: store.MemberRow) => role === 'OWNER' && user.disabledAt === null

/** Lower is asked first; of equals, whoever joined first. */
const heirRank = ({ role, user }: store.MemberRow) =>
  teamRoles.indexOf(role) + (user.disabledAt === null ? 0 : teamRoles.length)

/** The user, locked: always before a team, so that no two wait for each other. */
export async function lockSelf(tx: Tx, userId: number): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user) throw new ProblemError('not_authenticated')
  return user
}

/**
 * The team, locked until the end, for a member with one of these roles.
 * @throws ProblemError 404 for anybody else, 403 for a member with another role
 */
export async function enterTeam(
  tx: Tx,
  { teamId, userId }: { teamId: number; userId: number },
  allowed: readonly TeamRole[],
): Promise<{ user: UserRow; members: store.MemberRow[]; name: string }> {
  const user = await lockSelf(tx, userId)
  const team = await store.lockTeam(tx, teamId)
  if (!team) throw new ProblemError('not_found')
  const members = await store.membersOf(tx, teamId)
  const own = memberOf(members, userId)
  if (!allowed.includes(own.role)) throw new ProblemError('permission_denied')
  return { user, members, name: team.name }
}

function memberOf(members: readonly store.MemberRow[], userId: number): store.MemberRow {
  const found = members.find(({ user }) => user.id === userId)
  if (!found) throw new ProblemError('not_found')
  return found
}

/** Whoever owns a team no more takes the invitations that they sent along (A78). */
async function stopOwning(
  tx: Tx,
  teamId: number,
  userId: number,
  members: readonly store.MemberRow[],
): Promise<void> {
  if (!members.some((member) => member.user.id !== userId && owns(member)))
    throw new ProblemError('last_owner')
  await store.deleteInvitationsBy(tx, teamId, userId)
}

/** One more team for a user, who is locked; `field` of the request is told where it is one too many. */
export async function requireRoom(tx: Tx, userId: number, field: string): Promise<void> {
  if ((await store.teamsOf(tx, userId)).length >= mostTeams)
    throw new ProblemError('validation_failed', { errors: { [field]: [teamFaults.tooManyTeams] } })
}

/** Without a name of their own, what stands before the @ of their address. */
function memberView({ user, role }: store.MemberRow): TeamMember {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return { user_id: user.id, name: name || (user.email.split('@')[0] ?? ''), email: user.email, role }
}

export function invitationView({ id, email, role, expiresAt }: store.InvitationRow): TeamInvitation {
  return { id, email, role, expires_at: expiresAt.toISOString() }
}
