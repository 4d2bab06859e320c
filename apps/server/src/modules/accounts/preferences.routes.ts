import type { HttpServer } from '../../platform/http/http-server.ts'
import type { AccountRoutesDeps } from './accounts.routes.ts'
import { changePreferences, readPreferences } from './change-preferences.ts'

/** What the user chose on the screens (A53, A54, A64); it is kept as a whole, the contract bounds its size. */
export function addPreferenceRoutes(server: HttpServer, { parts }: Pick<AccountRoutesDeps, 'parts'>): void {
  server.add('preferences', async (_input, { caller }) => {
    const { preferences, etag } = await readPreferences(parts.db.orm, caller.userId)
    return { status: 200, body: preferences, headers: { etag } }
  })

  server.add('updatePreferences', async ({ body }, { caller, request }) => {
    const ifMatch = request.headers['if-match']
    const change = { userId: caller.userId, preferences: body, ifMatch }
    const { preferences, etag } = await changePreferences(parts.db, change)
    return { status: 200, body: preferences, headers: { etag } }
  })
}
