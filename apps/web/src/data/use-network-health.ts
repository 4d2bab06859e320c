import { useKept } from '../ui/use-kept.ts'
import { useLiveState } from './live-provider.tsx'
import { type NetworkHealth, networkHealth } from './network-health.ts'
import { useServices } from './services.ts'
import { useNow } from './use-now.ts'
import { useValidators } from './use-validators.ts'

/** How the page's network is doing; null while nothing of it is known. Another object only when something in it is. */
export function useNetworkHealth(enabled = true): NetworkHealth | null {
  const { clock } = useServices()
  const { known } = useValidators(enabled)
  const live = useLiveState()
  const now = useNow()
  const health = known ? networkHealth({ status: known.status, live, now, localNow: clock.now() }) : null
  return useKept(health, sameHealth)
}

/** Health is flat. */
function sameHealth(a: NetworkHealth | null, b: NetworkHealth | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
