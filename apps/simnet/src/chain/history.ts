import { type ChainState, copyChainState } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { cycleOf, cycleStart } from './cycle-plan.ts'
import { firstState } from './first-state.ts'
import { nextBlock } from './next-block.ts'

/** Every so many heights a state is kept to go on from. */
const CHECKPOINT = 1_000
/** Heights that `approach` computes in one go: some 10 ms. */
const MOST_AT_ONCE = 2_000
/** Newest states that are kept as they are asked for. */
const RECENT = 48

export interface History {
  /** The state after block `height`. The same object is handed out again: it must not be changed. */
  at(height: number): Readonly<ChainState>
  /** Computes a bounded part of what `at` a height needs; true when it needs no more than that. */
  approach(height: number): boolean
}

/**
 * States of a chain by height. Asking in another order gives the same states: each follows from the first state of
 * its cycle; checkpoints only save work. `keep` is how far below the newest one checkpoints are held.
 */
export function createHistory(world: ChainWorld, firstHeight: number, keep: number): History {
  const checkpoints = new Map<number, ChainState>()
  const recent = new Map<number, ChainState>()

  function baseFor(height: number): ChainState {
    const before = recent.get(height - 1)
    const from = Math.max(firstHeight, cycleStart(world.profile, cycleOf(world.profile, height)))
    if (before !== undefined && height > from) return copyChainState(before)
    let best: ChainState | null = null
    for (const kept of [recent, checkpoints]) {
      for (const state of kept.values()) {
        if (state.height > height || state.height < from) continue
        if (best === null || state.height > best.height) best = state
      }
    }
    return best === null ? firstState(world, from) : copyChainState(best)
  }

  function at(height: number): ChainState {
    const known = recent.get(height) ?? checkpoints.get(height)
    if (known !== undefined) return known
    const state = baseFor(height)
    while (state.height < height) {
      nextBlock(state, world)
      if (state.height % CHECKPOINT === 0 && state.height > height - keep - CHECKPOINT) {
        checkpoints.set(state.height, copyChainState(state))
      }
    }
    recent.set(height, state)
    forget(height)
    return state
  }

  function forget(height: number) {
    for (const key of recent.keys()) {
      if (recent.size <= RECENT) break
      recent.delete(key)
    }
    if (checkpoints.size <= keep / CHECKPOINT + 3) return
    for (const key of checkpoints.keys()) if (key < height - keep - CHECKPOINT) checkpoints.delete(key)
  }

  function approach(height: number): boolean {
    const from = baseFor(height).height
    if (height - from <= MOST_AT_ONCE) return true
    at(from + MOST_AT_ONCE)
    return false
  }

  return { at, approach }
}
