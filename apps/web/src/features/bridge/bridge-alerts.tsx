import { useTranslation } from 'react-i18next'
import { AlertsCard } from '../../parts/alerts-card.tsx'

/** What the user was told of the bridge. */
export function BridgeAlerts({ id }: { id: number }) {
  const { t } = useTranslation('bridges')
  const texts = {
    title: t('alerts.title'),
    all: t('alerts.all'),
    none: t('alerts.none'),
    loading: t('alerts.loading'),
    failed: t('alerts.failed'),
    set: t('detail.setAlerts'),
  }
  return <AlertsCard about={{ bridge: id }} texts={texts} />
}
