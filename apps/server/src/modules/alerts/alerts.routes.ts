import type { Catalogue } from '@roundsman/alerting/catalogue'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import { mostUnacknowledged } from '@roundsman/contract/alerts/alert-actions'
import { type AlertDelivery, alertHistoryLimit } from '@roundsman/contract/alerts/alerts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { keptByNobody } from '../../platform/http/send-json.ts'
import type { Ids } from '../../platform/ids.ts'
import { readableOwner } from '../accounts/accounts.public.ts'
import type { Bridges } from '../bridges/bridges.public.ts'
import type { Networks } from '../networks/networks.public.ts'
import { type DeliveryRow, type Notifications, ownDelivery } from '../notifications/notifications.public.ts'
import type { Views } from '../watch/watch.public.ts'
import { readConditions } from './conditions.ts'
import { manageEntries, muteEntries, readEntries, unmuteConditions } from './entries/manage-entries.ts'
import { endEscalations } from './escalation/escalation.store.ts'
import { deliveryView, readHistory } from './history/read-history.ts'
import { acknowledgeAll, afterAnswer } from './answers/answer-alert.ts'
import { sendTest, sendTestTo, testKind } from './messages/test-message.ts'
import { hintChanged } from './record/alert-hints.ts'
import { countUnacknowledged } from './record/history.store.ts'
import { muteConditions } from './record/mute.store.ts'

/** The catalogue of settings, and the settings of each user; they may name the channels that the site is set up for. */
export function addAlertsRoutes(
  server: HttpServer,
  db: Pick<Database, 'orm' | 'transaction' | 'now'>,
  {
    catalogue,
    networks,
    hasChannel,
  }: {
    catalogue: Catalogue
    networks: Pick<Networks, 'byId'>
    hasChannel: (channel: NotificationChannel) => boolean
  },
): void {
  const settings = {
    en: catalogue.settings('en'),
    ru: catalogue.settings('ru'),
    uk: catalogue.settings('uk'),
  }

  server.add('alertSettings', (_input, { language }) =>
    // The same for everybody.
    Promise.resolve({
      status: 200,
      body: settings[language],
      headers: { 'cache-control': 'private, no-cache' },
    }),
  )

  server.add('userAlertSettings', async ({ params, query: { team_id: teamId } }, { caller: { userId } }) => {
    const owner = await readableOwner(db.orm, { userId, teamId })
    const { etag, settings: body } = await readEntries(db, owner, params.blockchainId)
    return { status: 200, body, headers: { etag, ...keptByNobody } }
  })

  server.add('manageAlertSettings', async ({ body }, { caller, request }) => {
    const ifMatch = request.headers['if-match']
    const entries = await manageEntries(
      db,
      { catalogue, hasChannel },
      { userId: caller.userId, body, ifMatch },
    )
    return { status: 200, body: { entries } }
  })

  server.add('alertHistory', async ({ params, query }, { caller, language }) => {
    const limit = Math.min(query.limit ?? alertHistoryLimit.usual, alertHistoryLimit.most)
    const request = { ...query, limit, language, userId: caller.userId, networkId: params.blockchainId }
    return { status: 200, body: await readHistory(db, networks, request), headers: keptByNobody }
  })
}

/** How the conditions of a target stand. */
export function addConditionsRoute(
  server: HttpServer,
  db: Pick<Database, 'orm' | 'now'>,
  clock: Pick<Clock, 'monotonic'>,
  of: { catalogue: Catalogue; views: Pick<Views, 'of'>; bridges: Pick<Bridges, 'readings'> },
): void {
  server.add('alertConditions', async ({ params, query }) => {
    const request = { ...query, networkId: params.blockchainId }
    return { status: 200, body: await readConditions(db, of, clock.monotonic(), request) }
  })
}

/** The actions of a user: mute, acknowledge, test. */
export function addAlertActionRoutes(
  server: HttpServer,
  db: Pick<Database, 'orm' | 'transaction' | 'now' | 'notify'>,
  notifications: Pick<Notifications, 'hasChannel' | 'fanOut' | 'contacts'>,
  ids: Pick<Ids, 'uuid'>,
): void {
  server.add('muteAlerts', async ({ body }, { caller }) => ({
    status: 200,
    body: { entries: await muteEntries(db, caller.userId, body) },
  }))

  server.add('muteConditions', async ({ body: { alert_ids, mute } }, { caller: { userId } }) => {
    const alertIds = [...new Set(alert_ids)]
    const muted = await db.transaction(async (tx) => {
      const own = await muteConditions(tx, db.now(), { userId, alertIds, mute })
      if (own.length < alertIds.length) throw new ProblemError('not_found')
      const ended = mute ? await endEscalations(tx, db.now(), { userId }) : []
      await hintChanged(db, tx, [...new Set([...alertIds, ...ended])])
      return own
    })
    const alerts = muted.map(({ alertId, until }) => ({
      alert_id: alertId,
      muted_until: until?.toISOString() ?? null,
    }))
    return { status: 200, body: { alerts } }
  })

  server.add('unmuteConditions', async ({ body }, { caller: { userId } }) => {
    await unmuteConditions(db, userId, body)
    return { status: 204, body: undefined }
  })

  server.add('unacknowledgedAlerts', async ({ params: { blockchainId: networkId } }, { caller }) => {
    const of = { userId: caller.userId, networkId, most: mostUnacknowledged }
    return {
      status: 200,
      body: { count: await countUnacknowledged(db.orm, db.now(), of) },
      headers: keptByNobody,
    }
  })

  server.add('acknowledgeAlerts', async ({ body }, { caller: { userId } }) => {
    const alertIds = [...new Set(body.alert_ids)]
    await db.transaction(async (tx) => {
      const answered = await acknowledgeAll(tx, db.now(), { userId, alertIds, via: 'PAGE' })
      if (answered.own < alertIds.length) throw new ProblemError('not_found')
      await afterAnswer(tx, db, userId, answered.alertIds)
    })
    return { status: 204, body: undefined }
  })

  server.add('testAlert', async ({ body }, { caller }) => ({
    status: 202,
    body: viewOf(
      await sendTest(db, notifications, {
        userId: caller.userId,
        channel: body.channel,
        reference: ids.uuid(),
      }),
    ),
  }))

  server.add('testContact', async ({ params }, { caller: { userId } }) => {
    const of = { userId, contactId: params.contactId, reference: ids.uuid() }
    return { status: 202, body: viewOf(await sendTestTo(db, notifications, of)) }
  })

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
