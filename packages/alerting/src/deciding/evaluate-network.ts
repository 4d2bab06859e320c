import type { NetworkState } from '@roundsman/contract/validators'
import type { Condition } from '../catalogue/condition.ts'
import type { Basis, Upgrade } from './observation.ts'
import { epsilon, type Truth, truthOf } from './truth.ts'

/** What the conditions of a network are decided from. Left out: this observation says nothing of it. */
export interface NetworkMoment {
  signedShare?: number | null
  reach?: { state: NetworkState; headAgeMs: number | null; unseenMs: number | null }
  /** `basis`: how the plan is known, where it is known by itself. */
  plan?: { upgrade: Upgrade; basis?: Basis | undefined; height: number | null; blockSeconds: number | null }
}

/** Which subjects a moment says something of. */
export function isAbout(subject: Condition['subject'], moment: NetworkMoment): boolean {
  switch (subject) {
    case 'low_power':
      return moment.signedShare !== undefined
    case 'halted':
    case 'unseen':
      return moment.reach !== undefined
    case 'upgrade_near':
      return moment.plan !== undefined
    default:
      return false
  }
}

export function evaluateNetwork(condition: Condition, moment: NetworkMoment, was: boolean): Truth {
  const { threshold, margin, subject } = condition
  const value = valueOfNetwork(condition, moment)
  if (threshold === null) return 'UNKNOWN'
  switch (subject) {
    case 'low_power':
      return truthOf(value === null ? null : value < threshold + (was ? margin : 0) - epsilon)
    case 'halted':
    case 'unseen':
      return truthOf(value === null ? null : value >= threshold)
    case 'upgrade_near':
      if (moment.plan && hasNoPlan(moment.plan)) return 'FALSE'
      return truthOf(value === null ? null : value <= threshold + (was ? margin : 0))
    default:
      return 'UNKNOWN'
  }
}

/** The figure that a condition of a network is about; null: not known. */
export function valueOfNetwork({ subject }: Condition, moment: NetworkMoment): number | null {
  switch (subject) {
    case 'low_power':
      return moment.signedShare ?? null
    case 'halted':
      return moment.reach ? haltedSeconds(moment.reach) : null
    case 'unseen':
      return moment.reach ? unseenSeconds(moment.reach) : null
    case 'upgrade_near':
      return moment.plan ? secondsToUpgrade(moment.plan) : null
    default:
      return null
  }
}

/** 0 while blocks come; null where nobody sees whether they do. */
function haltedSeconds({ state, headAgeMs }: NonNullable<NetworkMoment['reach']>): number | null {
  if (state === 'LIVE') return 0
  return state === 'HALTED' && headAgeMs !== null ? headAgeMs / 1000 : null
}

/** 0 while an endpoint gives usable answers; null where nobody asks. */
function unseenSeconds({ state, unseenMs }: NonNullable<NetworkMoment['reach']>): number | null {
  if (state === 'LIVE' || state === 'HALTED') return 0
  return state === 'NOT_FOLLOWED' || unseenMs === null ? null : unseenMs / 1000
}

/** None is planned, or the one that was has been reached. */
function hasNoPlan({ upgrade, height }: NonNullable<NetworkMoment['plan']>): boolean {
  if (upgrade === undefined) return false
  return upgrade === null || (height !== null && height >= upgrade.height)
}

function secondsToUpgrade(plan: NonNullable<NetworkMoment['plan']>): number | null {
  const { upgrade, height, blockSeconds } = plan
  if (!upgrade || height === null || blockSeconds === null) return null
  return Math.max(0, upgrade.height - height) * blockSeconds
}
