import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useLiveState } from './live-provider.tsx'
import { type NetworkHealth, networkHealth } from './network-health.ts'
import { useServices } from './services.ts'
import { useValidators } from './use-validators.ts'

/** How the page's network is doing; null while nothing of it is known. Looked at each second, drawn when it changes. */
export function useNetworkHealth(enabled = true): NetworkHealth | null {
  const { clock, serverTime } = useServices()
  const [keep] = useState(createKeeper)
  const status = useValidators(enabled).known?.status
  const live = useLiveState()
  const look = useMemo(
    () => () => {
      const now = Math.floor(serverTime.now() / 1_000) * 1_000
      return keep(status ? networkHealth({ status, live, now, localNow: clock.now() }) : null)
    },
    [clock, serverTime, status, live, keep],
  )
  const subscribe = useCallback((tick: () => void) => clock.every(1_000, tick), [clock])
  return useSyncExternalStore(subscribe, look)
}

/** Gives back what it was given before while kind and figures stay the same; health is flat. */
function createKeeper(): (next: NetworkHealth | null) => NetworkHealth | null {
  let kept: NetworkHealth | null = null
  return (next) => {
    if (JSON.stringify(kept) !== JSON.stringify(next)) kept = next
    return kept
  }
}
