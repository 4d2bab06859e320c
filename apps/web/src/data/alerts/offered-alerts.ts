import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import {
  type AlertEntry,
  alertTargetsAtOnce,
  type ManageAlertsBody,
  targetTypeOf,
  type WatchedAs,
} from '@roundsman/contract/alerts/alerts'
import { useMemo } from 'react'
import { type Action, useAction, useFetch } from '../api/operation.ts'
import { type Services, useServices, useUser } from '../services/services.ts'
import { channelStates, channelsQuery, usableChannels } from './channel-states.ts'
import { countAlerts } from './count-alerts.ts'
import { type Boxes, offeredSets, type RecommendedSet, recommend, roleOf } from './recommended.data.ts'
import { saveSettings, type UserSettings, useUserSettings } from './user-alert-settings.ts'

/** A validator or a bridge by its id. */
export type About = { validator: number } | { bridge: number }

/** What is recommended for who operates something, or delegates to it, and is not set yet. */
export interface Offer {
  role: RecommendedSet
  /** Alerts that it adds to, beginning and end as one, and by how many of them each channel is used. */
  count: number
  /** Of these, about the network and not about its own. */
  ofNetwork: number
  channels: readonly (readonly [channel: NotificationChannel, count: number])[]
  settingIds: readonly number[]
  /** All of these are set already: they would go by further channels, too. */
  isMore: boolean
}

export interface OfferedAlerts {
  /** One for each that somebody may be to it; none where all that is recommended for one of these is there already. */
  offers: readonly Offer[]
  /** SMS and calls are left out until the user has a confirmed number. */
  needsPhone: boolean
  /** Sets what is offered to one of these, besides what is set. */
  set: Action<RecommendedSet, void>
  /** Takes that back: what was set before is set again. */
  undo: Action<void, void>
}

/** What can be set at once for some of the user's own (P406); undefined while it is not known what is set. */
export function useOfferedAlerts(targets: readonly About[]): OfferedAlerts | undefined {
  const services = useServices()
  const profile = useUser()
  const { known } = useUserSettings()
  const site = useFetch(channelsQuery(services.client), null)
  const channels = useMemo(
    () => (profile && site.known ? channelStates(site.known, profile) : null),
    [profile, site.known],
  )
  const set = useAction<RecommendedSet, readonly Wanted[]>(
    async (role) => {
      const usable = usableChannels(channels ?? [])
      const places = placesOf(known?.entries ?? [], targets, role)
      const before = places.map(({ target, own }) => ({
        ...{ target, entries: withOffer(own, nothing) },
        watchedAs: changesRole(known, target, role) ? saidOf(known, target) : undefined,
      }))
      await saveAll(
        services,
        places.map(({ target, own, set: of }) => ({
          target,
          entries: withOffer(own, recommend(of, usable)),
          // What they are to one validator says nothing of the others of its network (P947).
          watchedAs: changesRole(known, target, role) ? roleOf[role] : undefined,
        })),
        before,
      )
      return before
    },
    { scope: { id: 'alerts' } },
  )
  const undo = useAction<void, void>(() => putBack(services, set.result ?? []), {
    onLoaded: () => set.reset(),
    scope: { id: 'alerts' },
  })
  if (known === undefined || channels === null) return undefined
  return {
    offers: offersOf(known.entries, targets, usableChannels(channels)),
    needsPhone: channels.some(({ state }) => state === 'noPhone'),
    set: { ...set, result: undefined },
    undo,
  }
}

type BodyTarget = NonNullable<ManageAlertsBody['targets']>[number]

/** What is to be set on a target, in place of what is. */
interface Wanted {
  target: BodyTarget
  entries: ManageAlertsBody['entries']
  /** null: the user had said nothing of it; undefined: it stays. */
  watchedAs: WatchedAs | null | undefined
}
const nothing: Boxes = new Map()

/** Whoever has said nothing of a validator that they set alerts for is its operator. */
function changesRole(user: UserSettings | undefined, target: BodyTarget, role: RecommendedSet): boolean {
  return target.blockchain_validator_id !== undefined && roleOf[role] !== (saidOf(user, target) ?? 'OPERATOR')
}

/** As what the user has said to watch a target; null: they have not. */
function saidOf(user: UserSettings | undefined, { blockchain_validator_id: id = null }: BodyTarget) {
  return user?.watchedAs.find((one) => one.blockchain_validator_id === id)?.watched_as ?? null
}

/** Some of it is saved and some is not, and it could not be put back. */
export class PartlySavedError extends Error {
  override name = 'PartlySavedError'
}

/** Saves all of it, or puts back what was there before and fails (P930). */
async function saveAll(services: Services, wanted: readonly Wanted[], before: readonly Wanted[]) {
  const saved: BodyTarget[] = []
  // One after the other: each names the settings that it changes, which the one before has changed.
  for (const change of changesOf(wanted))
    try {
      await saveSettings(services, change)
      saved.push(...change.targets)
    } catch (error) {
      const left = before.filter(({ target }) => saved.includes(target))
      await putBack(services, left).catch((cause: unknown) => {
        throw new PartlySavedError('some alerts could not be taken back', { cause })
      })
      throw error
    }
}

