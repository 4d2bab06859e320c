import type { EndpointSpec } from './serve.ts'

/** The network of the demo that stands still: Story Testnet. */
export const HALTED_NETWORK = 6

/** Endpoints of the demo: two or three for each network; one lies about its height, one is slow, one lags. */
export const demoEndpoints: readonly EndpointSpec[] = [
  { blockchainId: 1, name: 'a' },
  { blockchainId: 1, name: 'b', faults: [{ kind: 'slow', ms: 1_200, rate: 0.1 }] },
  { blockchainId: 1, name: 'c' },
  { blockchainId: 2, name: 'a', faults: [{ kind: 'lying_height', blocks: 5_000 }] },
  { blockchainId: 2, name: 'b' },
  { blockchainId: 3, name: 'a' },
  { blockchainId: 3, name: 'b' },
  { blockchainId: 4, name: 'a' },
  { blockchainId: 4, name: 'b' },
  { blockchainId: 5, name: 'a' },
  { blockchainId: 5, name: 'b' },
  { blockchainId: 6, name: 'a' },
  { blockchainId: 6, name: 'b' },
  { blockchainId: 7, name: 'a', faults: [{ kind: 'slow', ms: 3_500 }] },
  { blockchainId: 7, name: 'b' },
  { blockchainId: 8, name: 'a' },
  { blockchainId: 8, name: 'b', faults: [{ kind: 'http_500', rate: 0.05 }] },
  { blockchainId: 9, name: 'a' },
  { blockchainId: 9, name: 'b', faults: [{ kind: 'lag', blocks: 40 }] },
  { blockchainId: 10, name: 'a' },
  { blockchainId: 10, name: 'b' },
]

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
/** Unix time began on a Thursday. */
const MONDAY = 4 * 24 * HOUR

/** Since when the halted network stands still: 03:17 UTC of the last Monday, two hours ago or more. */
export function haltOf(now: number): Readonly<Record<number, number>> {
  const at = MONDAY + 3 * HOUR + 17 * 60_000
  const weeks = Math.floor((now - 2 * HOUR - at) / WEEK)
  return { [HALTED_NETWORK]: at + weeks * WEEK }
}
