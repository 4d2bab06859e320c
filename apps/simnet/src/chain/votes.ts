import { type ChainState, FLAG_ABSENT, FLAG_COMMIT, FLAG_NIL } from './chain-state.ts'
import type { EraPlan } from './era-plan.ts'

/** The flags of this height's commit, by place in the set. Moves `episodeAt` on, and changes nothing else. */
export function castVotes(state: ChainState, plan: EraPlan): Uint8Array {
  const places = state.set.places
  const height = state.height
  const votes = new Uint8Array(places.length).fill(FLAG_COMMIT)
  for (let at = 0; at < places.length; at += 1) {
    const index = places[at]?.index ?? 0
    const habit = habitFlag(state, plan, index)
    if (height <= (state.downUntil[index] ?? 0) || height <= (state.absentUntil[index] ?? 0)) {
      votes[at] = FLAG_ABSENT
    } else if (height <= (state.nilUntil[index] ?? 0)) {
      votes[at] = FLAG_NIL
    } else {
      votes[at] = habit
    }
  }
  return votes
}

function habitFlag(state: ChainState, plan: EraPlan, index: number): number {
  const episodes = plan.episodes[index]
  if (episodes === undefined || episodes.length === 0) return FLAG_COMMIT
  let at = state.episodeAt[index] ?? 0
  while (at < episodes.length && (episodes[at + 1] ?? 0) < state.height) at += 3
  state.episodeAt[index] = at
  return at < episodes.length && (episodes[at] ?? 0) <= state.height
    ? (episodes[at + 2] ?? FLAG_COMMIT)
    : FLAG_COMMIT
}
