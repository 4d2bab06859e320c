import * as z from 'zod/mini'
import { notificationChannels } from '../accounts/accounts.ts'
import { Id, optional, wholeNumber } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'

const BodyId = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const AlertId = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))

/** A validator or a bridge; neither: the network itself. */
export const AlertConditionsQuery = z.object({
  blockchain_validator_id: optional(Id),
  bridge_id: optional(Id),
})

/** How the conditions of a target stand now. */
export const AlertConditions = z.object({
  conditions: z.array(
    z.object({
      /** Of either trigger of the condition. */
      setting_id: z.int(),
      state: z.enum(['TRUE', 'FALSE', 'UNKNOWN']),
      since: z.nullable(Time),
      /** In the unit of the setting; null: not known, or the condition has none. */
      value: z.nullable(z.number()),
      observed_at: z.nullable(Time),
    }),
  ),
})
export type AlertConditions = z.infer<typeof AlertConditions>

/** Mutes entries of the caller until a time; null: not any more. */
export const MuteAlertsBody = z.strictObject({
  entry_ids: z.array(BodyId).check(z.minLength(1), z.maxLength(1000)),
  until: z.nullable(z.iso.datetime({ offset: true })),
})
export type MuteAlertsBody = z.infer<typeof MuteAlertsBody>

/** What the caller has seen. What is acknowledged already stays as it is. */
export const AcknowledgeAlertsBody = z.strictObject({
  alert_ids: z.array(AlertId).check(z.minLength(1), z.maxLength(1000)),
})

/** What the reader of a mailed alert says by its link, signed in or not: that they know, or no more for 30 minutes. */
export const AnswerAlertBody = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  answer: z.enum(['ACKNOWLEDGE', 'MUTE']),
})

/** Sends the caller a real message through a channel. */
export const TestAlertBody = z.strictObject({ channel: z.enum(notificationChannels) })
export const TestAlertParams = z.object({ deliveryId: wholeNumber(Number.MAX_SAFE_INTEGER) })

/** Days that a replay goes back, and settings it is asked for, at most. */
export const replayBounds = { days: 7, settings: 200 }
export const ReplayAlertsBody = z.strictObject({
  blockchain_id: BodyId,
  blockchain_validator_id: z.optional(z.nullable(BodyId)),
  bridge_id: z.optional(z.nullable(BodyId)),
  setting_ids: z.array(BodyId).check(z.minLength(1), z.maxLength(replayBounds.settings)),
  days: z.int().check(z.minimum(1), z.maximum(replayBounds.days)),
})
export type ReplayAlertsBody = z.infer<typeof ReplayAlertsBody>

/** When settings would have called. `covered`: since when what is kept can tell; null: it cannot. */
export const AlertReplay = z.object({
  from: Time,
  to: Time,
  covered: z.nullable(Time),
  settings: z.array(z.object({ setting_id: z.int(), times: z.array(Time) })),
})
export type AlertReplay = z.infer<typeof AlertReplay>
