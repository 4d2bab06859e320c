import type { HttpServer } from '../../../platform/http/http-server.ts'
import { keptByNobody } from '../../../platform/http/send-json.ts'
import { type AccountParts, clientContextOf, sessionOf } from '../account-parts.ts'
import { findHalfSession } from '../sessions/half-sessions.ts'
import { answerSignedIn } from '../sign-in/sign-in.routes.ts'
import {
  addPasskey,
  confirmTotp,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  requireOwner,
  secondFactorsOf,
  startTotp,
} from './manage-factors.ts'
import { startCreation, startUse } from './passkeys.ts'
import { finishSignIn, giveFactorAgain, signInByPasskey, startAgain } from './second-step.ts'

/** The calls about a user's factors, and those in which one is given. */
export function addSecondFactorRoutes(server: HttpServer, parts: AccountParts): void {
  server.add('secondFactors', async (_input, { caller }) => ({
    status: 200,
    body: await secondFactorsOf(parts.db.orm, caller.userId),
  }))

  server.add('startTotp', async ({ body }, call) => {
    const session = await sessionOf(call, parts)
    const started = await startTotp(parts, session, body, await clientContextOf(call, parts))
    return { status: 200, body: started, headers: keptByNobody }
  })

  server.add('confirmTotp', async ({ body }, call) => {
    const session = await sessionOf(call, parts)
    const codes = await confirmTotp(parts, session, body, await clientContextOf(call, parts))
    return { status: 200, body: { recovery_codes: codes }, headers: keptByNobody }
  })

  server.add('removeTotp', async (_input, call) => {
    await removeTotp(parts, await sessionOf(call, parts), await clientContextOf(call, parts))
    return { status: 204, body: undefined }
  })

  server.add('startPasskey', async ({ body }, call) => {
    const session = await sessionOf(call, parts)
    const client = await clientContextOf(call, parts)
    await requireOwner(parts, session, body ?? {}, client)
    return { status: 200, body: await startCreation(parts, session, client) }
  })

  server.add('addPasskey', async ({ body }, call) => {
    const session = await sessionOf(call, parts)
    const added = await addPasskey(parts, session, body, await clientContextOf(call, parts))
    return { status: 201, body: added, headers: keptByNobody }
  })

  server.add('removePasskey', async ({ params }, call) => {
    const session = await sessionOf(call, parts)
    await removePasskey(parts, session, params.id, await clientContextOf(call, parts))
    return { status: 204, body: undefined }
  })

  server.add('makeRecoveryCodes', async (_input, call) => {
    const session = await sessionOf(call, parts)
    const codes = await makeRecoveryCodes(parts, session, await clientContextOf(call, parts))
    return { status: 200, body: { recovery_codes: codes }, headers: keptByNobody }
  })

  server.add('loginSecondFactor', async ({ body }, call) => {
    const client = await clientContextOf(call, parts)
    const half = await findHalfSession(parts.db.orm, client.halfSecrets, new Date(parts.clock.now()))
    if (half) return answerSignedIn(call, parts, await finishSignIn(parts, half, body, client))
    const { session } = await parts.authOf(call.request)
    if (!session) throw startAgain()
    return answerSignedIn(call, parts, await giveFactorAgain(parts, session, body, client))
  })

  server.add('startPasskeyLogin', async (_input, call) => {
    const client = await clientContextOf(call, parts)
    const half = await findHalfSession(parts.db.orm, client.halfSecrets, new Date(parts.clock.now()))
    const { session } = await parts.authOf(call.request)
    const userId = half?.userId ?? session?.user.id ?? null
    return { status: 200, body: await startUse(parts, client, userId) }
  })

  server.add('loginPasskey', async ({ body }, call) => {
    const client = await clientContextOf(call, parts)
    return answerSignedIn(call, parts, await signInByPasskey(parts, body.credential, client))
  })
}
