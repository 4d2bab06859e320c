import { useTranslation } from 'react-i18next'
import { AlertsCard } from '../../parts/alerts-card.tsx'
import { RouteLink } from '../../ui/route-link.tsx'

/** What the user was told of the bridge. */
export function BridgeAlerts({ id }: { id: number }) {
  const { t } = useTranslation('bridges')
  const texts = {
    title: t('alerts.title'),
    all: t('alerts.all'),
    none: t('alerts.none'),
    loading: t('alerts.loading'),
    failed: t('alerts.failed'),
  }
  return (
    <AlertsCard
      about={{ bridge: id }}
      texts={texts}
      action={
        <RouteLink
          to="/alerts"
          search={{ bridge: [String(id)] }}
          variant="table"
          style={{ lineHeight: '1.5rem' }}
        >
          {t('detail.setAlerts')}
        </RouteLink>
      }
    />
  )
}
