import type { BridgesList } from '@roundsman/contract/bridges'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Networks } from '../networks/networks.public.ts'
import { type Views, validatorIdsByAddress } from '../watch/watch.public.ts'
import { databaseNow, listedBridges } from './bridge.store.ts'
import { bridgeView, shownOf } from './bridge-view.ts'

export interface BridgesRoutesDeps {
  db: Database
  clock: Pick<Clock, 'monotonic'>
  networks: Pick<Networks, 'byId'>
  views: Pick<Views, 'of'>
}

/** @throws ProblemError 404 where the network has no data availability, so that it has no bridges */
export function needBridges(networks: Pick<Networks, 'byId'>, networkId: number): void {
  if (networks.byId(networkId)?.is_da_enabled !== true) throw new ProblemError('not_found')
}

/** Every bridge of a network, as it stands now. */
export function addBridgesRoutes(server: HttpServer, deps: BridgesRoutesDeps): void {
  const { db, clock, networks, views } = deps
  server.add('bridges', async ({ params: { blockchainId } }, { caller }) => {
    needBridges(networks, blockchainId)
    const rows = await listedBridges(db.orm, blockchainId)
    const now = await databaseNow(db.orm, db.now())
    const keys = [...new Set(rows.flatMap(({ validatorKey }) => validatorKey ?? []))]
    const validators = await validatorIdsByAddress(db.orm, blockchainId, keys)
    const status = views.of(blockchainId)?.status(clock.monotonic())
    const network = {
      now,
      height: status?.height ?? null,
      isLive: status?.state === 'LIVE',
      blockSeconds: status?.block_time_seconds ?? null,
    }
    const bridges = shownOf(rows, now).map((row) => {
      const validatorId = row.validatorKey === null ? null : (validators.get(row.validatorKey) ?? null)
      return bridgeView(row, network, { validatorId, callerId: caller.userId })
    })
    const body: BridgesList = { network_height: network.height, bridges }
    return { status: 200, body }
  })
}
