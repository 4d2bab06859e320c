import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../data/errors.ts'
import type { Fetched } from '../../data/operation.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { useValidators } from '../../data/use-validators.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { SlimAlert } from '../../ui/slim-alert.tsx'

/** Why what is shown may not be of this moment: a fetch that failed first, then the network. */
export function useChartsNotice(charts: Fetched<unknown, null>, isShown: boolean) {
  const { t } = useTranslation('charts')
  const { t: tell } = useTranslation()
  const health = useNetworkHealth()
  const { known: list } = useValidators()
  if (isShown && charts.error !== null)
    return (
      <SlimAlert
        severity="error"
        role="alert"
        title={t('error.stale')}
        {...(isProblem(charts.error, 'unavailable') ? { text: t('error.storeDown') } : {})}
        action={
          <Button variant="text" size="small" onClick={charts.fetch}>
            {tell('error.tryAgain')}
          </Button>
        }
      />
    )
  if (list && hasNetworkBanner(health)) return <NetworkBanner health={health} status={list.status} />
  return null
}
