import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import Typography from '@mui/material/Typography'
import type { Proposal } from '@roundsman/contract/governance/governance'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ValidatorLink } from '../../parts/validator-cells.tsx'
import { RouteLink } from '../../ui/controls/links.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { OwnVoteMark } from '../../parts/governance/proposal-marks.tsx'
import { type OwnVote, ownVotes } from '../../parts/governance/proposal-text.ts'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 12px',
    minHeight: 24,
  },
  '& > li > a': { flex: '0 1 auto', maxWidth: '100%' },
}))

interface Props {
  proposal: Proposal
  rowOf: (id: number) => Validator | undefined
  /** Of how many each is shown; the others are on the proposal's page. */
  most?: number
}

/** What the user's validators did, by name. */
export function OwnVotes({ proposal, rowOf, most = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const all = ownVotes(proposal)
  if (all.length === 0) return <NoneOfMine />
  const left = all.length - most
  return (
    <List aria-label={t('mine')}>
      {all.slice(0, left > 0 ? most : undefined).map(({ id, vote }) => {
        const row = rowOf(id)
        return (
          <li key={id}>
            {row ? <ValidatorLink row={row} /> : <span>{t('unknownValidator', { id: String(id) })}</span>}
            <OwnVoteMark vote={vote} proposal={proposal} />
          </li>
        )
      })}
      {left > 0 ? (
        <li>
          <RouteLink to="/governance/$proposalId" params={{ proposalId: String(proposal.proposal_id) }}>
            {t('moreOfMine', { count: left, value: formats.integer(left) })}
          </RouteLink>
        </li>
      ) : null}
    </List>
  )
}

/** Nobody of theirs to have voted: how to have some. */
function NoneOfMine() {
  const { t } = useTranslation('governance')
  return (
    <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
      <StarBorderRounded aria-hidden sx={{ fontSize: 16, verticalAlign: '-3px', marginInlineEnd: 1 }} />
      {t('noneOfMine')} <RouteLink to="/">{t('chooseMine')}</RouteLink>
    </Typography>
  )
}

const Counts = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: '2px 12px' })

/** The same in a line: how many voted, did not, and are not known. */
export function OwnVoteCounts({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const parts = (['voted', 'not_voted', 'unknown'] as const).filter((one) => proposal[one].length > 0)
  if (parts.length === 0) return null
  const tone: Record<OwnVote, 'textSecondary' | 'error'> = {
    voted: 'textSecondary',
    not_voted: 'error',
    unknown: 'textSecondary',
  }
  return (
    <Counts>
      {parts.map((one) => {
        const count = proposal[one].length
        return (
          <Typography key={one} variant="table" component="span" color={tone[one]}>
            {t(`mineCount.${one}`, { count, value: formats.integer(count) })}
          </Typography>
        )
      })}
    </Counts>
  )
}
