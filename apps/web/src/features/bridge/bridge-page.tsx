import HubOutlined from '@mui/icons-material/HubOutlined'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBridges } from '../../data/bridges/use-bridges.ts'
import { useServices } from '../../data/services.ts'
import { DetailError, DetailMissing } from '../../parts/detail-error.tsx'
import { RouteButton } from '../../ui/route-button.tsx'
import { BridgeSkeleton } from './bridge-skeleton.tsx'
import { BridgeView } from './bridge-view.tsx'

/** One bridge of the network by its id, live. */
export function BridgePage() {
  const { t } = useTranslation('bridges')
  const { bridgeId } = useParams({ from: '/members/bridges/$bridgeId' })
  const { known, error, fetch } = useBridges()
  if (known === undefined)
    return error ? (
      <DetailError title={t('detail.failed')} error={error} onRetry={fetch} />
    ) : (
      <BridgeSkeleton />
    )
  const bridge = known.bridges.find(({ id }) => String(id) === bridgeId)
  if (!bridge) return <NoBridge />
  return <BridgeView key={bridge.id} bridge={bridge} list={known} error={error} onRetry={fetch} />
}

function NoBridge() {
  const { t } = useTranslation('bridges')
  const { network } = useServices()
  return (
    <DetailMissing
      icon={HubOutlined}
      title={t('detail.missing.title')}
      text={t('detail.missing.text', { network: network.name })}
      back={
        <RouteButton to="/bridges" variant="contained">
          {t('detail.toBridges')}
        </RouteButton>
      }
    />
  )
}
