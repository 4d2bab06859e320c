import type { Catalogue } from '@roundsman/alerting/catalogue'
import type { AlertConditions } from '@roundsman/contract/alert-actions'
import type { Query } from '@roundsman/contract/endpoints'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { validatorsById, type Views } from '../../watch/watch.public.ts'
import { conditionsView, type ConditionsOf } from './condition-view.ts'
import { entryFaults } from '../entries/entry-faults.data.ts'
import { readTargetState } from '../deciding/state.store.ts'

export interface ReadConditionsDeps {
  db: Pick<Database, 'orm' | 'now'>
  clock: Pick<Clock, 'monotonic'>
  catalogue: Pick<Catalogue, 'conditions' | 'settingId'>
  views: Pick<Views, 'of'>
}

export type ConditionsRequest = Query<'alertConditions'> & { networkId: number }

/** How the conditions of a target stand now. @throws ProblemError 404 where the network has no such target */
export async function readConditions(
  { db, clock, catalogue, views }: ReadConditionsDeps,
  request: ConditionsRequest,
): Promise<AlertConditions> {
  const { networkId, blockchain_validator_id: validatorId } = request
  const view = views.of(networkId)
  if (!view) throw new ProblemError('network_not_found')
  const target = await targetOf(db, request)
  const { state, now } = await readTargetState(db.orm, db.now(), networkId, target.key)
  const row = view.validators().find(({ id }) => id === validatorId) ?? null
  const status = view.status(clock.monotonic())
  return { conditions: conditionsView(catalogue, { target, state, status, row, now }) }
}

async function targetOf(
  { orm }: Pick<Database, 'orm'>,
  { networkId, blockchain_validator_id: validatorId, bridge_id: bridgeId }: ConditionsRequest,
): Promise<ConditionsOf['target']> {
  if (validatorId !== undefined && bridgeId !== undefined)
    throw new ProblemError('validation_failed', { errors: { bridge_id: [entryFaults.twoTargets] } })
  // No network has a bridge yet: they come with the module that takes in what they push.
  if (bridgeId !== undefined) throw new ProblemError('not_found')
  if (validatorId === undefined) return { key: 'network', type: 'ANY' }
  const [known] = await validatorsById(orm, networkId, [validatorId])
  if (!known) throw new ProblemError('not_found')
  return { key: `validator:${validatorId}`, type: 'VALIDATOR' }
}
