import { useTranslation } from 'react-i18next'
import { AlertsCard } from '../../parts/alerts-card.tsx'

/** What the user was told of the validator. */
export function ValidatorAlerts({ id }: { id: number }) {
  const { t } = useTranslation('validator')
  const texts = {
    title: t('alerts.title'),
    all: t('alerts.all'),
    none: t('alerts.none'),
    loading: t('alerts.loading'),
    failed: t('alerts.failed'),
    set: t('alerts.set'),
  }
  return <AlertsCard about={{ validator: id }} texts={texts} />
}
