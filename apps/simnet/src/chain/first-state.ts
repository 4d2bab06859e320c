import { firstGovernance } from '../governance/govern.ts'
import { BONDED, type ChainState } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { cycleOf } from './cycle-plan.ts'
import { lifetimeOf } from './plan-events.ts'
import { recordsInCycle } from './record-in-cycle.ts'
import { NEVER_AGAIN, newSigningInfo } from './signing-info.ts'
import { bondedMembers, countedOf } from './staking.ts'
import { createValidatorSet } from './validator-set.ts'
import { castVotes } from './votes.ts'

const DAY = 86_400_000

/** The state at the first height of a chain or of a cycle, as the roster says. */
export function firstState(world: ChainWorld, height: number): ChainState {
  const { roster, profile } = world
  const validators = recordsInCycle(world, cycleOf(profile, height))
  const members = bondedMembers(validators, world)
  const bonded = new Set(members.map((place) => place.index))
  for (const [index, record] of validators.entries()) {
    if (record !== null && bonded.has(index)) validators[index] = { ...record, status: BONDED }
  }
  const infos = roster.map((entry) => {
    const record = validators[entry.index] ?? null
    if (profile.staking === null || record === null) return null
    if (!record.jailed) return bonded.has(entry.index) ? newSigningInfo(height - 1) : null
    const tombstoned = lifetimeOf(world.seed, profile, entry.index).tombstoneCycle < cycleOf(profile, height)
    const jailedUntil = tombstoned ? NEVER_AGAIN : entry.commissionSetAt + 40 * DAY
    return { ...newSigningInfo(1), jailedUntil, tombstoned }
  })
  const set = createValidatorSet(members)
  const state: ChainState = {
    height,
    validators,
    infos,
    set,
    next: set,
    afterNext: set,
    votes: new Uint8Array(0),
    counted: countedOf(validators, infos),
    wakeAt: new Float64Array(roster.length),
    downUntil: new Float64Array(roster.length),
    absentUntil: new Float64Array(roster.length),
    nilUntil: new Float64Array(roster.length),
    returns: new Uint8Array(roster.length),
    episodeAt: new Int32Array(roster.length),
    eventAt: 0,
    pending: [],
    governance: firstGovernance(world, height),
    governedTo: 0,
  }
  state.votes = castVotes(state, world.planOf(cycleOf(profile, height)))
  return state
}
