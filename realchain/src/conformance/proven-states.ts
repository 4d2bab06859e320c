import { expect } from 'vitest'
import type { createProvenFollower } from './proven-follower.ts'
import type { Watch } from './watch.ts'

type Follower = ReturnType<typeof createProvenFollower>

/** Every state that was followed is proven, and as the recording has it. */
export function expectProvenStates(watch: Watch, { states }: Pick<Follower, 'states'>): void {
  for (const { height, staking, slashing, set, source } of states) {
    const truth = watch.at(height).state
    expect({ staking, slashing, set }).toEqual({
      staking: truth.staking,
      slashing: truth.slashing,
      set: truth.set,
    })
    expect(source.assurance).toBe('PROVEN')
  }
}
