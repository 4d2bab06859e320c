import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import ReportRounded from '@mui/icons-material/ReportRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import Button from '@mui/material/Button'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../i18n/use-translation.ts'
import { useConnectNow, useLiveState } from '../data/network/live-provider.tsx'
import type { NetworkHealth } from '../data/network/network-health.ts'
import { useServices } from '../data/services/services.ts'
import { useFormats } from '../i18n/formats.ts'
import { SlimAlert } from '../ui/page/slim-alert.tsx'

interface Props {
  health: NetworkHealth
  status: NetworkStatus
}

/** Whether there is something to say of the network above what is known of it. */
export function hasNetworkBanner(health: NetworkHealth | null): health is NetworkHealth {
  return health !== null && health.kind !== 'live' && health.kind !== 'not-followed'
}

/**
 * Says once, beside the title, why the values are not of this moment. It stands where there is room for it anyway, so
 * that nothing on the page moves when it comes or goes. Ages change every second, so it is no live region: a screen
 * reader would never stop.
 */
export function NetworkBanner({ health, status }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { network, serverTime } = useServices()
  switch (health.kind) {
    case 'live':
    case 'not-followed':
      return null
    case 'stale':
      return <StaleBanner age={health.age} lineBroken={health.lineBroken} status={status} />
    case 'halted':
      return (
        <SlimAlert
          severity="error"
          icon={<PauseCircleOutlineRounded />}
          title={
            health.height === null
              ? t('banner.halted', { network: network.name })
              : t('banner.haltedAt', { network: network.name, height: formats.integer(health.height) })
          }
          text={
            health.age === null
              ? t('banner.haltedHint')
              : t('banner.haltedFor', { duration: formats.duration(health.age) })
          }
        />
      )
    case 'unreachable':
      return (
        <SlimAlert
          severity="info"
          icon={<CloudOffOutlined />}
          title={
            health.since === null
              ? t('banner.unreachable')
              : t('banner.unreachableSince', { time: formats.time(health.since, serverTime.now()) })
          }
          text={t('banner.unreachableHint')}
        />
      )
    case 'refused':
      return (
        <SlimAlert
          severity="error"
          icon={<ReportRounded />}
          title={t(`banner.refused.${health.reason}`, {
            network: network.name,
            chain: status.refused?.chain_id ?? '',
          })}
          text={t('banner.refusedHint')}
        />
      )
    case 'syncing':
      return (
        <SlimAlert
          severity="info"
          icon={<SyncRounded />}
          title={t('banner.syncing')}
          text={t('banner.syncingHint')}
        />
      )
    case 'connecting':
      return (
        <SlimAlert
          severity="info"
          icon={<SyncRounded />}
          title={t('banner.connecting', { network: network.name })}
          text={t('banner.connectingHint')}
        />
      )
  }
}

interface StaleProps {
  age: number
  lineBroken: boolean
  status: NetworkStatus
}

function StaleBanner({ age, lineBroken, status }: StaleProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { clock } = useServices()
  const { line } = useLiveState()
  const connectNow = useConnectNow()
  const wait =
    line.phase === 'waiting' ? Math.max(1, Math.ceil((line.nextAttemptAt - clock.now()) / 1_000)) : null
  const parts = [
    t('banner.old', { duration: formats.duration(age) }),
    status.source !== null && t('banner.from', { source: status.source }),
    status.height !== null && t('banner.height', { height: formats.integer(status.height) }),
  ]
  const hint = !lineBroken
    ? t('banner.sourceSilent')
    : wait === null
      ? t('banner.lineBroken')
      : t('banner.nextAttempt', { duration: formats.duration(wait) })
  return (
    <SlimAlert
      severity="warning"
      icon={<HistoryToggleOffRounded />}
      title={parts.filter((part) => part !== false).join(', ')}
      text={hint}
      action={
        lineBroken ? (
          <Button variant="text" size="small" onClick={connectNow}>
            {t('banner.connectNow')}
          </Button>
        ) : null
      }
    />
  )
}
