import { detailsEndpoints, type ValidatorDetails } from '@roundsman/contract/validator-details'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import { mayRetry } from './may-retry.ts'

/** How often what the stream does not bring is asked for again, ms. */
const againMs = 60_000

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
