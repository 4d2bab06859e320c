import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { BridgeFeed } from '../bridges/bridges.public.ts'
import type { Hub } from './hub.ts'

/** Hints may be lost. */
const everyMs = 2_000
/** However many bridges push: what comes within it is read together. */
const notSoonerMs = 500

/** Brings what is known of bridges up to date while somebody looks at their network. */
export function createBridgesLoop(
  createLoop: CreateLoop,
  { hub, bridges, clock }: { hub: Hub; bridges: BridgeFeed; clock: { monotonic(): number } },
): Loop {
  let lastAt = Number.NEGATIVE_INFINITY
  return createLoop({
    name: 'live/bridges',
    everyMs,
    jitter: 0,
    longestPauseMs: everyMs,
    async pass() {
      const since = clock.monotonic() - lastAt
      if (since < notSoonerMs) return notSoonerMs - since
      lastAt = clock.monotonic()
      for (const [networkId, readers] of hub.readers())
        if (readers.length > 0) await bridges.refresh(networkId)
      return everyMs
    },
  })
}
