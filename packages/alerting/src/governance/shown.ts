import { conditionIdOf, settingId } from '@roundsman/contract/alerts/alerts'
import { conditions } from '../catalogue/conditions.data.ts'
import type { Condition } from '../catalogue/condition.ts'
import type { Truth } from '../deciding/state.ts'
import { type GovernanceState, matterIn } from './matters.ts'

interface Shown {
  state: Truth
  /** Unix ms. */
  since: number | null
  /** When the vote ends that it is TRUE of, of several the first; null: none. */
  endsAt: number | null
  /** Of a share the last one that is known; null: none, or it is about none. */
  figure: number | null
}

/** Of a network or of a validator, all its matters together: TRUE of any is TRUE, then UNKNOWN of any is UNKNOWN. */
export function shownGovernance(
  { head, matters }: GovernanceState,
  validatorId: number | null,
  { id, subject }: Pick<Condition, 'id' | 'subject'>,
): Shown {
  const since = isOfSignals({ subject }) ? head.signalsSince : head.proposalsSince
  const all = Object.entries(matters).flatMap(([key, matter]) => {
    const known = matterIn(key).validatorId === validatorId ? matter.conditions[id] : undefined
    return known === undefined ? [] : [{ ...known, overAt: matter.overAt }]
  })
  const figure = all.findLast((one) => one.figure !== undefined)?.figure ?? null
  const those = (state: Truth) =>
    all.filter((one) =>
      one.unknown !== undefined ? state === 'UNKNOWN' : state === (one.is === 1 ? 'TRUE' : 'FALSE'),
    )
  const first = (times: number[]) => (times.length === 0 ? null : Math.min(...times))
  const isTrue = those('TRUE')
  const trueSince = first(isTrue.map((one) => one.since))
  if (trueSince !== null) {
    const endsAt = first(isTrue.flatMap(({ overAt }) => (overAt === null ? [] : [overAt])))
    return isMoment(subject)
      ? { state: 'FALSE', since: trueSince, endsAt: null, figure }
      : { state: 'TRUE', since: trueSince, endsAt, figure }
  }
  const unknown = first(those('UNKNOWN').map((one) => one.unknown ?? one.since))
  if (unknown !== null || since === null) return { state: 'UNKNOWN', since: unknown, endsAt: null, figure }
  const last = those('FALSE').map((one) => one.since)
  return { state: 'FALSE', since: last.length === 0 ? since : Math.max(...last), endsAt: null, figure }
}

/** Once it has happened it is no state to be in. */
function isMoment(subject: Condition['subject']): boolean {
  return ['voted', 'proposal_passed', 'proposal_rejected', 'proposal_failed'].includes(subject)
}

/**
 * When a setting has called of a target, Unix ms, in order, whether that had begun before `from` and went on, and since when it
 * is kept; null: no setting of votes or signals.
 */
export function replayedGovernance(
  { head, matters }: GovernanceState,
  validatorId: number | null,
  setting: number,
  from: number,
): { times: number[]; held: boolean; since: number | null } | null {
  const condition = conditions.find(({ id }) => id === conditionIdOf(setting))
  if (condition?.type !== 'GOVERNANCE') return null
  // Of every validator at once nothing is replayed, as of other settings.
  const isOfTarget = (condition.targetType === 'VALIDATOR') === (validatorId !== null)
  const looked = isOfSignals(condition) ? head.signalsSince : head.proposalsSince
  const since = isOfTarget ? looked : null
  const isEnd = setting !== settingId(condition.id, 'FALSE_TO_TRUE')
  const all = Object.entries(matters).flatMap(([key, matter]) => {
    const times =
      matterIn(key).validatorId === validatorId ? matter.conditions[condition.id]?.times : undefined
    return times === undefined ? [] : [times]
  })
  const ended = all.flatMap((times) => times.ended ?? [])
  const held = all.some((times) => (times.began[0] ?? Infinity) < from && (times.ended ?? Infinity) >= from)
  return {
    times: (isEnd ? ended : all.flatMap(({ began }) => began)).toSorted((a, b) => a - b),
    held: !isEnd && held && condition.severity.TRUE_TO_FALSE !== null,
    since: since === null ? null : Math.max(since, from),
  }
}

function isOfSignals({ subject }: Pick<Condition, 'subject'>): boolean {
  return ['signalling_began', 'upgrade_scheduled', 'not_signalled'].includes(subject)
}
