import Box from '@mui/material/Box'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmptyProps } from './list-empty.tsx'

const load = () => import('./list-empty.tsx')
const ListEmpty = lazy(load)

/** What stands in place of rows that are not there; the first view has none of it. */
export function EmptyList(props: EmptyProps) {
  return (
    <Suspense fallback={<Box sx={{ minHeight: 240 }} />}>
      <ListEmpty {...props} />
    </Suspense>
  )
}

/** Asks for it, and for the texts of all that is opened, once the rows are there: a line that breaks later takes none of it away. */
export function useEmptyListSoon(areRowsThere: boolean): void {
  const { i18n } = useTranslation()
  useEffect(() => {
    if (!areRowsThere) return
    void i18n.loadNamespaces('list')
    load().catch(() => undefined)
  }, [areRowsThere, i18n])
}
