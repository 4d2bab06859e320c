import type { Profile } from '@roundsman/contract/users'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'
import { isProblem } from './errors.ts'

/** The profile is asked for this often, so that a session that ended elsewhere ends here. */
export const profileEveryMs = 10_000

/** Null means: nobody is signed in. No data yet means: the session is initialising. */
export function profileQuery(client: ApiClient) {
  return queryOptions<Profile | null>({
    queryKey: ['profile'],
    queryFn: async ({ signal }) => {
      try {
        return await client.call('profile', { signal })
      } catch (error) {
        if (isProblem(error, 'not_authenticated')) return null
        throw error
      }
    },
    staleTime: profileEveryMs,
    refetchInterval: profileEveryMs,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
}

/** The user that guards decide by. An error at the start counts as nobody; later ones keep who was there. */
export async function ensureUser(queries: QueryClient, client: ApiClient): Promise<Profile | null> {
  const options = profileQuery(client)
  const known = queries.getQueryData<Profile | null>(options.queryKey)
  if (known !== undefined) return known
  try {
    return await queries.fetchQuery(options)
  } catch {
    queries.setQueryData(options.queryKey, null)
    return null
  }
}

/** After a sign-in: the profile is known, and whatever was cached for somebody else is gone. */
export function setUser(queries: QueryClient, user: Profile | null): void {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'profile' })
  queries.setQueryData<Profile | null>(['profile'], user)
}

/** The same user with a changed profile. */
export function changeUser(queries: QueryClient, change: (user: Profile) => Profile): void {
  queries.setQueryData<Profile | null>(['profile'], (user) => (user ? change(user) : user))
}
