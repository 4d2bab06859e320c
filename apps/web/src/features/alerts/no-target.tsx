import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RouteButton } from '../../ui/route-button.tsx'

/** In place of settings while nothing is chosen. */
export function NoTarget() {
  const { t } = useTranslation('alerts')
  const { network } = useServices()
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
            {network.is_da_enabled ? (
              <RouteButton to="/alerts" search={{ target: 'bridges' }}>
                {t('target.bridges')}
              </RouteButton>
            ) : null}
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
