import type { ValidatorsList } from '@roundsman/contract/validators'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import { ProblemError } from './errors.ts'
import type { LiveJournal } from './live/live-journal.ts'

export const validatorsKey = (blockchainId: number) => ['validators', blockchainId] as const

/**
 * The list of one network. What the stream told while the answer was under way is applied to it, so that a slow
 * answer never takes back what the page already showed.
 */
export function validatorsQuery(client: ApiClient, journal: LiveJournal, blockchainId: number) {
  return queryOptions<ValidatorsList>({
    queryKey: validatorsKey(blockchainId),
    queryFn: async ({ signal }) => {
      const mark = journal.mark()
      const list = await client.call('validators', { params: { blockchainId }, signal })
      return journal.replay(mark, blockchainId, list)
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: (failures, error) =>
      failures < 2 && !(error instanceof ProblemError && error.problem.status < 500),
  })
}
