import { govern } from '../governance/govern.ts'
import type { ValidatorEvent } from './chain-event.ts'
import { type ChainState, FLAG_ABSENT } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { type CyclePlan, cycleOf, cycleStart } from './cycle-plan.ts'
import { firstState } from './first-state.ts'
import { comeBack, happen, jailNow, takePending, UNBONDING_CHECK } from './next-block.ts'
import { countSigned, countVote } from './signing-info.ts'
import { endBlock, endUnbondings } from './staking.ts'
import { settle, settlesAt } from './upgrade.ts'
import type { ValidatorSet } from './validator-set.ts'
import { wakefulVote } from './votes.ts'

export interface ChainWalk {
  /** As of the last height walked to, but for its votes. Changes with the next step. */
  state(): Readonly<ChainState>
  /** Goes on to a height. */
  to(height: number): void
}

interface Seen {
  /** Something but votes happened in this block: somebody may be another one. */
  happened(state: Readonly<ChainState>): void
  /** Places in the roster of those who did not sign it. */
  missed(height: number, absent: readonly number[]): void
}

/**
 * A chain from the cycle of `from` on, by the rules of `nextBlock`, for whoever wants to know of a month: who signs block
 * after block has all of it counted at once, so that a block costs a tenth (N43).
 */
export function walkChain(world: ChainWorld, from: number, seen: Seen): ChainWalk {
  const { profile, limits } = world
  const window = limits?.window ?? 0
  /** Up to which height the votes of each validator are counted. */
  const countedTo = new Float64Array(world.roster.length)
  /** Who missed the newest block, and who has missed so much that any vote may jail. */
  let absent: number[] = []
  const risky = new Set<number>()
  /** Whose vote has to be asked for at each block, and from which height on that of somebody else has to be. */
  let awake: number[] = []
  let nextWake = 0
  let state = begin(Math.max(1, cycleStart(profile, cycleOf(profile, from))))

  function begin(height: number): ChainState {
    const first = firstState(world, height)
    countedTo.fill(height - 1)
    risky.clear()
    absent = [...first.set.indices].filter((_, at) => first.votes[at] === FLAG_ABSENT)
    nextWake = 0
    return first
  }

  /** All votes up to a height, of a set that has cast them all since. */
  function count(set: ValidatorSet, height: number): void {
    for (const index of set.indices) countOne(index, height)
  }

  function countOne(index: number, height: number): void {
    const blocks = height - (countedTo[index] ?? 0)
    countedTo[index] = height
    const info = state.infos[index] ?? null
    if (limits !== null && info !== null && blocks > 0 && state.counted[index] === 1)
      countSigned(info, blocks, window)
  }

  /** The votes that have to be looked at one by one. Gives who is jailed for it. */
  function judge(height: number): number[] {
    if (limits === null) return []
    const jailed: number[] = []
    for (const index of risky.size === 0 ? absent : new Set([...absent, ...risky])) {
      const info = state.infos[index] ?? null
      countOne(index, height - 2)
      countedTo[index] = height - 1
      if (info === null || state.counted[index] !== 1) continue
      const isJailed = countVote(info, height, absent.includes(index), limits)
      if (isJailed) jailed.push(index)
      if (info.missed > limits.maxMissed) risky.add(index)
      else risky.delete(index)
    }
    return jailed
  }

  /** Who misses the block. */
  function vote(plan: CyclePlan): void {
    const { height, wakeAt } = state
    if (nextWake <= height) {
      awake = []
      nextWake = Infinity
      for (const index of state.set.indices) {
        const at = wakeAt[index] ?? 0
        if (at <= height) awake.push(index)
        else nextWake = Math.min(nextWake, at)
      }
    }
    absent = []
    let kept = 0
    for (const index of awake) {
      if (wakefulVote(state, plan, index) === FLAG_ABSENT) absent.push(index)
      const at = wakeAt[index] ?? 0
      if (at <= height) {
        awake[kept] = index
        kept += 1
      } else nextWake = Math.min(nextWake, at)
    }
    awake.length = kept
  }

  function step(): void {
    const height = state.height + 1
    if (cycleStart(profile, cycleOf(profile, height)) === height) {
      state = begin(height)
      seen.happened(state)
      seen.missed(height, absent)
      return
    }
    const voted = state.set
    state.height = height
    const jailed = judge(height)
    const isOther = state.next !== voted
    state.set = state.next
    state.next = state.afterNext
    const plan = world.planOf(cycleOf(profile, height))
    const events: ValidatorEvent[] = []
    while ((plan.events[state.eventAt]?.at ?? Infinity) <= height) {
      const event = plan.events[state.eventAt]
      state.eventAt += 1
      if (event?.at === height) events.push(event)
    }
    // Before what became due: it may make more of it.
    const due = takePending(state, height)
    events.push(...due)
    const settles = settlesAt(world, height)
    if (isOther || jailed.length > 0 || events.length > 0 || settles) {
      count(voted, height - 1)
      // Whoever comes in has voted on nothing before.
      for (const index of state.set.indices) countedTo[index] = height - 1
    }
    for (const index of jailed) {
      jailNow(state, world, index, profile.staking?.slashing.downtimeJailMs ?? 0)
      if (state.returns[index] === 1) comeBack(state, world, index)
    }
    let moved = jailed.length > 0
    for (const event of events) moved = happen(state, world, event, true) || moved
    if (settles) {
      settle(state, world)
      moved = true
    }
    govern(state, world)
    if (moved) endBlock(state, world)
    const isChecked = height % UNBONDING_CHECK === 0
    if (isChecked) endUnbondings(state, world.timeOf(height))
    // Events wake whom they are about.
    if (isOther || moved || events.length > 0) nextWake = 0
    vote(plan)
    if (moved || events.length > 0 || isChecked) seen.happened(state)
    if (absent.length > 0) seen.missed(height, absent)
  }

  return {
    state: () => state,
    to(height) {
      while (state.height < height) step()
      count(state.set, state.height - 1)
    },
  }
}
