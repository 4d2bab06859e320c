import type { Catalogue } from '@roundsman/alerting/catalogue'
import { mostUnacknowledged } from '@roundsman/contract/alerts/alert-actions'
import { type AlertDelivery, alertHistoryLimit } from '@roundsman/contract/alerts/alerts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Networks } from '../networks/networks.public.ts'
import { type DeliveryRow, ownDelivery } from '../notifications/notifications.public.ts'
import { readConditions, type ReadConditionsDeps } from './conditions.ts'
import { type ManageDeps, manageEntries, muteEntries, readEntries } from './entries/manage-entries.ts'
import { deliveryView, readHistory } from './history/read-history.ts'
import { sendTest, testKind, type TestMessageDeps } from './messages/test-message.ts'
import { hintChanged } from './record/alert-hints.ts'
import { acknowledge, countUnacknowledged } from './record/history.store.ts'
import { muteConditions } from './record/mute.store.ts'

export interface AlertsRoutesDeps extends ManageDeps {
  db: Pick<Database, 'orm' | 'transaction' | 'now'>
  catalogue: Catalogue
  networks: Pick<Networks, 'byId'>
}

/** The catalogue of settings, and the settings of each user. */
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
    return { status: 200, body: await readHistory(deps.db, deps.networks, request) }
  })
}

export interface AlertActionsDeps extends ReadConditionsDeps, TestMessageDeps {
  db: Pick<Database, 'orm' | 'transaction' | 'now' | 'notify'>
}

/** How things stand, and the actions of a user: mute, acknowledge, test. */
export function addAlertActionRoutes(server: HttpServer, deps: AlertActionsDeps): void {
  const { db } = deps

  server.add('alertConditions', async ({ params, query }) => {
    const body = await readConditions(deps, { ...query, networkId: params.blockchainId })
    return { status: 200, body }
  })

  server.add('muteAlerts', async ({ body }, { caller }) => ({
    status: 200,
    body: { entries: await muteEntries(db, caller.userId, body) },
  }))

  server.add('muteConditions', async ({ body: { alert_ids, mute } }, { caller: { userId } }) => {
    const alertIds = [...new Set(alert_ids)]
    const muted = await db.transaction(async (tx) => {
      const own = await muteConditions(tx, db.now(), { userId, alertIds, mute })
      if (own.length < alertIds.length) throw new ProblemError('not_found')
      await hintChanged(db, tx, alertIds)
      return own
    })
    const alerts = muted.map(({ alertId, until }) => ({
      alert_id: alertId,
      muted_until: until?.toISOString() ?? null,
    }))
    return { status: 200, body: { alerts } }
  })

  server.add('unacknowledgedAlerts', async ({ params: { blockchainId: networkId } }, { caller }) => {
    const of = { userId: caller.userId, networkId, most: mostUnacknowledged }
    return { status: 200, body: { count: await countUnacknowledged(db.orm, of) } }
  })

  server.add('acknowledgeAlerts', async ({ body }, { caller: { userId } }) => {
    const alertIds = [...new Set(body.alert_ids)]
    await db.transaction(async (tx) => {
      const own = await acknowledge(tx, db.now(), { userId, alertIds, via: 'PAGE' })
      if (own < alertIds.length) throw new ProblemError('not_found')
      await hintChanged(db, tx, alertIds)
    })
    return { status: 204, body: undefined }
  })

  server.add('testAlert', async ({ body }, { caller }) => ({
    status: 202,
    body: viewOf(await sendTest(deps, caller.userId, body.channel)),
  }))

  server.add('alertTest', async ({ params }, { caller }) => {
    const row = await ownDelivery(db.orm, { id: params.deliveryId, userId: caller.userId, kind: testKind })
    return { status: 200, body: viewOf(row) }
  })
}

function viewOf(row: DeliveryRow | null): AlertDelivery {
  const [view] = row === null ? [] : deliveryView(row)
  if (!view) throw new ProblemError('not_found')
  return view
}
