import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { useValidators } from '../../data/use-validators.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { SlimAlert } from '../../ui/slim-alert.tsx'
import type { HistoryList } from './use-history-list.ts'

/** Why what is shown may not be of this moment: the network first, then a fetch that failed. */
export function useHistoryNotice({ history }: HistoryList) {
  const { t } = useTranslation()
  const { t: own } = useTranslation('history')
  const formats = useFormats()
  const { clock, serverTime } = useServices()
  const health = useNetworkHealth()
  const { known: validators } = useValidators()
  if (history.known === undefined) return null
  if (history.error !== null) {
    // The machine's clock, as the server's.
    const at = new Date(history.fetchedAt + serverTime.now() - clock.now()).toISOString()
    return (
      <SlimAlert
        severity="error"
        role="alert"
        title={own('error.stale', { time: formats.time(at, serverTime.now()) })}
        action={
          <Button variant="text" size="small" onClick={history.fetch}>
            {t('error.tryAgain')}
          </Button>
        }
      />
    )
  }
  if (validators && hasNetworkBanner(health))
    return <NetworkBanner health={health} status={validators.status} />
  return null
}
