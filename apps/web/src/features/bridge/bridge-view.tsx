import Box from '@mui/material/Box'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges'
import { useTranslation } from 'react-i18next'
import { isOld } from '../../data/network-health.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { useValidators } from '../../data/use-validators.ts'
import { newestVersion } from '../../parts/bridge-versions.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { ReadFailed } from '../../parts/read-failed.tsx'
import { pageColumns } from '../../ui/page-columns.ts'
import { AboutBridge } from './about-bridge.tsx'
import { BridgeAlerts } from './bridge-alerts.tsx'
import { BridgeFigures } from './bridge-figures.tsx'
import { BridgeHead } from './bridge-head.tsx'
import { BridgeHistory } from './bridge-history.tsx'
import { RunnerCard } from './runner-card.tsx'
import { useBridgeDetails } from './use-bridge-details.ts'

interface BridgeViewProps {
  bridge: Bridge
  list: BridgesList
  /** Why it could not be read again; what is known stays. */
  error: Error | null
  onRetry: () => void
}

const column = { display: 'grid', gap: 5, minWidth: 0, alignContent: 'start' } as const

/** Everything that is known of a bridge. */
export function BridgeView({ bridge, list, error, onRetry }: BridgeViewProps) {
  const { t } = useTranslation('bridges')
  const { known: validators } = useValidators()
  const details = useBridgeDetails(bridge)
  const health = useNetworkHealth()
  const status = validators?.status
  const old = isOld(health)
  const notice =
    status && hasNetworkBanner(health) ? (
      <NetworkBanner health={health} status={status} />
    ) : error ? (
      <ReadFailed onRetry={onRetry} />
    ) : details.error && details.known ? (
      <ReadFailed title={t('history.stale')} onRetry={details.fetch} />
    ) : null
  return (
    <>
      <BridgeHead bridge={bridge} networkHeight={list.network_height} notice={notice} />
      <BridgeFigures
        bridge={bridge}
        networkHeight={list.network_height}
        blockSeconds={status?.block_time_seconds ?? null}
        newest={newestVersion(list.bridges)}
        old={old}
      />
      <Box sx={pageColumns}>
        <Box sx={column}>
          <BridgeHistory
            bridge={bridge}
            details={details.known}
            error={details.error}
            onRetry={details.fetch}
          />
        </Box>
        <Box sx={column}>
          <RunnerCard validator={validators?.validators.find(({ id }) => id === bridge.validator_id)} />
          <BridgeAlerts id={bridge.id} />
          <AboutBridge bridge={bridge} />
        </Box>
      </Box>
    </>
  )
}
