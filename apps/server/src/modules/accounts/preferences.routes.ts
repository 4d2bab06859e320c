import type { Preferences } from '@roundsman/contract/accounts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { AccountRoutesDeps } from './accounts.routes.ts'
import { findPreferences, savePreferences } from './preference.store.ts'

const none: Preferences = { favourite_validators: [], tables: {} }

/** What the user chose on the screens (A53, A54); it is kept as a whole, the contract bounds its size. */
export function addPreferenceRoutes(server: HttpServer, { parts }: Pick<AccountRoutesDeps, 'parts'>): void {
  server.add('preferences', async (_input, { caller }) => ({
    status: 200,
    body: (await findPreferences(parts.db.orm, caller.userId)) ?? none,
  }))

  server.add('updatePreferences', async ({ body }, { caller }) => {
    await savePreferences(parts.db.orm, caller.userId, body)
    return { status: 200, body }
  })
}
