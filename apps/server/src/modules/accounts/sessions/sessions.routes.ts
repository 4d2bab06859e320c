import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { AccountParts } from '../account-parts.ts'
import { originOf } from '../audit/audit-trail.ts'

/** The user's own sessions: where somebody is signed in, and an end to any of them (A33). */
export function addSessionRoutes(server: HttpServer, parts: AccountParts): void {
  server.add('sessions', async (_input, { caller }) => {
    const rows = await parts.sessions.listOf(caller.userId)
    const sessions = rows.map((row) => ({
      id: row.id,
      current: row.id === caller.sessionId,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      ip: row.ip,
      user_agent: row.userAgent,
    }))
    return { status: 200, body: { sessions } }
  })

  server.add('endOtherSessions', async (_input, call) => {
    const { userId, sessionId } = call.caller
    await parts.db.transaction(async (tx) => {
      await parts.sessions.endOthersOf(tx, userId, sessionId)
      await parts.audit.record(tx, { kind: 'other_sessions_ended', userId, from: originOf(call) })
    })
    return { status: 204, body: undefined }
  })

  server.add('endSession', async ({ params }, call) => {
    const { userId, sessionId } = call.caller
    await parts.db.transaction(async (tx) => {
      if (!(await parts.sessions.endOneOf(tx, userId, params.id))) throw new ProblemError('not_found')
      await parts.audit.record(tx, { kind: 'session_ended', userId, from: originOf(call) })
    })
    if (params.id === sessionId) parts.cookies.signOut(call)
    return { status: 204, body: undefined }
  })
}
