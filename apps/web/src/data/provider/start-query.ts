import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api-client.ts'

/** What is begun is good for ten minutes. */
const freshMs = 9 * 60_000

/**
 * A sign-in that is begun and kept fresh while a page offers it: Google's button needs its nonce before it is drawn,
 * and where it leads tells whether it is Google's.
 */
export function startQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['provider-start'],
    queryFn: ({ signal }) => client.call('loginGoogleStart', { signal }),
    staleTime: freshMs,
    refetchInterval: freshMs,
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  })
}
