import HubOutlined from '@mui/icons-material/HubOutlined'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { BridgeDetails } from '@roundsman/contract/bridges/bridge-details'
import { bridgeEndpoints } from '@roundsman/contract/bridges/bridge-endpoints'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import { queryOptions } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ApiClient } from '../../data/api/api-client.ts'
import { mayRetry } from '../../data/api/errors.ts'
import { type Fetched, useFetch } from '../../data/api/operation.ts'
import { useBridges } from '../../data/network/bridges.ts'
import { isOld, useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { newestVersion } from '../../parts/bridges/bridge-facts.ts'
import { DetailError, DetailMissing, ReadFailed } from '../../parts/load-failed.tsx'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { DetailSkeleton, pageColumns } from '../../ui/page/detail-page.tsx'
import { BridgeFigures } from './bridge-figures.tsx'
import { BridgeHead } from './bridge-head.tsx'
import { BridgeTimeline } from './bridge-timeline.tsx'
import { HeightCard } from './height-card.tsx'
import { NodeMetrics } from './node-metrics.tsx'
import { AboutBridge, BridgeAlerts, RunnerCard } from './rail-cards.tsx'
import { styled } from '../../ui/theme/styled.tsx'

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

interface BridgeViewProps {
  bridge: Bridge
  list: BridgesList
  /** Why it could not be read again; what is known stays. */
  error: Error | null
  onRetry: () => void
}

const column = { display: 'grid', gap: 5, minWidth: 0, alignContent: 'start' } as const

/** Everything that is known of a bridge. */
function BridgeView({ bridge, list, error, onRetry }: BridgeViewProps) {
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
          <BridgeAlerts bridge={bridge} />
          <AboutBridge bridge={bridge} />
        </Box>
      </Box>
    </>
  )
}

const main = [330, 220]
const rail = [100, 160, 180]

/** The page of a bridge in the shape of what comes. */
function BridgeSkeleton() {
  const { t } = useTranslation('bridges')
  const labels = { label: t('detail.loading'), heading: t('detail.bridge') }
  return <DetailSkeleton {...labels} line={160} main={main} rail={rail} />
}

interface BridgeHistoryProps {
  bridge: Bridge
  /** undefined: not there yet. */
  details: BridgeDetails | undefined
  error: Error | null
  onRetry: () => void
}

const Parts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  '&:focus': { outline: 'none' },
})

/** The last day of the bridge, what happened to it, and what else it says; in its place why that is not there. */
function BridgeHistory({ bridge, details, error, onRetry }: BridgeHistoryProps) {
  const { t } = useTranslation('bridges')
  if (details === undefined)
    return error ? (
      <DetailError title={t('history.failed')} heading="h2" error={error} onRetry={onRetry} />
    ) : (
      <HistorySkeleton label={t('history.loading')} />
    )
  return (
    // Its buttons go away when they are pressed.
    <Parts tabIndex={-1} ref={keepFocusOf}>
      <HeightCard bridge={bridge} details={details} />
      <BridgeTimeline timeline={details.timeline} />
      <NodeMetrics details={details} />
    </Parts>
  )
}

const keepFocusOf = (region: HTMLElement | null) => (region ? keepFocus(region) : undefined)

function HistorySkeleton({ label }: { label: string }) {
  return (
    <Parts role="status" aria-label={label}>
      <Paper variant="outlined" sx={{ height: 330 }} />
      <Paper variant="outlined" sx={{ height: 220 }} />
    </Parts>
  )
}

/** What only the page of a bridge shows: asked for again by itself, and when its row shows that something happened. */
function useBridgeDetails(bridge: Bridge): Fetched<BridgeDetails, null> {
  const { client, network } = useServices()
  const details = useFetch(bridgeDetailsQuery(client, network.blockchain_id, bridge.id), null)
  const change = [bridge.sync_status, bridge.otel_state, bridge.started_at, bridge.version].join(' ')
  const { known, loading, refresh } = details
  const ask = useEffectEvent(() => {
    if (known !== undefined && !loading) refresh()
  })
  useEffect(() => ask(), [change])
  return details
}

/** How often what the stream does not bring is asked for again, ms. */
const againMs = 30_000

/** A bridge with its last day, what happened to it, and what else its newest push said. */
function bridgeDetailsQuery(client: ApiClient, blockchainId: number, bridgeId: number) {
  return queryOptions({
    queryKey: ['bridge-details', blockchainId, bridgeId],
    queryFn: ({ signal }) =>
      client.callTo(bridgeEndpoints.bridgeDetails, { params: { blockchainId, bridgeId }, signal }),
    refetchInterval: againMs,
    retry: mayRetry,
  })
}
