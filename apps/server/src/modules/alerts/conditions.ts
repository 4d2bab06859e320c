import type { Catalogue, Condition } from '@roundsman/alerting/catalogue'
import {
  type AlertingState,
  type BridgeReading,
  deciding,
  type TargetKey,
  type ValidatorReading,
} from '@roundsman/alerting/deciding'
import { governance, type GovernanceState } from '@roundsman/alerting/governance'
import type { AlertConditions } from '@roundsman/contract/alerts/alert-actions'
import { alertTriggers } from '@roundsman/contract/alerts/alerts'
import type { Query } from '@roundsman/contract/endpoints'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import type { Database } from '../../platform/db/database.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { type Bridges, peerIdsOf } from '../bridges/bridges.public.ts'
import { validatorsById, type Views } from '../watch/watch.public.ts'
import { readGovernance } from './deciding/governance.store.ts'
import { readTargetState } from './deciding/state.store.ts'
import { entryFaults } from './entries/entry-faults.data.ts'

type ConditionsRequest = Query<'alertConditions'> & { networkId: number }

/**
 * How the conditions of a target stand now.
 *
 * @param at Of the monotonic clock, ms.
 * @throws ProblemError 404 where the network has no such target
 */
export async function readConditions(
  db: Pick<Database, 'orm' | 'now'>,
  {
    catalogue,
    views,
    bridges,
  }: {
    catalogue: Pick<Catalogue, 'conditions' | 'settingId'>
    views: Pick<Views, 'of'>
    bridges: Pick<Bridges, 'readings'>
  },
  at: number,
  request: ConditionsRequest,
): Promise<AlertConditions> {
  const { networkId, blockchain_validator_id: validatorId } = request
  const view = views.of(networkId)
  if (!view) throw new ProblemError('network_not_found')
  const target = await targetOf(db, request)
  const { state, now } = await readTargetState(db.orm, db.now(), networkId, target.key)
  const votes = target.type === 'BRIDGE' ? null : await readGovernance(db.orm, networkId, validatorId ?? null)
  const status = view.status(at)
  const bridge = await bridgeOf(bridges, { db, request, now, status })
  const row = view.validators().find(({ id }) => id === validatorId) ?? null
  return {
    conditions: conditionsView(catalogue, {
      target,
      validatorId: validatorId ?? null,
      state,
      votes,
      status,
      row,
      bridge,
      now,
    }),
  }
}

