import type { BridgeDetails, BridgeFigures } from '@roundsman/contract/bridges/bridge-details'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { someBridge } from './some-bridge.ts'

/** Figures of a push that said nothing but these. */
export function someFigures(said: { [Group in keyof BridgeFigures]?: Partial<BridgeFigures[Group]> }) {
  return {
    peers: { full: null, archival: null, connections: null, ...said.peers },
    storage: {
      ...{ blocks: null, write_seconds: null, read_seconds: null },
      ...{ reclaimed_bytes: null, served_bytes: null, tail_height: null, ...said.storage },
    },
    processing: {
      ...{ blocks: null, last_block_at: null, publish_seconds: null, stuck: null, last_stuck_at: null },
      ...{ sampled_height: null, memory_bytes: null, goroutines: null, open_files: null },
      ...said.processing,
    },
  } satisfies BridgeFigures
}

/** What the page of a bridge is given; nothing was recorded of it but what a test says. */
export function someBridgeDetails(
  bridge: Partial<Bridge> & { id: number },
  said: Partial<Pick<BridgeDetails, 'figures' | 'timeline'>> & {
    points?: BridgeDetails['heights']['points']
  } = {},
): BridgeDetails {
  const { points = [], figures = null, timeline = [] } = said
  return {
    ...someBridge(bridge),
    ...{ network_height: 100, heights: { step: 300, points }, figures, timeline },
  }
}
