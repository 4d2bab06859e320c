import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import {
  type AlertSetting,
  type alertTriggers,
  conditionIdOf,
  settingId,
  type WatchedAs,
} from '@roundsman/contract/alerts/alerts'

/** A setting by its condition (packages/alerting, conditions.data.ts), and the channels that it ought to go through. */
interface Recommended {
  condition: number
  trigger: (typeof alertTriggers)[number]
  channels: readonly NotificationChannel[]
}

const begins = (condition: number, ...channels: NotificationChannel[]): Recommended => ({
  condition,
  channels,
  trigger: 'FALSE_TO_TRUE',
})
const ends = (condition: number, ...channels: NotificationChannel[]): Recommended => ({
  condition,
  channels,
  trigger: 'TRUE_TO_FALSE',
})

/**
 * Who runs the validator and its bridge: a phone rings for what keeps one of these or the network from working, or soon
 * will, until somebody sees to it; an SMS comes for what leads there, and mail says the rest. The end is notified where
 * the beginning was (P131).
 */
const operatorOfValidator: readonly Recommended[] = [
  // 5 and 10 % of the window missed.
  ...[
    begins(103, 'SMS', 'EMAIL'),
    ends(103, 'EMAIL'),
    begins(104, 'SMS', 'VOICE', 'EMAIL'),
    ends(104, 'SMS', 'EMAIL'),
  ],
  // 3 and 10 missed in a row.
  ...[
    begins(112, 'SMS', 'EMAIL'),
    ends(112, 'SMS', 'EMAIL'),
    begins(114, 'SMS', 'VOICE', 'EMAIL'),
    ends(114, 'SMS'),
  ],
  // Jail within 24, 6 and 1 h.
  ...[begins(121, 'SMS', 'EMAIL'), begins(122, 'SMS', 'VOICE'), begins(123, 'SMS', 'VOICE')],
  // Jailed, tombstoned, out of the active set.
  ...[begins(201, 'SMS', 'VOICE', 'EMAIL'), ends(201, 'SMS', 'EMAIL'), begins(301, 'SMS', 'VOICE', 'EMAIL')],
  ...[ends(401, 'SMS', 'VOICE', 'EMAIL'), begins(401, 'EMAIL')],
  // A quarter of the stake gone in an hour, a tenth in a day; slashed; more than a third of all power.
  ...[begins(504, 'SMS', 'EMAIL'), begins(507, 'EMAIL'), begins(521, 'SMS', 'EMAIL'), begins(533, 'EMAIL')],
  // Nobody but the operator ought to change the commission.
  ...[begins(601, 'EMAIL'), begins(602, 'EMAIL')],
  // Not voted with 24, 6 and 1 h left; not signaled while half, or all that is needed, has.
  ...[begins(1102, 'EMAIL'), ends(1102, 'EMAIL'), begins(1103, 'SMS', 'EMAIL')],
  ...[begins(1104, 'SMS', 'VOICE', 'EMAIL'), begins(1121, 'EMAIL'), begins(1122, 'SMS', 'EMAIL')],
]
const operatorOfBridge: readonly Recommended[] = [
  // No update for 5 and 15 min, more than 50 and 100 blocks behind, stalled.
  ...[begins(702, 'EMAIL'), ends(702, 'EMAIL')],
  ...[begins(703, 'SMS', 'VOICE', 'EMAIL'), ends(703, 'SMS', 'EMAIL')],
  ...[begins(802, 'EMAIL'), ends(802, 'EMAIL'), begins(803, 'SMS', 'EMAIL'), ends(803, 'SMS', 'EMAIL')],
  ...[begins(811, 'SMS', 'VOICE', 'EMAIL'), ends(811, 'SMS', 'EMAIL')],
]
const operatorOfNetwork: readonly Recommended[] = [
  // The network stands for 5 min, has little power, is upgraded, or cannot be seen: then nobody is told of a validator.
  ...[begins(902, 'SMS', 'VOICE', 'EMAIL'), ends(902, 'SMS', 'EMAIL'), begins(912, 'SMS', 'EMAIL')],
  // Whoever has the new binary ready must hear that the upgrade was canceled.
  ...[begins(921, 'EMAIL'), ends(921, 'EMAIL'), begins(922, 'SMS', 'EMAIL'), ends(922, 'SMS', 'EMAIL')],
  ...[begins(931, 'SMS', 'EMAIL'), ends(931, 'SMS', 'EMAIL')],
  ...[begins(932, 'SMS', 'VOICE', 'EMAIL'), ends(932, 'SMS', 'EMAIL')],
  // A proposal to upgrade can be voted on; an upgrade is scheduled by signals.
  ...[begins(1002, 'EMAIL'), begins(1022, 'SMS', 'EMAIL')],
]

