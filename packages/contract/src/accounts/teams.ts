import * as z from 'zod/mini'
import { type Endpoint, guarded, Id, NoContent, withoutInput } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'
import { notificationChannels } from './accounts.ts'
import { Email } from './users.ts'

/** People who watch the same things together. */

/** By what they may: an OWNER manages members, an EDITOR changes settings, a MEMBER reads. */
export const teamRoles = ['OWNER', 'EDITOR', 'MEMBER'] as const
export type TeamRole = (typeof teamRoles)[number]

/** Members and invitations of one team. */
export const mostInTeam = 50
/** Teams of one user. */
export const mostTeams = 20

/** Without control characters. */
export const TeamName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\u0000-\u001f\u007f]+$/))
const Role = z.enum(teamRoles)

/** With the caller's role. */
export const OwnTeam = z.object({ id: z.int(), name: z.string(), role: Role })
export type OwnTeam = z.infer<typeof OwnTeam>
export const Teams = z.object({ teams: z.array(OwnTeam) })

export const TeamMember = z.object({ user_id: z.int(), name: z.string(), email: z.string(), role: Role })
export type TeamMember = z.infer<typeof TeamMember>

/** One that nobody has used yet; `expires_at` may be past. */
export const TeamInvitation = z.object({ id: z.int(), email: z.string(), role: Role, expires_at: Time })
export type TeamInvitation = z.infer<typeof TeamInvitation>

export const Team = z.object({
  id: z.int(),
  name: z.string(),
  /** Whoever joined first comes first. */
  members: z.array(TeamMember),
  invitations: z.array(TeamInvitation),
})
export type Team = z.infer<typeof Team>

/** What a link of an invitation is about: to whom it was sent and by whom, by their addresses. */
export const SentInvitation = z.object({
  team_name: z.string(),
  role: Role,
  email: z.string(),
  invited_by: z.string(),
  expires_at: Time,
})
export type SentInvitation = z.infer<typeof SentInvitation>

export const TeamChannels = z.object({ channels: z.array(z.enum(notificationChannels)) })

const MailedToken = z.string().check(z.minLength(1), z.maxLength(200))
export const TeamNameBody = z.object({ name: TeamName })
export const InvitationBody = z.object({ email: Email, role: Role })
const RoleBody = z.object({ role: Role })
const JoinBody = z.object({ token: MailedToken })
const TeamParams = z.object({ teamId: Id })
const InvitationParams = z.object({ teamId: Id, invitationId: Id })
const MemberParams = z.object({ teamId: Id, userId: Id })

export const teamEndpoints = {
  teams: {
    ...withoutInput,
    method: 'GET',
    path: '/api/teams/',
    access: 'session',
    responses: { 200: Teams },
    errors: [401],
  },
  createTeam: {
    ...withoutInput,
    method: 'POST',
    path: '/api/teams/',
    access: 'session',
    body: TeamNameBody,
    responses: { 201: Team },
    errors: [401, ...guarded],
  },
  team: {
    ...withoutInput,
    method: 'GET',
    path: '/api/teams/{teamId}/',
    access: 'session',
    params: TeamParams,
    responses: { 200: Team },
    errors: [401, 404],
  },
  /** By which a team can be told: contacts of its own, or of at least one member. */
  teamChannels: {
    ...withoutInput,
    method: 'GET',
    path: '/api/teams/{teamId}/channels/',
    access: 'session',
    params: TeamParams,
    responses: { 200: TeamChannels },
    errors: [401, 404],
  },
  renameTeam: {
    ...withoutInput,
    method: 'PUT',
    path: '/api/teams/{teamId}/',
    access: 'session',
    params: TeamParams,
    body: TeamNameBody,
    responses: { 200: Team },
    errors: [401, 404, ...guarded],
  },
  deleteTeam: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/teams/{teamId}/',
    access: 'session',
    params: TeamParams,
    responses: { 204: NoContent },
    errors: [401, 403, 404],
    produces: 'nothing',
  },
  /** An open invitation to the same address is replaced. */
  inviteToTeam: {
    ...withoutInput,
    method: 'POST',
    path: '/api/teams/{teamId}/invitations/',
    access: 'session',
    params: TeamParams,
    body: InvitationBody,
    responses: { 201: TeamInvitation },
    errors: [401, 404, ...guarded],
  },
  withdrawInvitation: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/teams/{teamId}/invitations/{invitationId}/',
    access: 'session',
    params: InvitationParams,
    responses: { 204: NoContent },
    errors: [401, 403, 404],
    produces: 'nothing',
  },
  changeMember: {
    ...withoutInput,
    method: 'PUT',
    path: '/api/teams/{teamId}/members/{userId}/',
    access: 'session',
    params: MemberParams,
    body: RoleBody,
    responses: { 200: TeamMember },
    errors: [401, 404, 409, ...guarded],
  },
  /** Of the caller: leaves the team. */
  removeMember: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/teams/{teamId}/members/{userId}/',
    access: 'session',
    params: MemberParams,
    responses: { 204: NoContent },
    errors: [401, 403, 404, 409],
    produces: 'nothing',
  },
  /** For whoever has the link, before they sign in. */
  invitation: {
    ...withoutInput,
    method: 'GET',
    path: '/api/teams/join/invitation/',
    access: 'public',
    query: JoinBody,
    responses: { 200: SentInvitation },
    errors: [],
  },
  joinTeam: {
    ...withoutInput,
    method: 'POST',
    path: '/api/teams/join/',
    access: 'session',
    body: JoinBody,
    responses: { 200: OwnTeam },
    errors: [401, ...guarded],
  },
} as const satisfies Record<string, Endpoint>
