import type { Catalogue } from '@roundsman/alerting/catalogue'
import { alertHistoryLimit } from '@roundsman/contract/alerts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Networks } from '../networks/networks.public.ts'
import { readHistory } from './history/read-history.ts'
import { type ManageDeps, manageEntries, readEntries } from './entries/manage-entries.ts'

export interface AlertsRoutesDeps extends ManageDeps {
  db: Pick<Database, 'orm' | 'transaction' | 'now'>
  catalogue: Catalogue
  networks: Pick<Networks, 'byId'>
}

/** The catalogue of settings, and what each user wants to be told of. */
export function addAlertsRoutes(server: HttpServer, deps: AlertsRoutesDeps): void {
  const { catalogue } = deps
  const settings = {
    en: catalogue.settings('en'),
    ru: catalogue.settings('ru'),
    uk: catalogue.settings('uk'),
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

  server.add('alertHistory', async ({ params, query }, { caller, language }) => {
    const limit = Math.min(query.limit ?? alertHistoryLimit.usual, alertHistoryLimit.most)
    const request = { ...query, limit, language, userId: caller.userId, networkId: params.blockchainId }
    return { status: 200, body: await readHistory(deps, request) }
  })
}
