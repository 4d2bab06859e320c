import type { Profile } from '@roundsman/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useServices } from './services.ts'
import { profileQuery } from './session.ts'

/** Who is signed in; null is nobody, undefined is not known yet. Keeps asking every ten seconds. */
export function useUser(): Profile | null | undefined {
  const { client } = useServices()
  return useQuery(profileQuery(client)).data
}
