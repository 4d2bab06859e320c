import { type ChainState, FLAG_ABSENT, FLAG_COMMIT, FLAG_NIL } from './chain-state.ts'
import type { CyclePlan } from './cycle-plan.ts'

/** The flags of this height's commit, by place in the set. Moves `episodeAt` and `wakeAt` on, nothing else. */
export function castVotes(state: ChainState, plan: CyclePlan): Uint8Array {
  const { indices } = state.set
  const { height, wakeAt } = state
  const votes = new Uint8Array(indices.length).fill(FLAG_COMMIT)
  for (let at = 0; at < indices.length; at += 1) {
    const index = indices[at] ?? 0
    if ((wakeAt[index] ?? 0) <= height) votes[at] = wakefulVote(state, plan, index)
  }
  return votes
}

/** The flag of one validator of the set. */
export function wakefulVote(state: ChainState, plan: CyclePlan, index: number): number {
  const { height } = state
  const habit = habitVote(state, plan, index)
  if (height <= (state.downUntil[index] ?? 0) || height <= (state.absentUntil[index] ?? 0)) return FLAG_ABSENT
  if (height <= (state.nilUntil[index] ?? 0)) return FLAG_NIL
  if (habit === FLAG_COMMIT) {
    state.wakeAt[index] = plan.episodes[index]?.[state.episodeAt[index] ?? 0] ?? Infinity
  }
  return habit
}

function habitVote(state: ChainState, plan: CyclePlan, index: number): number {
  const episodes = plan.episodes[index]
  if (episodes === undefined || episodes.length === 0) return FLAG_COMMIT
  let at = state.episodeAt[index] ?? 0
  while (at < episodes.length && (episodes[at + 1] ?? 0) < state.height) at += 3
  state.episodeAt[index] = at
  if (at >= episodes.length || (episodes[at] ?? 0) > state.height) return FLAG_COMMIT
  return episodes[at + 2] ?? FLAG_COMMIT
}
