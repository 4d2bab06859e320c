import type { Validator } from '@roundsman/contract/validators'
import { use, useMemo } from 'react'
import { useKept } from '../../ui/use-kept.ts'
import { FavouritesContext } from './favourites-context.ts'
import { shows } from './list-search.ts'
import { type Counts, countByShow } from './validator-filter.ts'

/** How many rows each filter shows; null while there is no list. Another object only when a number is another. */
export function useCounts(rows: readonly Validator[] | undefined): Counts | null {
  const { ids } = use(FavouritesContext)
  const counts = useMemo(() => (rows ? countByShow(rows, ids) : null), [rows, ids])
  return useKept(counts, sameCounts)
}

function sameCounts(a: Counts | null, b: Counts | null): boolean {
  return a !== null && b !== null && shows.every((show) => a[show] === b[show])
}
