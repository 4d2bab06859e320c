import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Governance, Proposal } from '@roundsman/contract/governance/governance'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import type { PagedFetch } from '../../data/api/operation.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { RouteLink } from '../../ui/controls/links.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { OwnVoteCounts, OwnVotes } from './own-votes.tsx'
import { EndOfVoting, Expedited, StateOfProposal, useTitle } from '../../parts/governance/proposal-marks.tsx'
import { TallyTable, Turnout } from './tally.tsx'

const Open = styled('article')(({ theme }) => ({
  padding: 20,
  [theme.breakpoints.down('sm')]: { padding: 16 },
}))
const Marks = styled('div')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& > :last-child': { marginInlineStart: 'auto', color: theme.vars.palette.text.primary },
  [theme.breakpoints.down('sm')]: { '& > :last-child': { marginInlineStart: 0, flexBasis: '100%' } },
}))
const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)',
  gap: '20px 40px',
  alignItems: 'start',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

function TitleLink({ proposal }: { proposal: Proposal }) {
  const title = useTitle()
  return (
    <RouteLink
      to="/governance/$proposalId"
      params={{ proposalId: String(proposal.proposal_id) }}
      dir="auto"
      style={{ color: 'inherit', overflowWrap: 'anywhere' }}
    >
      {title(proposal)}
    </RouteLink>
  )
}

/** What stands before a title: which one it is, and what it is about. */
function Kind({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('governance')
  return (
    <>
      <span>{t('number', { id: String(proposal.proposal_id) })}</span>
      <span>{t(`kind.${proposal.kind}`)}</span>
      {proposal.is_expedited && proposal.state === 'VOTING' ? <Expedited /> : null}
    </>
  )
}

interface OpenProps {
  proposals: readonly Proposal[]
  unit: NetworkStatus['unit']
  rowOf: (id: number) => Validator | undefined
}

/** Validators of the user’s that are named on each card; the others are on the proposal’s page. */
const mostOfMine = 5

/** Those that can be voted on, that which ends first above the others. */
export function OpenProposals({ proposals, unit, rowOf }: OpenProps) {
  const { t } = useTranslation('governance')
  const { t: tValidator } = useTranslation('validator')
  const title = useTitle()
  return (
    <Box sx={{ display: 'grid', gap: 4, mb: 8 }}>
      {proposals.map((proposal) => (
        <Paper key={proposal.id} variant="outlined">
          <Open aria-label={title(proposal)}>
            <Marks>
              <Kind proposal={proposal} />
              <EndOfVoting proposal={proposal} />
            </Marks>
            <Typography variant="h6" component="h3" sx={{ mt: 1, mb: 4 }}>
              <TitleLink proposal={proposal} />
            </Typography>
            <Parts>
              <Box sx={{ display: 'grid', gap: 4 }}>
                <Turnout proposal={proposal} />
                <TallyTable proposal={proposal} unit={unit} label={title(proposal)} />
              </Box>
              <div>
                <Typography variant="tableHead" component="h4" color="textSecondary" sx={{ m: 0, mb: 2 }}>
                  {t('mine')}
                </Typography>
                <OwnVotes proposal={proposal} rowOf={rowOf} most={mostOfMine} />
              </div>
            </Parts>
            <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 4 }}>
              {t('known', { how: tValidator(`assurance.${proposal.assurance}`) })}
            </Typography>
          </Open>
        </Paper>
      ))}
    </Box>
  )
}

const Past = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '7.5rem minmax(0, 1fr) auto',
    alignItems: 'baseline',
    gap: '4px 16px',
    padding: '12px 20px',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
    '&:last-child': { borderBottom: 'none' },
  },
  '& [data-what]': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2px 12px',
    color: theme.vars.palette.text.secondary,
  },
  '& [data-end]': { textAlign: 'end', display: 'grid', gap: 2, justifyItems: 'end' },
  [theme.breakpoints.down('md')]: {
    '& > li': { gridTemplateColumns: 'minmax(0, 1fr)', padding: '14px 16px' },
    '& [data-end]': { display: 'flex', flexWrap: 'wrap', gap: '2px 16px', textAlign: 'start' },
  },
}))

interface PastProps {
  proposals: readonly Proposal[]
  pages: PagedFetch<Governance>
}

/** Those that are over, the newest first, and the way to older ones. */
export function PastProposals({ proposals, pages }: PastProps) {
  const { t } = useTranslation('governance')
  const { hasMore, loadingMore, moreError, fetchMore } = pages
  return (
    <Paper variant="outlined" sx={{ overflow: 'clip' }}>
      <Past aria-label={t('past')}>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <StateOfProposal state={proposal.state} />
            <div>
              <Typography variant="body1" component="h3" sx={{ m: 0, fontWeight: 500 }}>
                <TitleLink proposal={proposal} />
              </Typography>
              <Typography variant="table" component="div" data-what="">
                <Kind proposal={proposal} />
              </Typography>
            </div>
            <div data-end="">
              <EndOfVoting proposal={proposal} />
              <OwnVoteCounts proposal={proposal} />
            </div>
          </li>
        ))}
      </Past>
      {hasMore || moreError ? (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 3,
            p: 2,
            px: 3,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {moreError === null ? null : (
            <Typography variant="table" color="error" role="alert">
              {t('olderFailed')}
            </Typography>
          )}
          <Button
            variant="text"
            size="small"
            aria-disabled={loadingMore}
            onClick={() => {
              if (!loadingMore) fetchMore()
            }}
          >
            {t(loadingMore ? 'loadingOlder' : 'older')}
          </Button>
        </Box>
      ) : null}
    </Paper>
  )
}
