import { alertEndpoints } from '@roundsman/contract/alert-endpoints'
import type { NotificationChannel } from '@roundsman/contract/accounts'
import type { AlertDelivery } from '@roundsman/contract/alerts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../data/api-client.ts'
import { useAction, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'

/** States that another may follow. */
const underWay: readonly AlertDelivery['state'][] = ['QUEUED', 'SENDING', 'SENT']
const askAgainMs = 1_500
/** A receipt that has not come by then may never come: about five minutes. */
const mostAnswers = 200

export interface ChannelTest {
  starting: boolean
  error: Error | null
  /** Where the message stands; null before one was sent. */
  delivery: AlertDelivery | null
  start(): void
}

function testQuery(client: ApiClient, id: number) {
  return queryOptions({
    queryKey: ['alert-test', id],
    queryFn: ({ signal }) => client.callTo(alertEndpoints.alertTest, { params: { deliveryId: id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < mostAnswers && (data === undefined || underWay.includes(data.state))
        ? askAgainMs
        : false,
  })
}

/** Sends a real message through a channel, and follows it through the ledger (P136). */
export function useChannelTest(channel: NotificationChannel): ChannelTest {
  const { client } = useServices()
  const send = useAction(() => client.callTo(alertEndpoints.testAlert, { body: { channel } }))
  const id = send.result?.id ?? null
  const { known } = useFetch({ ...testQuery(client, id ?? 0), enabled: id !== null }, undefined)
  return {
    starting: send.loading,
    error: send.error,
    delivery: known ?? send.result ?? null,
    start: () => send.run(),
  }
}
