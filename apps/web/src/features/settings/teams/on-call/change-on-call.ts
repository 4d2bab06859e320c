import { type OnCallBody, onCallEndpoints } from '@roundsman/contract/alerts/on-call'
import { useAction } from '../../../../data/api/operation.ts'
import { type KnownOnCall, onCallQuery } from '../../../../data/services/on-call.ts'
import { useServices } from '../../../../data/services/services.ts'
import { teamsChanged } from '../../../../data/services/teams.ts'

/** Changes a part of what a team set; the rest stays as it is known here, and is refused where it has changed since. */
export function useChangeOnCall(teamId: number, { plan, etag }: KnownOnCall, onDone: () => void) {
  const services = useServices()
  return useAction(
    (change: Partial<OnCallBody>) =>
      services.client.callToWithWait(onCallEndpoints.updateOnCall, {
        params: { teamId },
        body: { ...plan, ...change },
        headers: etag === null ? {} : { 'If-Match': etag },
      }),
    {
      onLoaded: async (saved) => {
        services.queries.setQueryData(onCallQuery(services.client, teamId).queryKey, {
          plan: saved.answer,
          etag: saved.etag,
        })
        onDone()
        await teamsChanged(services)
      },
    },
  )
}
