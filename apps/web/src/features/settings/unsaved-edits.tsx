import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useServices } from '../../data/services.ts'

const UnsavedDialog = lazy(() => import('./unsaved-dialog.tsx'))

/**
 * Asks before edits that were not saved are left behind, by whichever way (P114). Whoever is signed out is not asked:
 * what stood in the form waits for them (P82).
 */
export function UnsavedEdits({ isEdited }: { isEdited: () => boolean }) {
  const { session } = useServices()
  const shouldAsk = () => Boolean(session.user()) && isEdited()
  const blocker = useBlocker({ shouldBlockFn: shouldAsk, enableBeforeUnload: shouldAsk, withResolver: true })
  return blocker.status === 'blocked' ? (
    <Suspense fallback={null}>
      <UnsavedDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  ) : null
}
