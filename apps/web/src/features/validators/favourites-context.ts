import { createContext } from 'react'
import type { Favourites } from '../../data/use-favourites.ts'

const none: Favourites = { ids: new Set(), set: () => undefined }

/** The user's validators, for each star of the list: so no row is drawn anew when one of them changes. */
export const FavouritesContext = createContext(none)
