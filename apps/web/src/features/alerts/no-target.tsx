import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RouteButton } from '../../ui/route-button.tsx'

/** In place of settings while nothing is chosen. */
export function NoTarget() {
  const { t } = useTranslation('alerts')
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={NotificationsOutlined}
        title={t('noTarget.title')}
        actions={
          <>
            <RouteButton to="/alerts" search={{ target: 'every' }}>
              {t('target.every')}
            </RouteButton>
            <RouteButton to="/alerts" search={{ target: 'network' }}>
              {t('target.network')}
            </RouteButton>
          </>
        }
      >
        {t('noTarget.text')}
      </EmptyState>
    </Paper>
  )
}

/** In place of the settings of bridges, which none has reported to yet. */
export function NoBridges({ network }: { network: string }) {
  const { t } = useTranslation('alerts')
  return (
    <Paper variant="outlined">
      <EmptyState icon={HubOutlined} title={t('noBridges.title')}>
        {t('noBridges.text', { network })}
      </EmptyState>
    </Paper>
  )
}
