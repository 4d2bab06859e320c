import { KNOWN_BEFORE } from '../governance/cycle-governance.ts'
import type { PlanEvent, UpgradePlan } from './chain-event.ts'
import type { ChainState } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { cycleOf, cycleStart } from './cycle-plan.ts'
import { recordsInCycle } from './record-in-cycle.ts'
import { newSigningInfo } from './signing-info.ts'

/**
 * The plan that is pending at a height; null for none. `events` are those that a script arranged, in any order; `passed` is
 * what a proposal that passed has planned last. Where nobody says anything it is what comes `untold`.
 */
export function upgradePlanAt(
  height: number,
  events: readonly PlanEvent[],
  passed: (UpgradePlan & { at: number }) | null,
  untold: () => UpgradePlan | null,
): UpgradePlan | null {
  let said: PlanEvent | null = null
  for (const event of events) {
    if (event.at <= height && (said === null || event.at >= said.at)) said = event
  }
  const isPassed = passed !== null && (said === null || passed.at > said.at)
  if (said === null && !isPassed) return untold()
  const plan = isPassed ? passed : said?.what === 'upgrade_plan' ? said : null
  return plan !== null && plan.height > height ? { name: plan.name, height: plan.height } : null
}

/** The upgrade at the end of a cycle where neither proposals nor signals lead to it. */
export function untoldUpgrade({ natural, profile, planOf }: ChainWorld, height: number): UpgradePlan | null {
  if (!natural) return null
  const cycle = cycleOf(profile, height)
  const isTold = planOf(cycle).governance.isUpgradeVoted || (profile.governance?.signalDelay ?? null) !== null
  const start = cycleStart(profile, cycle + 1)
  return !isTold && start - height <= KNOWN_BEFORE ? { name: `v${cycle + 1}`, height: start } : null
}

/** Blocks by which stakes settle before a cycle ends, so that the last set of one is the first of the next. */
const SETTLE_BEFORE = 4

/** Whether this height is the one at which everybody gets ready for the next cycle. */
export function settlesAt(world: ChainWorld, height: number): boolean {
  if (!world.natural) return false
  return height + SETTLE_BEFORE === cycleStart(world.profile, cycleOf(world.profile, height) + 1)
}

/** Puts stakes, commissions and jails to what the next cycle begins with; nobody is jailed in the blocks that remain. */
export function settle(state: ChainState, world: ChainWorld): void {
  const next = cycleOf(world.profile, state.height) + 1
  state.validators = recordsInCycle(world, next).map((record, index) => {
    const was = state.validators[index] ?? null
    return record === null || was === null ? record : { ...record, status: was.status }
  })
  state.infos = state.infos.map((info, index) =>
    info === null || state.validators[index]?.jailed === true ? info : newSigningInfo(state.height),
  )
  state.pending = []
}
