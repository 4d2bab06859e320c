import type { AlertDelivery } from '@roundsman/contract/alerts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { type DeliveryRow, ownDelivery } from '../notifications/notifications.public.ts'
import { hintChanged } from './history/alert-hints.ts'
import { acknowledge } from './history/acknowledge.store.ts'
import { deliveryView } from './history/history-view.ts'
import { muteEntries } from './entries/mute-entries.ts'
import { readConditions, type ReadConditionsDeps } from './conditions/read-conditions.ts'
import { sendTest, testKind, type TestMessageDeps } from './telling/test-message.ts'

export interface AlertActionsDeps extends ReadConditionsDeps, TestMessageDeps {
  db: Pick<Database, 'orm' | 'transaction' | 'now' | 'notify'>
}

/** How things stand, and what a user does about what they are told: mute, acknowledge, test. */
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
