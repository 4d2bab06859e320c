import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { LookUp } from './look-up.ts'

/** Asks for pictures of validators; the pass says when to ask again. */
export function createLookUpLoop(createLoop: CreateLoop, { pass }: LookUp): Loop {
  // No jitter: who comes early for the turn of its own waits for half a minute.
  return createLoop({ name: 'avatars/look-up', everyMs: 60_000, jitter: 0, longestPauseMs: 600_000, pass })
}
