import type { Preferences } from '@roundsman/contract/accounts/accounts'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { showError } from '../../ui/toast.ts'
import type { ApiClient } from '../api/api-client.ts'
import { isProblem } from '../api/errors.ts'
import { type Action, useAction, useFetch, useQueuedAction } from '../api/operation.ts'
import { type Services, useServices } from './services.ts'

const noPreferences: Preferences = { favourite_validators: [], tables: {} }

const preferencesKey = ['preferences']
/** Changes are made one after the other, since each of them replaces all. */
export const preferenceScope = { id: 'preferences' }
/** In the storage: when they were last changed, for the other tabs. */
const preferencesChanged = 'preferences.changedAt'
/** How often a change is made, where other devices change the preferences in the same moments. */
const mostAttempts = 5

/** What the user chose on the screens, for all their devices. */
export function preferencesQuery(client: ApiClient) {
  return queryOptions({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => client.call('preferences', { signal }),
    // Changed by this page, or on another device a while ago.
    staleTime: 300_000,
  })
}

/**
 * Changes a part of the preferences. The call replaces all of them, and another tab or device may have changed others.
 *
 * @param change is asked again where they are others than those it was given
 */
export async function changePreferences(
  { client, queries, storage, clock }: Pick<Services, 'client' | 'queries' | 'storage' | 'clock'>,
  change: (before: Preferences) => Preferences,
): Promise<void> {
  // An answer that is under way may be older than what is kept now.
  await queries.cancelQueries({ queryKey: preferencesKey })
  queries.setQueryData(preferencesQuery(client).queryKey, await saveChange(client, change, mostAttempts))
  storage.write(preferencesChanged, String(clock.now()))
}

async function saveChange(
  client: ApiClient,
  change: (before: Preferences) => Preferences,
  attempts: number,
): Promise<Preferences> {
  const { answer, etag } = await client.callWithWait('preferences')
  try {
    return await client.call('updatePreferences', {
      body: change(answer),
      headers: etag === null ? {} : { 'If-Match': etag },
    })
  } catch (error) {
    if (attempts === 1 || !isProblem(error, 'changed_elsewhere')) throw error
    return saveChange(client, change, attempts - 1)
  }
}

/** The preferences of the account as they were last received; changes by another tab are followed. */
export function usePreferences(): Preferences | undefined {
  const { client, queries, storage } = useServices()
  const { known } = useFetch(preferencesQuery(client), noPreferences)
  useEffect(
    () =>
      storage.watch(preferencesChanged, () => {
        // Several on the page are notified, and one of them asks.
        void queries.invalidateQueries({ queryKey: preferencesKey }, { cancelRefetch: false })
      }),
    [storage, queries],
  )
  return known
}

interface Dismissals {
  /** What the user does not want to be asked again; undefined while that is not known. */
  ids: ReadonlySet<string> | undefined
  dismiss: Action<readonly string[], void>
}

/** What the account says of questions that are not to be asked again, and how it comes to say so (P932). */
export function useDismissals(): Dismissals {
  const { t } = useTranslation('list')
  const services = useServices()
  const known = usePreferences()
  const dismiss = useAction(
    (ids: readonly string[]) =>
      changePreferences(services, (before) => ({
        ...before,
        dismissed: withDismissed(before.dismissed ?? [], ids),
      })),
    { onError: () => showError(t('ask.notKept')), scope: preferenceScope },
  )
  const ids = useMemo(() => known && new Set(known.dismissed), [known])
  return { ids, dismiss }
}

/** As many as the account keeps (the contract's `mostDismissed`, whose schemas the first view does not load). */
const mostDismissed = 64
/** Says that nobody wants to be asked of one validator or bridge, whose id is its end. */
const isOfOne = /-\d+$/

/** The oldest that are of one thing make room, before those that are of all. */
function withDismissed(before: readonly string[], ids: readonly string[]): string[] {
  const all = [...before.filter((one) => !ids.includes(one)), ...ids]
  const over = Math.max(0, all.length - mostDismissed)
  const gone = new Set(all.filter((one) => isOfOne.test(one)).slice(0, over))
  return all.filter((one) => !gone.has(one)).slice(-mostDismissed)
}

export interface Favourites {
  /** The user's validators in the network of the page. */
  ids: ReadonlySet<number>
  set: (id: number, isFavourite: boolean) => void
}

interface Change {
  id: number
  isFavourite: boolean
}

/**
 * The validators that a user follows most closely, kept with the account (P120). A choice is shown at once; where it
 * could not be kept it is taken back, and the page says so.
 */
export function useFavourites(): Favourites {
  const { t } = useTranslation()
  const services = useServices()
  const network = services.network.blockchain_id
  const known = usePreferences()
  const { underWay, run } = useQueuedAction(
    'favourites',
    (change: Change) => changePreferences(services, (before) => withFavourite(before, network, change)),
    { onError: () => showError(t('list.favouriteNotKept')), scope: preferenceScope },
  )
  return useMemo(() => {
    const kept = known?.favourite_validators ?? []
    const ids = new Set(
      kept.filter(({ blockchain_id }) => blockchain_id === network).map(({ validator_id }) => validator_id),
    )
    for (const { id, isFavourite } of underWay) {
      if (isFavourite) ids.add(id)
      else ids.delete(id)
    }
    return { ids, set: (id, isFavourite) => run({ id, isFavourite }) }
  }, [known, underWay, network, run])
}

function withFavourite(before: Preferences, network: number, { id, isFavourite }: Change): Preferences {
  const others = before.favourite_validators.filter(
    ({ blockchain_id, validator_id }) => blockchain_id !== network || validator_id !== id,
  )
  const one = { blockchain_id: network, validator_id: id }
  return { ...before, favourite_validators: isFavourite ? [...others, one] : others }
}
