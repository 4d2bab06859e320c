import { secondFactorEndpoints } from '@roundsman/contract/accounts/second-factor'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../../../data/api/api-client.ts'

const queryKey = ['second-factors'] as const

export function secondFactorsQuery(client: ApiClient) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => client.callTo(secondFactorEndpoints.secondFactors, { signal }),
  })
}

/** After a change: other sessions have ended, and the profile may allow more or less. */
export async function factorsChanged({
  queries,
  session,
}: {
  queries: QueryClient
  session: { ask(): Promise<void> }
}): Promise<void> {
  void queries.invalidateQueries({ queryKey: ['sessions'] })
  void session.ask()
  await queries.invalidateQueries({ queryKey })
}
