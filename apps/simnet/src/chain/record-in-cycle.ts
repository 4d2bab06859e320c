import { UNBONDED, type ValidatorRecord } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { commissionsBefore } from './cycle-plan.ts'
import { lifetimeOf } from './plan-events.ts'
import type { RosterEntry } from './roster.ts'
import { sharesOf } from './staking.ts'

const DAY = 86_400_000

/** The roster as a cycle finds it, nobody bonded yet; null: not there. */
export function recordsInCycle(world: ChainWorld, cycle: number): (ValidatorRecord | null)[] {
  const { seed, profile, roster, natural } = world
  const changed = natural ? commissionsBefore(seed, profile, roster, cycle) : new Map<number, number>()
  return roster.map((entry) => {
    const height = changed.get(entry.index)
    const record = recordInCycle(world, entry, cycle)
    return record && height !== undefined ? { ...record, commissionSetAt: world.timeOf(height) } : record
  })
}

function recordInCycle(world: ChainWorld, entry: RosterEntry, cycle: number): ValidatorRecord | null {
  const lifetime = lifetimeOf(world.seed, world.profile, entry.index)
  if (world.natural && (lifetime.joinCycle >= cycle || lifetime.leaveCycle < cycle)) return null
  const gone = world.natural && (entry.longJailed || lifetime.tombstoneCycle < cycle)
  return {
    index: entry.index,
    moniker: entry.moniker,
    rotations: 0,
    nextRotations: 0,
    tokens: entry.tokens,
    shares: sharesOf(entry.tokens),
    jailed: gone,
    status: UNBONDED,
    commission: entry.commission,
    commissionSetAt: entry.commissionSetAt,
    unbondingHeight: gone ? 1 + entry.index * 1_000 : 0,
    unbondingAt: gone ? entry.commissionSetAt + 61 * DAY : 0,
  }
}
