import * as z from 'zod/mini'
import { NetworkStatus, Time, Validator } from './validators.ts'

/** Version of the stream; the client reloads when it does not know it. */
export const liveProtocol = 1

/** `seq` is the number of the committed change batch of the network. */
export const LiveHello = z.object({ protocol: z.int(), seq: z.int() })
export const LiveHeight = z.object({ height: z.int(), at: Time, seq: z.int() })
export const ValidatorChange = z.extend(z.partial(Validator), { id: z.int() })
export type ValidatorChange = z.infer<typeof ValidatorChange>
/** Fields that changed, with the id; a row never seen before comes whole. */
export const LiveValidators = z.object({
  changed: z.array(ValidatorChange),
  removed: z.array(z.int()),
  seq: z.int(),
})

/** Server-sent events of `GET /api/live/{blockchainId}/` by event name; the data is JSON of the schema. */
export const liveEvents = {
  hello: LiveHello,
  height: LiveHeight,
  validators: LiveValidators,
  status: NetworkStatus,
} as const
export type LiveEventName = keyof typeof liveEvents
export type LiveEvent = {
  [N in LiveEventName]: { event: N; data: z.infer<(typeof liveEvents)[N]> }
}[LiveEventName]

/** Seconds between comment lines that keep a quiet stream open. */
export const liveCommentSeconds = 15