async function bridgeOf(
  bridges: Pick<Bridges, 'readings'>,
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

/** What is known of a network and of one target of it. */
export interface ConditionsOf {
  target: { key: TargetKey; type: Condition['targetType'] }
  /** Of a validator. */
  validatorId?: number | null
  /** null: nothing was decided yet. */
  state: AlertingState | null
  /** What was decided of votes and signals; left out or null: the target has none. */
  votes?: GovernanceState | null
  status: NetworkStatus
  /** The validator as it is now; null: the target is another one, or it has left. */
  row: Validator | null
  /** The bridge as it is now; null: the target is another one. */
  bridge: (BridgeReading & { updatedAt: number }) | null
  /** By the database's clock, Unix ms. */
  now: number
}

type Shown = AlertConditions['conditions'][number]

/** How every condition of a target stands, once for each setting that is about it. Pure. */
export function conditionsView(
  catalogue: Pick<Catalogue, 'conditions' | 'settingId'>,
  of: ConditionsOf,
): Shown[] {
  const own = catalogue.conditions.filter(({ targetType }) => targetType === of.target.type)
  return own.flatMap((condition) => {
    const value = condition.type === 'GOVERNANCE' ? figureOfVotes(condition, of) : figureOf(condition, of)
    const shown = { ...stateOf(condition, of, value), value, observed_at: observedAt(of) }
    return alertTriggers.flatMap((trigger) => {
      const settingId = catalogue.settingId(condition, trigger)
      return settingId === null ? [] : [{ setting_id: settingId, ...shown }]
    })
  })
}

/** What nobody sees any more is UNKNOWN, also where whoever would have noticed is gone too. */
function stateOf(
  condition: Condition,
  { target, state, status, votes, validatorId }: ConditionsOf,
  value: number | null,
): Pick<Shown, 'state' | 'since'> {
  if (condition.type === 'GOVERNANCE') {
    const shown = votes ? governance.shown(votes, validatorId ?? null, condition) : null
    if (shown === null || shown.state === 'UNKNOWN' || isSeen(status))
      return { state: shown?.state ?? 'UNKNOWN', since: timeOf(shown?.since ?? null) }
    return { state: 'UNKNOWN', since: status.observed_at }
  }
  if (state === null) return { state: 'UNKNOWN', since: null }
  const known = deciding.shown(state, target.key, condition)
  const isBlind = !isSeen(status) && condition.subject !== 'unseen' && known.since !== null
  if (isBlind && known.state !== 'UNKNOWN') return { state: 'UNKNOWN', since: status.observed_at }
  return isChange(condition) && known.state !== 'UNKNOWN'
    ? changeNow(condition, value, known)
    : { state: known.state, since: timeOf(known.since) }
}

/** Seconds until the end of the vote that it is about, where it is so, of several that ends first; of signals the share. */
function figureOfVotes(condition: Condition, { votes, validatorId, now }: ConditionsOf): number | null {
  if (condition.unit === null || !votes) return null
  const { endsAt, figure } = governance.shown(votes, validatorId ?? null, condition)
  if (condition.unit === 'FRACTION') return figure
  return endsAt === null ? null : Math.max(0, Math.round((endsAt - now) / 1000))
}

const isChange = ({ subject }: Condition) => subject === 'stake_fell' || subject === 'stake_rose'

/** A change stays TRUE for a while after it is over; whether it is one now, its figure says (E133). */
function changeNow(
  { threshold }: Condition,
  value: number | null,
  known: { state: Shown['state']; since: number | null },
): Pick<Shown, 'state' | 'since'> {
  if (value === null || threshold === null) return { state: 'UNKNOWN', since: null }
  const state = value >= threshold - roundingError ? 'TRUE' : 'FALSE'
  return { state, since: state === known.state ? timeOf(known.since) : null }
}

/** Floating point may miss a bound by this much. */
const roundingError = 1e-9

export function isSeen({ state }: Pick<NetworkStatus, 'state'>): boolean {
  return state === 'LIVE' || state === 'HALTED'
}

function observedAt({ target, status, row, bridge }: ConditionsOf): string | null {
  if (target.type === 'BRIDGE') return bridge && timeOf(bridge.updatedAt)
  return target.type === 'VALIDATOR' && row === null ? null : status.observed_at
}

/** The last known figure that a condition is about, in the unit of its settings; what has no unit has none. */
export function figureOf(condition: Condition, of: ConditionsOf): number | null {
  const { target, state, status, row, bridge, now } = of
  if (condition.unit === null) return null
  if (isChange(condition)) return state && deciding.stakeChangeNow(state, target.key, condition)
  if (target.type === 'BRIDGE') return bridge && deciding.valueOf.bridge(condition, bridge)
  if (target.type === 'VALIDATOR') return row && deciding.valueOf.validator(condition, readingOf(row))
  if (target.type !== 'ANY') return null
  const age = (time: string | null) => (time === null ? null : Math.max(0, now - Date.parse(time)))
  const { latest_block_at: latest, observed_at: observed, height, block_time_seconds: blockSeconds } = status
  return deciding.valueOf.network(condition, {
    signedShare: status.signed_power_share,
    reach: { state: status.state, headAgeMs: age(latest), unseenMs: age(observed) },
    plan: { upgrade: state?.head.plan, height, blockSeconds },
  })
}

/** Figures of a row of the list; who is in the set by which letter is of no matter to them. */
function readingOf(row: Validator): ValidatorReading {
  return {
    id: row.id,
    letter: null,
    inSet: row.voting_power !== '0',
    bondStatus: row.bond_status,
    jailed: row.jailed,
    tombstoned: row.tombstoned,
    commissionRate: row.commission_rate,
    tokens: row.tokens === null ? null : BigInt(row.tokens),
    powerShare: row.voting_power_share,
    missedBlocks: row.missed_blocks,
    missedBlocksExact: row.missed_blocks_exact,
    window: row.signed_blocks_window,
    consecutiveMissed: row.consecutive_missed,
    consecutiveMissedExact: row.consecutive_missed_exact,
    secondsToJail: row.seconds_to_jail,
    secondsToJailAtMost: row.seconds_to_jail_at_most,
  }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
