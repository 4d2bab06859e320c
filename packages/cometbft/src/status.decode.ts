import { z } from 'zod'
import type { NodeStatus } from './domain.ts'
import { height, time } from './wire.ts'

const status = z.object({
  node_info: z.object({ network: z.string().min(1).max(128), version: z.string().max(128).catch('') }),
  sync_info: z.object({
    latest_block_height: height,
    latest_block_time: time,
    // Absent before 0.34; "0" where nothing is kept yet.
    earliest_block_height: height.nullish().catch(null),
    catching_up: z.boolean(),
  }),
})

/** `/status`. Its `validator_info` is not read: it may hold any type of key. */
export function decodeStatus(value: unknown): NodeStatus {
  const { node_info, sync_info } = status.parse(value)
  const earliest = sync_info.earliest_block_height ?? 0
  return {
    chainId: node_info.network,
    version: node_info.version,
    latestHeight: sync_info.latest_block_height,
    latestBlockTime: sync_info.latest_block_time,
    earliestHeight: earliest > 0 ? earliest : null,
    catchingUp: sync_info.catching_up,
  }
}
