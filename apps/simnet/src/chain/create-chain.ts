import type { NetworkProfile } from '../network-profile.ts'
import { isPlanEvent, type PlanEvent, type ValidatorEvent } from './chain-event.ts'
import type { ChainWorld } from './chain-world.ts'
import { type CyclePlan, emptyPlan, cycleStart, planCycle } from './cycle-plan.ts'
import { createHistory, type History } from './history.ts'
import { createRoster, type RosterEntry } from './roster.ts'
import { slashingLimits } from './signing-info.ts'
import { type UpgradePlan, upgradePlanAt } from './upgrade.ts'

interface ChainInput {
  seed: string
  profile: NetworkProfile
  firstHeight: number
  natural: boolean
  timeOf(height: number): number
  blockTimeMs: number
}

/** A chain without a clock: what it is at each height. */
export interface Chain {
  readonly profile: NetworkProfile
  readonly roster: readonly RosterEntry[]
  readonly world: ChainWorld
  readonly history: History
  /** false: nothing happens but what a script says. */
  readonly natural: boolean
  /** Arranges something at a height that nobody has asked for yet. */
  arrange(event: ValidatorEvent | PlanEvent): void
  /** What a script says of one height. */
  scriptedAt(height: number): readonly ValidatorEvent[]
  /** The upgrade that is planned when a height has been; null for none. */
  upgradePlanAt(height: number): UpgradePlan | null
  indexOf(ref: number | string): number
}

export function createChain(input: ChainInput): Chain {
  const { seed, natural } = input
  // A chain that only a script moves has no upgrades.
  const profile = natural ? input.profile : { ...input.profile, cycleBlocks: Number.MAX_SAFE_INTEGER }
  const roster = createRoster(seed, profile)
  const plans = new Map<number, CyclePlan>()
  const script = new Map<number, ValidatorEvent[]>()
  const planned: PlanEvent[] = []
  const scriptedAt = (height: number) => script.get(height) ?? []

  function planOf(cycle: number): CyclePlan {
    const known = plans.get(cycle)
    if (known !== undefined) return known
    const plan = natural
      ? planCycle(seed, profile, roster, cycle)
      : emptyPlan(cycleStart(profile, cycle), roster)
    if (plans.size > 2) plans.clear()
    plans.set(cycle, plan)
    return plan
  }

  function indexOf(ref: number | string): number {
    const found = typeof ref === 'number' ? roster[ref] : roster.find((entry) => entry.moniker === ref)
    if (found === undefined) throw new Error(`${profile.slug} has no validator ${ref}`)
    return found.index
  }

  const limits = profile.staking === null ? null : slashingLimits(profile.staking.slashing)
  const world: ChainWorld = {
    seed,
    profile,
    roster,
    limits,
    natural,
    planOf,
    scriptedAt,
    indexOf,
    timeOf: input.timeOf,
    blockTimeMs: input.blockTimeMs,
  }
  const history = createHistory(world, input.firstHeight, profile.keepHeights)
  return {
    profile,
    roster,
    world,
    history,
    natural,
    indexOf,
    scriptedAt,
    upgradePlanAt: (height) => upgradePlanAt(height, planned, natural ? profile : null),
    arrange(event) {
      if (isPlanEvent(event)) {
        planned.push(event)
        return
      }
      indexOf(event.validator)
      const there = script.get(event.at)
      if (there === undefined) script.set(event.at, [event])
      else there.push(event)
    },
  }
}
