import { proposalsPerCycle } from '../governance/cycle-governance.ts'
import { type GovernanceEvent, isGovernanceEvent } from '../governance/governance-event.ts'
import { createGovernanceScript } from '../governance/governance-script.ts'
import type { NetworkProfile } from '../network-profile.ts'
import { isPlanEvent, type PlanEvent, type ValidatorEvent } from './chain-event.ts'
import type { ChainWorld } from './chain-world.ts'
import { type CyclePlan, emptyPlan, cycleStart, planCycle, stayersOf } from './cycle-plan.ts'
import { createHistory, type History } from './history.ts'
import { hashText } from './random.ts'
import { createRoster, type RosterEntry } from './roster.ts'
import { slashingLimits } from './signing-info.ts'
import type { UpgradePlan } from './chain-event.ts'
import { untoldUpgrade, upgradePlanAt } from './upgrade.ts'

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
  arrange(event: ValidatorEvent | PlanEvent | GovernanceEvent): void
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
  const governance = createGovernanceScript()
  const scriptedAt = (height: number) => script.get(height) ?? []

  function planOf(cycle: number): CyclePlan {
    const known = plans.get(cycle)
    if (known !== undefined) return known
    const plan = natural
      ? planCycle(seed, profile, roster, cycle, input.blockTimeMs)
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
    governanceAt: governance.at,
    votesOn: governance.votesOn,
    submittedBefore: governance.submittedBefore,
    voters: stayersOf(profile, roster),
    votersStart: hashText(`${seed}/${profile.slug}/voters`),
    proposalsPerCycle: natural ? proposalsPerCycle(profile, input.blockTimeMs) : 0,
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
    upgradePlanAt(height) {
      const passed = profile.governance === null ? null : history.at(height).governance?.plan
      return upgradePlanAt(height, planned, passed ?? null, () => untoldUpgrade(world, height))
    },
    arrange(event) {
      if (isPlanEvent(event)) {
        planned.push(event)
        return
      }
      if (isGovernanceEvent(event)) {
        if ('validator' in event) indexOf(event.validator)
        governance.arrange(event)
        return
      }
      indexOf(event.validator)
      const there = script.get(event.at)
      if (there === undefined) script.set(event.at, [event])
      else there.push(event)
    },
  }
}
