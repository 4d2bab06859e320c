import type { BridgeFigures as Said } from '@roundsman/bridges/bridge-figures'
import {
  type BridgeDetails,
  type BridgeEvent,
  type BridgeFigures,
  bridgeHeightStep,
} from '@roundsman/contract/bridge-details'
import type { BridgeEventRow } from './bridges.schema.ts'
import { keptSlots } from './history.store.ts'
import { type BridgeSample, slotMs, slotOf } from './record.ts'

/** The first span of the day that ends at `now`, Unix ms. */
export function firstSlotOf(now: number): number {
  return slotOf(now) - keptSlots + 1
}

/** Every span of the day that ends at `now`, Unix ms. */
export function heightsOf(samples: readonly BridgeSample[], now: number): BridgeDetails['heights'] {
  const known = new Map(samples.map((sample) => [sample.slot, sample]))
  const first = firstSlotOf(now)
  const points = Array.from({ length: keptSlots }, (_, index): BridgeDetails['heights']['points'][number] => {
    const { height = null, networkHeight = null } = known.get(first + index) ?? {}
    return [((first + index) * slotMs) / 1000, height, networkHeight]
  })
  return { step: bridgeHeightStep, points }
}

export function timelineOf(rows: readonly BridgeEventRow[]): BridgeEvent[] {
  return rows.map(({ bridgeId: _bridgeId, at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() }))
}

export function figuresView(said: Said): BridgeFigures {
  return {
    peers: { full: said.fullPeers, archival: said.archivalPeers, connections: said.connections },
    storage: {
      blocks: said.blocksStored,
      write_seconds: said.storeSeconds,
      read_seconds: said.readSeconds,
      reclaimed_bytes: said.reclaimedBytes,
      served_bytes: said.servedBytes,
      tail_height: said.tailHeight,
    },
    processing: {
      blocks: said.blocksProcessed,
      last_block_at: timeOf(said.lastBlockAt),
      publish_seconds: said.publishedAfterSeconds,
      stuck: said.stuckCount,
      last_stuck_at: timeOf(said.lastStuckAt),
      sampled_height: said.sampledHeight,
      memory_bytes: said.memoryBytes,
      goroutines: said.goroutines,
      open_files: said.openFiles,
    },
  }
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString()
}
