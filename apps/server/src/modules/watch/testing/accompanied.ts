import type { LoopOptions } from '../../../platform/loop.ts'
import { type ChainCompanion, createNetworkCompanions } from '../following/companions.ts'
import { networkId, type SimRig } from './sim-rig.ts'

interface Accompanied {
  /** Moves the clock to where a height is shown, second by second; the follower polls each time, and the companion looks when it is due. */
  to(height: number): Promise<void>
}

/** A process that follows the network of a rig, with a companion. */
export function accompanied(rig: SimRig, companion: ChainCompanion, holder = 'accompanied'): Accompanied {
  const { follower, lease, leases } = rig.process(holder)
  const { clock, chain } = rig
  const never = new AbortController().signal
  const due = new Map<LoopOptions, number>()
  const createLoop = (options: LoopOptions) => {
    due.set(options, clock.monotonic())
    return {
      name: options.name,
      start: () => undefined,
      stop: () => Promise.resolve(),
      wake: () => undefined,
    }
  }
  const { db } = rig.database
  const { databaseNow } = leases
  const beside = createNetworkCompanions(networkId, [companion], {
    db,
    createLoop,
    follower,
    lease,
    databaseNow,
  })
  beside.loops()

  async function poll(): Promise<void> {
    // Signing many blocks takes longer than a request may.
    chain.prepare()
    while ((await follower.pass(never)) === 0) beside.polled()
    await follower.connection()?.pool.idle()
    beside.polled()
    for (const [options, at] of due)
      if (at <= clock.monotonic())
        due.set(options, clock.monotonic() + ((await options.pass(never)) ?? options.everyMs))
  }

  return {
    async to(height) {
      while (clock.now() < chain.shownAt(height)) {
        await clock.advance(Math.min(1_000, chain.shownAt(height) - clock.now()))
        await poll()
      }
    },
  }
}
