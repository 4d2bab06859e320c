import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { NetworkStatus } from '@roundsman/contract/validators'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnectNow, useLiveState } from '../data/live-provider.tsx'
import type { NetworkHealth } from '../data/network-health.ts'
import { useServices } from '../data/services.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Banner as Frame } from '../ui/banner.tsx'

interface Props {
  health: NetworkHealth
  status: NetworkStatus
}

/** Says once, above the list, why its values are not of this moment. Nothing where all is well. */
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
        <Banner
          tone="error"
          icon={<PauseCircleOutlineRounded />}
          title={
            health.height === null
              ? t('banner.halted', { network: network.name })
              : t('banner.haltedAt', { network: network.name, height: formats.integer(health.height) })
          }
        >
          {health.age === null
            ? t('banner.haltedHint')
            : t('banner.haltedFor', { duration: formats.duration(health.age) })}
        </Banner>
      )
    case 'unreachable':
      return (
        <Banner
          tone="info"
          icon={<CloudOffOutlined />}
          title={
            health.since === null
              ? t('banner.unreachable')
              : t('banner.unreachableSince', { time: formats.time(health.since, serverTime.now()) })
          }
        >
          {t('banner.unreachableHint')}
        </Banner>
      )
    case 'syncing':
      return (
        <Banner tone="info" icon={<SyncRounded />} title={t('banner.syncing')}>
          {t('banner.syncingHint')}
        </Banner>
      )
    case 'connecting':
      return (
        <Banner tone="info" icon={<SyncRounded />} title={t('banner.connecting', { network: network.name })}>
          {t('banner.connectingHint')}
        </Banner>
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
    <Banner
      tone="warning"
      icon={<HistoryToggleOffRounded />}
      title={parts.filter((part) => part !== false).join(', ')}
      action={
        lineBroken ? (
          <Button variant="text" size="small" onClick={connectNow}>
            {t('banner.connectNow')}
          </Button>
        ) : null
      }
    >
      {hint}
    </Banner>
  )
}

interface BannerProps {
  tone: 'warning' | 'error' | 'info'
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

/** Ages change every second, so it is no live region: a screen reader would never stop. */
function Banner({ tone, icon, title, children, action }: BannerProps) {
  return (
    <Frame tone={tone} icon={icon} action={action}>
      <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
      <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
        {children}
      </Typography>
    </Frame>
  )
}
