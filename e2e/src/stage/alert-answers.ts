import {
  type NotificationChannel,
  notificationChannels,
  type Preferences,
} from '@roundsman/contract/accounts/accounts'
import type { AlertConditions, AlertReplay } from '@roundsman/contract/alerts/alert-actions'
import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { languages } from '@roundsman/contract/accounts/users'
import { catalogue } from '../../../packages/alerting/src/catalogue.ts'
import { listOf, type Situation, stageTime } from './answers.ts'
import { contacts } from './contact-answers.ts'

const ago = (seconds: number) => new Date(stageTime.getTime() - seconds * 1_000).toISOString()

/** Ids of the validators that the user follows: one of each of these ranks. */
const mine = listOf(1, 'live')
  .validators.filter(({ rank }) => rank !== null && [1, 4, 9].includes(rank))
  .map(({ id }) => id)
const others = listOf(1, 'live')
  .validators.filter(({ rank }) => rank !== null && [12, 30].includes(rank))
  .map(({ id }) => id)

/** One that signs, and of each kind that needs somebody: at risk, in jail, outside the set. */
const mineInTrouble = [1, 13, 18, 27]

/** What the user follows, where the picture is of it. Others have none and are not asked, but for the newcomer. */
export function preferencesOf(as: Situation): Preferences {
  const favourites =
    as === 'alerts' || as === 'channels' || as === 'planned'
      ? mine
      : as === 'mine' || as === 'without-alerts'
        ? mineInTrouble
        : []
  return {
    favourite_validators: favourites.map((validator_id) => ({ blockchain_id: 1, validator_id })),
    tables: {},
    ...(as === 'newcomer' ? {} : { dismissed: ['which-is-mine'] }),
  }
}

/** What can be set, as the catalogue has it in the language that the page asks for; English where it has none. */
export function alertSettingsIn(asked: string | undefined) {
  return catalogue.settings(languages.find((language) => language === asked) ?? 'en')
}

const wanted: readonly (readonly [setting: number, ...NotificationChannel[]])[] = [
  [1031, 'SMS'],
  [1041, 'SMS', 'VOICE'],
  [1042, 'SMS'],
  [1121, 'SMS'],
  [1122, 'SMS'],
  [1141, 'SMS', 'VOICE'],
  [1221, 'SMS', 'VOICE'],
  [2011, 'SMS', 'VOICE'],
  [2012, 'SMS'],
  [3011, 'SMS', 'VOICE'],
  [4012, 'SMS', 'EMAIL'],
  [6011, 'EMAIL'],
]

/** Of bridges: what is set for one of the user's own, and part of it for another's. */
const wantedOfBridges: typeof wanted = [
  [7021, 'EMAIL'],
  [7031, 'SMS', 'EMAIL'],
  [7032, 'SMS'],
  [8021, 'EMAIL'],
  [8111, 'SMS', 'EMAIL'],
]
const withAlerts = [3, 9]

export function userSettingsOf(as: Situation): { entries: AlertEntry[] } {
  if (as === 'mine')
    return {
      entries: wanted.map(([setting_id, ...channels], index) => ({
        ...{ id: 1 + index, blockchain_validator_id: null, bridge_id: null },
        ...{ setting_id, channels, muted_until: null },
      })),
    }
  if (as !== 'alerts' && as !== 'channels' && as !== 'planned') return { entries: [] }
  const targets = [...mine, ...others, null]
  const ofValidators = targets.flatMap((id, at) =>
    wanted.slice(0, at === 0 ? wanted.length : 3 + at).map(([setting_id, ...channels], index) => ({
      ...{ id: 1 + at * 100 + index, blockchain_validator_id: id, bridge_id: null },
      ...{ setting_id, channels, muted_until: at === 1 ? ago(-5_400) : null },
    })),
  )
  const ofBridges = withAlerts.flatMap((id, at) =>
    wantedOfBridges
      .slice(0, at === 0 ? wantedOfBridges.length : 2)
      .map(([setting_id, ...channels], index) => ({
        ...{ id: 2_001 + at * 100 + index, blockchain_validator_id: null, bridge_id: id },
        ...{ setting_id, channels, muted_until: null },
      })),
  )
  const entries = [...ofValidators, ...ofBridges]
  if (as === 'alerts') return { entries }
  // Some of it goes by what somebody added, too: by a contact that works, and by one that does not.
  return {
    entries: entries.map((entry, at) => ({
      ...entry,
      channels: [...entry.channels, ...(at % 2 === 0 ? (['TELEGRAM', 'DISCORD'] as const) : [])],
    })),
  }
}

