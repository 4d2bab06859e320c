import type { Catalogue } from '@roundsman/alerting/catalogue'
import { type AlertSettings, alertTypes } from '@roundsman/contract/alerts'
import type { Language } from '@roundsman/contract/users'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { type ManageDeps, manageEntries, readEntries } from './manage-entries.ts'

export interface AlertsRoutesDeps extends ManageDeps {
  db: Pick<Database, 'orm' | 'transaction' | 'now'>
  catalogue: Catalogue
}

/** The catalogue of settings, and what each user wants to be told of. */
export function addAlertsRoutes(server: HttpServer, deps: AlertsRoutesDeps): void {
  const { catalogue } = deps
  const settings = {
    en: settingsIn('en', catalogue),
    ru: settingsIn('ru', catalogue),
    uk: settingsIn('uk', catalogue),
  }

  server.add('alertSettings', (_input, { language }) =>
    Promise.resolve({ status: 200, body: settings[language] }),
  )

  server.add('userAlertSettings', async ({ params }, { caller }) => {
    const { entries, etag } = await readEntries(deps.db.orm, caller.userId, params.blockchainId)
    return { status: 200, body: { entries }, headers: { etag } }
  })

  server.add('manageAlertSettings', async ({ body }, { caller, request }) => {
    const ifMatch = request.headers['if-match']
    const entries = await manageEntries(deps, { userId: caller.userId, body, ifMatch })
    return { status: 200, body: { entries } }
  })
}

function settingsIn(language: Language, catalogue: Catalogue): AlertSettings {
  const settings = catalogue.settings(language)
  return Object.fromEntries(alertTypes.map((type) => [type, [...settings[type]]])) as AlertSettings
}
