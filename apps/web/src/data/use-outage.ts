import { useSyncExternalStore } from 'react'
import { useServices } from './services.ts'

/** Since when the server has not answered (Unix milliseconds of this machine); null while it does. */
export function useOutage(): number | null {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.outageSince, session.outageSince)
}
