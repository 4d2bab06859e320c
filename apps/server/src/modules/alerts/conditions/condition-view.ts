import type { Catalogue, Condition } from '@roundsman/alerting/catalogue'
import {
  type AlertingState,
  type BridgeReading,
  deciding,
  type TargetKey,
  type ValidatorReading,
} from '@roundsman/alerting/deciding'
import type { AlertConditions } from '@roundsman/contract/alert-actions'
import { alertTriggers } from '@roundsman/contract/alerts'
import type { NetworkStatus, Validator } from '@roundsman/contract/validators'

/** What is known of a network and of one target of it. */
export interface ConditionsOf {
  target: { key: TargetKey; type: Condition['targetType'] }
  /** null: nothing was decided yet. */
  state: AlertingState | null
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
    const shown = { ...standingOf(condition, of), value: valueOf(condition, of), observed_at: observedAt(of) }
    return alertTriggers.flatMap((trigger) => {
      const settingId = catalogue.settingId(condition, trigger)
      return settingId === null ? [] : [{ setting_id: settingId, ...shown }]
    })
  })
}

/** What nobody sees any more is UNKNOWN, also where whoever would have noticed is gone too. */
function standingOf(
  condition: Condition,
  { target, state, status }: ConditionsOf,
): Pick<Shown, 'state' | 'since'> {
  if (state === null) return { state: 'UNKNOWN', since: null }
  const known = deciding.shown(state, target.key, condition)
  const isBlind = !isSeen(status) && condition.subject !== 'unseen' && known.since !== null
  if (isBlind && known.state !== 'UNKNOWN') return { state: 'UNKNOWN', since: status.observed_at }
  return { state: known.state, since: timeOf(known.since) }
}

function isSeen({ state }: NetworkStatus): boolean {
  return state === 'LIVE' || state === 'HALTED'
}

function observedAt({ target, status, row, bridge }: ConditionsOf): string | null {
  if (target.type === 'BRIDGE') return bridge && timeOf(bridge.updatedAt)
  return target.type === 'VALIDATOR' && row === null ? null : status.observed_at
}

/** The last known figure that a condition is about, in the unit of its settings. */
function valueOf(condition: Condition, of: ConditionsOf): number | null {
  const { target, state, status, row, bridge, now } = of
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
    ...{ id: row.id, letter: null, inSet: row.voting_power !== '0', bondStatus: row.bond_status },
    ...{ jailed: row.jailed, tombstoned: row.tombstoned, commissionRate: row.commission_rate },
    tokens: row.tokens === null ? null : BigInt(row.tokens),
    powerShare: row.voting_power_share,
    missedBlocks: row.missed_blocks,
    window: row.signed_blocks_window,
    consecutiveMissed: row.consecutive_missed,
    consecutiveMissedExact: row.consecutive_missed_exact,
    secondsToJail: row.seconds_to_jail,
  }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