/** Who stakes with it: mail for what costs rewards or stake, or is a reason to go elsewhere; nothing rings. */
const delegatorOfValidator: readonly Recommended[] = [
  // 10 % of the window missed, and jail within 1 h: told as near jail, the former ends when the window recovers, hours after the
  // validator signs again; the latter then.
  ...[begins(104, 'EMAIL'), ends(104, 'EMAIL'), begins(123, 'EMAIL'), ends(123, 'EMAIL')],
  ...[
    begins(201, 'EMAIL'),
    ends(201, 'EMAIL'),
    begins(301, 'SMS', 'EMAIL'),
    begins(401, 'EMAIL'),
    ends(401, 'EMAIL'),
  ],
  ...[begins(508, 'EMAIL'), begins(521, 'SMS', 'EMAIL')],
  ...[begins(601, 'EMAIL'), begins(613, 'EMAIL')],
]
const delegatorOfNetwork: readonly Recommended[] = [
  begins(903, 'EMAIL'),
  ends(903, 'EMAIL'),
  begins(921, 'EMAIL'),
  ends(921, 'EMAIL'),
  // Whoever delegates may vote themselves.
  begins(1001, 'EMAIL'),
]

const operator = [...operatorOfValidator, ...operatorOfBridge, ...operatorOfNetwork]

export const recommendedSets = { operator, delegator: [...delegatorOfValidator, ...delegatorOfNetwork] }
/** What somebody is offered for one of their own, by what they are to it, and for the network that it is of. */
export const offeredSets = {
  operator: { validator: operatorOfValidator, bridge: operatorOfBridge, network: operatorOfNetwork },
  delegator: { validator: delegatorOfValidator, bridge: [], network: delegatorOfNetwork },
}
export type RecommendedSet = keyof typeof recommendedSets
/** As what somebody watches who takes what is recommended for that. */
export const roleOf = { operator: 'OPERATOR', delegator: 'DELEGATOR' } as const satisfies Record<
  RecommendedSet,
  WatchedAs
>

/** The channels that each setting goes through; what is off has none. */
export type Boxes = ReadonlyMap<number, ReadonlySet<NotificationChannel>>

/** What everybody has; all others somebody has added on purpose. */
const everybodys: readonly NotificationChannel[] = ['SMS', 'VOICE', 'EMAIL']

/** The channels that somebody added for a setting that goes by some of everybody's: an incident only where a phone would be used. */
function ownFor(
  channels: readonly NotificationChannel[],
  usable: ReadonlySet<NotificationChannel>,
): NotificationChannel[] {
  const isUrgent = channels.includes('SMS') || channels.includes('VOICE')
  return [...usable].filter(
    (channel) => !everybodys.includes(channel) && (channel !== 'PAGERDUTY' || isUrgent),
  )
}

/**
 * A recommended set with the channels that can be used (P131): others are left out, and where none of a setting's is
 * left, mail takes it. Channels that the user added take all of it, PagerDuty what is urgent (P628).
 */
export function recommend(set: readonly Recommended[], usable: ReadonlySet<NotificationChannel>): Boxes {
  return new Map(
    set.map(({ condition, trigger, channels }) => {
      const left = channels.filter((channel) => usable.has(channel))
      const mail: NotificationChannel[] = usable.has('EMAIL') ? ['EMAIL'] : []
      return [
        settingId(condition, trigger),
        new Set([...(left.length > 0 ? left : mail), ...ownFor(channels, usable)]),
      ]
    }),
  )
}

const names = Object.keys(recommendedSets) as RecommendedSet[]

/** The recommended sets that say anything of some settings: who only delegates has no bridge. */
export function recommendedFor(settings: readonly Pick<AlertSetting, 'id'>[]): RecommendedSet[] {
  const conditions = new Set(settings.map(({ id }) => conditionIdOf(id)))
  return names.filter((name) => recommendedSets[name].some(({ condition }) => conditions.has(condition)))
}
