import { teamEndpoints, type OwnTeam } from '@roundsman/contract/accounts/teams'
import { type OnCall, onCallEndpoints, type Shift } from '@roundsman/contract/alerts/on-call'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { useFetch } from '../api/operation.ts'
import { useNow, useServices } from './services.ts'

/** How often it is asked for again while somebody looks: others change it too, ms. */
const againMs = 30_000
const dayMs = 86_400_000

/** What a team set, and what `If-Match` of a change of it names. */
export interface KnownOnCall {
  plan: OnCall
  etag: string | null
}

/** Who of a team is on call, and whom it asks. Of the team, so that it is read anew when that changes. */
export function onCallQuery(client: ApiClient, teamId: number) {
  return queryOptions({
    queryKey: ['teams', teamId, 'on-call'],
    queryFn: async ({ signal }): Promise<KnownOnCall> => {
      const { answer, etag } = await client.callToWithWait(onCallEndpoints.onCall, {
        params: { teamId },
        signal,
      })
      return { plan: answer, etag }
    },
    refetchInterval: againMs,
  })
}

/** Its shifts between two moments, Unix ms. */
export function shiftsQuery(client: ApiClient, teamId: number, [from, to]: readonly [number, number]) {
  return queryOptions({
    queryKey: ['teams', teamId, 'on-call', 'shifts', from, to],
    queryFn: async ({ signal }) => {
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      return (await client.callTo(onCallEndpoints.onCallShifts, { params: { teamId }, query, signal })).shifts
    },
    refetchInterval: againMs,
  })
}

/** The channels by which at least one member of a team can be reached. */
export function teamChannelsQuery(client: ApiClient, teamId: number) {
  return queryOptions({
    queryKey: ['teams', teamId, 'channels'],
    queryFn: async ({ signal }) =>
      (await client.callTo(teamEndpoints.teamChannels, { params: { teamId }, signal })).channels,
  })
}

/**
 * The shift that somebody has at a moment, Unix ms, with the end of what follows without a break; null: somebody else is on
 * call, or nobody.
 */
export function ownShift(
  shifts: readonly Shift[],
  userId: number,
  now: number,
): { from: string; to: string } | null {
  const own = shifts.filter(({ user_id }) => user_id === userId)
  const present = own.find(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to))
  if (present === undefined) return null
  let { to } = present
  for (const next of own) if (next.from === to) to = next.to
  return { from: present.from, to }
}

/** The next two weeks of every team of the user, from a day on, Unix ms. */
function teamShiftsQuery(client: ApiClient, from: number) {
  return queryOptions({
    queryKey: ['teams', 'shifts', from],
    queryFn: async ({ signal }) => {
      const { teams } = await client.callTo(teamEndpoints.teams, { signal })
      const query = { from: new Date(from).toISOString(), to: new Date(from + 14 * dayMs).toISOString() }
      return Promise.all(
        teams.map(async (team) => {
          const call = { params: { teamId: team.id }, query, signal }
          return { team, shifts: (await client.callTo(onCallEndpoints.onCallShifts, call)).shifts }
        }),
      )
    },
    refetchInterval: 10 * againMs,
  })
}

const none: readonly { team: OwnTeam; shifts: readonly Shift[] }[] = []

/** For which teams a user is on call now, and until when. */
export function useOwnShifts(userId: number): { team: OwnTeam; until: string }[] {
  const { client } = useServices()
  const now = useNow(60)
  const known = useFetch(teamShiftsQuery(client, Math.floor(now / dayMs) * dayMs), none).known ?? none
  return known.flatMap(({ team, shifts }) => {
    const own = ownShift(shifts, userId, now)
    return own === null ? [] : [{ team, until: own.to }]
  })
}
