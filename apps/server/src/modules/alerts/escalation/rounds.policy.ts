import { catalogue } from '@roundsman/alerting/catalogue'
import {
  compareSeverity,
  nearnessToJail,
  saysAllOf,
  saysNothingNew,
  type Standing,
  type Step,
} from '../record/incidents/outage.policy.ts'

// An incident has one clock and one round of steps for each reader and each team (D333).

/**
 * What a new alert does with the round of an earlier one of its incident that its reader has not acknowledged. FOLLOWS: it says nothing
 * that the earlier one does not, and takes that round as its own, over or not. JOINS: the same while it runs. ANEW: it is
 * graver, or the next step of the same thing, so that the round begins anew with it.
 */
export function roundAfter(later: Step, earlier: Step): 'FOLLOWS' | 'JOINS' | 'ANEW' {
  const isGraver = compareSeverity(later.severity, earlier.severity) > 0
  if (saysAllOf(earlier, later) || (!isGraver && saysNothingNew(earlier, later))) return 'FOLLOWS'
  return isGraver || saysAllOf(later, earlier) ? 'ANEW' : 'JOINS'
}

interface Runs extends Standing {
  id: number
}

/** Of one round that several alerts of an incident have, the one that does its steps: the gravest, of those the nearest to jail. */
export function leaderOf<T extends Runs>(running: readonly [T, ...T[]]): T {
  return running.reduce((a, b) => {
    const [mine, theirs] = [a, b].map(({ settingId }) => nearnessToJail(catalogue.meaning(settingId)))
    const order = compareSeverity(b.severity, a.severity) || (theirs ?? 0) - (mine ?? 0) || a.id - b.id
    return order > 0 ? b : a
  })
}
