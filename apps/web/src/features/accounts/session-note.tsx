import Alert from '@mui/material/Alert'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'

/** Why somebody who had been signed in is here again. */
export function SessionNote() {
  const { t } = useTranslation()
  const { session } = useServices()
  const loss = useSyncExternalStore(session.subscribe, session.loss, session.loss)
  if (loss === null) return null
  return (
    <Alert severity="info" role="status">
      {loss === 'ended' ? t('account.sessionEnded') : t('account.sessionUnreachable')}
    </Alert>
  )
}
