import * as z from 'zod/mini'
import { notificationChannels } from '../accounts/accounts.ts'
import { Id, optional, wholeNumber } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'

/** What a setting is about, spelled as the specification does; its ANY, the empty value, is "all types" in filters. */
export const alertTypes = [
  'VOTING_POWER',
  'UPTIME',
  'COMISSION',
  'JAILED',
  'TOMBSTONED',
  'BONDED',
  'OTEL_UPDATE',
  'SYNC_STATUS',
  'NETWORK',
  'GOVERNANCE',
] as const
export type AlertType = (typeof alertTypes)[number]

export const alertTargetTypes = ['ANY', 'VALIDATOR', 'BRIDGE'] as const
/** FALSE_TO_TRUE: it began; TRUE_TO_FALSE: it ended. */
export const alertTriggers = ['FALSE_TO_TRUE', 'TRUE_TO_FALSE'] as const
export const alertSeverities = ['INFO', 'WARNING', 'CRITICAL'] as const

/** A condition with the trigger that somebody subscribes to. Names are in the language asked for. */
export const AlertSetting = z.object({
  id: z.int(),
  type: z.enum(alertTypes),
  target_type: z.enum(alertTargetTypes),
  trigger: z.enum(alertTriggers),
  threshold: z.nullable(z.number()),
  unit: z.nullable(z.enum(['FRACTION', 'BLOCKS', 'SECONDS'])),
  comparison: z.enum(['BELOW', 'ABOVE', 'IS', 'CHANGED']),
  window_seconds: z.nullable(z.int()),
  hold_seconds: z.int(),
  name: z.string(),
  description: z.string(),
  severity: z.enum(alertSeverities),
})
export type AlertSetting = z.infer<typeof AlertSetting>

/** Every setting, by type. */
export const AlertSettings = z.object({
  VOTING_POWER: z.array(AlertSetting),
  UPTIME: z.array(AlertSetting),
  COMISSION: z.array(AlertSetting),
  JAILED: z.array(AlertSetting),
  TOMBSTONED: z.array(AlertSetting),
  BONDED: z.array(AlertSetting),
  OTEL_UPDATE: z.array(AlertSetting),
  SYNC_STATUS: z.array(AlertSetting),
  NETWORK: z.array(AlertSetting),
  GOVERNANCE: z.array(AlertSetting),
})
export type AlertSettings = z.infer<typeof AlertSettings>

/**
 * A figure of a setting as its name means it: of the slashing window a setting counts the fraction that is signed, and
 * its name what is missed of it.
 */
export function figureAsNamed({ type, unit }: Pick<AlertSetting, 'type' | 'unit'>, figure: number): number {
  return type === 'UPTIME' && unit === 'FRACTION' ? 1 - figure : figure
}

const Channel = z.enum(notificationChannels)

/** What a user subscribes to. Without a target, a setting of validators or bridges means every one of them. */
export const AlertEntry = z.object({
  id: z.int(),
  blockchain_validator_id: z.nullable(z.int()),
  bridge_id: z.nullable(z.int()),
  setting_id: z.int(),
  channels: z.array(Channel),
  muted_until: z.nullable(Time),
})
export type AlertEntry = z.infer<typeof AlertEntry>

export const AlertEntries = z.object({ entries: z.array(AlertEntry) })
export type AlertEntries = z.infer<typeof AlertEntries>

/** As what somebody watches a validator: whoever delegates to it cannot mend its node, and is told what they can do. */
export const watchedAs = ['OPERATOR', 'DELEGATOR'] as const
export type WatchedAs = (typeof watchedAs)[number]

/** Without a validator: every one of the network of which nothing else is known. */
export const AlertWatch = z.object({
  blockchain_validator_id: z.nullable(z.int()),
  watched_as: z.enum(watchedAs),
})
export type AlertWatch = z.infer<typeof AlertWatch>

/** A condition that its reader muted in answer to a message or at an alert, on one target; without one: of the network itself. */
export const ConditionMute = z.object({
  id: z.int(),
  blockchain_validator_id: z.nullable(z.int()),
  bridge_id: z.nullable(z.int()),
  /** Of the beginning of the condition; its end is muted with it. */
  setting_id: z.int(),
  muted_until: Time,
})
export type ConditionMute = z.infer<typeof ConditionMute>

export const UserAlertSettings = z.object({
  entries: z.array(AlertEntry),
  /** Whatever the caller has said; of a team nothing, whose members operate. */
  watched_as: z.optional(z.array(AlertWatch)),
  /** What the caller muted beside the entries, while it is muted; of a team nothing: each member answers for themselves. */
  condition_mutes: z.optional(z.array(ConditionMute)),
})
export type UserAlertSettings = z.infer<typeof UserAlertSettings>

