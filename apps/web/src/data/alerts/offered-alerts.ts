import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { AlertEntry, ManageAlertsBody } from '@roundsman/contract/alerts/alerts'
import { useMemo } from 'react'
import { type Action, useAction, useFetch } from '../api/operation.ts'
import { useServices, useUser } from '../services/services.ts'
import { channelsQuery, channelStates, usableChannels } from './channel-states.ts'
import { type Boxes, operatorSets, recommend } from './recommended.data.ts'
import { saveSettings, useUserSettings } from './user-alert-settings.ts'

/** A validator or a bridge by its id. */
export type About = { validator: number } | { bridge: number }

/** What is recommended for an operator and is not set yet. */
export interface Offer {
  /** Settings that it adds to, and by how many of them each channel is used. */
  count: number
  channels: readonly (readonly [channel: NotificationChannel, count: number])[]
  settingIds: readonly number[]
  /** All of these are set already: they would go by further channels, too. */
  isMore: boolean
}

export interface OfferedAlerts {
  /** null: all of it is there already. */
  offer: Offer | null
  /** SMS and calls are left out until the user has a confirmed number. */
  needsPhone: boolean
  /** Sets what is offered, besides what is set. */
  set: Action<void, void>
  /** Takes that back: what was set before is set again. */
  undo: Action<void, void>
}

/** What can be set at once for one of the user's own (P406); undefined while it is not known what is set. */
export function useOfferedAlerts(about: About): OfferedAlerts | undefined {
  const services = useServices()
  const profile = useUser()
  const { known } = useUserSettings()
  const site = useFetch(channelsQuery(services.client), null)
  const channels = useMemo(
    () => (profile && site.known ? channelStates(site.known, profile) : null),
    [profile, site.known],
  )
  const target =
    'bridge' in about ? { bridge_id: about.bridge } : { blockchain_validator_id: about.validator }
  const set = useAction<void, readonly AlertEntry[]>(
    async () => {
      const own = entriesAbout(known?.entries ?? [], about)
      const wanted = wantedOf(about, usableChannels(channels ?? []))
      await saveSettings(services, { targets: [target], entries: withOffer(own, wanted) })
      return own
    },
    { scope: { id: 'alerts' } },
  )
  const undo = useAction<void, void>(
    () => {
      const before = set.result ?? []
      const entries = before.map(({ setting_id, channels: of }) => ({ setting_id, channels: of }))
      return saveSettings(services, { targets: [target], entries })
    },
    { onLoaded: () => set.reset(), scope: { id: 'alerts' } },
  )
  if (known === undefined || channels === null) return undefined
  return {
    offer: offerOf(known.entries, about, usableChannels(channels)),
    needsPhone: channels.some(({ state }) => state === 'noPhone'),
    set: { ...set, result: undefined },
    undo,
  }
}

function wantedOf(about: About, usable: ReadonlySet<NotificationChannel>): Boxes {
  return recommend('bridge' in about ? operatorSets.bridge : operatorSets.validator, usable)
}

/** Entries on one validator or bridge alone. */
export function entriesAbout(entries: readonly AlertEntry[], about: About): AlertEntry[] {
  return entries.filter((entry) =>
    'bridge' in about
      ? entry.bridge_id === about.bridge
      : entry.bridge_id === null && entry.blockchain_validator_id === about.validator,
  )
}

/** What is recommended beyond what the user has on a target, or on every one of its kind; null: nothing. */
function offerOf(
  entries: readonly AlertEntry[],
  about: About,
  usable: ReadonlySet<NotificationChannel>,
): Offer | null {
  const own = entriesAbout(entries, about)
  const whole = entries.filter((one) => one.blockchain_validator_id === null && one.bridge_id === null)
  const has = (setting: number, channel: NotificationChannel) =>
    [...own, ...whole].some(
      ({ setting_id, channels }) => setting_id === setting && channels.includes(channel),
    )
  const missing = [...wantedOf(about, usable)].flatMap(([setting, channels]) => {
    const added = [...channels].filter((channel) => !has(setting, channel))
    return added.length === 0 ? [] : [{ setting, added }]
  })
  if (missing.length === 0) return null
  return {
    count: missing.length,
    channels: notificationChannels
      .map((channel) => [channel, missing.filter(({ added }) => added.includes(channel)).length] as const)
      .filter(([, count]) => count > 0),
    settingIds: missing.map(({ setting }) => setting),
    isMore: missing.every(({ setting }) => [...own, ...whole].some((one) => one.setting_id === setting)),
  }
}

/** What is set with what is recommended besides: nothing is taken away. */
export function withOffer(own: readonly AlertEntry[], wanted: Boxes): ManageAlertsBody['entries'] {
  const kept = new Map(own.map(({ setting_id, channels }) => [setting_id, new Set(channels)]))
  for (const [setting, channels] of wanted)
    kept.set(setting, new Set([...(kept.get(setting) ?? []), ...channels]))
  return [...kept].map(([setting_id, on]) => ({
    setting_id,
    channels: notificationChannels.filter((channel) => on.has(channel)),
  }))
}
