import { type OwnTeam, teamEndpoints } from '@roundsman/contract/accounts/teams'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { useFetch } from '../api/operation.ts'
import type { BrowserStorage } from '../browser/storage.ts'
import { type Services, useServices } from './services.ts'

const teamsKey = ['teams'] as const
const noTeams: readonly OwnTeam[] = []

/** How often teams that somebody looks at are asked for again: others change them too, ms. */
const againMs = 15_000

/** The user's teams, by name. */
export function teamsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: [...teamsKey, 'list'],
    queryFn: async ({ signal }) => (await client.callTo(teamEndpoints.teams, { signal })).teams,
    refetchInterval: againMs,
  })
}

/** The team of the user with this id, as far as it is known; null: none is asked for. */
export function useTeam(id: number | null): OwnTeam | undefined {
  const { client } = useServices()
  const { known } = useFetch({ ...teamsQuery(client), enabled: id !== null }, noTeams)
  return known?.find((one) => one.id === id)
}

/** The teams whose things the user may change, as an OWNER or EDITOR. */
export function useChangeableTeams(): readonly OwnTeam[] {
  const { client } = useServices()
  const { known } = useFetch(teamsQuery(client), noTeams)
  return (known ?? noTeams).filter(({ role }) => role !== 'MEMBER')
}

/** One of them, with its members and open invitations. */
export function teamQuery(client: ApiClient, teamId: number) {
  return queryOptions({
    queryKey: [...teamsKey, teamId],
    queryFn: ({ signal }) => client.callTo(teamEndpoints.team, { params: { teamId }, signal }),
    refetchInterval: againMs,
    retry: false,
  })
}

/** After a team has come, changed or gone. */
export function teamsChanged({ queries }: Pick<Services, 'queries'>): Promise<unknown> {
  return queries.invalidateQueries({ queryKey: teamsKey })
}

/** The page of an invitation. */
export function invitationPath(token: string): string {
  return `/teams/join?${new URLSearchParams({ token }).toString()}`
}

const pendingKey = 'pending-invitation'

/** Remembers an invitation while its reader creates an account, which leads through another mail. */
export function keepInvitation(storage: BrowserStorage, token: string): void {
  storage.write(pendingKey, token)
}

/** Where the invitation that was remembered leads, once; null where none was. */
export function takeInvitation(storage: BrowserStorage): string | null {
  const token = storage.read(pendingKey)
  if (!token) return null
  storage.write(pendingKey, '')
  return invitationPath(token)
}
