import { useQuery } from '@tanstack/react-query'
import { useLiveState } from './live-provider.tsx'
import { type NetworkHealth, networkHealth } from './network-health.ts'
import { useServices } from './services.ts'
import { useNow } from './use-now.ts'
import { validatorsQuery } from './validators-query.ts'

/** How the page's network is doing; null while nothing of it is known. Renders once a second. */
export function useNetworkHealth(enabled = true): NetworkHealth | null {
  const { client, journal, network, clock } = useServices()
  const { data } = useQuery({ ...validatorsQuery(client, journal, network.blockchain_id), enabled })
  const live = useLiveState()
  const now = useNow()
  return data ? networkHealth({ status: data.status, live, now, localNow: clock.now() }) : null
}
