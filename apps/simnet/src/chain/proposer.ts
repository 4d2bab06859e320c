import { type ChainState, FLAG_ABSENT } from './chain-state.ts'
import { chance } from './random.ts'

/** Who proposed a block, as a place in its set, and in which round: drawn by power; who is away loses the round. */
export function proposalOf(start: number, state: Readonly<ChainState>): { place: number; round: number } {
  const { sums } = state.set
  const total = sums[sums.length - 1] ?? 0
  for (let round = 0; round < 24; round += 1) {
    const drawn = chance(start, state.height, round) * total
    const place = firstAbove(sums, drawn)
    if (state.votes[place] !== FLAG_ABSENT) return { place, round }
  }
  return { place: 0, round: 24 }
}

function firstAbove(sums: Float64Array, drawn: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > drawn) high = middle
    else low = middle + 1
  }
  return Math.max(0, low)
}
