import type { Catalogue } from '@roundsman/alerting/catalogue'
import type { AlertConditions } from '@roundsman/contract/alert-actions'
import type { NetworkStatus } from '@roundsman/contract/validators'
import type { Query } from '@roundsman/contract/endpoints'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { type Bridges, peerIdsOf } from '../../bridges/bridges.public.ts'
import { validatorsById, type Views } from '../../watch/watch.public.ts'
import { conditionsView, type ConditionsOf } from './condition-view.ts'
import { entryFaults } from '../entries/entry-faults.data.ts'
import { readTargetState } from '../deciding/state.store.ts'

export interface ReadConditionsDeps {
  db: Pick<Database, 'orm' | 'now'>
  clock: Pick<Clock, 'monotonic'>
  catalogue: Pick<Catalogue, 'conditions' | 'settingId'>
  views: Pick<Views, 'of'>
  bridges: Pick<Bridges, 'readings'>
}

export type ConditionsRequest = Query<'alertConditions'> & { networkId: number }

/** How the conditions of a target stand now. @throws ProblemError 404 where the network has no such target */
export async function readConditions(
  { db, clock, catalogue, views, bridges }: ReadConditionsDeps,
  request: ConditionsRequest,
): Promise<AlertConditions> {
  const { networkId, blockchain_validator_id: validatorId } = request
  const view = views.of(networkId)
  if (!view) throw new ProblemError('network_not_found')
  const target = await targetOf(db, request)
  const { state, now } = await readTargetState(db.orm, db.now(), networkId, target.key)
  const status = view.status(clock.monotonic())
  const bridge = await bridgeOf(bridges, { db, request, now, status })
  const row = view.validators().find(({ id }) => id === validatorId) ?? null
  return { conditions: conditionsView(catalogue, { target, state, status, row, bridge, now }) }
}

async function bridgeOf(
  bridges: ReadConditionsDeps['bridges'],
  {
    db,
    request: { networkId, bridge_id: bridgeId },
    now,
    status,
  }: { db: Pick<Database, 'orm'>; request: ConditionsRequest; now: number; status: NetworkStatus },
): Promise<ConditionsOf['bridge']> {
  if (bridgeId === undefined) return null
  const { height, state, block_time_seconds: blockSeconds } = status
  const found = await bridges.readings(db.orm, networkId, {
    now,
    height,
    isLive: state === 'LIVE',
    blockSeconds,
  })
  return found?.find(({ id }) => id === bridgeId) ?? null
}

async function targetOf(
  { orm }: Pick<Database, 'orm'>,
  { networkId, blockchain_validator_id: validatorId, bridge_id: bridgeId }: ConditionsRequest,
): Promise<ConditionsOf['target']> {
  if (validatorId !== undefined && bridgeId !== undefined)
    throw new ProblemError('validation_failed', { errors: { bridge_id: [entryFaults.twoTargets] } })
  if (bridgeId !== undefined) {
    if (!(await peerIdsOf(orm, networkId, [bridgeId])).has(bridgeId)) throw new ProblemError('not_found')
    return { key: `bridge:${bridgeId}`, type: 'BRIDGE' }
  }
  if (validatorId === undefined) return { key: 'network', type: 'ANY' }
  const [known] = await validatorsById(orm, networkId, [validatorId])
  if (!known) throw new ProblemError('not_found')
  return { key: `validator:${validatorId}`, type: 'VALIDATOR' }
}
