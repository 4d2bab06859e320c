import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { Query } from '@roundsman/contract/endpoints'
import type { Language } from '@roundsman/contract/users'
import type { Database } from '../../../platform/db/database.ts'
import { readerOf } from '../../accounts/accounts.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import { deliveriesAbout } from '../../notifications/notifications.public.ts'
import { peerIdsOf } from '../../bridges/bridges.public.ts'
import { validatorsById } from '../../watch/watch.public.ts'
import { historyOf } from './history.store.ts'
import { historyItem } from './history-view.ts'
import { alertKind } from '../deciding/raise.ts'
import { keysOf } from '../entries/target-names.ts'

export interface ReadHistoryDeps {
  db: Pick<Database, 'orm'>
  networks: Pick<Networks, 'byId'>
}

export interface HistoryRequest extends Omit<Query<'alertHistory'>, 'limit'> {
  userId: number
  networkId: number
  limit: number
  language: Language
}

/** What concerned a user on a network, with their own deliveries. */
export async function readHistory(
  { db: { orm }, networks }: ReadHistoryDeps,
  request: HistoryRequest,
): Promise<AlertHistoryItem[]> {
  const { userId, networkId, before, limit, type, language } = request
  const { blockchain_validator_id: validatorId, bridge_id: bridgeId } = request
  const network = networks.byId(networkId)
  const reader = await readerOf(orm, userId)
  if (!network || !reader) return []
  const peerId =
    bridgeId === undefined ? undefined : (await peerIdsOf(orm, networkId, [bridgeId])).get(bridgeId)
  if (bridgeId !== undefined && peerId === undefined) return []
  const validators = validatorId === undefined ? null : await validatorsById(orm, networkId, [validatorId])
  const validatorKeys = validators?.flatMap(keysOf)
  if (validatorKeys?.length === 0) return []
  const rows = await historyOf(orm, { userId, networkId, before, limit, type, validatorKeys, peerId })
  const references = rows.map(({ id }) => String(id))
  const deliveries = await deliveriesAbout(orm, { userId, kind: alertKind, references })
  return rows.flatMap((row) => {
    const own = deliveries.filter(({ about }) => about === String(row.id))
    return historyItem(row, own, { network, reader: { ...reader, language } }) ?? []
  })
}
