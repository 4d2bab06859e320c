import { detailsEndpoints } from '@roundsman/contract/validator-details'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import { isProblem } from './errors.ts'

/** Validators that are asked about at a time: each is a call. */
const mostAsked = 10

/** A validator that is not in the list, as the server knows it; `isKnown` false: the network never had it. */
export interface FoundValidator {
  id: number
  isKnown: boolean
  moniker: string | null
}

interface Wanted {
  blockchainId: number
  /** Ids; the first ten of them are asked about. */
  validators: readonly number[]
}

/** Who of these has left the network, and who was never there: the list has neither. */
export function standingQuery(client: ApiClient, { blockchainId, validators }: Wanted) {
  return queryOptions<FoundValidator[]>({
    queryKey: ['standing', blockchainId, validators],
    queryFn: ({ signal }) =>
      Promise.all(
        validators.slice(0, mostAsked).map(async (id) => {
          try {
            const { moniker } = await client.callTo(detailsEndpoints.validatorDetails, {
              params: { blockchainId, validatorId: String(id) },
              query: { blocks: 1 },
              signal,
            })
            return { id, isKnown: true, moniker }
          } catch (error) {
            if (isProblem(error, 'not_found')) return { id, isKnown: false, moniker: null }
            throw error
          }
        }),
      ),
    enabled: validators.length > 0,
    retry: false,
  })
}
