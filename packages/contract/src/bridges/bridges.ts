import * as z from 'zod/mini'
import { Time } from '../networks/validators.ts'

/** A bridge node of a network with data availability, by what it says of itself and by the network. */
export const Bridge = z.object({
  id: z.int(),
  peer_id: z.string(),
  /** The name that its owner gave its token; null for what is scraped. */
  name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** The last plausible one it gave, also above the network's. */
  height: z.nullable(z.int()),
  /** Blocks behind the network when it last reported; null where that is not known. */
  lag: z.nullable(z.int()),
  sync_status: z.enum(['SYNCED', 'CATCHING_UP', 'STALLED', 'UNKNOWN']),
  last_otel_update: z.nullable(Time),
  otel_state: z.enum(['FRESH', 'STALE', 'NEVER']),
  /** When its program was started. */
  started_at: z.nullable(Time),
  validator_id: z.nullable(z.int()),
  /** Whether it is the caller's. */
  owned: z.boolean(),
  /** Whether somebody else claims its peer id. */
  contested: z.boolean(),
  /** Pushed here, scraped from a page, or read from the store that it pushes to (`ROUNDSMAN_BRIDGES_URL`). */
  source: z.enum(['OTLP', 'SCRAPE', 'STORE']),
})
export type Bridge = z.infer<typeof Bridge>

const syncedBlocks = 3
const syncedSeconds = 10

/**
 * Blocks behind the network that still count as none, for the state and for what is said of it: three, or ten seconds of
 * blocks, whichever is more.
 * @param blockSeconds seconds between blocks; null: not known
 */
export function syncedWithin(blockSeconds: number | null): number {
  if (blockSeconds === null || blockSeconds <= 0) return syncedBlocks
  return Math.max(syncedBlocks, Math.floor(syncedSeconds / blockSeconds))
}

export const BridgesList = z.object({ network_height: z.nullable(z.int()), bridges: z.array(Bridge) })
export type BridgesList = z.infer<typeof BridgesList>