/** Whose settings: a team's, or the caller's own. */
export const AlertEntriesQuery = z.object({ team_id: optional(Id) })

/** Bounds of one change. A network has some hundred validators, the catalogue some hundred settings. */
export const alertTargetsAtOnce = 500
const alertEntriesAtOnce = 1000
/** Entries that one user may have, of all networks. */
export const alertEntriesOfUser = 20_000
/** And that one team may have: each of its members has them. */
export const alertEntriesOfTeam = 2_000

const BodyId = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const ValidatorOrBridge = {
  blockchain_validator_id: z.optional(z.nullable(BodyId)),
  bridge_id: z.optional(z.nullable(BodyId)),
}
/** A misspelled field is refused: without its fields a target is the whole network. */
const AlertTarget = z.strictObject(ValidatorOrBridge)

/** Replaces what the user has on each target: one named by itself, several in `targets`, or the whole network. */
export const ManageAlertsBody = z.strictObject({
  blockchain_id: BodyId,
  /** Whose settings: a team's, or the caller's own. */
  team_id: z.optional(z.nullable(BodyId)),
  ...ValidatorOrBridge,
  targets: z.optional(z.array(AlertTarget).check(z.minLength(1), z.maxLength(alertTargetsAtOnce))),
  /** As what the user watches each target; null: it is not known; left out: as before. */
  watched_as: z.optional(z.nullable(z.enum(watchedAs))),
  /** Without channels an entry is left out. */
  entries: z
    .array(z.object({ setting_id: BodyId, channels: z.array(Channel).check(z.maxLength(16)) }))
    .check(z.maxLength(alertEntriesAtOnce)),
})
export type ManageAlertsBody = z.infer<typeof ManageAlertsBody>

const deliveryStates = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'] as const

/** A message to its reader, as the ledger has it. A bundled one is listed with the same id under each of its alerts. */
export const AlertDelivery = z.object({
  id: z.int(),
  channel: Channel,
  /** Masked. */
  to: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  at: Time,
  detail: z.nullable(z.string()),
  /**
   * Of what waits (for the end of quiet hours, or since it comes and goes), and of a call that was made three times in vain and is made
   * once more as jail comes nearer: until when at the latest; left out: it does not.
   */
  waits_until: optional(Time),
  /** A call that is made, or goes on, as far as anybody knows; left out: it is none, or nobody expects a word of it any more. */
  is_under_way: optional(z.boolean()),
})
export type AlertDelivery = z.infer<typeof AlertDelivery>

/** Whether what began goes on; UNKNOWN: nobody sees it. */
export const alertStatuses = ['ONGOING', 'ENDED', 'UNKNOWN'] as const
/** How somebody said that they have seen an alert: on the page, a call, by the link of a mail or an SMS, or where a channel is read. */
export const acknowledgedBy = [
  ...([
    'PAGE',
    'CALL',
    'MAIL',
    'SMS',
    'TELEGRAM',
    'DISCORD',
    'SLACK',
    'PAGERDUTY',
    'WEBHOOK',
    'NTFY',
  ] as const),
  ...(['WEB_PUSH', 'MATRIX', 'PUSHOVER', 'GOTIFY'] as const),
] as const

/** What ended the reminders of an alert; EXHAUSTED: all of them were sent. */
export const escalationEnds = ['ACKNOWLEDGED', 'ENDED', 'SILENCED', 'EXHAUSTED'] as const

