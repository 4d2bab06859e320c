import { detailsEndpoints } from '@roundsman/contract/details-endpoints'
import type { ValidatorDetails, ValidatorEvent } from '@roundsman/contract/validator-details'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'
import { ProblemError } from '../../data/errors.ts'

/** How often what the stream does not bring is asked for again, ms. */
const againMs = 60_000
const pageSize = 50

const mayRetry = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ProblemError && error.problem.status < 500)

/** What was asked for, and what came. */
interface AskedDetails {
  blocks: number
  details: ValidatorDetails
}
type DetailsKey = readonly ['validator-details', blockchainId: number, name: string, blocks: number]

/** A validator of a network by its id or an address, with its last blocks. */
export function detailsQuery(client: ApiClient, blockchainId: number, name: string, blocks: number) {
  return queryOptions<AskedDetails, Error, AskedDetails, DetailsKey>({
    queryKey: ['validator-details', blockchainId, name, blocks],
    queryFn: async ({ signal }) => {
      const details = await client.callTo(detailsEndpoints.validatorDetails, {
        params: { blockchainId, validatorId: name },
        query: { blocks },
        signal,
      })
      return { blocks, details }
    },
    // Of another range the page keeps what it has until that is there.
    placeholderData: (before, query) => (query?.queryKey[2] === name ? before : undefined),
    refetchInterval: againMs,
    retry: mayRetry,
  })
}

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
