import type { Preferences } from '@roundsman/contract/accounts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { sayWrong } from '../ui/say.ts'
import { useQueuedAction } from './operation.ts'
import { changePreferences, preferenceScope } from './preferences.ts'
import { useServices } from './services.ts'
import { usePreferences } from './use-preferences.ts'

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
    { onError: () => sayWrong(t('list.favouriteNotKept')), scope: preferenceScope },
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