/** Goes on where one of several cannot be put back: what can be is. */
async function putBack(services: Services, before: readonly Wanted[]): Promise<void> {
  const changes = changesOf(before)
  const errors: unknown[] = []
  for (const change of changes) await saveSettings(services, change).catch((error) => errors.push(error))
  const [cause] = errors
  if (errors.length > 0 && errors.length < changes.length)
    throw new PartlySavedError('some alerts could not be put back', { cause })
  if (errors.length > 0) throw cause
}

/** What several targets get alike is saved at once, of as many as one change may name. */
function changesOf(wanted: readonly Wanted[]) {
  const changes: (Omit<Wanted, 'target'> & { targets: BodyTarget[]; alike: string })[] = []
  for (const { target, entries, watchedAs } of wanted) {
    const alike = JSON.stringify([entries, watchedAs ?? null, watchedAs === undefined])
    const change = changes.findLast((one) => one.alike === alike)
    if (change && change.targets.length < alertTargetsAtOnce) change.targets.push(target)
    else changes.push({ targets: [target], entries, watchedAs, alike })
  }
  return changes.map(({ targets, entries, watchedAs }) => ({ targets, entries, watchedAs }))
}

interface Place {
  target: BodyTarget
  own: readonly AlertEntry[]
  set: (typeof offeredSets)['operator']['validator']
  /** Set for every one of them. */
  whole: readonly AlertEntry[]
}

/**
 * What is changed where. What is recommended of the network goes with a validator of it, where nothing of the network is
 * set: how its validators stand is not seen where it stands still or cannot be seen (P900).
 */
function placesOf(entries: readonly AlertEntry[], targets: readonly About[], role: RecommendedSet): Place[] {
  const whole = entries.filter((one) => one.blockchain_validator_id === null && one.bridge_id === null)
  const places = targets.map((about): Place => {
    const own = entriesAbout(entries, about)
    return 'bridge' in about
      ? { target: { bridge_id: about.bridge }, own, whole, set: offeredSets[role].bridge }
      : { target: { blockchain_validator_id: about.validator }, own, whole, set: offeredSets[role].validator }
  })
  const hasNetwork = whole.some(({ setting_id }) => targetTypeOf(setting_id) === 'ANY')
  const isOfValidators = targets.some((about) => 'validator' in about)
  return isOfValidators && !hasNetwork
    ? [...places, { target: {}, own: whole, whole: [], set: offeredSets[role].network }]
    : places
}

/** Entries on one validator or bridge alone. */
export function entriesAbout(entries: readonly AlertEntry[], about: About): AlertEntry[] {
  return entries.filter((entry) =>
    'bridge' in about
      ? entry.bridge_id === about.bridge
      : entry.bridge_id === null && entry.blockchain_validator_id === about.validator,
  )
}

/** True if nothing is set for a validator, neither for it alone nor for every one. */
export function hasNoAlerts(entries: readonly AlertEntry[], validator: number): boolean {
  return !entries.some(
    ({ blockchain_validator_id: id, bridge_id, setting_id, channels }) =>
      bridge_id === null &&
      channels.length > 0 &&
      (id === validator || (id === null && targetTypeOf(setting_id) === 'VALIDATOR')),
  )
}

/**
 * Who has all that one of them is recommended is not asked whether they are the other; nor is who has all of it for what is
 * theirs, but for further channels or for the network.
 */
function offersOf(
  entries: readonly AlertEntry[],
  targets: readonly About[],
  usable: ReadonlySet<NotificationChannel>,
): Offer[] {
  const roles: readonly RecommendedSet[] = targets.some((about) => 'bridge' in about)
    ? ['operator']
    : ['operator', 'delegator']
  const judged = roles.map((role) => {
    const places = placesOf(entries, targets, role)
    const own = offerOf(role, places.slice(0, targets.length), usable)
    return { all: offerOf(role, places, usable), isSettled: own === null || own.isMore }
  })
  if (judged.some(({ all }) => all === null)) return []
  const settled = judged.filter(({ isSettled }) => isSettled)
  return (settled.length > 0 ? settled : judged).flatMap(({ all }) => all ?? [])
}

/** What is recommended beyond what the user has on some targets, or on every one of their kind; null: nothing. */
function offerOf(
  role: RecommendedSet,
  places: readonly Place[],
  usable: ReadonlySet<NotificationChannel>,
): Offer | null {
  const missing = places.flatMap(({ own, whole, set }) =>
    [...recommend(set, usable)].flatMap(([setting, channels]) => {
      const there = [...own, ...whole].filter((one) => one.setting_id === setting)
      const added = [...channels].filter((channel) => !there.some((one) => one.channels.includes(channel)))
      return added.length === 0 ? [] : [{ setting, added, isSet: there.length > 0 }]
    }),
  )
  if (missing.length === 0) return null
  const settingIds = [...new Set(missing.map(({ setting }) => setting))]
  return {
    role,
    count: countAlerts(settingIds),
    ofNetwork: countAlerts(settingIds.filter((id) => targetTypeOf(id) === 'ANY')),
    channels: notificationChannels
      .map((channel) => {
        const by = missing.filter(({ added }) => added.includes(channel))
        return [channel, countAlerts(by.map(({ setting }) => setting))] as const
      })
      .filter(([, count]) => count > 0),
    settingIds,
    isMore: missing.every(({ isSet }) => isSet),
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
