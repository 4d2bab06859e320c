import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import type { BridgeDetails } from '@roundsman/contract/bridge-details'
import type { Bridge } from '@roundsman/contract/bridges'
import { useTranslation } from 'react-i18next'
import { DetailError } from '../../parts/detail-error.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { BridgeTimeline } from './bridge-timeline.tsx'
import { HeightCard } from './height-card.tsx'
import { NodeMetrics } from './node-metrics.tsx'

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
export function BridgeHistory({ bridge, details, error, onRetry }: BridgeHistoryProps) {
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
