import * as z from 'zod/mini'
import { AlertHistoryItem } from '../alerts/alerts.ts'
import { Bridge } from '../bridges/bridges.ts'

/** A bridge as everybody is shown it. */
export const SharedBridge = z.omit(Bridge, { owned: true })
export type SharedBridge = z.infer<typeof SharedBridge>
export const BridgeChange = z.extend(z.partial(SharedBridge), { id: z.int() })
export type BridgeChange = z.infer<typeof BridgeChange>
/** As `validators` is of those. `seq` is the number of the network's bridges, not of its change batches. */
export const LiveBridges = z.object({
  changed: z.array(BridgeChange),
  removed: z.array(z.int()),
  seq: z.int(),
})
export type LiveBridges = z.infer<typeof LiveBridges>

/**
 * Events of the stream that some screens need, which bring their schemas with themselves. Apart from the others, whose
 * schemas every first load of the page carries.
 */
export const screenEvents = { bridges: LiveBridges } as const
type ScreenEventName = keyof typeof screenEvents
export type ScreenEvent = {
  [N in ScreenEventName]: { event: N; data: z.infer<(typeof screenEvents)[N]> }
}[ScreenEventName]

/**
 * Events of the stream that are for one user only; their ids are not numbers of change batches. Apart from the others,
 * whose schemas every first load of the page carries.
 */
export const userEvents = { alert: AlertHistoryItem } as const
