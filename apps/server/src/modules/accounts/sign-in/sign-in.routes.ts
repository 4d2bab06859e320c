import type { Call, HttpServer } from '../../../platform/http/http-server.ts'
import { type AccountParts, clientContextOf } from '../account-parts.ts'
import { originOf } from '../audit/audit-trail.ts'
import { readProfile } from '../profile/profile.ts'
import { accountTexts } from '../users/account-texts.data.ts'
import { confirmRegistration, register } from './registration.ts'
import { type HalfSignedIn, logIn, type SignedIn } from './sign-in.ts'

/** Registration, sign-in by password, and the end of a session. */
export function addSignInRoutes(server: HttpServer, parts: AccountParts): void {
  server.add('register', async ({ body }, call) => {
    const seconds = await register(parts, body, await clientContextOf(call, parts))
    const headers = { 'retry-after': String(seconds) }
    return { status: 202, body: { detail: accountTexts[call.language].registered }, headers }
  })

  server.add('registerConfirm', async ({ body }, call) =>
    answerSignedIn(call, parts, await confirmRegistration(parts, body, await clientContextOf(call, parts))),
  )

  server.add('login', async ({ body }, call) =>
    answerEntered(call, parts, await logIn(parts, body, await clientContextOf(call, parts))),
  )

  server.add('logout', async (_input, call) => {
    const { cookies } = await parts.authOf(call.request)
    await parts.db.transaction(async (tx) => {
      await parts.sessions.end(tx, cookies.sessions)
      await parts.audit.record(tx, { kind: 'logout', userId: call.caller.userId, from: originOf(call) })
    })
    parts.cookies.signOut(call)
    return { status: 204, body: undefined }
  })
}

/** As below, or what is asked of whoever has a second factor, with the cookie of half a session (A128). */
export async function answerEntered(call: Call, parts: AccountParts, entered: SignedIn | HalfSignedIn) {
  if ('secret' in entered) return answerSignedIn(call, parts, entered)
  parts.cookies.signInHalf(call, entered.halfSecret)
  return { status: 200, body: { second_factor: { methods: entered.methods } } }
}

/** The profile, and the cookie of the new session with it. */
export async function answerSignedIn(call: Call, parts: AccountParts, { user, groups, secret }: SignedIn) {
  const profile = await readProfile(parts, user, groups)
  parts.cookies.signIn(call, secret)
  return { status: 200, body: profile }
}
