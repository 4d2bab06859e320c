import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useServices } from '../data/services.ts'
import type { UnsavedTexts } from './unsaved-dialog.tsx'

interface Props {
  isEdited: (next: Place) => boolean
  texts: UnsavedTexts
}
/** Where somebody is about to go; null: away from the site. */
type Place = { pathname: string; search: object } | null

const UnsavedDialog = lazy(() => import('./unsaved-dialog.tsx'))

/**
 * Asks before edits that were not saved are left behind, by whichever way (P114). Whoever is signed out is not asked:
 * what stood in the form waits for them (P82).
 */
export function UnsavedEdits({ isEdited, texts }: Props) {
  const { session } = useServices()
  const shouldAsk = (next: Place) => Boolean(session.user()) && isEdited(next)
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => shouldAsk(next),
    enableBeforeUnload: () => shouldAsk(null),
    withResolver: true,
  })
  return blocker.status === 'blocked' ? (
    <Suspense fallback={null}>
      <UnsavedDialog texts={texts} onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  ) : null
}
