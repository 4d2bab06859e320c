import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { Call, Caller, HttpServer } from '../../../platform/http/http-server.ts'
import { keptByNobody } from '../../../platform/http/send-json.ts'
import { type AccountParts, clientContextOf } from '../account-parts.ts'
import { originOf } from '../audit/audit-trail.ts'
import { contactChannelsOf } from '../users/contact.store.ts'
import { readableOwner } from './team-access.ts'
import { invite, joinTeam, readInvitation, withdrawInvitation } from './invitations.ts'
import {
  changeMember,
  createTeam,
  deleteTeam,
  listTeams,
  readTeam,
  removeMember,
  renameTeam,
} from './teams.ts'

/** The calls under /api/teams/. */
export function addTeamRoutes(server: HttpServer, parts: AccountParts): void {
  const { orm } = parts.db

  server.add('teams', async (_input, { caller: { userId } }) => ({
    status: 200,
    body: { teams: await listTeams(orm, userId) },
  }))

  server.add('createTeam', async ({ body: { name } }, call) => ({
    status: 201,
    body: await createTeam(parts, actorOf(call), name),
  }))

  server.add('team', async ({ params: { teamId } }, { caller: { userId } }) => ({
    status: 200,
    body: await readTeam(orm, teamId, userId),
  }))

  server.add('teamChannels', async ({ params: { teamId } }, { caller: { userId } }) => {
    const known = await contactChannelsOf(orm, await readableOwner(orm, { userId, teamId }))
    return { status: 200, body: { channels: notificationChannels.filter((name) => known.has(name)) } }
  })

  server.add('renameTeam', async ({ params: { teamId }, body: { name } }, { caller: { userId } }) => ({
    status: 200,
    body: await renameTeam(parts, { teamId, userId }, name),
  }))

  server.add('deleteTeam', async ({ params: { teamId } }, call) => {
    await deleteTeam(parts, { teamId, ...actorOf(call) })
    return { status: 204, body: undefined }
  })

  server.add('inviteToTeam', async ({ params: { teamId }, body }, call) => {
    const { userId } = call.caller
    const client = await clientContextOf(call, parts)
    return { status: 201, body: await invite(parts, { teamId, userId }, body, client) }
  })

  server.add('withdrawInvitation', async ({ params: { teamId, invitationId } }, { caller: { userId } }) => {
    await withdrawInvitation(parts, { teamId, userId }, invitationId)
    return { status: 204, body: undefined }
  })

  server.add('changeMember', async ({ params, body: { role } }, call) => {
    const { teamId, userId: memberId } = params
    const place = { teamId, ...actorOf(call) }
    return { status: 200, body: await changeMember(parts, place, { memberId, role }) }
  })

  server.add('removeMember', async ({ params: { teamId, userId: memberId } }, call) => {
    await removeMember(parts, { teamId, ...actorOf(call) }, memberId)
    return { status: 204, body: undefined }
  })

  server.add('invitation', async ({ query: { token } }) => ({
    status: 200,
    body: await readInvitation(parts, token),
    headers: keptByNobody,
  }))

  server.add('joinTeam', async ({ body: { token } }, call) => {
    const client = await clientContextOf(call, parts)
    return { status: 200, body: await joinTeam(parts, call.caller.userId, token, client) }
  })
}

function actorOf(call: Call & { caller: Caller }) {
  return { userId: call.caller.userId, from: originOf(call) }
}
