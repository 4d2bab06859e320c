import type { ManageAlertsBody } from '@roundsman/contract/alerts/alerts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Message, ProblemError } from '../../../platform/http/problem-error.ts'
import { bridgeIdsByPeer, peerIdsOf } from '../../bridges/bridges.public.ts'
import { validatorIdsByAddress, type ValidatorNames, validatorsById } from '../../watch/watch.public.ts'
import type { EntryRow } from '../alerts.schema.ts'
import { entryFaults } from './entry-faults.data.ts'
import type { ChangedTarget } from './plan-entries.ts'

/** What is wrong with which field of a change. */
export type Faults = Map<string, Message>

/** @throws ProblemError 400 with every fault, if there is any */
export function refuse(faults: Faults): void {
  if (faults.size === 0) return
  const errors = Object.fromEntries([...faults].map(([field, message]) => [field, [message]]))
  throw new ProblemError('validation_failed', { errors })
}

interface NamedTarget {
  /** Where the body names it: '' or `targets.3.`. */
  at: string
  validatorId: number | null
  bridgeId: number | null
}

/** The targets of a change, each once; what is not on the network is a fault. */
export async function targetsOf(
  orm: Queryable,
  body: ManageAlertsBody,
  faults: Faults,
): Promise<ChangedTarget[]> {
  const named = namedIn(body, faults)
  const ids = named.flatMap(({ validatorId }) => validatorId ?? [])
  const known = new Map((await validatorsById(orm, body.blockchain_id, ids)).map((one) => [one.id, one]))
  const bridgeIds = named.flatMap(({ bridgeId }) => bridgeId ?? [])
  const peerIds = await peerIdsOf(orm, body.blockchain_id, bridgeIds)
  const targets = new Map<string, ChangedTarget>()
  for (const { at, validatorId, bridgeId } of named) {
    if (validatorId !== null && bridgeId !== null) faults.set(`${at}bridge_id`, entryFaults.twoTargets)
    else if (validatorId !== null) {
      const names = known.get(validatorId)
      if (names) targets.set(`validator ${canonical(names)}`, { kind: 'validator', keys: keysOf(names) })
      else faults.set(`${at}blockchain_validator_id`, entryFaults.unknownValidator)
    } else if (bridgeId !== null) {
      const peerId = peerIds.get(bridgeId)
      if (peerId === undefined) faults.set(`${at}bridge_id`, entryFaults.unknownBridge)
      else targets.set(`bridge ${peerId}`, { kind: 'bridge', keys: [peerId] })
    } else targets.set('network', { kind: 'network', keys: [] })
  }
  return [...targets.values()]
}

function namedIn(body: ManageAlertsBody, faults: Faults): NamedTarget[] {
  const own = namedBy('', body)
  if (body.targets === undefined) return [own]
  if (own.validatorId !== null || own.bridgeId !== null) faults.set('targets', entryFaults.twoTargets)
  return body.targets.map((target, index) => namedBy(`targets.${index}.`, target))
}

function namedBy(
  at: string,
  target: Pick<ManageAlertsBody, 'blockchain_validator_id' | 'bridge_id'>,
): NamedTarget {
  return {
    at,
    validatorId: target.blockchain_validator_id ?? null,
    bridgeId: target.bridge_id ?? null,
  }
}

/** The name by which entries on a validator are kept from now on. */
function canonical({ operatorAddress, consensusAddress }: ValidatorNames): string {
  return operatorAddress ?? consensusAddress
}

/** Entries may have been made before its operator was known. */
export function keysOf(names: ValidatorNames): string[] {
  return [...new Set([canonical(names), names.consensusAddress])]
}

/** Ids by the names under which entries are kept: validators by address, bridges by peer id. */
export interface TargetIds {
  validators: ReadonlyMap<string, number>
  bridges: ReadonlyMap<string, number>
}

/** The ids by which the targets of entries are known now. */
export async function targetIdsOf(
  orm: Queryable,
  networkId: number,
  rows: readonly (Pick<EntryRow, 'validatorKey'> & Partial<Pick<EntryRow, 'bridgeKey'>>)[],
): Promise<TargetIds> {
  const keys = new Set(rows.flatMap(({ validatorKey }) => validatorKey ?? []))
  const isAboutBridges = rows.some(({ bridgeKey = null }) => bridgeKey !== null)
  return {
    validators: await validatorIdsByAddress(orm, networkId, [...keys]),
    bridges: isAboutBridges ? await bridgeIdsByPeer(orm, networkId) : new Map(),
  }
}
