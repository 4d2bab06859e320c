import * as z from 'zod/mini'
import { notificationChannels } from '../accounts/accounts.ts'
import { languages } from '../accounts/users.ts'
import { Id, optional, wholeNumber } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'
import { acknowledgedBy, alertSeverities, alertStatuses, alertTriggers } from './alerts.ts'

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
  /** Whose entries: a team's, or the caller's own. */
  team_id: z.optional(z.nullable(BodyId)),
  until: z.nullable(z.iso.datetime({ offset: true })),
})
export type MuteAlertsBody = z.infer<typeof MuteAlertsBody>

/** What the caller has seen. What is acknowledged already stays as it is. */
export const AcknowledgeAlertsBody = z.strictObject({
  alert_ids: z.array(AlertId).check(z.minLength(1), z.maxLength(1000)),
})

/** Mutes the conditions of alerts, each on its own target, for an hour; `mute` false: not any more. */
export const MuteConditionsBody = z.strictObject({
  alert_ids: z.array(AlertId).check(z.minLength(1), z.maxLength(1000)),
  mute: z.boolean(),
})
/** Ends mutes of conditions, by their ids. */
export const UnmuteConditionsBody = z.strictObject({
  mute_ids: z.array(BodyId).check(z.minLength(1), z.maxLength(1000)),
})
export const MutedConditions = z.object({
  alerts: z.array(z.object({ alert_id: z.int(), muted_until: z.nullable(Time) })),
})

/** How many alerts of a network wait for the caller to acknowledge them, at most as many as `mostUnacknowledged`. */
export const UnacknowledgedAlerts = z.object({ count: z.int() })
/** Beyond it nobody counts any more. */
export const mostUnacknowledged = 1000

export const AnswerToken = z.string().check(z.minLength(1), z.maxLength(200))

/**
 * What the reader of a message about alerts says by its link, signed in or not: that they know, no more of it for an hour,
 * or that the latter holds no more.
 */
export const AnswerAlertBody = z.strictObject({
  token: AnswerToken,
  answer: z.enum(['ACKNOWLEDGE', 'MUTE', 'UNMUTE']),
})
export const AlertAnswerQuery = z.object({ token: AnswerToken })

/** Alerts that a link shows; of more of them it says how many there are. */
export const answeredAlertsShown = 20
/** What a validator misses, as of the newest block that is known. */
const MissesNow = z.object({
  height: z.int(),
  at: Time,
  /** 0: it signs again. `exact` false: or more. */
  in_a_row: z.int(),
  in_a_row_exact: z.boolean(),
  missed_blocks: z.nullable(z.int()),
  missed_blocks_exact: z.boolean(),
  window: z.nullable(z.int()),
  /** When it is jailed if it keeps missing, at the soonest and at the latest; null: not known, or not while it stands as it does. */
  jail_at: z.nullable(Time),
  jail_at_most: z.nullable(Time),
})
/** What a message was about, as whoever has its link sees it: in the language and the time zone of its reader. */
export const AlertAnswerView = z.object({
  language: z.enum(languages),
  timezone: z.string(),
  network: z.string(),
  /** Whose alerts they are: a name, or the address, masked. */
  reader: z.string(),
  /** When the link says nothing any more. */
  expires_at: Time,
  /** Of all of them; listed are the gravest. */
  count: z.int(),
  alerts: z.array(
    z.object({
      id: z.int(),
      severity: z.enum(alertSeverities),
      trigger: z.enum(alertTriggers),
      /** Whom it is about, and what is the matter, as the message said it; of a bridge with the figures of now. */
      who: z.string(),
      what: z.string(),
      /** The name of its condition; of a jail that was near, that and when it was expected. */
      title: z.string(),
      /** What a mute in answer mutes of whom it is about: that condition, or missed blocks up to a severity. */
      mutes: z.string(),
      /** Of the same kind what that leaves, which its reader is notified of, by the names of its conditions; left out: nothing. */
      not_muted: optional(z.array(z.string())),
      /** What its words count: how long until jail, or missed blocks; null: neither. Both are figures of the alert. */
      counts: z.nullable(z.enum(['JAIL', 'BLOCKS'])),
      /** How it stands now with the blocks that it is about; null: it is about none, it is over, or nobody knows. */
      now: z.nullable(MissesNow),
      /** Its validator is in jail by now, whose missed blocks or jailing it is about. */
      jailed: z.nullable(
        z.object({
          at: z.nullable(Time),
          /** From when it can be unjailed; null: not known, or never. */
          until: z.nullable(Time),
          forever: z.boolean(),
        }),
      ),
      /** What there is to say beside, as whether others are hit, too; in whole sentences. */
      says: z.array(z.string()),
      /** What to do while it is not over, and the commands that stand in it. */
      advice: z.array(z.string()),
      commands: z.array(z.string()),
      /** It says that something is over; then it was over at `began_at`. */
      is_end: z.boolean(),
      /** Of an end of missed blocks: since when its validator has signed. */
      signing_since: optional(Time),
      began_at: Time,
      status: z.nullable(z.enum(alertStatuses)),
      ended_at: z.nullable(Time),
      /** All that belongs to it is over, and awaits nothing of anybody. */
      is_over: optional(z.boolean()),
      /** Of missed blocks: a jailing ended them. */
      ended_in_jail: optional(z.boolean()),
      acknowledged_at: z.nullable(Time),
      acknowledged_via: z.nullable(z.enum(acknowledgedBy)),
      /** The name of who did, of a team one for all; null: nobody, or nobody knows who. */
      acknowledged_by: z.nullable(z.string()),
      muted_until: z.nullable(Time),
    }),
  ),
  /** Of all of them: how many wait to be acknowledged, and how many are muted. */
  waiting: z.int(),
  muted: z.int(),
})
export type AlertAnswerView = z.infer<typeof AlertAnswerView>

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

/**
 * When settings would have fired. `covered`: since when what is kept can tell of all of them; null: of one of them it
 * cannot.
 */
export const AlertReplay = z.object({
  from: Time,
  to: Time,
  covered: z.nullable(Time),
  settings: z.array(
    z.object({
      setting_id: z.int(),
      times: z.array(Time),
      /** Since when what is kept can tell of this one; null: it cannot. */
      since: z.nullable(Time),
      /** What it is about had begun before that, and was not over: a lower threshold may have no other time. */
      held: z.boolean(),
    }),
  ),
})
export type AlertReplay = z.infer<typeof AlertReplay>
