import { quietHoursEndpoints } from '@roundsman/contract/accounts/quiet-hours'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { mayRetry } from '../api/errors.ts'

/** How often it is asked again whether it is quiet, ms: another device may change the hours. */
const againMs = 30_000

/** When the user wants to be left alone. */
export function quietHoursQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['quiet-hours'],
    queryFn: ({ signal }) => client.callTo(quietHoursEndpoints.quietHours, { signal }),
    refetchInterval: againMs,
    retry: mayRetry,
  })
}
