import { type ChainTrust, createChainTrust } from '../chain-trust.ts'
import type { PoolClock } from '../endpoint-record.ts'
import { nativeCheck } from './native-check.ts'

/** Trust in a chain of which nothing is known yet. */
export function trustOf(clock: PoolClock, given: ChainTrust['given'] = null): ChainTrust {
  return createChainTrust({ check: nativeCheck, clock, given })
}
