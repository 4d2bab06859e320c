import type { Profile } from '@roundsman/contract/users'
import { useSyncExternalStore } from 'react'
import { useServices } from './services.ts'

/** Who is signed in; null is nobody, undefined is not known yet. */
export function useUser(): Profile | null | undefined {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.user, session.user)
}
