import type { OwnTeam } from '@roundsman/contract/accounts/teams'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import type {
  AlertEntry,
  AlertWatch,
  ConditionMute,
  ManageAlertsBody,
  WatchedAs,
} from '@roundsman/contract/alerts/alerts'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import { type Fetched, useFetch } from '../api/operation.ts'
import { type Services, useServices } from '../services/services.ts'
import { teamsQuery } from '../services/teams.ts'
import { networkHistoryKey } from './alert-history.ts'
import { userSettingsKey } from './unacknowledged.ts'

/** Every alert setting by type, with names in a language. For screens that are loaded when they are opened. */
export function alertSettingsQuery(client: ApiClient, language: string) {
  return queryOptions({
    queryKey: ['alert-settings', language],
    queryFn: ({ signal }) => client.callTo(alertEndpoints.alertSettings, { signal }),
    // It changes with the version of the site.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What the user wants to be notified of on a network, and what `If-Match` of a change of it names. */
export interface UserSettings {
  entries: readonly AlertEntry[]
  /** As what they watch validators, or every one of them, as far as they have said. */
  watchedAs: readonly AlertWatch[]
  /** What they muted in answer to alerts, whichever entries ask for it (P970). */
  conditionMutes: readonly ConditionMute[]
  etag: string | null
}
/** Stands for what could not be fetched (specification §4). */
const noUserSettings: UserSettings = { entries: [], watchedAs: [], conditionMutes: [], etag: null }

/** In the storage: when they were last changed, for the other tabs. */
const alertsChanged = 'alerts.changedAt'

function userSettingsQuery(client: ApiClient, blockchainId: number, teamId: number | null) {
  return queryOptions({
    queryKey: [...userSettingsKey(blockchainId), teamId],
    async queryFn({ signal }): Promise<UserSettings> {
      const query = ofTeam(teamId)
      const call = { params: { blockchainId }, query, signal }
      const { answer, etag } = await client.callToWithWait(alertEndpoints.userAlertSettings, call)
      const { entries, watched_as = [], condition_mutes = [] } = answer
      return { entries, watchedAs: watched_as, conditionMutes: condition_mutes, etag }
    },
    staleTime: 30_000,
  })
}

/** What the user, or a team of theirs, has on the page's network; another tab that changes it is followed. */
export function useUserSettings(teamId: number | null = null): Fetched<UserSettings, UserSettings> {
  const { client, network, queries, storage } = useServices()
  const query = userSettingsQuery(client, network.blockchain_id, teamId)
  const fetched = useFetch(query, noUserSettings)
  const { blockchain_id } = network
  useEffect(
    () =>
      storage.watch(alertsChanged, () => {
        void queries.invalidateQueries({
          queryKey: userSettingsQuery(client, blockchain_id, teamId).queryKey,
        })
      }),
    [client, blockchain_id, queries, storage, teamId],
  )
  return fetched
}

const noTeams: readonly OwnTeam[] = []

interface TeamSettings {
  team: OwnTeam
  entries: readonly AlertEntry[]
}
const noTeamSettings: readonly TeamSettings[] = []

/** What the user's teams have on the page's network, and whether that is known. */
export function useTeamSettings(): {
  settings: readonly TeamSettings[]
  state: 'KNOWN' | 'LOADING' | 'FAILED'
} {
  const { client, network } = useServices()
  const { blockchain_id: blockchainId } = network
  const teams = useFetch({ ...teamsQuery(client), refetchInterval: false }, noTeams)
  const known = teams.known ?? noTeams
  const fetched = useFetch(
    {
      queryKey: [...userSettingsKey(blockchainId), 'teams', ...known.map(({ id }) => id)],
      queryFn: ({ signal }): Promise<readonly TeamSettings[]> =>
        Promise.all(
          known.map(async (team) => {
            const call = { params: { blockchainId }, query: ofTeam(team.id), signal }
            return { team, entries: (await client.callTo(alertEndpoints.userAlertSettings, call)).entries }
          }),
        ),
      enabled: known.length > 0,
    },
    noTeamSettings,
  )
  const isKnown = teams.known !== undefined && (known.length === 0 || fetched.known !== undefined)
  const hasFailed = teams.error !== null || fetched.error !== null
  return {
    settings: fetched.known ?? noTeamSettings,
    state: isKnown ? 'KNOWN' : hasFailed ? 'FAILED' : 'LOADING',
  }
}

interface Change {
  /** Whose settings; left out: the user's own. */
  teamId?: number | null
  targets: NonNullable<ManageAlertsBody['targets']>
  entries: ManageAlertsBody['entries']
  /** As what the user watches them; null: not known any more; left out: as before. */
  watchedAs?: WatchedAs | null | undefined
}

/** As what a user watches a validator, or every one (null); as the server judges it (E290). */
export function watchedAs(
  { entries, watchedAs: said }: Pick<UserSettings, 'entries' | 'watchedAs'>,
  validator: number | null,
): WatchedAs {
  const of = (id: number | null) => said.find((one) => one.blockchain_validator_id === id)?.watched_as
  const hasOwn = validator !== null && entries.some((one) => one.blockchain_validator_id === validator)
  return of(validator) ?? (hasOwn ? 'OPERATOR' : (of(null) ?? 'OPERATOR'))
}

/** Saves what the user, or a team, has on some targets as one change (P134): all of it, or nothing. */
export function saveSettings(
  services: Services,
  { teamId = null, watchedAs: as, ...change }: Change,
): Promise<void> {
  return changeShown(
    services,
    teamId,
    ({ entries, watchedAs: said }) => ({
      entries: withChange(entries, change),
      watchedAs: as === undefined ? said : withWatch(said, change.targets, as),
    }),
    async ({ etag }) => {
      await services.client.callTo(alertEndpoints.manageAlertSettings, {
        body: {
          blockchain_id: services.network.blockchain_id,
          ...ofTeam(teamId),
          ...change,
          ...(as === undefined ? {} : { watched_as: as }),
        },
        headers: etag === null ? {} : { 'If-Match': etag },
      })
    },
  )
}

const ofTeam = (teamId: number | null) => (teamId === null ? {} : { team_id: teamId })

/** Of one call, by the contract. */
const entriesAtOnce = 1000

/** Mutes entries of the user, or of a team, until a time, or not any more (P135). */
export function muteEntries(
  services: Services,
  teamId: number | null,
  ids: readonly number[],
  until: string | null,
): Promise<void> {
  const muted = new Set(ids)
  const mute = (entry: AlertEntry) => (muted.has(entry.id) ? { ...entry, muted_until: until } : entry)
  return changeShown(
    services,
    teamId,
    ({ entries }) => ({ entries: entries.map(mute) }),
    async () => {
      for (let from = 0; from < ids.length; from += entriesAtOnce)
        await services.client.callTo(alertEndpoints.muteAlerts, {
          body: { entry_ids: ids.slice(from, from + entriesAtOnce), until, ...ofTeam(teamId) },
        })
    },
  )
}

/** Ends mutes that the user gave in answer to alerts (P971); the history shows them, too. */
export async function unmuteConditions(services: Services, ids: readonly number[]): Promise<void> {
  await changeShown(
    services,
    null,
    ({ conditionMutes }) => ({ conditionMutes: conditionMutes.filter(({ id }) => !ids.includes(id)) }),
    async () => {
      await services.client.callTo(alertEndpoints.unmuteConditions, { body: { mute_ids: [...ids] } })
    },
  )
  await services.queries.invalidateQueries({ queryKey: networkHistoryKey(services.network.blockchain_id) })
}

/**
 * Shows a change at once and takes it back where it failed. Then asks how things are: for the new ids and the new tag,
 * and because a change without an answer may have arrived.
 */
async function changeShown(
  { client, queries, storage, clock, network }: Services,
  teamId: number | null,
  change: (before: UserSettings) => Partial<UserSettings>,
  send: (before: UserSettings) => Promise<void>,
): Promise<void> {
  const query = userSettingsQuery(client, network.blockchain_id, teamId)
  // An answer that is under way may be older than the change.
  await queries.cancelQueries({ queryKey: query.queryKey })
  const before = queries.getQueryData(query.queryKey) ?? (await queries.fetchQuery(query))
  queries.setQueryData(query.queryKey, { ...before, ...change(before) })
  try {
    await send(before)
    storage.write(alertsChanged, String(clock.now()))
  } catch (error) {
    queries.setQueryData(query.queryKey, before)
    throw error
  } finally {
    await queries.invalidateQueries({ queryKey: query.queryKey })
  }
}

function withWatch(
  said: readonly AlertWatch[],
  targets: Change['targets'],
  as: WatchedAs | null,
): AlertWatch[] {
  const ids = targets.map(({ blockchain_validator_id: id = null }) => id)
  const others = said.filter((one) => !ids.includes(one.blockchain_validator_id))
  return as === null
    ? others
    : [...others, ...ids.map((id) => ({ blockchain_validator_id: id, watched_as: as }))]
}

/** As the server will answer; what is new has no id of the server's yet, which are positive. */
function withChange(before: readonly AlertEntry[], { targets, entries }: Change): AlertEntry[] {
  const places = targets.map(({ blockchain_validator_id = null, bridge_id = null }) => ({
    blockchain_validator_id,
    bridge_id,
  }))
  const isOnTarget = (entry: AlertEntry) => places.some((place) => isAt(entry, place))
  const kept = before.filter(isOnTarget)
  const after = places.flatMap((place, target) =>
    entries.map(({ setting_id, channels }, index): AlertEntry => {
      const same = kept.find((one) => isAt(one, place) && one.setting_id === setting_id)
      const fresh = {
        id: -1 - target * entries.length - index,
        setting_id,
        muted_until: null,
        ...place,
      }
      return { ...(same ?? fresh), channels }
    }),
  )
  return [...before.filter((entry) => !isOnTarget(entry)), ...after]
}

type Place = Pick<AlertEntry, 'blockchain_validator_id' | 'bridge_id'>

function isAt(entry: Place, { blockchain_validator_id, bridge_id }: Place): boolean {
  return entry.blockchain_validator_id === blockchain_validator_id && entry.bridge_id === bridge_id
}
