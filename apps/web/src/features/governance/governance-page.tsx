import HowToVoteOutlined from '@mui/icons-material/HowToVoteOutlined'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useGovernance } from '../../data/network/governance.ts'
import { useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FreshnessLine } from '../../parts/freshness-line.tsx'
import { DetailError, ReadFailed } from '../../parts/load-failed.tsx'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { EmptyState, late } from '../../ui/page/empty-state.tsx'
import { ActionsHead } from '../../ui/page/page-head.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { OpenProposals, PastProposals } from './proposal-lists.tsx'
import { useRowOf } from './row-of.ts'
import { UpgradeBand } from './upgrade-band.tsx'
import { useContentFits } from '../../ui/use-measured.ts'

/** Rem of the content of the page from which on the notice has a place beside the title. */
const noticeFrom = 57

/** What is voted on and planned on the network, and what the user's validators have done about it. */
export function GovernancePage() {
  const { t } = useTranslation('governance')
  const { pages, governance } = useGovernance()
  const { known: list } = useValidators()
  const health = useNetworkHealth()
  const narrow = !useContentFits(noticeFrom)
  const rowOf = useRowOf(list?.validators)
  const status = list?.status
  const notice =
    governance !== undefined && pages.error !== null ? (
      <ReadFailed title={t('error.stale')} onRetry={pages.fetch} />
    ) : status && hasNetworkBanner(health) ? (
      <NetworkBanner health={health} status={status} />
    ) : null
  return (
    <>
      <ActionsHead title={t('title')} narrow={narrow} notice={notice} actions={[]} />
      {governance === undefined ? (
        pages.error ? (
          <DetailError title={t('error.title')} heading="h2" error={pages.error} onRetry={pages.fetch} />
        ) : (
          <ProposalsSkeleton />
        )
      ) : (
        <>
          {governance.upgrade ? (
            <UpgradeBand upgrade={governance.upgrade} status={status} rowOf={rowOf} />
          ) : null}
          {governance.open.length + governance.past.length === 0 ? (
            <NoProposals />
          ) : (
            <>
              <Heading text={t('open')} />
              {governance.open.length === 0 ? (
                <Typography color="textSecondary" sx={{ mb: 8 }}>
                  {t('noneOpen')}
                </Typography>
              ) : (
                <OpenProposals proposals={governance.open} unit={status?.unit ?? null} rowOf={rowOf} />
              )}
              {governance.past.length === 0 ? null : (
                <>
                  <Heading text={t('past')} />
                  <PastProposals proposals={governance.past} pages={pages} />
                </>
              )}
            </>
          )}
          {status ? <FreshnessLine status={status} /> : null}
        </>
      )}
    </>
  )
}

function Heading({ text }: { text: string }) {
  return (
    <Typography variant="h6" component="h2" sx={{ mb: 3 }}>
      {text}
    </Typography>
  )
}

function NoProposals() {
  const { t } = useTranslation('governance')
  const { network } = useServices()
  return (
    <Paper variant="outlined">
      <EmptyState icon={HowToVoteOutlined} title={t('empty.title')}>
        {t('empty.text', { network: network.name })}
      </EmptyState>
    </Paper>
  )
}

const Late = styled('div')(late)

/** Two proposals in the shape of what comes. */
function ProposalsSkeleton() {
  const { t } = useTranslation('governance')
  return (
    <Late role="status" aria-label={t('loading')}>
      {[320, 240].map((width) => (
        <Paper key={width} variant="outlined" sx={{ p: 5, mb: 4, minHeight: 236 }}>
          <Skeleton width={180} height={16} />
          <Box sx={{ maxWidth: width, my: 3 }}>
            <Skeleton height={24} />
          </Box>
          <Skeleton height={12} sx={{ maxWidth: 480, mb: 3 }} />
          <Skeleton height={12} sx={{ maxWidth: 420 }} />
        </Paper>
      ))}
    </Late>
  )
}
