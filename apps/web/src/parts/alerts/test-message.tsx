import Typography from '@mui/material/Typography'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import type { AlertDelivery } from '@roundsman/contract/alerts/alerts'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiClient } from '../../data/api/api-client.ts'
import { formProblem } from '../../data/api/errors.ts'
import { useAction, useFetch } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { DeliveryMark } from './alert-marks.tsx'

/** States that another may follow. */
const underWay: readonly AlertDelivery['state'][] = ['QUEUED', 'SENDING', 'SENT']
const askAgainMs = 1_500
/** A receipt that has not come by then may never come: about five minutes. */
const mostAnswers = 200

export interface TestMessage {
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

/**
 * Sends a real message, and follows it through the ledger (P136).
 *
 * @param send asks the server for it
 * @param onState called whenever it stands otherwise than before
 */
export function useTestMessage(send: () => Promise<AlertDelivery>, onState?: () => void): TestMessage {
  const { client } = useServices()
  const sent = useAction(send)
  const id = sent.result?.id ?? null
  const { known } = useFetch({ ...testQuery(client, id ?? 0), enabled: id !== null }, undefined)
  const state = known?.state
  useEffect(() => {
    if (state !== undefined) onState?.()
  }, [state, onState])
  return {
    starting: sent.loading,
    error: sent.error,
    delivery: known ?? sent.result ?? null,
    start: () => sent.run(),
  }
}

/** Where the test stands in the ledger, or why there is none. */
export function TestOutcome({ test: { delivery, error } }: { test: TestMessage }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div role="status">
      {error ? (
        <Typography variant="caption" color="error">
          {formProblem(error, t, formats)}
        </Typography>
      ) : delivery ? (
        <>
          <DeliveryMark delivery={delivery} />
          {delivery.detail === null ? null : (
            <Typography variant="caption" color="textSecondary" component="div" dir="auto">
              {delivery.detail}
            </Typography>
          )}
        </>
      ) : null}
    </div>
  )
}
