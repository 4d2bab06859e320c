import { mostUnacknowledged } from '@roundsman/contract/alerts/alert-actions'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mayRetry } from '../api/errors.ts'
import { useFetch } from '../api/operation.ts'
import type { Clock } from '../browser/clock.ts'
import { useServices } from '../services/services.ts'

export const unacknowledgedKey = (blockchainId: number) => ['unacknowledged-alerts', blockchainId] as const

/** Of the user's silences on a network (silences.ts). Here, where the first view has it without their schemas. */
export const silencesKey = (blockchainId: number) => ['silences', blockchainId] as const
/** And of what they have set there (user-alert-settings.ts), with what they muted by an answer that came by phone. */
export const userSettingsKey = (blockchainId: number) => ['user-alert-settings', blockchainId] as const

/** What comes within it is asked about once. */
const togetherMs = 300

/**
 * How many alerts of the page's network wait for the user to acknowledge them, as the server counts them (E139); null while
 * it is not known.
 */
export function useUnacknowledged(): number | null {
  const { client, network } = useServices()
  const { known } = useFetch(
    {
      queryKey: unacknowledgedKey(network.blockchain_id),
      queryFn: async ({ signal }) => {
        const params = { blockchainId: network.blockchain_id }
        return (await client.callTo(alertEndpoints.unacknowledgedAlerts, { params, signal })).count
      },
      // It is asked for again with every alert of the stream, and after what this page acknowledges.
      staleTime: Number.POSITIVE_INFINITY,
      retry: mayRetry,
    },
    null,
  )
  return known ?? null
}

/**
 * Asks for the number again, for the silences, one of which an alert may have ended, and for what is muted, which an answer
 * from elsewhere may have changed: once for all that comes at about the same time.
 */
export function createRecount(
  { queries, clock }: { queries: QueryClient; clock: Pick<Clock, 'after'> },
  blockchainId: number,
): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    clock.after(togetherMs, () => {
      isDue = false
      for (const key of [unacknowledgedKey, silencesKey, userSettingsKey])
        void queries.invalidateQueries({ queryKey: key(blockchainId) })
    })
  }
}

/** Takes from the number what was acknowledged on this page, before the server says so, or gives it back. */
export function countAcknowledged(queries: QueryClient, blockchainId: number, count: number): void {
  queries.setQueryData<number>(unacknowledgedKey(blockchainId), (known) =>
    // Beyond the most that is counted nobody knows what is left.
    known === undefined || known >= mostUnacknowledged ? known : Math.max(0, known - count),
  )
}
