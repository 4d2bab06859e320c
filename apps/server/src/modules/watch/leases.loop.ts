import { leaseSeconds } from '../../platform/lease.ts'
import type { CreateLoop, Loop } from '../../platform/loop.ts'
import type { NetworkLeases } from './network-leases.ts'

/** Four times within the life of a lease, so that three in a row may fail. */
const renewEveryMs = (leaseSeconds * 1_000) / 4

/** Renews the leases beside the followers, so that a pass may take as long as its endpoints need. */
export function createLeasesLoop(createLoop: CreateLoop, leases: NetworkLeases): Loop {
  return createLoop({
    name: 'watch/leases',
    everyMs: renewEveryMs,
    longestPauseMs: renewEveryMs,
    pass: () => leases.renew(),
  })
}
