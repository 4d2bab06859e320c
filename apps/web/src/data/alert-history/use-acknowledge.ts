import { useTranslation } from 'react-i18next'
import { sayWrong } from '../../ui/say.ts'
import { useQueuedAction } from '../operation.ts'
import { useServices } from '../services.ts'
import { markSeen, type Seen, sendSeen } from './acknowledge.ts'

/** Marks alerts as seen, at once; where the server did not take it they go back, and the page says so. */
export function useAcknowledge(): (ids: readonly number[]) => void {
  const { t } = useTranslation('history')
  const services = useServices()
  const { run } = useQueuedAction('acknowledge', (seen: Seen) => sendSeen(services, seen), {
    onError: () => sayWrong(t('acknowledge.failed')),
    scope: { id: 'acknowledge' },
  })
  return (ids) => run(markSeen(services, ids))
}
