import type { NetworkProfile } from '../network-profile.ts'
import type { PlanEvent } from './chain-event.ts'
import { cycleOf, cycleStart } from './cycle-plan.ts'

/** What x/upgrade keeps: the name of the new version, and the height at which it takes over. */
export interface UpgradePlan {
  name: string
  height: number
}

/** Blocks by which the upgrade at the end of an cycle is known before. */
const KNOWN_BEFORE = 12_000

/** The plan that is pending at a height; null for none. `events` are those that a script arranged, in any order. */
export function upgradePlanAt(
  height: number,
  events: readonly PlanEvent[],
  natural: NetworkProfile | null,
): UpgradePlan | null {
  let said: PlanEvent | null = null
  for (const event of events) {
    if (event.at <= height && (said === null || event.at >= said.at)) said = event
  }
  if (said !== null) {
    return said.what === 'upgrade_plan' && said.height > height
      ? { name: said.name, height: said.height }
      : null
  }
  if (natural === null) return null
  const next = cycleOf(natural, height) + 1
  const start = cycleStart(natural, next)
  return start - height <= KNOWN_BEFORE ? { name: `v${next}`, height: start } : null
}
