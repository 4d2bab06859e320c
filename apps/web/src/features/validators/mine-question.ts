import { use } from 'react'
import { usePreferences } from '../../data/use-preferences.ts'
import { FavouritesContext } from './favourites-context.ts'

/** What the account says of who wants to be asked no more. */
export const mineQuestion = 'which-is-mine'

/** Whether to ask which validator is the user's: none is, and nobody wished not to be asked. Not while that is unknown. */
export function useMineQuestion(): boolean {
  const preferences = usePreferences()
  const { ids } = use(FavouritesContext)
  return preferences !== undefined && ids.size === 0 && !preferences.dismissed?.includes(mineQuestion)
}
