import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'

export const signInMethodsKey = ['sign-in-methods'] as const

export function signInMethodsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: signInMethodsKey,
    queryFn: ({ signal }) => client.call('signInMethods', { signal }),
  })
}
