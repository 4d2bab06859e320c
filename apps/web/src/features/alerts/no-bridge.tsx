import HubOutlined from '@mui/icons-material/HubOutlined'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RouteButton } from '../../ui/route-button.tsx'

interface Props {
  /** What the network is called. */
  network: string
}

/** In place of the settings of bridges: the one that was chosen is not there, or none has reported yet. */
export default function NoBridge({ isGone, network }: Props & { isGone: boolean }) {
  return isGone ? <NoSuchBridge network={network} /> : <NoBridges network={network} />
}

function NoBridges({ network }: Props) {
  const { t } = useTranslation('alerts')
  const { t: ofBridges } = useTranslation('bridges')
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={HubOutlined}
        title={t('noBridges.title')}
        actions={<RouteButton to="/bridges">{ofBridges('detail.toBridges')}</RouteButton>}
      >
        {t('noBridges.text', { network })}
      </EmptyState>
    </Paper>
  )
}

function NoSuchBridge({ network }: Props) {
  const { t } = useTranslation('alerts')
  const { t: ofBridges } = useTranslation('bridges')
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={HubOutlined}
        title={ofBridges('detail.missing.title')}
        actions={
          <RouteButton to="/alerts" search={{ target: 'bridges' }}>
            {t('target.everyBridge')}
          </RouteButton>
        }
      >
        {ofBridges('detail.missing.text', { network })}
      </EmptyState>
    </Paper>
  )
}
