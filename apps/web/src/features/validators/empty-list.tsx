import { type ComponentProps, lazy, Suspense } from 'react'

// Comes where there is no row: the first view has no room for what most never see.
const ListEmpty = lazy(() => import('./list-empty.tsx'))

/** In place of rows that are not there. */
export function EmptyList(props: ComponentProps<typeof ListEmpty>) {
  return (
    <Suspense fallback={null}>
      <ListEmpty {...props} />
    </Suspense>
  )
}
