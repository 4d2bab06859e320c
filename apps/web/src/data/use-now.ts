import { useCallback, useSyncExternalStore } from 'react'
import { useServices } from './services.ts'

/**
 * The server's time (Unix milliseconds), for ages; renders once a second, or as seldom as is said.
 *
 * @param seconds whole steps of the time
 */
export function useNow(seconds = 1): number {
  const { clock, serverTime } = useServices()
  const subscribe = useCallback((tick: () => void) => clock.every(1_000, tick), [clock])
  const step = seconds * 1_000
  const now = () => Math.floor(serverTime.now() / step) * step
  return useSyncExternalStore(subscribe, now, now)
}
