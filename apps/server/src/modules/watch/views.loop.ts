import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { Views } from './views.ts'

/** Hints say at once that there is something newer; this is how long a lost one can go unnoticed. */
const pollMs = 1_000

/** Keeps the memory of a process that serves pages up to date with the committed batches. */
export function createViewsLoop(createLoop: CreateLoop, views: Views): Loop {
  const loop = createLoop({
    name: 'watch/views',
    everyMs: pollMs,
    longestPauseMs: 5_000,
    pass: () => views.refresh(),
  })
  views.onHint(() => loop.wake())
  return loop
}
