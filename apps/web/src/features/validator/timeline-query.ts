import {
  detailsEndpoints,
  type ValidatorDetails,
  type ValidatorEvent,
} from '@roundsman/contract/validator-details'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'
import { mayRetry } from '../../data/may-retry.ts'

const pageSize = 50

/** Its timeline page by page, newest first; the details bring the first one. */
export function timelineQuery(
  client: ApiClient,
  blockchainId: number,
  { id, timeline }: Pick<ValidatorDetails, 'id' | 'timeline'>,
) {
  type Pages = InfiniteData<ValidatorEvent[], number | null>
  type Key = readonly ['validator-timeline', number, number]
  return infiniteQueryOptions<ValidatorEvent[], Error, Pages, Key, number | null>({
    queryKey: ['validator-timeline', blockchainId, id],
    queryFn: async ({ pageParam, signal }) => {
      const { timeline: page } = await client.callTo(detailsEndpoints.validatorTimeline, {
        params: { blockchainId, validatorId: String(id) },
        query: { limit: pageSize, ...(pageParam !== null && { before: pageParam }) },
        signal,
      })
      return page
    },
    initialData: { pages: [timeline], pageParams: [null] },
    initialPageParam: null,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : (last.at(-1)?.id ?? undefined)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: mayRetry,
  })
}
