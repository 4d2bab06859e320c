import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { KnownAvatars } from './known-avatars.ts'

/** Keeps a process that serves pages up to date with the pictures that are there: nobody waits for one. */
export function createKnownAvatarsLoop(createLoop: CreateLoop, known: KnownAvatars): Loop {
  return createLoop({ name: 'avatars/known', everyMs: 30_000, pass: () => known.refresh() })
}