/** An alert, as seen by a user whom it concerned when it happened. */
export const AlertHistoryItem = z.object({
  id: z.int(),
  /** The first alert of the incident that it is a step of, its own where it is that; left out: it is one by itself. */
  incident_id: optional(z.int()),
  /** The chain's own time of it. */
  at: Time,
  height: z.nullable(z.int()),
  target_type: z.enum(alertTargetTypes),
  blockchain_validator_id: z.nullable(z.int()),
  bridge_id: z.nullable(z.int()),
  target_name: z.nullable(z.string()),
  setting_id: z.int(),
  type: z.enum(alertTypes),
  trigger: z.enum(alertTriggers),
  severity: z.enum(alertSeverities),
  title: z.string(),
  /** The name of its condition, of which a mute mutes beginnings and ends; left out where that is the title. */
  condition: optional(z.string()),
  message: z.string(),
  /** Why it is so: values, what part of the power missed as well, how it is known and who said it. */
  evidence: z.record(z.string(), z.unknown()),
  acknowledged_at: z.nullable(Time),
  acknowledged_via: z.nullable(z.enum(acknowledgedBy)),
  /** Since when it has been so, by the chain's own time; of an end: when it was over. */
  began_at: Time,
  /** Whether it goes on; null: it has no end, or is one. */
  status: z.nullable(z.enum(alertStatuses)),
  /** When it was over, by the chain's own time; null: it is not, or nobody knows when. */
  ended_at: z.nullable(Time),
  /** All of its incident that went on is over, so that it awaits no acknowledgement; left out: it goes on, or has no end. */
  is_over: optional(z.boolean()),
  /** It was over before anything about it went to its reader, so that it awaits no acknowledgement; left out: it was not. */
  is_untold: optional(z.boolean()),
  /** Of missed blocks: when the validator was jailed while it lasted, which is how it ended; left out: it was not. */
  jailed_at: optional(Time),
  /** Until when its reader has muted its condition on its target; null: they have not. */
  muted_until: z.nullable(Time),
  /** The silence that held it back from its reader, who is told at its end if it is still so then; null: none did. */
  silence_id: z.nullable(z.int()),
  /**
   * Its reminders, of its reader or of the team: how many steps were done, when the next is due (after an acknowledgement: when
   * it is asked again), and what ended them; null: there are none.
   */
  escalation: z.nullable(
    z.object({
      step: z.int(),
      next_at: z.nullable(Time),
      ended_by: z.nullable(z.enum(escalationEnds)),
      /** Of a team: nobody was on call at one of its steps, which was told to everyone; left out: that was not so. */
      was_nobody_on_call: z.optional(z.boolean()),
    }),
  ),
  /** The team through which it concerned its reader; null: their own settings alone. */
  team_id: z.nullable(z.int()),
  /** Who acknowledged it, of a team one for all; null: nobody, or somebody whose account is gone. */
  acknowledged_by: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
  deliveries: z.array(AlertDelivery),
})
export type AlertHistoryItem = z.infer<typeof AlertHistoryItem>
export const AlertHistory = z.array(AlertHistoryItem)

/** Items of a page where the query does not say, and at most. */
export const alertHistoryLimit = { usual: 50, most: 200 }
export const AlertHistoryQuery = z.object({
  /** Only older ones than the alert of this id. */
  before: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
  limit: optional(wholeNumber(1_000_000)),
  type: optional(z.enum(alertTypes)),
  blockchain_validator_id: optional(Id),
  bridge_id: optional(Id),
})

type Trigger = (typeof alertTriggers)[number]

const triggerDigits: Record<Trigger, number> = { FALSE_TO_TRUE: 1, TRUE_TO_FALSE: 2 }

/** The id of a condition with its trigger as one digit more: 1121 is that 112 began, 1122 that it ended. */
export function settingId(conditionId: number, trigger: Trigger): number {
  return conditionId * 10 + triggerDigits[trigger]
}

/** The condition that a setting is of. */
export function conditionIdOf(settingId: number): number {
  return Math.floor(settingId / 10)
}

/** By the hundreds of a condition's id, which are for ever (E1); a test of the catalogue holds them against it. */
const types: Partial<Record<number, AlertType>> = {
  ...{ 1: 'UPTIME', 2: 'JAILED', 3: 'TOMBSTONED', 4: 'BONDED', 5: 'VOTING_POWER', 6: 'COMISSION' },
  ...{ 7: 'OTEL_UPDATE', 8: 'SYNC_STATUS', 9: 'NETWORK', 10: 'GOVERNANCE', 11: 'GOVERNANCE' },
}
/** Of votes and upgrades, what is about the network itself; the others are about a validator. */
const governanceOfNetwork = 10

/** The type of a setting, for who has not loaded it; null: there is none of such an id. */
export function alertTypeOf(settingId: number): AlertType | null {
  return types[hundredsOf(settingId)] ?? null
}

const hundredsOf = (settingId: number) => Math.floor(conditionIdOf(settingId) / 100)

/** What a setting is set for, for who has not loaded it. */
export function targetTypeOf(settingId: number): AlertSetting['target_type'] | null {
  const type = alertTypeOf(settingId)
  if (type === null) return null
  if (type === 'NETWORK' || hundredsOf(settingId) === governanceOfNetwork) return 'ANY'
  return type === 'OTEL_UPDATE' || type === 'SYNC_STATUS' ? 'BRIDGE' : 'VALIDATOR'
}
