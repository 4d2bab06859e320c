import type { Call, HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { type AccountRoutesDeps, clientContextOf, unlessOverrun } from '../account-parts.ts'
import { phonesOf } from '../phones/phone.store.ts'
import { changeProfile, profileOf } from '../profile/profile.ts'
import { accountTexts } from '../users/account-texts.data.ts'
import type { UserRow } from '../users/accounts.schema.ts'
import { groupsOf } from '../users/user.store.ts'
import { confirmRegistration, register } from './registration.ts'
import { logIn, type SignedIn } from './sign-in.ts'

/** Registration, sign-in and profile. */
export function addAccountRoutes(server: HttpServer, { parts, cookies, authOf }: AccountRoutesDeps): void {
  const profile = async (user: UserRow, groups: readonly string[]) =>
    profileOf(user, groups, await phonesOf(parts.db.orm, user.id))
  const answerSignedIn = async (call: Call, { user, groups, secret }: SignedIn) => {
    const body = await profile(user, groups)
    cookies.signIn(call, secret)
    return { status: 200, body }
  }

  server.add('register', async ({ body }, call) => {
    const seconds = await unlessOverrun(register(parts, body, await clientContextOf(call, authOf)))
    const headers = { 'retry-after': String(seconds) }
    return { status: 202, body: { detail: accountTexts[call.language].registered }, headers }
  })

  server.add('registerConfirm', async ({ body }, call) =>
    answerSignedIn(
      call,
      await unlessOverrun(confirmRegistration(parts, body, await clientContextOf(call, authOf))),
    ),
  )

  server.add('login', async ({ body }, call) =>
    answerSignedIn(call, await unlessOverrun(logIn(parts, body, await clientContextOf(call, authOf)))),
  )

  server.add('logout', async (_input, call) => {
    const { cookies: sent } = await authOf(call.request)
    await parts.db.transaction((tx) => parts.sessions.end(tx, sent.sessions))
    parts.audit.info({ event: 'logout', user: call.caller.userId, ip: call.ip }, 'account')
    cookies.signOut(call)
    return { status: 204, body: undefined }
  })

  server.add('profile', async (_input, call) => {
    const { session } = await authOf(call.request)
    if (!session) throw new ProblemError('not_authenticated')
    return { status: 200, body: await profile(session.user, session.groups) }
  })

  server.add('updateProfile', async ({ body }, call) => {
    const user = await changeProfile(parts.db, call.caller.userId, body)
    return { status: 200, body: await profile(user, await groupsOf(parts.db.orm, user.id)) }
  })
}
