import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { NetworkLease } from './network-leases.ts'
import type { Writer } from './writer.ts'

/** What only time decides takes a minute at least. */
const everyMs = 5_000

export interface Ticking {
  lease: Pick<NetworkLease, 'isHeld'>
  writer: Pick<Writer, 'tick'>
}

/** Lets time be noticed on the networks that this process follows, also where nothing is heard of them. */
export function createTicksLoop(createLoop: CreateLoop, networks: readonly Ticking[]): Loop {
  return createLoop({
    name: 'watch/ticks',
    everyMs,
    longestPauseMs: everyMs,
    async pass() {
      const outcomes = await Promise.allSettled(
        networks.filter(({ lease }) => lease.isHeld()).map(({ writer }) => writer.tick()),
      )
      // One that fails keeps no other from being told of; the loop says so and tries again.
      const failed = outcomes.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  })
}
