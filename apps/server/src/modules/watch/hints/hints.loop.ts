import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import type { NetworkHints } from './network-hints.ts'

const everyMs = 1_000

/** Tends the sockets of all networks that this process follows, and closes them when it stops. */
export function createHintsLoop(createLoop: CreateLoop, all: readonly NetworkHints[]): Loop {
  const loop = createLoop({
    name: 'watch/hints',
    everyMs,
    longestPauseMs: everyMs,
    pass: () => {
      for (const hints of all) hints.tend()
      return Promise.resolve()
    },
  })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      for (const hints of all) hints.close()
    },
  }
}
