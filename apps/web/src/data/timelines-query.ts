import { detailsEndpoints } from '@roundsman/contract/details-endpoints'
import type { ValidatorEvent } from '@roundsman/contract/validator-details'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'

export interface TimelineEvent extends ValidatorEvent {
  validatorId: number
}

interface Wanted {
  blockchainId: number
  /** Ids; each is a call of its own. */
  validators: readonly number[]
  /** Another one whenever something happened to them: then they are asked for again. */
  state: string
}

/** The newest fifty events of each of these validators. */
export function timelinesQuery(client: ApiClient, { blockchainId, validators, state }: Wanted) {
  return queryOptions<TimelineEvent[]>({
    queryKey: ['timelines', blockchainId, validators, state],
    async queryFn({ signal }) {
      const all = await Promise.all(
        validators.map(async (validatorId) => {
          const { timeline } = await client.callTo(detailsEndpoints.validatorTimeline, {
            params: { blockchainId, validatorId: String(validatorId) },
            signal,
          })
          return timeline.map((event) => ({ ...event, validatorId }))
        }),
      )
      return all.flat()
    },
    enabled: validators.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  })
}