/** How one validator, its bridge and its network stand, in the unit of the settings: missing nine blocks in a row. */
const figures: Readonly<Record<string, number>> = {
  ...{
    window_missed: 0.9412,
    missed_in_a_row: 9,
    jail_near: 19_440,
    power_share: 0.0418,
    commission_above: 0.1,
  },
  ...{ stake_fell: 0.0124, stake_rose: 0, no_update: 4, lagging: 2, stalled: 0 },
  ...{ halted: 0, low_power: 0.9312, unseen: 0, upgrade_near: 51_840 },
  // Of a vote that ends in five hours.
  ...{ not_voted: 18_000, not_signalled: 0.5214 },
}
/** What has no figure. */
const isSo: Readonly<Record<string, boolean>> = { bonded: true, proposal_voting: true }

type Held = (typeof catalogue.conditions)[number]

function holds({ subject, threshold, comparison }: Held): boolean {
  const figure = figures[subject]
  if (figure === undefined || threshold === null) return isSo[subject] ?? false
  return comparison === 'BELOW' ? figure < threshold : figure >= threshold
}

/** As they follow from the figures; of the upgrade nothing is known. */
export const alertConditions: AlertConditions = {
  conditions: catalogue.conditions.map((condition) => {
    const { id, unit, subject } = condition
    const state = subject === 'upgrade_near' ? 'UNKNOWN' : holds(condition) ? 'TRUE' : 'FALSE'
    return {
      setting_id: id * 10 + 1,
      state,
      since: ago(state === 'UNKNOWN' ? 2_520 : 7_200),
      value: unit === null || state === 'UNKNOWN' ? null : (figures[subject] ?? null),
      observed_at: ago(4),
    }
  }),
}

/** Letters and samples are kept for less than the week. */
const keptSeconds: Partial<Record<Held['type'], number>> = {
  ...{ UPTIME: 3 * 86_400, VOTING_POWER: 5 * 86_400, COMISSION: 5 * 86_400, NETWORK: 3 * 86_400 },
}
const notKept: readonly Held['subject'][] = ['upgrade_near', 'unseen']

/** Two outages of some hundred blocks, the first of which had begun before. */
export const alertReplay: AlertReplay = {
  from: ago(7 * 86_400),
  to: ago(0),
  covered: ago(3 * 86_400),
  settings: catalogue.conditions.flatMap(({ id, subject, type, threshold }) => {
    const times =
      subject === 'missed_in_a_row'
        ? [ago(86_400), ago(80_000)]
        : subject === 'jail_near'
          ? [ago(79_000)]
          : []
    const held =
      (subject === 'missed_in_a_row' && threshold === 1) || (subject === 'window_missed' && threshold !== 0.5)
    const since = notKept.includes(subject) ? null : ago(keptSeconds[type] ?? 7 * 86_400)
    return [
      { setting_id: id * 10 + 1, times: held ? times.slice(1) : times, since, held },
      { setting_id: id * 10 + 2, times: times.slice(1), since, held: false },
    ]
  }),
}

/** All that the site can send by. */
const siteChannels = {
  channels: (['SMS', 'VOICE', 'EMAIL'] as const).map((channel) => ({ channel, is_available: true })),
}
/** The same of one that is set up for everything but Pushover, as somebody sees it who has contacts. */
const manyChannels = {
  channels: notificationChannels.map((channel) => ({
    ...{ channel, is_available: channel !== 'PUSHOVER' },
    ...(siteChannels.channels.some((one) => one.channel === channel)
      ? {}
      : { has_contact: contacts.some((one) => one.channel === channel && one.state === 'CONFIRMED') }),
    ...(channel === 'WEB_PUSH' ? { application_server_key: 'BAp1iCaTi0nServerKey' } : {}),
  })),
}

export function channelsOf(as: Situation) {
  return as === 'channels' ? manyChannels : siteChannels
}
