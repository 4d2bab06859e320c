import { useCallback, useSyncExternalStore } from 'react'
import { useServices } from './services.ts'

/** The server's time in whole seconds (Unix milliseconds), for ages; renders once a second. */
export function useNow(): number {
  const { clock, serverTime } = useServices()
  const subscribe = useCallback((tick: () => void) => clock.every(1_000, tick), [clock])
  const now = () => Math.floor(serverTime.now() / 1_000) * 1_000
  return useSyncExternalStore(subscribe, now, now)
}
