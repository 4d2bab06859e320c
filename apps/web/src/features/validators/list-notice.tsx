import Button from '@mui/material/Button'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import type { NetworkHealth } from '../../data/network-health.ts'
import type { Fetched } from '../../data/operation.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { SlimAlert } from '../../ui/slim-alert.tsx'

interface ListNoticeProps {
  list: Fetched<ValidatorsList, unknown>
  health: NetworkHealth | null
}

export function hasNotice({ list, health }: ListNoticeProps): boolean {
  return list.known !== undefined && (hasNetworkBanner(health) || list.error !== null)
}

/** Why what is shown is not of this moment: the network first, then a fetch that failed. */
export function ListNotice({ list, health }: ListNoticeProps) {
  const { t } = useTranslation()
  if (!list.known) return null
  if (hasNetworkBanner(health)) return <NetworkBanner health={health} status={list.known.status} />
  if (list.error === null) return null
  return (
    <SlimAlert
      severity="error"
      role="alert"
      title={t('list.refreshFailed')}
      action={
        <Button variant="text" size="small" onClick={list.fetch}>
          {t('error.tryAgain')}
        </Button>
      }
    />
  )
}
