import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { isOld } from '../../data/network-health.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { ReadFailed } from '../../parts/read-failed.tsx'
import { pageColumns } from '../../ui/page-columns.ts'
import { AboutCard } from './about-card.tsx'
import { BridgesCard } from './bridges-card.tsx'
import { CommissionCard } from './commission-card.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { FreshnessLine } from './freshness-line.tsx'
import { windowUse } from './jail-forecast.ts'
import { SigningCard } from './signing-card.tsx'
import { SlashingCard } from './slashing-card.tsx'
import { stateSince } from './state-since.ts'
import type { KnownValidator } from '../../data/use-details.ts'
import { TimelineCard } from './timeline-card.tsx'
import { ValidatorAlerts } from './validator-alerts.tsx'
import { ValidatorHead } from './validator-head.tsx'
import type { GridRange } from './validator-search.ts'

interface Props {
  known: KnownValidator
  /** Why it could not be read again; what is known stays. */
  error: Error | null
  range: GridRange
  onRange: (range: GridRange) => void
  onRetry: () => void
}

const column = { display: 'grid', gap: 5, minWidth: 0, alignContent: 'start' } as const

/** Everything that is known of a validator. */
export function ValidatorView({ known, error, range, onRange, onRetry }: Props) {
  const { t } = useTranslation('validator')
  const { network } = useServices()
  const health = useNetworkHealth()
  const { details, letters, list, changingRange } = known
  const status = list?.status
  const old = isOld(health)
  const halted = health?.kind === 'halted'
  const use = windowUse(details, status)
  const notice =
    status && hasNetworkBanner(health) ? (
      <NetworkBanner health={health} status={status} />
    ) : error ? (
      <ReadFailed title={t('error.again')} onRetry={onRetry} />
    ) : null
  return (
    <>
      <ValidatorHead
        details={details}
        since={stateSince(details, letters, status)}
        staleAge={old ? health.age : null}
        halted={halted}
        notice={notice}
      />
      <FigureStrip details={details} status={status} use={use} old={old} />
      <Box sx={pageColumns}>
        <Box sx={{ ...column, gridColumn: 1 }}>
          <SigningCard
            letters={letters}
            range={range}
            changing={changingRange}
            status={status}
            onRange={onRange}
          />
        </Box>
        <Box sx={{ ...column, gridColumn: { lg: 2 }, gridRow: { lg: '1 / span 2' } }}>
          <SlashingCard
            details={details}
            list={list}
            letters={letters?.letters ?? ''}
            use={use}
            halted={halted}
          />
          <CommissionCard details={details} />
          <ValidatorAlerts id={details.id} />
          {network.is_da_enabled ? <BridgesCard validatorId={details.id} /> : null}
          <AboutCard details={details} />
        </Box>
        <Box sx={{ ...column, gridColumn: 1 }}>
          <TimelineCard details={details} status={status} />
        </Box>
      </Box>
      {status ? <FreshnessLine status={status} /> : null}
    </>
  )
}
