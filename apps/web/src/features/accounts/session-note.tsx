import Alert from '@mui/material/Alert'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useOutage } from '../../data/use-outage.ts'

/** Why somebody who had been signed in is here again, and whether the server is there at all. */
export function SessionNote() {
  const { t } = useTranslation()
  const { session } = useServices()
  const hasEnded = useSyncExternalStore(session.subscribe, session.hasEnded, session.hasEnded)
  const outage = useOutage() !== null
  if (!hasEnded && !outage) return null
  return (
    <Alert severity={outage ? 'warning' : 'info'} role="status">
      {outage ? t('outage.title') : t('account.sessionEnded')}
    </Alert>
  )
}
