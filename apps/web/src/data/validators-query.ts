import type { ValidatorsList } from '@roundsman/contract/validators'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import { mayRetry } from './may-retry.ts'
import type { StreamSeq } from './live/stream-seq.ts'

export const validatorsKey = (blockchainId: number) => ['validators', blockchainId] as const

interface Deps {
  client: ApiClient
  queries: QueryClient
  streamSeq: StreamSeq
}

/** Of the times that a list is asked for again because the stream had come further meanwhile. */
const mostAttempts = 3

/**
 * The list of one network. An answer that is older than what the page has never takes it back; one that is older than
 * what the stream said meanwhile is asked for again, because those batches would be missing in it.
 */
export function validatorsQuery({ client, queries, streamSeq }: Deps, blockchainId: number) {
  const queryKey = validatorsKey(blockchainId)
  return queryOptions<ValidatorsList>({
    queryKey,
    async queryFn({ signal }) {
      for (let attempt = 1; ; attempt += 1) {
        const list = await client.call('validators', { params: { blockchainId }, signal })
        const known = queries.getQueryData<ValidatorsList>(queryKey)
        if (known && known.seq > list.seq) return known
        if (list.seq >= streamSeq.of(blockchainId) || attempt === mostAttempts) return list
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: mayRetry,
  })
}
