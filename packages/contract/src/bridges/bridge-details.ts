import * as z from 'zod/mini'
import { Id } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'
import { Bridge } from './bridges.ts'

/** Kinds of events in a bridge's timeline; `silent` and `stalled` begin what `pushing` and `rising` end. */
const bridgeEventKinds = [
  'joined',
  'restarted',
  'version_changed',
  'stalled',
  'rising',
  'silent',
  'pushing',
  'two_programs',
] as const

/** Something that happened to a bridge: what was and what is (versions, or times of starts), as text. */
export const BridgeEvent = z.object({
  id: z.int(),
  at: Time,
  /** The bridge's own at that moment. */
  height: z.nullable(z.int()),
  kind: z.enum(bridgeEventKinds),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type BridgeEvent = z.infer<typeof BridgeEvent>

const Figure = z.nullable(z.number())
/**
 * What else its newest push said; null: it did not say. Counts and means (`…_seconds`) are since its start, sizes in
 * bytes, times by the bridge's own clock.
 */
export const BridgeFigures = z.object({
  peers: z.object({ full: Figure, archival: Figure, connections: Figure }),
  storage: z.object({
    blocks: Figure,
    write_seconds: Figure,
    read_seconds: Figure,
    reclaimed_bytes: Figure,
    served_bytes: Figure,
    tail_height: Figure,
  }),
  processing: z.object({
    blocks: Figure,
    last_block_at: z.nullable(Time),
    /** From a block's own time to its publication. */
    publish_seconds: Figure,
    /** How often its consensus node gave it no block for five block times. */
    stuck: Figure,
    last_stuck_at: z.nullable(Time),
    sampled_height: Figure,
    memory_bytes: Figure,
    goroutines: Figure,
    open_files: Figure,
  }),
})
export type BridgeFigures = z.infer<typeof BridgeFigures>

/** Seconds between two points of `heights`. */
export const bridgeHeightStep = 300

/** A row of the list with what only its own page shows. */
export const BridgeDetails = z.extend(Bridge, {
  network_height: z.nullable(z.int()),
  /**
   * A day, oldest first: Unix seconds, the bridge's height and the network's by the first report of the five minutes
   * that begin then; null where there was none.
   */
  heights: z.object({
    step: z.int(),
    points: z.array(z.tuple([z.int(), z.nullable(z.int()), z.nullable(z.int())])),
  }),
  /** null: it said none, or others collected what is known of it. */
  figures: z.nullable(BridgeFigures),
  /** Newest first, at most 100. */
  timeline: z.array(BridgeEvent),
})
export type BridgeDetails = z.infer<typeof BridgeDetails>

export const BridgeParams = z.object({ blockchainId: Id, bridgeId: Id })
