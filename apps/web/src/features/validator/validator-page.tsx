import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined'
import Box from '@mui/material/Box'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { isProblem } from '../../data/api/errors.ts'
import { type KnownValidator, useDetails } from '../../data/network/details.ts'
import { isOld, useNetworkHealth } from '../../data/network/network-health.ts'
import { useServices } from '../../data/services/services.ts'
import { FreshnessLine } from '../../parts/freshness-line.tsx'
import { DetailError, DetailMissing, ReadFailed } from '../../parts/load-failed.tsx'
import { validatorName } from '../../parts/validator-name.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { DetailSkeleton, pageColumns } from '../../ui/page/detail-page.tsx'
import { useNamedWindow } from '../../ui/page/window-name.tsx'
import { CastVotesCard } from './cast-votes-card.tsx'
import { JailCard } from './delegator-card.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { windowUse } from './slashing-window.ts'
import { AboutCard, BridgesCard, CommissionCard, ValidatorAlerts } from './rail-cards.tsx'
import { SigningCard } from './signing-card.tsx'
import { SlashingCard } from './slashing-card.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { stateSince, ValidatorHead } from './validator-head.tsx'
import { type GridRange, usualRange } from './validator-search.ts'

/** One validator of the network, by its id or one of its addresses, live. */
export function ValidatorPage() {
  const { t } = useTranslation('validator')
  const { validatorId } = useParams({ from: '/members/validators/$validatorId' })
  const { blocks = usualRange } = useSearch({ from: '/members/validators/$validatorId' })
  const navigate = useNavigate()
  const { known, error, fetch } = useDetails(validatorId, Number(blocks))
  const onRange = (range: GridRange) =>
    void navigate({
      to: '/validators/$validatorId',
      params: { validatorId },
      search: range === usualRange ? {} : { blocks: range },
      replace: true,
      resetScroll: false,
    })
  if (isProblem(error, 'not_found')) return <NoValidator />
  if (error && known === null) return <DetailError title={t('error.title')} error={error} onRetry={fetch} />
  if (known === null) return <ValidatorSkeleton />
  // Another validator is another page, with nothing of the one before.
  return (
    <ValidatorView
      key={known.details.id}
      known={known}
      error={error}
      range={blocks}
      onRange={onRange}
      onRetry={fetch}
    />
  )
}

function NoValidator() {
  const { t } = useTranslation('validator')
  const { t: tCommon } = useTranslation()
  const { network } = useServices()
  return (
    <DetailMissing
      icon={PersonSearchOutlined}
      title={t('missing.title')}
      text={t('missing.text', { network: network.name })}
      back={
        <RouteButton to="/" variant="contained">
          {tCommon('fault.toValidators')}
        </RouteButton>
      }
    />
  )
}

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
function ValidatorView({ known, error, range, onRange, onRetry }: Props) {
  const { t } = useTranslation('validator')
  const { network } = useServices()
  const health = useNetworkHealth()
  const { details, letters, list, changingRange } = known
  const status = list?.status
  const old = isOld(health)
  const halted = health?.kind === 'halted'
  const use = windowUse(details, status)
  useNamedWindow(details.moniker)
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
      <JailCard details={details} />
      <FigureStrip details={details} status={status} use={use} old={old} />
      <Box sx={{ ...pageColumns, gridTemplateRows: { lg: 'auto 1fr' } }}>
        <Box sx={{ ...column, gridColumn: 1 }}>
          <SigningCard
            details={details}
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
          <ValidatorAlerts id={details.id} name={validatorName(details)} />
          {network.is_da_enabled ? <BridgesCard validatorId={details.id} /> : null}
          <CastVotesCard validatorId={details.id} />
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

const main = [340, 420]
const rail = [300, 180, 160]

/** The page of a validator in the shape of what comes. */
function ValidatorSkeleton() {
  const { t } = useTranslation('validator')
  return <DetailSkeleton label={t('loading')} heading={t('title')} line={300} main={main} rail={rail} />
}
