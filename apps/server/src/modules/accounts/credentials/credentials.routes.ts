import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type AccountParts, clientContextOf, sessionOf } from '../account-parts.ts'
import { credentialTexts } from './credential-texts.data.ts'
import { changeEmail, confirmEmail } from './email-change.ts'
import { changePassword, confirmReset, resetPassword } from './password-change.ts'

/** The calls about passwords and addresses of accounts that exist. */
export function addCredentialRoutes(server: HttpServer, parts: AccountParts): void {
  server.add('resetPassword', async ({ body }, call) => {
    const seconds = await resetPassword(parts, body, await clientContextOf(call, parts))
    const headers = { 'retry-after': String(seconds) }
    return { status: 202, body: { detail: credentialTexts[call.language].resetTaken }, headers }
  })

  server.add('resetPasswordConfirm', async ({ body }, call) => {
    await confirmReset(parts, body, await clientContextOf(call, parts))
    return { status: 200, body: { detail: credentialTexts[call.language].passwordSet } }
  })

  server.add('passwordChange', async ({ body }, call) => {
    const session = await sessionOf(call, parts)
    const client = await clientContextOf(call, parts)
    parts.cookies.signIn(call, await changePassword(parts, session, body, client))
    return { status: 204, body: undefined }
  })

  server.add('emailChange', async ({ body }, call) => {
    const session = await sessionOf(call, parts)
    await changeEmail(parts, session, body, await clientContextOf(call, parts))
    return { status: 202, body: { detail: credentialTexts[call.language].emailChangeTaken } }
  })

  server.add('emailChangeConfirm', async ({ body }, call) => {
    const email = await confirmEmail(parts, body.token, await clientContextOf(call, parts))
    return { status: 200, body: { email } }
  })
}
